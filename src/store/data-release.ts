/** The data release whose rules were last applied to the published data, stored with it. */

import { DATA_RELEASE } from "../domain/data-release.ts";
import type { Database } from "./database.ts";
import { readMeta } from "./meta.ts";
import type { Writing } from "./schema.ts";
import { upsert } from "./upsert.ts";

const KEY = "data_release";

export function createDataReleaseTable({ reading, change }: Database) {
  return {
    /** 0 if the store is older than this number. */
    read: async () => Number((await readMeta(reading, KEY)) ?? 0),
    /** Stores that this release has re-read everything published. */
    markReached: (release: number) => change((transaction) => writeRelease(transaction, release)),
  };
}

/** A store without filings has nothing from an older release. */
export async function markNewStore({ reading, change }: Database): Promise<void> {
  if ((await readMeta(reading, KEY)) !== undefined) return;
  await change(async (transaction) => {
    const filing = await transaction.selectFrom("filings").select("id").limit(1).executeTakeFirst();
    if (filing === undefined) await writeRelease(transaction, DATA_RELEASE);
  });
}

async function writeRelease(transaction: Writing, release: number): Promise<void> {
  await upsert(transaction, "meta", { key: KEY }, { value: String(release) });
}
