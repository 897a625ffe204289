/** The release whose rules read the published data, stored beside the data itself. */

import { DATA_RELEASE } from "../domain/data-release.ts";
import type { Database } from "./database.ts";
import { metaValue } from "./meta.ts";
import type { Writing } from "./schema.ts";
import { upsert } from "./upsert.ts";

const KEY = "data_release";

export function dataReleaseTable({ reading, change }: Database) {
  return {
    /** 0 where the store is older than the number. */
    current: async () => Number((await metaValue(reading, KEY)) ?? 0),
    /** Notes that this release has read all that is published. */
    reached: (release: number) => change((transaction) => write(transaction, release)),
  };
}

/** A store that knows no filing yet has nothing of an older release. */
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
