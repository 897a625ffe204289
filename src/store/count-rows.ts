import type { Kysely, SelectQueryBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** Counts the rows of a query that selects no columns yet. */
export async function countRows<DB extends Schema, Table extends keyof DB>(
  rows: SelectQueryBuilder<DB, Table, object>,
): Promise<number> {
  const query = rows.select((eb) => eb.fn.countAll<number>().as("count"));
  return ((await query.executeTakeFirstOrThrow()) as { readonly count: number }).count;
}

export function countServedTrades(db: Kysely<Schema>): Promise<number> {
  return countRows(db.selectFrom("trades").where("superseded_by", "is", null));
}
