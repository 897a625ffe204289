/** Everything known about a line, a page or a filing, for the person who decides about it. */
import type { Decision, Decisions, LineReference } from "../../domain/decision.ts";
import type { RejectedLine } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import type { ReviewItem } from "../../domain/review.ts";
import type { PageView } from "../../domain/scanned-page.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";
import { readDecisions } from "../ingest/decisions.ts";
import { applyPageDecisions } from "../normalise/decisions/decided-pages.ts";
import { isDecisionOnLine } from "../normalise/decisions/decided-place.ts";
import { applyDecisions } from "../normalise/decisions/with-decisions.ts";
import { findLine, requireFiling } from "./filing-readings.ts";
import { formatReviewId, type ReviewId } from "./review-id.ts";
import { listWaitingItems } from "./waiting-items.ts";

export interface ReviewView {
  readonly id: ReviewId;
  readonly filing: FilingRow;
  /** The report as read, changed by all decisions on pages, lines and tickers. Undefined if the report has not been read. */
  readonly raw: RawFiling | undefined;
  /** The report as read, changed only by decisions on pages. Such decisions add or remove rows and so determine line numbers. */
  readonly lines: RawFiling | undefined;
  readonly rejected: readonly RejectedLine[];
  readonly waits: readonly ReviewItem[];
  readonly decided: readonly Decision[];
  /** Position of the page or line on its scanned report; null for a filing, and for anything not scanned. */
  readonly place: Pick<PageView, "page" | "box"> | null;
}

/** @param decisionsFile path from `DECISIONS`. @throws {ConfigError} if the store does not have the filing. */
export async function loadView(
  store: Pick<Store, "filings" | "amendments">,
  decisionsFile: string,
  id: ReviewId,
): Promise<ReviewView> {
  const filing = await requireFiling(store, id.filing);
  const decisions = await readDecisions(decisionsFile);
  const read = await store.filings.readStoredReport(filing.id);
  const [onFiling, document] = [decisions.findForFiling(filing.id), filing.documentSha256];
  const raw = read && applyDecisions(read, onFiling, document);
  const lines = read && applyPageDecisions(read, onFiling, document);
  const listed = formatReviewId(id);
  return {
    id,
    filing,
    raw,
    lines,
    rejected: await store.filings.listRejectedLines(filing.id),
    waits: (await listWaitingItems(store, decisions, filing.id)).filter((item) => item.id === listed),
    decided: listDecisionsOn(id, decisions, filing.documentSha256, lines),
    place: findItemPlace(id, lines),
  };
}

/** A row that a person typed in has no box of its own: its position is the page. */
function findItemPlace(id: ReviewId, lines: RawFiling | undefined): ReviewView["place"] {
  if (lines?.scan === undefined || id.kind === "filing") return null;
  if (id.kind === "page") return { page: id.page, box: null };
  const line = lines.transactions.find((each) => each.line === id.line);
  return line === undefined || line.page === null ? null : { page: line.page, box: line.scan?.row.box ?? null };
}

/** @param document digest of the filing's document. @param paged see `ReviewView.lines`. */
function listDecisionsOn(
  id: ReviewId,
  decisions: Decisions,
  document: string | null,
  paged: RawFiling | undefined,
): readonly Decision[] {
  const { lines, pages, missed, tickers, filer, amendments } = decisions.findForFiling(id.filing);
  const omitMissing = (...each: readonly (Decision | null | undefined)[]) =>
    each.filter((decision) => decision !== null && decision !== undefined);
  if (id.kind === "filing")
    return omitMissing(
      filer,
      amendments.findLast(({ line }) => line === null),
    );
  if (id.kind === "page") {
    return [
      ...omitMissing(pages.findLast(({ page }) => page === id.page)),
      ...missed.filter(({ page }) => page === id.page),
    ];
  }
  const line = paged && findLine(paged, id.line);
  if (line === undefined) return [];
  const findLastLineDecision = <D extends LineReference>(all: readonly D[]) =>
    all.findLast((each) => isDecisionOnLine(each, line, document));
  const lineAmendments = amendments.flatMap((each) => (each.line === null ? [] : [{ ...each, line: each.line }]));
  return omitMissing(findLastLineDecision(lines), findLastLineDecision(tickers), findLastLineDecision(lineAmendments));
}
