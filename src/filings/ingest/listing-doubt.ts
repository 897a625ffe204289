/** Decides whether to trust a source's list of one year's filings. Compares the list with the ledger. */
import { SourceError } from "../../base/errors.ts";
import { countDaysBetween, toIsoDate } from "../../domain/dates.ts";
import type { FilingListing, FilingSourceId } from "../../domain/filing.ts";
import type { ListedFilings } from "../../store/listings.ts";
import { judgeListSize } from "./publication-policy.ts";

const ACCEPT_HINT = "If the official page shows the same, accept the lists with `ingest --accept-lists`.";

/**
 * Returns an error with the code `fewer_than_before` or `more_than_possible`. Null if the size of the list is plausible.
 * @param known the year's filings in the ledger.
 */
export function findListSizeError(
  source: FilingSourceId,
  year: number,
  listings: readonly FilingListing[],
  known: ListedFilings,
  now: Date,
): SourceError | null {
  const listed = new Set(listings.map(({ id }) => id));
  const lost = known.settled.filter((id) => !listed.has(id)).length;
  const ids = new Set(known.ids);
  const reports = new Set(listings.filter(({ kind }) => kind !== "other").map(({ id }) => id));
  const added = [...reports].filter((id) => !ids.has(id)).length;
  const verdict = judgeListSize({
    filings: listed.size,
    reports: reports.size,
    newReports: added,
    daysSince: known.listedAt === null ? null : countDaysBetween(toIsoDate(known.listedAt), toIsoDate(now)),
    known: known.settled.length,
    lost,
  });
  if (verdict === "believed") return null;
  const explanation =
    verdict === "fewer_than_before"
      ? `is missing ${lost} of the ${known.settled.length} filings that it had before. Known filings stay, and none is marked as withdrawn.`
      : `has ${listed.size} filings, ${reports.size} of them transaction reports and ${added} of these new: more than a chamber can have received. Nothing was imported from it.`;
  return new SourceError(verdict, `The list of ${source} for ${year} ${explanation} ${ACCEPT_HINT}`);
}
