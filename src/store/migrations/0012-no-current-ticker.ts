import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds why a trade's security has no current symbol, and the date on which it ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = getColumnTypes(db);
  await db.schema.alterTable("trades").addColumn("no_current_ticker", text).execute();
  await db.schema.alterTable("trades").addColumn("ended_on", text).execute();
}
