import type { Kysely } from "kysely";
import { createPause } from "../base/pause.ts";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";

/** Counting the trades of this many filings takes about a millisecond. */
const FILINGS_AT_ONCE = 250;
/** Milliseconds of work between two turns of the event loop. */
const TURN_MS = 2;

/** Filing ids after `after` (exclusive, "" to start) up to `to` (inclusive). */
export interface FilingRange {
  readonly after: string;
  readonly to: string;
}

/** Queries all filings of one snapshot in small ranges. A single SQLite query over all filings would block all requests. */
export async function forEachFilingRange(
  database: Database,
  query: (reading: Kysely<Schema>, range: FilingRange) => Promise<void>,
): Promise<void> {
  const pause = createPause(TURN_MS);
  const { reading, end } = await database.openSnapshot();
  try {
    for (let after = ""; ; ) {
      const to = await findRangeEnd(reading, after);
      if (to === null) return;
      await query(reading, { after, to });
      after = to;
      await pause();
    }
  } finally {
    await end();
  }
}

async function findRangeEnd(reading: Kysely<Schema>, after: string): Promise<string | null> {
  const { to } = await reading
    .selectFrom((from) =>
      from.selectFrom("filings").select("id").where("id", ">", after).orderBy("id").limit(FILINGS_AT_ONCE).as("f"),
    )
    .select((eb) => eb.fn.max("f.id").as("to"))
    .executeTakeFirstOrThrow();
  return to;
}
