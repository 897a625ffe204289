/** Creates stores with generated trades, for benchmarks that start from a data folder. */
import { createLogger } from "../src/base/log.ts";
import { addDays } from "../src/domain/dates.ts";
import type { Politician } from "../src/domain/politician.ts";
import { openStore } from "../src/store/open.ts";
import type { Publication } from "../src/store/publication.ts";
import type { Store } from "../src/store/store.ts";
import { day, listing, outcome, politician, trade } from "../test/store/made.ts";

const LINES = 20;
/** Number of filings per publication. */
const FILINGS = 1000;
const MEMBERS = 600;
const SYMBOLS = 3000;

/** Number of trades per publication. */
export const PUBLISHED_AT_ONCE = FILINGS * LINES;

export const MADE_SYMBOLS = Array.from({ length: SYMBOLS }, (_, n) => `S${n}`);

export function createMemberId(n: number): string {
  return `M${String(n).padStart(6, "0")}`;
}

export function openMadeStore(dataDir: string): Promise<Store> {
  return openStore({ dataDir, databaseUrl: null, dataNotice: "made", log: createLogger("silent") });
}

/** Fills a new store in the data folder, with only one publication in memory at a time. */
export async function fillMadeStore(dataDir: string, count: number): Promise<void> {
  const store = await openMadeStore(dataDir);
  for (const publication of generatePublications(count)) {
    await store.filings.recordListings(createListings([publication]), new Date());
    await store.publications.publish(publication);
  }
  await store.sources.recordListingCompleted("house-clerk", new Date());
  await store.close();
}

/** Creates the source's listings of the filings in these publications. */
export function createListings(publications: readonly Publication[]) {
  return publications.flatMap(({ outcomes }) => outcomes.map(({ filingId }) => listing(filingId.slice(1))));
}

export function* generatePublications(count: number): Generator<Publication> {
  const at = new Date();
  const filings = Math.ceil(count / LINES);
  const politicians = Array.from({ length: MEMBERS }, (_, index) => politician(createMemberId(index)));
  // A publication has few members, because for each filing the store searches all trades of the filing's member for amendments.
  const ofOneMember = Math.ceil(filings / MEMBERS);
  const createOutcome = (filing: number) => {
    const docId = String(20_000_000 + filing);
    const politicianId = (politicians[Math.floor(filing / ofOneMember)] as Politician).id;
    const disclosureDate = addDays(day("2012-01-03"), (filing * 7919) % 5000);
    const trades = Array.from({ length: LINES }, (_, line) =>
      trade(docId, line + 1, {
        politicianId,
        ticker: MADE_SYMBOLS[(filing * (line + 1)) % SYMBOLS] ?? "",
        disclosureDate,
        transactionDate: addDays(disclosureDate, -20 - line),
        comment: line % 4 === 0 ? "Bought by an advisor without the filer's knowledge" : null,
      }),
    );
    return outcome(docId, trades, { politicianId });
  };
  for (let from = 0; from < filings; from += FILINGS) {
    const length = Math.min(FILINGS, filings - from);
    const outcomes = Array.from({ length }, (_, index) => createOutcome(from + index));
    yield { at, outcomes, politicians: from === 0 ? politicians : [] };
  }
}
