/** The release whose rules read the published data, stored beside the data itself. */
import type { Kysely } from "kysely";
import { DATA_RELEASE } from "../domain/data-release.ts";
import type { Database } from "./database.ts";
import type { Schema, Writing } from "./schema.ts";

const KEY = "data_release";

export interface DataReleaseTable {
  /** 0 where the store is older than the number. */
  current(): Promise<number>;
  /** All that is published was read by this release. */
  reached(release: number): Promise<void>;
}

export function dataReleaseTable({ reading, change }: Database): DataReleaseTable {
  return {
    current: async () => (await kept(reading)) ?? 0,
    reached: (release) => change((transaction) => write(transaction, release)),
  };
}

/** A store that knows no filing yet has nothing of an older release. */
export async function noteNewStore({ reading, change }: Database): Promise<void> {
  if ((await kept(reading)) !== undefined) return;
  await change(async (transaction) => {
    const filing = await transaction.selectFrom("filings").select("id").limit(1).executeTakeFirst();
    if (filing === undefined) await write(transaction, DATA_RELEASE);
  });
}

async function kept(db: Kysely<Schema>): Promise<number | undefined> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row && Number(row.value);
}

async function write(transaction: Writing, release: number): Promise<void> {
  const value = String(release);
  await transaction
    .insertInto("meta")
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
