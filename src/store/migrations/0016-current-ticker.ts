import { type Kysely, sql } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds today's symbol of a trade's security. Until a trade is read again it is the symbol filed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trades").addColumn("current_ticker", columnTypes(db).text).execute();
  await sql`update trades set current_ticker = ticker where ticker <> ''`.execute(db);
}
