import type { Kysely, SelectQueryBuilder } from "kysely";
import type { Schema } from "./schema.ts";

/** The number of rows that a query without columns is about. */
export async function countRows<DB extends Schema, Table extends keyof DB>(
  rows: SelectQueryBuilder<DB, Table, object>,
): Promise<number> {
  const counted = rows.select((all) => all.fn.countAll<number>().as("count"));
  return ((await counted.executeTakeFirstOrThrow()) as { readonly count: number }).count;
}

/** The number of trades that are served. */
export function countServed(db: Kysely<Schema>): Promise<number> {
  return countRows(db.selectFrom("trades").where("superseded_by", "is", null));
}
