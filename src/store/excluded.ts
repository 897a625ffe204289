import { type RawBuilder, sql } from "kysely";

/** Sets these columns to what the insert would have written, for the conflict of an upsert. */
export function excluded<Column extends string>(...columns: readonly Column[]): Record<Column, RawBuilder<never>> {
  const values = columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]);
  return Object.fromEntries(values) as Record<Column, RawBuilder<never>>;
}
