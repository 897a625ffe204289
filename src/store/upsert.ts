/** Rows that are inserted, or written over where their key is there already. */
import { type Insertable, type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Inserts a row, or sets all but its key in the row that has this key. */
export async function upsert<Table extends keyof Schema, Key extends keyof Insertable<Schema[Table]>>(
  db: Kysely<Schema>,
  table: Table,
  key: Pick<Insertable<Schema[Table]>, Key>,
  rest: Omit<Insertable<Schema[Table]>, Key>,
): Promise<void> {
  await db
    .insertInto(table)
    .values({ ...key, ...rest } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doUpdateSet(rest as never))
    .execute();
}

/** Sets these columns to what the insert would have written, for the conflict of an upsert. */
export function excluded<Column extends string>(...columns: readonly Column[]): Record<Column, RawBuilder<never>> {
  const values = columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]);
  return Object.fromEntries(values) as Record<Column, RawBuilder<never>>;
}
