/** Decides what to publish without approval, which lists to trust and what subscribers get. Pure: the store applies decisions. */
import type { ListedFiling, PublicationChange, PublicationPolicy, PublicationSize } from "../../store/publication.ts";

/** A publication with more events than this is held: so many indicate a fault or a catch-up, and receivers cannot undo events. */
const MAX_EVENTS = 2000;
/** A publication that removes more than this share of the published trades is held. */
const LARGEST_PART_REMOVED = 0.01;
// A publication is held if it withdraws or replaces more than both this number and this share (fraction) of the published trades:
// so many trades cannot all have been amended. Superseding (withdrawing or replacing) a trade loses no data. Amendments that
// replace lines have more lines than amendments that delete lines, so the limits for replaced trades are higher.
const MAX_WITHDRAWN = 100;
const LARGEST_PART_WITHDRAWN = 0.01;
const MAX_REPLACED = 500;
const LARGEST_PART_REPLACED = 0.05;

export const PUBLICATION_POLICY: PublicationPolicy = { findHoldReason, selectAnnouncedTrades, selectCorrectedTrades };

/** Returns why a publication needs a person's approval; null if it needs none. */
export function findHoldReason(size: PublicationSize): string | null {
  const { events, hasActivePremiumAccount, publishedBefore: before, removed, replaced, withdrawn } = size;
  // Without an active premium account, no events are sent. A catch-up after a long pause then needs no approval.
  if (events > MAX_EVENTS && hasActivePremiumAccount) {
    return `It would send ${events} events. Sending more than ${MAX_EVENTS} needs a person's approval.`;
  }
  if (replaced > MAX_REPLACED && replaced > before * LARGEST_PART_REPLACED) {
    return `It would replace ${replaced} of ${before} published trades by amended ones. Replacing more than ${MAX_REPLACED} and more than 5% needs a person's approval.`;
  }
  if (withdrawn > MAX_WITHDRAWN && withdrawn > before * LARGEST_PART_WITHDRAWN) {
    return `Its amendments would withdraw ${withdrawn} of ${before} published trades. Withdrawing more than ${MAX_WITHDRAWN} and more than 1% needs a person's approval.`;
  }
  if (removed > before * LARGEST_PART_REMOVED) {
    return `It would remove ${removed} of ${before} published trades. Removing more than 1% needs a person's approval.`;
  }
  return null;
}

/**
 * Returns true for a new filing, and false for backfill. A new filing was first listed after the source's first complete listing
 * had ended. If the filing's year is before the year of that complete listing, another filing of the same year must already have
 * been listed when the complete listing ended.
 */
export function isNewFiling({ year, firstListedAt, listingCompletedAt, yearListedBefore }: ListedFiling): boolean {
  if (listingCompletedAt === null || firstListedAt <= listingCompletedAt) return false;
  return year >= listingCompletedAt.getUTCFullYear() || yearListedBefore;
}

/** Selects trades to announce as new: trades of new filings, and superseded trades whose own or superseding filing is new. */
export function selectAnnouncedTrades(
  { added, changed, removed, superseded }: Pick<PublicationChange, "added" | "changed" | "removed" | "superseded">,
  filings: readonly ListedFiling[],
): ReadonlySet<string> {
  const news = new Set(filings.filter(isNewFiling).map(({ id }) => id));
  const trades = [...added, ...changed.map(({ trade }) => trade), ...removed];
  const announced = new Set(trades.filter(({ filingId }) => news.has(filingId)).map(({ id }) => id));
  for (const { previous: former, byFiling, replacement } of superseded) {
    if (!news.has(former.filingId) && !news.has(byFiling)) continue;
    announced.add(former.id);
    if (replacement !== null) announced.add(replacement.id);
  }
  return announced;
}

/**
 * Selects the trades whose correction is sent to subscribers, regardless of filing date: trades that were changed, removed or
 * superseded, or that replace another. A changed or removed trade is left out if its filing is backfill from its source's first
 * import. A superseded trade and its replacement are left out only if the trade's own filing and the superseding filing are both
 * such backfill.
 */
export function selectCorrectedTrades(
  { changed, removed, superseded }: Pick<PublicationChange, "changed" | "removed" | "superseded">,
  filings: readonly ListedFiling[],
): ReadonlySet<string> {
  const firstImported = new Set(filings.filter((each) => each.isFirstImport && !isNewFiling(each)).map(({ id }) => id));
  const announced = [...changed.map(({ trade }) => trade), ...removed].filter(
    ({ filingId }) => !firstImported.has(filingId),
  );
  const corrected = new Set(announced.map(({ id }) => id));
  for (const { previous: former, byFiling, replacement } of superseded) {
    if (firstImported.has(byFiling) && firstImported.has(former.filingId)) continue;
    corrected.add(former.id);
    if (replacement !== null) corrected.add(replacement.id);
  }
  return corrected;
}

/** Minimum number of documents for a verdict on a run. */
const MIN_DOCUMENTS = 50;
const LARGEST_SHARE_UNREADABLE = 0.02;

/** Decides whether a run may publish, by its share of unreadable documents. The share is high after a site changes its forms. */
export function judgeRun(documents: number, unreadable: number): "publish" | "wait" | "hold" {
  if (unreadable <= documents * LARGEST_SHARE_UNREADABLE) return "publish";
  return documents < MIN_DOCUMENTS ? "wait" : "hold";
}

export function explainTooManyUnread(documents: number, unreadable: number): string {
  return `${unreadable} of the ${documents} documents processed so far could not be read. With more than 2% unreadable, publishing needs a person's approval.`;
}

/** A downloaded list of members is treated as broken if it has fewer current members than this share of the stored number. */
const MIN_SHARE_OF_MEMBERS = 0.9;

export function isMembersRecordIncomplete(sittingBefore: number, sittingNow: number): boolean {
  return sittingNow < sittingBefore * MIN_SHARE_OF_MEMBERS;
}

/** Maximum share of a year's known filings that a list may omit: sources occasionally withdraw a filing. */
const LARGEST_PART_LOST = 0.1;
const MIN_LOST = 3;
// Maximum numbers of filings and of transaction reports in a year's list. The Clerk's longest list has about 4,000 filings, about
// 1,000 of them transaction reports; the Senate's has fewer.
const MAX_FILINGS = 10_000;
const MAX_REPORTS = 5_000;
// Maximum number of new reports in a year's list: `MAX_NEW_REPORTS`, plus `MAX_NEW_REPORTS_A_DAY` for each day since the previous
// list of that year. A few hundred members can file, but never all of them every day.
const MAX_NEW_REPORTS = 500;
const MAX_NEW_REPORTS_A_DAY = 100;

/** Size of a source's list of one year's filings, compared with the ledger. */
export interface ListSize {
  readonly filings: number;
  readonly reports: number;
  /** Reports missing from the ledger. */
  readonly newReports: number;
  /** Days since the previous list; null if there was none. */
  readonly daysSince: number | null;
  /** Number of filings in the previous complete list whose documents have been read or need not be read. */
  readonly known: number;
  /** Number of `known` filings that the list omits. */
  readonly lost: number;
}

/** Detects a wrong or partial list of a year: it lacks too many known filings, or has more than the chamber can have received. */
export function judgeListSize(size: ListSize): "believed" | "fewer_than_before" | "more_than_possible" {
  const { filings, reports, newReports, daysSince, known, lost } = size;
  if (lost >= MIN_LOST && lost > known * LARGEST_PART_LOST) return "fewer_than_before";
  const most = daysSince === null ? MAX_REPORTS : MAX_NEW_REPORTS + MAX_NEW_REPORTS_A_DAY * Math.max(0, daysSince);
  return filings > MAX_FILINGS || reports > MAX_REPORTS || newReports > most ? "more_than_possible" : "believed";
}
