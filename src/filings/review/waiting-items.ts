/** Lists the open review items of all filings. Each item needs a person's decision. */
import { compareTexts } from "../../base/compare-texts.ts";
import type { Decisions } from "../../domain/decision.ts";
import { buildTradeId, type FilerName, parseTradeId, type RejectedLine } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { parseReason } from "../../domain/reason.ts";
import type { ReviewItem } from "../../domain/review.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";
import { getDecidableFields } from "../normalise/decisions/decided-fields.ts";
import {
  createUnknownPageReason,
  formatBestReadings,
  groupIncompleteLines,
  listUncertainPages,
  listUnreadPages,
} from "../normalise/scanned.ts";
import { resolveUncertainDates } from "../normalise/scanned-dates.ts";
import { loadSettledReport } from "./filing-readings.ts";
import { formatReviewId } from "./review-id.ts";

type ReviewStore = Pick<Store, "filings" | "amendments">;

/**
 * Rejection reasons of lines that wait until another review item is decided. That item asks who filed the report, or asks about
 * a page that was not read. The page is the line's own page or an earlier page.
 */
export const OTHER_ITEM_REASONS: readonly string[] = ["filer_not_a_member", "page_not_whole"];

const AMENDING_LINES = {
  amended: "Its row is marked as amended.",
  deleted: "Its row is marked as deleted.",
  restated: "Its row is in a report that restates an earlier one.",
};

/** Lists items by filing, newest first, then by kind: filer, page, line, amendment. @param only limits the list to one filing. */
export async function listWaitingItems(
  store: ReviewStore,
  decisions: Decisions,
  only?: string,
): Promise<readonly ReviewItem[]> {
  const isIncluded = (filing: string) => only === undefined || filing === only;
  const unsettled = (await store.amendments.listUnsettled()).filter(({ filingId }) => isIncluded(filingId));
  const amendments = Map.groupBy(unsettled, ({ filingId }) => filingId);
  const inReview = (await store.filings.listInReview()).filter(({ filing }) => isIncluded(filing.id));
  const listed = new Set(inReview.map(({ filing }) => filing.id));
  const others = await Promise.all([...amendments.keys()].filter((id) => !listed.has(id)).map(store.filings.get));
  const filings = [
    ...inReview,
    ...others.filter((filing) => filing !== undefined).map((filing) => ({ filing, rejected: [] })),
  ].sort((one, other) => compareByFiledDate(other.filing, one.filing));
  const items: ReviewItem[] = [];
  for (const { filing, rejected } of filings) {
    const createItem = createItemFactory(filing);
    const raw = await loadSettledReport(store.filings, filing, decisions);
    const createLineItem = (number: number, reason: string, text: string) => ({
      ...createItem("line", buildTradeId(filing.id, number), reason, text),
      asset: findAssetText(raw, number),
    });
    if (filing.state === "not_a_member" && rejected.length > 0) {
      const seat = filing.stateDistrict === null ? "" : ` (${filing.stateDistrict})`;
      const rows = rejected.length === 1 ? "1 row waits" : `${rejected.length} rows wait`;
      const text = `${rows} until it is known who filed the report${seat}.`;
      items.push(createItem("filer", filing.id, "not_a_member", text));
    }
    items.push(...listPageItems(filing, raw, rejected));
    const waiting = rejected.filter(({ reason }) => !OTHER_ITEM_REASONS.includes(reason));
    items.push(...waiting.map(({ line: number, reason, text }) => createLineItem(number, reason, text)));
    items.push(
      ...listPartlyPublishedLines(filing, raw, rejected).map(({ each, reason }) =>
        createLineItem(each.line, reason, formatBestReadings(each.scan)),
      ),
    );
    for (const { id, kind, reason, candidates } of amendments.get(filing.id) ?? []) {
      const text = kind === "report" ? filing.title : AMENDING_LINES[kind];
      const asset = kind === "report" ? null : findAssetText(raw, parseTradeId(id)?.line ?? 0);
      items.push({ ...createItem("amendment", id, reason, text), asset, candidates });
    }
  }
  return items;
}

/** Lists pages that may have undetected rows; if none and the report has no row, lists pages that may mention transactions. */
function listPageItems(
  filing: FilingRow,
  raw: RawFiling | undefined,
  rejected: readonly RejectedLine[],
): readonly ReviewItem[] {
  const { state } = filing;
  if ((state !== "needs_review" && state !== "unreadable") || filing.reason === null) return [];
  if (raw?.scan === undefined) return [];
  const createItem = (page: number, reason: string, text: string) =>
    createItemFactory(filing)("page", formatReviewId({ kind: "page", filing: filing.id, page }), reason, text);
  const doubted = listUnreadPages(raw).length > 0 ? [] : listUncertainPages(raw);
  if (doubted.length > 0) return doubted.map(({ page, reason }) => createItem(page, reason.code, reason.detail));
  const behind = rejected.filter(({ reason }) => reason === "page_not_whole").length;
  return listUnreadPages(raw).map((page, at) => {
    const failure = raw.scan?.pages[page - 1]?.failure ?? null;
    const { code, detail } = failure === null ? createUnknownPageReason(page) : parseReason(failure);
    const rows = behind === 1 ? "1 row on this or a later page waits" : `${behind} rows on this or later pages wait`;
    return createItem(page, code, detail + (at === 0 && behind > 0 ? ` ${rows} until this page is reviewed.` : ""));
  });
}

/** Lists lines that are published without their owner or notification date. */
function listPartlyPublishedLines(filing: FilingRow, raw: RawFiling | undefined, rejected: readonly RejectedLine[]) {
  if (filing.state !== "needs_review" || raw?.scan === undefined) return [];
  const waiting = new Set(rejected.map(({ line }) => line));
  const published = resolveUncertainDates(raw, filing.filedDate).filter(({ line }) => !waiting.has(line));
  return [...groupIncompleteLines(published)].flatMap(([reason, lines]) => lines.map((each) => ({ each, reason })));
}

/** Returns the text of a line's asset. Null if the line or the asset was not read. */
function findAssetText(raw: RawFiling | undefined, line: number): string | null {
  const found = raw?.transactions.find((each) => each.line === line);
  return (found && getDecidableFields(found).asset) || null;
}

export function formatFilerName({ prefix, first, last, suffix }: FilerName): string {
  return [prefix, first, last, suffix].filter((part) => part !== null && part !== "").join(" ");
}

function createItemFactory(filing: FilingRow) {
  return (kind: ReviewItem["kind"], id: string, reason: string, text: string): ReviewItem => ({
    id,
    kind,
    filing: filing.id,
    filed: filing.filedDate,
    filer: formatFilerName(filing.filer),
    asset: null,
    reason,
    text,
    candidates: [],
  });
}

function compareByFiledDate(one: FilingRow, other: FilingRow): number {
  return compareTexts(`${one.filedDate ?? ""} ${one.id}`, `${other.filedDate ?? ""} ${other.id}`);
}
