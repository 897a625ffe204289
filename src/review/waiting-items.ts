/** Lists what waits for a person, over all filings. */
import type { Decisions } from "../domain/decision.ts";
import { type FilerName, type RejectedLine, tradeId } from "../domain/filing.ts";
import { parseReason } from "../domain/reason.ts";
import type { ReviewItem } from "../domain/review.ts";
import { asSeen, doubtedPages, linesWithoutOwner, unknownPage, unreadPages } from "../normalise/scanned.ts";
import type { FilingRow, Store } from "../store/store.ts";
import { settledRaw } from "./filing-readings.ts";
import { writeReviewId } from "./review-id.ts";

type ReviewStore = Pick<Store, "filings" | "amendments">;

/** Lines that wait for something else that is listed itself: for their filer, or for a page before them. */
export const WAIT_FOR_OTHERS: readonly string[] = ["filer_not_a_member", "page_not_whole"];

const AMENDING_LINES = {
  amended: "A row of status amended.",
  deleted: "A row of status deleted.",
  restated: "A line of a report that restates another.",
};

/** Newest filing first; of one filing its filer, its pages, its lines, its amendments. @param only this filing's. */
export async function waitingItems(
  store: ReviewStore,
  decisions: Decisions,
  only?: string,
): Promise<readonly ReviewItem[]> {
  const isMeant = (filing: string) => only === undefined || filing === only;
  const unsettled = (await store.amendments.unsettled()).filter(({ filingId }) => isMeant(filingId));
  const amendments = Map.groupBy(unsettled, ({ filingId }) => filingId);
  const inReview = (await store.filings.inReview()).filter(({ filing }) => isMeant(filing.id));
  const listed = new Set(inReview.map(({ filing }) => filing.id));
  const others = await Promise.all([...amendments.keys()].filter((id) => !listed.has(id)).map(store.filings.get));
  const filings = [
    ...inReview,
    ...others.filter((filing) => filing !== undefined).map((filing) => ({ filing, rejected: [] })),
  ].sort((one, other) => compare(other.filing, one.filing));
  const items: ReviewItem[] = [];
  for (const { filing, rejected } of filings) {
    const item = itemOf(filing);
    if (filing.state === "not_a_member" && rejected.length > 0) {
      const seat = filing.stateDistrict === null ? "" : ` (${filing.stateDistrict})`;
      const text = `${rejected.length} rows of ${nameOf(filing.filer)}${seat}, who is no member that is known.`;
      items.push(item("filer", filing.id, "not_a_member", text));
    }
    items.push(...(await pageItems(store, filing, rejected, decisions)));
    for (const { line, reason, text } of rejected.filter(({ reason }) => !WAIT_FOR_OTHERS.includes(reason))) {
      items.push(item("line", tradeId(filing.id, line), reason, text));
    }
    items.push(...(await ownerItems(store, filing, rejected, decisions)));
    for (const { id, kind, reason, candidates } of amendments.get(filing.id) ?? []) {
      const text = kind === "report" ? filing.title : AMENDING_LINES[kind];
      items.push({ ...item("amendment", id, reason, text), candidates });
    }
  }
  return items;
}

/** Pages that may hold rows that were not seen; of a report without any row those that may speak of some. */
async function pageItems(
  { filings }: ReviewStore,
  filing: FilingRow,
  rejected: readonly RejectedLine[],
  decisions: Decisions,
): Promise<readonly ReviewItem[]> {
  const { state } = filing;
  if ((state !== "needs_review" && state !== "unreadable") || filing.reason === null) return [];
  const raw = await settledRaw(filings, filing, decisions);
  if (raw?.scan === undefined) return [];
  const doubted = unreadPages(raw).length > 0 ? [] : doubtedPages(raw);
  if (doubted.length > 0) return doubted.map(({ page, reason }) => pageItem(filing, page, reason.code, reason.detail));
  const behind = rejected.filter(({ reason }) => reason === "page_not_whole").length;
  return unreadPages(raw).map((page, at) => {
    const failure = raw.scan?.pages[page - 1]?.failure ?? null;
    const { code, detail } = failure === null ? unknownPage(page) : parseReason(failure);
    const wait = at === 0 && behind > 0 ? ` ${behind} rows on it and behind it wait for it.` : "";
    return pageItem(filing, page, code, detail + wait);
  });
}

/** Lines that are published without their owner. */
async function ownerItems(
  { filings }: ReviewStore,
  filing: FilingRow,
  rejected: readonly RejectedLine[],
  decisions: Decisions,
): Promise<readonly ReviewItem[]> {
  if (filing.state !== "needs_review") return [];
  const raw = await settledRaw(filings, filing, decisions);
  const lines = raw?.scan === undefined ? [] : linesWithoutOwner(raw);
  const waiting = new Set(rejected.map(({ line }) => line));
  return lines.flatMap(({ line, scan }) =>
    scan === undefined || waiting.has(line)
      ? []
      : [itemOf(filing)("line", tradeId(filing.id, line), "owner_unread", asSeen(scan))],
  );
}

function pageItem(filing: FilingRow, page: number, reason: string, text: string): ReviewItem {
  return itemOf(filing)("page", writeReviewId({ kind: "page", filing: filing.id, page }), reason, text);
}

export function nameOf({ prefix, first, last, suffix }: FilerName): string {
  return [prefix, first, last, suffix].filter((part) => part !== null && part !== "").join(" ");
}

function itemOf(filing: FilingRow) {
  return (kind: ReviewItem["kind"], id: string, reason: string, text: string): ReviewItem => ({
    id,
    kind,
    filing: filing.id,
    filed: filing.filedDate,
    filer: nameOf(filing.filer),
    reason,
    text,
    candidates: [],
  });
}

function compare(one: FilingRow, other: FilingRow): number {
  const [a, b] = [`${one.filedDate ?? ""} ${one.id}`, `${other.filedDate ?? ""} ${other.id}`];
  return a < b ? -1 : a > b ? 1 : 0;
}
