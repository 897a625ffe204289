/** Copies whole stores between databases, SQLite or PostgreSQL, and compares them by rows and digests. */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { ConfigError } from "../base/errors.ts";
import { type Database, migrate } from "./database.ts";
import type { Schema, Writing } from "./schema.ts";
import { createNodeSqliteDialect } from "./sqlite-dialect.ts";

/** The structure of a table that is copied and compared. */
interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Primary key columns, in order. */
  readonly key: readonly string[];
  /** True if the database itself generates the key by incrementing. */
  readonly counted: boolean;
}

/** Number of rows of a table, and the SHA-256 (hex) over all rows in key order; the same in SQLite and PostgreSQL. */
export interface TableSum extends TableShape {
  readonly rows: number;
  readonly sha256: string;
}

/** The whole store, or only what goes into a public backup. */
export type StorePart = "all" | "public";

type Value = string | number | Uint8Array | null;
type Row = Readonly<Record<string, Value>>;
type AnySchema = Record<string, Record<string, Value>>;

const ROWS_AT_ONCE = 500;
/** SQLite allows at most 32,766 values per statement. */
const VALUES_AT_ONCE = 30_000;

/** All tables of this release, each listed after the tables to which its rows refer. */
async function listTableShapes(): Promise<readonly TableShape[]> {
  const memory = new DatabaseSync(":memory:");
  const db = new Kysely<Schema>({ dialect: createNodeSqliteDialect(memory, "immediate") });
  try {
    await migrate(db, "memory", false);
    const tables = memory
      .prepare(
        "select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' order by name",
      )
      .all() as { name: string; sql: string }[];
    return sortByReferences(
      tables.map(({ name, sql: createSql }) => {
        const columns = memory.prepare("select name, pk from pragma_table_info(?)").all(name) as {
          name: string;
          pk: number;
        }[];
        const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
        if (key.length === 0) throw new TypeError(`the table ${name} has no primary key`);
        const references = memory.prepare('select "table" as name from pragma_foreign_key_list(?)').all(name) as {
          name: string;
        }[];
        return {
          shape: {
            name,
            columns: columns.map((each) => each.name),
            key: key.map((each) => each.name),
            counted: /\bautoincrement\b/i.test(createSql),
          },
          references: references.map((each) => each.name).filter((each) => each !== name),
        };
      }),
    );
  } finally {
    await db.destroy();
  }
}

function sortByReferences(
  tables: readonly { readonly shape: TableShape; readonly references: readonly string[] }[],
): readonly TableShape[] {
  const ordered = new Map<string, TableShape>();
  while (ordered.size < tables.length) {
    const next = tables.filter(
      ({ shape, references }) => !ordered.has(shape.name) && references.every((name) => ordered.has(name)),
    );
    if (next.length === 0) throw new TypeError("tables refer to one another in a circle");
    for (const { shape } of next) ordered.set(shape.name, shape);
  }
  return [...ordered.values()];
}

/** Copies a `StorePart` in one transaction. @param facts rows to add to `meta`. @throws {ConfigError} if the target has rows. */
export async function copyStore(
  from: Kysely<Schema>,
  to: Database,
  place: string,
  part: StorePart = "all",
  facts: Readonly<Record<string, string>> = {},
): Promise<readonly TableSum[]> {
  const shapes = await listTableShapes();
  await throwIfNotEmpty(to.reading, shapes, place);
  return to.change(async (transaction) => {
    const sums: TableSum[] = [];
    await transaction.deleteFrom("meta").execute();
    for (const shape of shapes) {
      if (part === "public" && !isPublicTable(shape.name)) continue;
      sums.push(await computeTableSum(from, shape, part, (rows) => insertRows(transaction, shape, rows)));
      if (shape.counted && to.dialect === "postgres") await continueSequence(transaction, shape);
    }
    for (const [key, value] of Object.entries(facts))
      await transaction.insertInto("meta").values({ key, value }).execute();
    return sums;
  });
}

/** Current row counts and digests of these tables. */
export async function computeTableSums(
  reading: Kysely<Schema>,
  shapes: readonly TableShape[],
  part: StorePart,
): Promise<readonly TableSum[]> {
  const sums: TableSum[] = [];
  for (const shape of shapes) sums.push(await computeTableSum(reading, shape, part));
  return sums;
}

/** Describes the tables that differ, with both numbers of rows. */
export function describeDifferingTables(expected: readonly TableSum[], found: readonly TableSum[]): readonly string[] {
  const byName = new Map(found.map((each) => [each.name, each]));
  return expected.flatMap(({ name, rows, sha256 }) => {
    const other = byName.get(name);
    if (other !== undefined && other.rows === rows && other.sha256 === sha256) return [];
    return [`${name} (${rows} rows, found ${other?.rows ?? "none"}${other?.rows === rows ? " of other content" : ""})`];
  });
}

/** All webhook secrets, sealed with the master key. */
export async function listSealedSecrets(reading: Kysely<Schema>): Promise<readonly Uint8Array[]> {
  const rows = await reading.selectFrom("endpoint_secrets").select("sealed").execute();
  return rows.map(({ sealed }) => sealed);
}

async function throwIfNotEmpty(db: Kysely<Schema>, shapes: readonly TableShape[], place: string): Promise<void> {
  for (const { name } of shapes) {
    if (name === "meta") continue;
    const row = await castToAnySchema(db).selectFrom(name).selectAll().limit(1).executeTakeFirst();
    if (row === undefined) continue;
    throw new ConfigError(`${place} already contains a store (its table ${name} has rows). The target must be empty.`);
  }
}

async function computeTableSum(
  db: Kysely<Schema>,
  shape: TableShape,
  part: StorePart,
  take: (rows: readonly Row[]) => Promise<void> = async () => {},
): Promise<TableSum> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const all of readRows(db, shape)) {
    const rows = part === "all" ? all : all.filter((row) => isPublicRow(shape.name, row));
    for (const row of rows) hash.update(`${JSON.stringify(shape.columns.map((column) => toJsonValue(row[column])))}\n`);
    count += rows.length;
    if (rows.length > 0) await take(rows);
  }
  return { ...shape, rows: count, sha256: hash.digest("hex") };
}

function toJsonValue(value: Value | undefined): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
}

async function* readRows(db: Kysely<Schema>, { name, columns, key }: TableShape): AsyncGenerator<readonly Row[]> {
  const limit = Math.max(1, Math.min(ROWS_AT_ONCE, Math.floor(VALUES_AT_ONCE / columns.length)));
  let last: Row | undefined;
  for (;;) {
    let query = castToAnySchema(db)
      .selectFrom(name)
      .select([...columns])
      .limit(limit);
    for (const column of key) query = query.orderBy(column);
    const after = last;
    if (after !== undefined) {
      const refs = sql.join(key.map((column) => sql.ref(column)));
      const values = sql.join(key.map((column) => after[column]));
      query = query.where(sql<boolean>`(${refs}) > (${values})`);
    }
    const rows = (await query.execute()) as Row[];
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

async function insertRows(transaction: Writing, { name }: TableShape, rows: readonly Row[]): Promise<void> {
  await castToAnySchema(transaction)
    .insertInto(name)
    .values([...rows])
    .execute();
}

/** Continues PostgreSQL's key sequence after the highest copied key; SQLite does so automatically. */
async function continueSequence(transaction: Writing, { name, key: [column = ""] }: TableShape): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${name}, ${column}), coalesce(max(${sql.ref(column)}), 1), count(*) > 0)
    from ${sql.table(name)}`.execute(transaction);
}

function castToAnySchema(db: Kysely<Schema>): Kysely<AnySchema> {
  return db as unknown as Kysely<AnySchema>;
}

/** Tables of a public backup. It has no accounts, no held publications, and no prices: prices may not be redistributed. */
const PUBLIC_TABLES: readonly string[] = [
  "amending_filings",
  "companies",
  "dataset_versions",
  "documents",
  "filing_contents",
  "filings",
  "former_states",
  "listed_years",
  "meta",
  "page_readings",
  "politicians",
  "rejected_lines",
  "securities",
  "sources",
  "trades",
  "unsettled_amendments",
] satisfies readonly (keyof Schema)[];

/** Keys of the rows in `meta` that a public backup contains. */
const PUBLIC_BACKUP_META_KEYS: readonly unknown[] = ["archive_id", "data_notice", "data_release", "reports read again"];

function isPublicTable(name: string): boolean {
  return PUBLIC_TABLES.includes(name);
}

function isPublicRow(table: string, row: Readonly<Record<string, unknown>>): boolean {
  return table !== "meta" || PUBLIC_BACKUP_META_KEYS.includes(row["key"]);
}
