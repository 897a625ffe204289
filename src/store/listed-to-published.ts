import type { Kysely } from "kysely";
import type { FilingSourceId } from "../domain/filing.ts";
import type { Database } from "./database.ts";
import { type FilingRange, forEachFilingRange } from "./filing-ranges.ts";
import type { Schema } from "./schema.ts";

/** Number of latest trades used to measure how long publishing takes. */
const LATEST_TRADES = 1000;

/** Milliseconds from a filing's first listing to its publication. */
interface PublicationDelay {
  readonly source: FilingSourceId;
  readonly ms: number;
}

export async function measurePublicationDelays(database: Database): Promise<readonly PublicationDelay[]> {
  let latest: SeenTrade[] = [];
  await forEachFilingRange(database, async (reading, range) => {
    const seen = await readTradesWithListingTime(reading, range);
    if (seen.length > 0) latest = [...latest, ...seen].sort((a, b) => b.seen - a.seen).slice(0, LATEST_TRADES);
  });
  // Trades are sorted newest first, so each filing keeps the delay of its earliest trade; trades added later do not count.
  const delays = new Map<string, PublicationDelay>();
  for (const { id, source, listed, seen } of latest) {
    delays.set(id, { source: source as FilingSourceId, ms: Math.max(0, seen - listed) });
  }
  return [...delays.values()];
}

interface SeenTrade {
  readonly id: string;
  readonly source: string;
  readonly listed: number;
  readonly seen: number;
}

/** Skips filings first listed before their source's first complete listing ended: the first import delayed their publication. */
async function readTradesWithListingTime(reading: Kysely<Schema>, { after, to }: FilingRange): Promise<SeenTrade[]> {
  const filings = await reading
    .selectFrom("filings")
    .innerJoin("sources", "sources.source", "filings.source")
    .select(["filings.id", "filings.source", "filings.first_listed_at as listed"])
    .where("filings.id", ">", after)
    .where("filings.id", "<=", to)
    .whereRef("filings.first_listed_at", ">", "sources.listing_completed_at")
    .execute();
  if (filings.length === 0) return [];
  const filingsById = new Map(filings.map((filing) => [filing.id, filing]));
  // In one joined query, SQLite would scan the trades of all filings.
  const trades = await reading
    .selectFrom("trades")
    .select(["filing_id", "first_seen_at as seen"])
    .where("filing_id", "in", [...filingsById.keys()])
    .orderBy("first_seen_at", "desc")
    .limit(LATEST_TRADES)
    .execute();
  return trades.flatMap(({ filing_id, seen }) => {
    const filing = filingsById.get(filing_id);
    return filing === undefined ? [] : [{ ...filing, seen }];
  });
}
