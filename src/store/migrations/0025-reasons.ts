import { type Kysely, type RawBuilder, sql } from "kysely";
import { columnTypes } from "../columns.ts";

/** Splits the reason of a filing or a source: the code and the sentence stand in columns of their own, where one text held both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Filings that no list names any more and documents that do not exist had a sentence alone.
  const codeOfState = sql<string>`case state when 'withdrawn' then 'not_listed' else state end`;
  await split(db, { table: "filings", key: "id", column: "reason", prefix: "reason", uncoded: codeOfState });
  await split(db, {
    table: "sources",
    key: "source",
    column: "last_error",
    prefix: "last_error",
    uncoded: sql<string>`'unexpected_error'`,
  });
}

interface Split {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly prefix: string;
  /** The code of a text that has none. */
  readonly uncoded: RawBuilder<string>;
}

async function split(db: Kysely<unknown>, { table, key, column, prefix, uncoded }: Split): Promise<void> {
  const [code, detail] = [`${prefix}_code`, `${prefix}_detail`];
  for (const added of [code, detail]) {
    await db.schema.alterTable(table).addColumn(added, columnTypes(db).text).execute();
  }
  const { rows } = await sql<{ key: string; whole: string; uncoded: string }>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as whole, ${uncoded} as uncoded
    from ${sql.table(table)} where ${sql.ref(column)} is not null
  `.execute(db);
  for (const row of rows) {
    const [, first = row.uncoded, rest = row.whole] = /^(\w+): (.*)$/s.exec(row.whole) ?? [];
    await sql`
      update ${sql.table(table)} set ${sql.ref(code)} = ${first}, ${sql.ref(detail)} = ${rest}
      where ${sql.ref(key)} = ${row.key}
    `.execute(db);
  }
  await db.schema.alterTable(table).dropColumn(column).execute();
}
