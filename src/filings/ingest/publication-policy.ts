/** Decides what may be published, listed or replaced without a person, and which of it is new to subscribers. Pure: the store measures, asks here and acts on the verdict. */
import type { ListedFiling, PublicationChange, PublicationPolicy, PublicationSize } from "../../store/publication.ts";

/** A publication that would make more events is held: that many are a fault or a catch-up, and no receiver can take them back. */
const MOST_EVENTS = 2000;
/** Share of the published trades above which a publication that removes them is held. */
const LARGEST_PART_REMOVED = 0.01;
/**
 * A trade that a later filing supersedes is no loss of data. But superseded trades above both bounds, the number and the share of the published
 * trades, cannot all be amendments. Amendments that replace line by line are longer than those that take lines back, and have higher bounds.
 */
const MOST_TAKEN_BACK = 100;
const LARGEST_PART_TAKEN_BACK = 0.01;
const MOST_REPLACED = 500;
const LARGEST_PART_REPLACED = 0.05;

export const PUBLICATION_POLICY: PublicationPolicy = { holdReason, announcedTrades, correctedTrades };

/** Reason for which a publication waits for a person; null when it need not. */
export function holdReason(size: PublicationSize): string | null {
  const { events, hasListeners, publishedBefore: before, removed, replaced, takenBack } = size;
  // There are no events without a premium account, and a catch-up after a long pause then needs no approval.
  if (events > MOST_EVENTS && hasListeners) {
    return `It would make ${events} events, and more than ${MOST_EVENTS} are not sent without a person's approval.`;
  }
  if (replaced > MOST_REPLACED && replaced > before * LARGEST_PART_REPLACED) {
    return `It would replace ${replaced} of ${before} published trades by amended ones, and more than ${MOST_REPLACED} that are more than 5 % are not replaced without a person's approval.`;
  }
  if (takenBack > MOST_TAKEN_BACK && takenBack > before * LARGEST_PART_TAKEN_BACK) {
    return `Amendments in it would take back ${takenBack} of ${before} published trades, and more than ${MOST_TAKEN_BACK} that are more than 1 % are not taken back without a person's approval.`;
  }
  if (removed > before * LARGEST_PART_REMOVED) {
    return `It would remove ${removed} of ${before} published trades, and more than 1 % are not removed without a person's approval.`;
  }
  return null;
}

/**
 * A filing is new when its source listed it after its first complete listing. A year without any listing by then
 * had not been asked for: its filings are backfill too, whenever it is asked for.
 */
export function isNews({ year, firstListedAt, listingCompletedAt, yearListedBefore }: ListedFiling): boolean {
  if (listingCompletedAt === null || firstListedAt <= listingCompletedAt) return false;
  return year >= listingCompletedAt.getUTCFullYear() || yearListedBefore;
}

/** Ids of the trades that are new to subscribers and to alerts. Of a superseded trade and its replacement, either filing may be new. */
export function announcedTrades(
  { added, changed, removed, superseded }: Pick<PublicationChange, "added" | "changed" | "removed" | "superseded">,
  filings: readonly ListedFiling[],
): ReadonlySet<string> {
  const news = new Set(filings.filter(isNews).map(({ id }) => id));
  const trades = [...added, ...changed.map(({ trade }) => trade), ...removed];
  const announced = new Set(trades.filter(({ filingId }) => news.has(filingId)).map(({ id }) => id));
  for (const { former, byFiling, replacement } of superseded) {
    if (!news.has(former.filingId) && !news.has(byFiling)) continue;
    announced.add(former.id);
    if (replacement !== null) announced.add(replacement.id);
  }
  return announced;
}

/**
 * Ids of the trades whose correction subscribers are told, whenever they were filed: those that changed, left the lists, or stand in another's place.
 * Only what a source's first import changes of its own work is silent, as that import is. Of a superseded trade either filing may be beyond it.
 */
export function correctedTrades(
  { changed, removed, superseded }: Pick<PublicationChange, "changed" | "removed" | "superseded">,
  filings: readonly ListedFiling[],
): ReadonlySet<string> {
  const silent = new Set(filings.filter((each) => each.isFirstImport && !isNews(each)).map(({ id }) => id));
  const told = [...changed.map(({ trade }) => trade), ...removed].filter(({ filingId }) => !silent.has(filingId));
  const corrected = new Set(told.map(({ id }) => id));
  for (const { former, byFiling, replacement } of superseded) {
    if (silent.has(byFiling) && silent.has(former.filingId)) continue;
    corrected.add(former.id);
    if (replacement !== null) corrected.add(replacement.id);
  }
  return corrected;
}

/** Fewer documents say nothing about a run. */
const LEAST_DOCUMENTS = 50;
const LARGEST_SHARE_UNREADABLE = 0.02;

/** The verdict on a run by its documents so far: a site that changed its forms makes many of them unreadable at once. */
export function runVerdict(documents: number, unreadable: number): "publish" | "wait" | "hold" {
  if (unreadable <= documents * LARGEST_SHARE_UNREADABLE) return "publish";
  return documents < LEAST_DOCUMENTS ? "wait" : "hold";
}

/** Reason for which the publications of a run are held. */
export function unreadableReason(documents: number, unreadable: number): string {
  return `Of the ${documents} documents that the run has read so far, ${unreadable} could not be read, and with more than 2 % nothing is published without a person's approval.`;
}

/** A members' record with fewer than this share of the members that were sitting before is taken for a broken answer. */
const LEAST_SHARE_OF_MEMBERS = 0.9;

export function isMembersRecordCut(sittingBefore: number, sittingNow: number): boolean {
  return sittingNow < sittingBefore * LEAST_SHARE_OF_MEMBERS;
}

/** Most known filings of a year that a list may leave out: a body takes one back now and then. */
const LARGEST_PART_LOST = 0.1;
const FEWEST_LOST = 3;
/** The Clerk's longest list has some 4,000 filings for a year, about 1,000 of them transaction reports; the Senate's has fewer. */
const MOST_FILINGS = 10_000;
const MOST_REPORTS = 5_000;
/** Most new reports between two lists of a year: some hundreds of members, and never all of them every day. */
const MOST_NEW_REPORTS = 500;
const MOST_NEW_REPORTS_A_DAY = 100;

/** A body's list of a year beside what the ledger holds of that year. */
export interface ListSize {
  readonly filings: number;
  readonly reports: number;
  /** Reports that the ledger does not know. */
  readonly newReports: number;
  /** Days since the list before; null when there was none. */
  readonly daysSince: number | null;
  /** Filings that are settled in the ledger. */
  readonly known: number;
  /** Number of those that the list leaves out. */
  readonly lost: number;
}

/** Detects a list of a year that cannot be complete or right: less than the body named before, or more than it can have received. */
export function listVerdict(size: ListSize): "believed" | "fewer_than_before" | "more_than_possible" {
  const { filings, reports, newReports, daysSince, known, lost } = size;
  if (lost >= FEWEST_LOST && lost > known * LARGEST_PART_LOST) return "fewer_than_before";
  const most = daysSince === null ? MOST_REPORTS : MOST_NEW_REPORTS + MOST_NEW_REPORTS_A_DAY * Math.max(0, daysSince);
  return filings > MOST_FILINGS || reports > MOST_REPORTS || newReports > most ? "more_than_possible" : "believed";
}
