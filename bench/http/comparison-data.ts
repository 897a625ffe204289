/** The same trades, politicians and prices as tables, for the two Express programs. */
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

type Row = Readonly<Record<string, string | number | null>>;

/** Rows by table, in the form in which the API serves them. */
export type Tables = Readonly<Record<"trades" | "politicians" | "quotes" | "bars", readonly Row[]>>;

const INDICES = [
  "create index recent on trades (disclosure_date desc, transaction_date desc, id desc)",
  "create index member on trades (politician_id, disclosure_date desc, transaction_date desc, id desc)",
  "create index ticker on trades (ticker, disclosure_date desc, transaction_date desc, id desc)",
  "create index named on politicians (name)",
  "create index symbol on quotes (symbol)",
  "create index bar on bars (symbol, date desc)",
];

export function fillSqlite(file: string, tables: Tables): void {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec("begin");
  for (const [table, rows] of Object.entries(tables)) {
    const names = Object.keys(rows[0] ?? {});
    database.exec(`create table ${table} (${columns(rows[0] ?? {}, "real")})`);
    const insert = database.prepare(`insert into ${table} values (${names.map(() => "?").join(",")})`);
    for (const row of rows) insert.run(...names.map((name) => row[name] ?? null));
  }
  for (const index of INDICES) database.exec(index);
  database.exec("commit");
  database.exec("analyze");
  database.close();
}

/** Sends rows as JSON, many at a time: PostgreSQL takes them apart by the columns of the table. */
export async function fillPostgres(url: string, tables: Tables): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [table, rows] of Object.entries(tables)) {
    await client.query(`create table ${table} (${columns(rows[0] ?? {}, "double precision")})`);
    for (let at = 0; at < rows.length; at += 10_000) {
      const some = JSON.stringify(rows.slice(at, at + 10_000));
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [some]);
    }
  }
  for (const index of INDICES) await client.query(index);
  await client.query("analyze");
  await client.end();
}

function columns(row: Row, number: string): string {
  return Object.entries(row)
    .map(([name, value]) => `${name} ${typeof value === "number" ? number : "text"}`)
    .join(", ");
}
