import type { Dataset } from "../dataset/dataset.ts";

/** The columns of every export: the 13 fields of a trade in the order of the interface (2.1). */
export const EXPORT_COLUMNS = [
  "id",
  "politician",
  "politician_id",
  "chamber",
  "party",
  "ticker",
  "company",
  "transaction_type",
  "amount_range",
  "disclosure_date",
  "transaction_date",
  "asset_type",
  "comment",
] as const;

export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** What stands in a column: `text`, `day` (YYYY-MM-DD), `instant` (ISO 8601, UTC), whole numbers, dollars, yes or no. */
export type ColumnKind = "text" | "day" | "instant" | "integer" | "number" | "boolean";

export interface ColumnShape {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
}

/** A row by column. */
export type Cells = Readonly<Record<string, string | number | boolean | null>>;

/** The shapes of the 13 columns. */
export const EXPORT_SHAPES: readonly ColumnShape[] = EXPORT_COLUMNS.map((name) => ({
  name,
  kind: name.endsWith("_date") ? "day" : "text",
  nullable: name === "comment",
}));

/** A trade as the dataset's JSON has it. */
export type ExportedTrade = Readonly<Record<ExportColumn, string | null>>;

/** @param json one trade as `Dataset.tradeAt` gives it. */
export function readTrade(json: Buffer): ExportedTrade {
  return JSON.parse(json.toString("utf8")) as ExportedTrade;
}

export function isEveryColumn(columns: readonly string[]): boolean {
  return columns.length === EXPORT_COLUMNS.length && columns.every((name, at) => name === EXPORT_COLUMNS[at]);
}

export function* tradesAt(dataset: Pick<Dataset, "tradeAt">, positions: Uint32Array): Generator<ExportedTrade> {
  for (const position of positions) yield readTrade(dataset.tradeAt(position));
}
