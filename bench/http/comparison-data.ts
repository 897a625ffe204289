/** Writes the service's data to tables in SQLite and PostgreSQL, for the programs that are compared with the service. */
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

export type Row = Readonly<Record<string, string | number | null>>;

/** Rows by table. The first row has a value in every column that is not text. */
export type Tables = Readonly<Record<string, Iterable<Row>>>;

/** Indexes for the queries of the two Express programs. */
const INDICES = [
  "create index recent on trades (disclosure_date desc, transaction_date desc, id desc)",
  "create index member on trades (politician_id, disclosure_date desc, transaction_date desc, id desc)",
  "create index ticker on trades (ticker, disclosure_date desc, transaction_date desc, id desc)",
  "create index named on politicians (name)",
  "create index symbol on quotes (symbol)",
  "create index bar on bars (symbol, date desc)",
];

export function fillSqlite(file: string, tables: Tables, indices: readonly string[] = INDICES): void {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec("pragma synchronous = off; begin");
  for (const [table, rows] of Object.entries(tables)) {
    let insert: ReturnType<DatabaseSync["prepare"]> | undefined;
    for (const row of rows) {
      const values = Object.values(row);
      if (insert === undefined) {
        database.exec(`create table ${table} (${formatColumns(row, { number: "real", text: "text" })})`);
        insert = database.prepare(`insert into ${table} values (${values.map(() => "?").join(",")})`);
      }
      insert.run(...values);
    }
  }
  for (const index of indices) database.exec(index);
  database.exec("commit");
  database.exec("analyze");
  database.close();
}

interface PostgresOptions {
  readonly indices: readonly string[];
  /** SQL type of text columns. */
  readonly text: string;
  /** SQL of additional computed columns. */
  readonly extraColumns: string;
}

/** Inserts rows in batches as JSON, which PostgreSQL converts to the columns of the table. */
export async function fillPostgres(
  url: string,
  tables: Tables,
  { indices, text, extraColumns }: PostgresOptions = { indices: INDICES, text: "text", extraColumns: "" },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [table, rows] of Object.entries(tables)) {
    let names = "";
    for (const some of splitIntoChunks(rows, 10_000)) {
      const [first = {}] = some;
      if (names === "") {
        names = Object.keys(first).join(", ");
        await client.query(
          `create table ${table} (${formatColumns(first, { number: "double precision", text })}${extraColumns})`,
        );
      }
      await client.query(
        `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(some)],
      );
    }
  }
  for (const index of indices) await client.query(index);
  await client.query("analyze");
  await client.end();
}

function* splitIntoChunks(rows: Iterable<Row>, size: number): Generator<readonly Row[]> {
  let some: Row[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

function formatColumns(row: Row, types: { readonly number: string; readonly text: string }): string {
  return Object.entries(row)
    .map(([name, value]) => `${name} ${typeof value === "number" ? types.number : types.text}`)
    .join(", ");
}
