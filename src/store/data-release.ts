/** The data release whose rules were last applied to the published data, stored with it. */

import { DATA_RELEASE } from "../domain/data-release.ts";
import type { Database } from "./database.ts";
import { metaValue } from "./meta.ts";
import type { Writing } from "./schema.ts";
import { upsert } from "./upsert.ts";

const KEY = "data_release";

export function dataReleaseTable({ reading, change }: Database) {
  return {
    /** 0 if the store is older than this number. */
    current: async () => Number((await metaValue(reading, KEY)) ?? 0),
    /** Stores that this release has re-read everything published. */
    reached: (release: number) => change((transaction) => write(transaction, release)),
  };
}

/** A store without filings has nothing from an older release. */
export async function noteNewStore({ reading, change }: Database): Promise<void> {
  if ((await metaValue(reading, KEY)) !== undefined) return;
  await change(async (transaction) => {
    const filing = await transaction.selectFrom("filings").select("id").limit(1).executeTakeFirst();
    if (filing === undefined) await write(transaction, DATA_RELEASE);
  });
}

async function write(transaction: Writing, release: number): Promise<void> {
  await upsert(transaction, "meta", { key: KEY }, { value: String(release) });
}
