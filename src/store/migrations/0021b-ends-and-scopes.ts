import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Accounts end or are disabled; a key has a name, may do some things only, and knows the key that it was made with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  for (const column of ["expires_at", "disabled_at"]) {
    await db.schema.alterTable("accounts").addColumn(column, integer).execute();
  }
  for (const column of ["name", "scopes", "made_with"]) {
    await db.schema.alterTable("api_keys").addColumn(column, text).execute();
  }
}
