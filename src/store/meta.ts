/** Facts about the store as a whole, by key. */
import type { Kysely } from "kysely";
import type { Schema, Writing } from "./schema.ts";

export async function readMeta(db: Kysely<Schema>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value;
}

/** @returns the stored value: this one, or that of a process that was faster. */
export async function storeOnce(transaction: Writing, key: string, value: string): Promise<string> {
  await transaction
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return (await readMeta(transaction, key)) ?? value;
}
