/** When a body's list of a year cannot be what the body has: less than it named before, or more than it can have been given. */
import { dayOf, daysBetween } from "../domain/dates.ts";
import { type FilingListing, type FilingSourceId, filingId } from "../domain/filing.ts";
import { SourceError } from "../errors.ts";
import type { ListedFilings } from "../store/store.ts";

/** A list may leave out so many of the filings that were known of the year: a body takes one back now and then. */
const LARGEST_LOSS = 0.1;
const FEWEST_LOST = 3;
/** The Clerk's longest list has some 4,000 filings a year, of which about 1,000 are transaction reports; the Senate's has fewer. */
const MOST_FILINGS = 10_000;
const MOST_REPORTS = 5_000;
/** Between two lists of a year: some hundreds of members, and never all of them on each day. */
const MOST_NEW_REPORTS = 500;
const MOST_NEW_REPORTS_A_DAY = 100;

const WAY_ON = "If the body's own page shows the same, `ingest --accept-lists` takes the lists as they are.";

/**
 * @param known what the ledger holds of the year.
 * @returns `fewer_than_before` or `more_than_possible`; null when the list can be believed.
 */
export function listingDoubt(
  source: FilingSourceId,
  year: number,
  listings: readonly FilingListing[],
  known: ListedFilings,
  now: Date,
): SourceError | null {
  const listed = new Set(listings.map(({ source: of, docId }) => filingId(of, docId)));
  const lost = known.settled.filter((id) => !listed.has(id)).length;
  if (lost >= FEWEST_LOST && lost > known.settled.length * LARGEST_LOSS) {
    return new SourceError(
      "fewer_than_before",
      `The list of ${source} for ${year} leaves out ${lost} of the ${known.settled.length} filings that it named before; what is known stays, and nothing is taken for withdrawn. ${WAY_ON}`,
    );
  }
  const ids = new Set(known.ids);
  const reports = new Set(
    listings.filter(({ kind }) => kind !== "other").map(({ source: of, docId }) => filingId(of, docId)),
  );
  const added = [...reports].filter((id) => !ids.has(id)).length;
  const most =
    known.listedAt === null
      ? MOST_REPORTS
      : MOST_NEW_REPORTS + MOST_NEW_REPORTS_A_DAY * Math.max(0, daysBetween(dayOf(known.listedAt), dayOf(now)));
  if (listed.size > MOST_FILINGS || reports.size > MOST_REPORTS || added > most) {
    return new SourceError(
      "more_than_possible",
      `The list of ${source} for ${year} names ${listed.size} filings, ${reports.size} of them transaction reports and ${added} of these new, which is more than the body can have been given; nothing of it is taken over. ${WAY_ON}`,
    );
  }
  return null;
}
