import { z } from "zod";
import { PUBLIC_FIELD_NAMES, PUBLIC_FIELDS, type PublicTrade } from "../../domain/public-trade.ts";
import type { Dataset } from "../dataset/dataset.ts";

/** Type of a column: `text`, `day` (YYYY-MM-DD), `instant` (ISO 8601, UTC), integers, numbers with cents, booleans. */
export type ColumnKind = "text" | "day" | "instant" | "integer" | "number" | "boolean";

export interface ColumnShape {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** An empty text means no value. Parquet stores null for it, so that a count of values leaves it out. */
  readonly emptyIsNull?: true;
}

/** The values of a row, keyed by column name. */
export type Cells = Readonly<Record<string, string | number | boolean | null>>;

/** The columns of every export: the public fields of a trade in order. */
export const EXPORT_SHAPES: readonly ColumnShape[] = PUBLIC_FIELD_NAMES.map((name) => {
  const { schema } = PUBLIC_FIELDS[name];
  const kind = schema instanceof z.ZodISODate ? "day" : "text";
  return { name, kind, nullable: schema.safeParse(null).success, ...(name === "ticker" && { emptyIsNull: true }) };
});

/** @param json one trade, as returned by `Dataset.getTradeAt`. */
export function readTrade(json: Buffer): PublicTrade {
  return JSON.parse(json.toString("utf8")) as PublicTrade;
}

export function isEveryColumn(columns: readonly string[]): boolean {
  return columns.length === PUBLIC_FIELD_NAMES.length && columns.every((name, at) => name === PUBLIC_FIELD_NAMES[at]);
}

export function* readTradesAt(dataset: Pick<Dataset, "getTradeAt">, positions: Uint32Array): Generator<PublicTrade> {
  for (const position of positions) yield readTrade(dataset.getTradeAt(position));
}
