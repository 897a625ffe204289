/** Lists the tables of the base migration as sorted lines for comparison: columns, keys, references and indexes. */
import { DatabaseSync } from "node:sqlite";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { up } from "../../src/store/migrations/0001-base.ts";
import { createNodeSqliteDialect } from "../../src/store/sqlite-dialect.ts";

/** @param databaseUrl a PostgreSQL database, whose tables are dropped first; null for SQLite in memory. */
export async function listBaseSchema(databaseUrl: string | null): Promise<readonly string[]> {
  const db = databaseUrl === null ? openSqlite() : openPostgres(databaseUrl);
  try {
    if (databaseUrl !== null) await sql`drop schema public cascade`.execute(db);
    if (databaseUrl !== null) await sql`create schema public`.execute(db);
    await up(db);
    const { rows } = await (databaseUrl === null ? SQLITE : POSTGRES).execute(db);
    return rows.map(({ line }) => line).toSorted();
  } finally {
    await db.destroy();
  }
}

function openSqlite(): Kysely<unknown> {
  return new Kysely({ dialect: createNodeSqliteDialect(new DatabaseSync(":memory:"), "immediate") });
}

function openPostgres(connectionString: string): Kysely<unknown> {
  return new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) });
}

/** Excludes the text of `create table`, in which columns that were added later look different from original columns. */
const SQLITE = sql<{ line: string }>`
  with tables as (select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%')
  select t.name || ' column ' || c.cid || ' ' || c.name || ' ' || c.type || ' null ' || (1 - c."notnull") || ' default ' || coalesce(c.dflt_value, '-') || ' key ' || c.pk as line
    from tables t, pragma_table_info(t.name) c
  union all
  select t.name || ' counts up ' || (t.sql like '%autoincrement%') from tables t
  union all
  select t.name || ' references ' || f."table" || ' ' || f."from" || ' ' || coalesce(f."to", '-') || ' ' || f.on_delete
    from tables t, pragma_foreign_key_list(t.name) f
  union all
  select t.name || ' unique ' || i."unique" || ' ' || i.origin || ' ' ||
      case i.origin when 'c' then (select lower(s.sql) from sqlite_master s where s.name = i.name)
        else (select group_concat(x.name) from pragma_index_info(i.name) x) end
    from tables t, pragma_index_list(t.name) i`;

const POSTGRES = sql<{ line: string }>`
  with tables as (
    select c.oid, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely_%')
  select t.name || ' column ' || row_number() over (partition by t.oid order by a.attnum) || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || ' collation ' || coalesce(l.collname, '-') || ' null ' || (not a.attnotnull) || ' default ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '-') as line
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation
  union all
  select t.name || ' constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid) from tables t join pg_constraint c on c.conrelid = t.oid
  union all
  select t.name || ' index ' || pg_get_indexdef(i.indexrelid) from tables t join pg_index i on i.indrelid = t.oid`;
