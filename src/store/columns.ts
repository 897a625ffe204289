/** Column types for migrations. SQLite and PostgreSQL spell these types differently. */
import {
  type ColumnDataType,
  type ColumnDefinitionBuilder,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from "kysely";

type ColumnType = ColumnDataType | RawBuilder<unknown>;

interface ColumnTypes {
  /** Text compared and sorted bytewise. */
  readonly text: ColumnType;
  /** An integer up to 2^53. */
  readonly integer: ColumnType;
  readonly bytes: ColumnType;
}

export function getColumnTypes(db: Kysely<unknown>): ColumnTypes {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    return { text: sql`text collate "C"`, integer: "bigint", bytes: "bytea" };
  }
  return { text: "text", integer: "integer", bytes: "blob" };
}

/** An auto-incremented primary key, never reused. */
export function defineSerialKey(db: Kysely<unknown>): {
  readonly type: ColumnType;
  readonly build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
} {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    return { type: "bigserial", build: (column) => column.primaryKey() };
  }
  return { type: "integer", build: (column) => column.primaryKey().autoIncrement() };
}
