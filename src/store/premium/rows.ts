/** Functions for the tables of the premium plan: lock and find rows, read lists in pages, convert times. */
import { type Kysely, PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { NotFoundError } from "../../base/errors.ts";
import { countRows } from "../count-rows.ts";
import type { Schema, Writing } from "../schema.ts";

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

export interface Paged<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export function isPostgres(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** Locks an account, so parallel writes stay within its limits. SQLite (one writer) needs no lock. @throws {NotFoundError} */
export async function lockAccount(transaction: Writing, accountId: string): Promise<void> {
  const row = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new NotFoundError("account_not_found", `There is no account "${accountId}".`);
}

/** Finds a row of the account; undefined if there is none or it belongs to another account. */
export async function findOwnRow<Table extends "alerts" | "webhook_endpoints" | "events" | "api_keys">(
  db: Kysely<Schema>,
  table: Table,
  accountId: string,
  id: string,
): Promise<Schema[Table] | undefined> {
  const rows = db.selectFrom(table as "alerts").selectAll();
  const row = await rows.where("account_id", "=", accountId).where("id", "=", id).executeTakeFirst();
  return row as Schema[Table] | undefined;
}

/** SQL condition on the table alias of an account: it is neither disabled nor expired. */
export function buildLiveCondition(alias: string, at: Date): RawBuilder<boolean> {
  const refColumn = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${refColumn("disabled_at")} is null and (${refColumn("expires_at")} is null or ${refColumn("expires_at")} > ${at.getTime()}))`;
}

export function toInstant(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

export function toMilliseconds(at: Date | null): number | null {
  return at === null ? null : at.getTime();
}

/** Time of a change, always later than the previous one, so that two changes within a millisecond differ. */
export function computeUpdateTime(previous: number, at: Date): number {
  return Math.max(at.getTime(), previous + 1);
}

/** Reads one page, and the total number of rows. @param ordered the query `all` with columns and order. */
export async function readPage<DB extends Schema, Table extends keyof DB, Row, T>(
  all: SelectQueryBuilder<DB, Table, object>,
  ordered: SelectQueryBuilder<DB, Table, Row>,
  { limit, skip }: Page,
  read: (row: Row) => T,
): Promise<Paged<T>> {
  const total = await countRows(all);
  const rows = await ordered.limit(limit).offset(skip).execute();
  return { rows: rows.map((row) => read(row as Row)), total };
}
