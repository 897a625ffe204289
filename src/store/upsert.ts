/** Inserts rows, or updates the rows that have the same key. */
import { type Insertable, type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "./schema.ts";

export async function upsert<Table extends keyof Schema, Key extends keyof Insertable<Schema[Table]>>(
  db: Kysely<Schema>,
  table: Table,
  key: Pick<Insertable<Schema[Table]>, Key>,
  columns: Omit<Insertable<Schema[Table]>, Key>,
): Promise<void> {
  await db
    .insertInto(table)
    .values({ ...key, ...columns } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(columns as never))
    .execute();
}

/** Sets these columns, in an upsert, to the values of the rejected insert. */
export function buildExcludedValues<Column extends string>(
  ...columns: readonly Column[]
): Record<Column, RawBuilder<never>> {
  const values = columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]);
  return Object.fromEntries(values) as Record<Column, RawBuilder<never>>;
}
