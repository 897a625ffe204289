/** The columns available in exports: every field of a trade's record, with nested fields flattened, such as `filing_id`. */
import { z } from "zod";
import type { Cells, ColumnKind, ColumnShape } from "../../publication/export/columns.ts";
import { TradeRecordSchema } from "./trade-detail-schema.ts";

type Json = z.core.JSONSchema._JSONSchema;

/** Public fields first, then the other fields of a trade's record, in the order of the API schema. */
export const TRADE_COLUMNS: readonly ColumnShape[] = listColumns(z.toJSONSchema(z.object(TradeRecordSchema.shape)));

const COLUMN_NAMES = new Set(TRADE_COLUMNS.map(({ name }) => name));

function listColumns(schema: Json, prefix = "", nullable = false): readonly ColumnShape[] {
  return Object.entries(toObjectSchema(schema).properties ?? {}).flatMap(([member, each]) => {
    const name = prefix + member;
    const { schema: plain, nullable: mayBeNull } = splitNullable(each);
    if (plain.properties !== undefined) return listColumns(plain, `${name}_`, nullable || mayBeNull);
    return [{ name, kind: getColumnKind(plain), nullable: nullable || mayBeNull }];
  });
}

/** zod writes a nullable type as `anyOf` with a null, or as a list of types that includes `null`. */
function splitNullable(schema: Json): { readonly schema: Exclude<Json, boolean>; readonly nullable: boolean } {
  const whole = toObjectSchema(schema);
  const kinds =
    whole.anyOf?.map(toObjectSchema) ?? listSchemaTypes(whole).map((type) => ({ ...whole, type }) as typeof whole);
  const [plain = whole] = kinds.filter(({ type }) => type !== "null");
  return { schema: plain, nullable: kinds.some(({ type }) => type === "null") };
}

function listSchemaTypes({ type }: Exclude<Json, boolean>): readonly string[] {
  return [type ?? []].flat();
}

function toObjectSchema(schema: Json): Exclude<Json, boolean> {
  return typeof schema === "boolean" ? {} : schema;
}

function getColumnKind({ type, format }: Exclude<Json, boolean>): ColumnKind {
  if (type === "integer" || type === "number" || type === "boolean") return type;
  if (format === "date") return "day";
  return format === "date-time" ? "instant" : "text";
}

/** A trade's detail as one row; list values are separated by spaces. */
export function toDetailCells(detail: object): Cells {
  const cells: Record<string, Cells[string]> = {};
  const add = (value: object, prefix: string): void => {
    for (const [member, each] of Object.entries(value) as [string, unknown][]) {
      const name = prefix + member;
      if (each === null || each === undefined) cells[name] = null;
      else if (Array.isArray(each)) cells[name] = each.map(formatCellText).join(" ");
      else if (typeof each === "object") add(each, `${name}_`);
      else if (COLUMN_NAMES.has(name)) cells[name] = each as string | number | boolean;
    }
  };
  add(detail, "");
  return cells;
}

function formatCellText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
