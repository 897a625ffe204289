/** Applies people's decisions to a printed report. */
import type { DecidedAmendment } from "../../../domain/amendments/report.ts";
import type { FilingDecisions, LineReference } from "../../../domain/decision.ts";
import type { RejectedLine } from "../../../domain/filing.ts";
import { createBlankLine, type RawFiling, type RawTransaction } from "../../../domain/printed-report.ts";
import { overrideRow } from "./decided-fields.ts";
import { applyPageDecisions } from "./decided-pages.ts";
import { isDecisionOnLine } from "./decided-place.ts";

/**
 * Pure. Applies decisions on pages, lines and tickers. Decisions made for another revision of the document are ignored: a person
 * must decide again. @param document digest of the document.
 */
export function applyDecisions(read: RawFiling, decisions: FilingDecisions, document: string | null): RawFiling {
  const raw = applyPageDecisions(read, decisions, document);
  const transactions: RawTransaction[] = [];
  const rejected: RejectedLine[] = [];
  const onLine = createLatestDecisionFinder(document);
  for (const line of raw.transactions) {
    const decision = onLine(decisions.lines, line);
    const ticker = onLine(decisions.tickers, line)?.ticker;
    if (decision?.verdict === "reject") {
      rejected.push({ line: line.line, reason: "rejected_in_review", text: decision.reason });
      continue;
    }
    const settled = decision === undefined ? line : overrideRow(line, decision.fields);
    transactions.push(ticker === undefined ? settled : { ...settled, identifiedAs: ticker });
  }
  for (const line of raw.rejected) {
    const decision = onLine(decisions.lines, line);
    if (decision?.verdict === "correct") transactions.push(overrideRow(createBlankLine(line.line), decision.fields));
    else rejected.push(decision === undefined ? line : { ...line, reason: "rejected_in_review" });
  }
  const isPageEmptied = (page: number) =>
    raw.transactions.some((line) => line.page === page) && !transactions.some((line) => line.page === page);
  const scan = raw.scan && {
    ...raw.scan,
    pages: raw.scan.pages.map((page, at) =>
      isPageEmptied(at + 1) ? { ...page, kind: "nothing_to_report" as const, failure: null } : page,
    ),
  };
  transactions.sort((one, other) => one.line - other.line);
  return { ...raw, transactions, rejected, ...(scan === undefined ? {} : { scan }) };
}

/**
 * Pure. Lists a reviewer's decisions on what this filing supersedes. `line` is null for a decision on the whole filing.
 * Otherwise, `line` is the number of the superseding line after all decisions on pages have been applied.
 */
export function listDecidedAmendments(
  read: RawFiling,
  decisions: FilingDecisions,
  document: string | null,
): readonly DecidedAmendment[] {
  const raw = applyPageDecisions(read, decisions, document);
  const lines = [...raw.transactions, ...raw.rejected];
  const supersedes = new Map<number | null, string | null>();
  for (const { line, ...decision } of decisions.amendments) {
    const isByNumber = decision.place === undefined && decision.asset === undefined;
    const found =
      line === null ? undefined : lines.find((each) => isDecisionOnLine({ ...decision, line }, each, document));
    const currentLine = line === null || isByNumber ? line : found?.line;
    if (currentLine !== undefined) supersedes.set(currentLine, decision.supersedes);
  }
  return [...supersedes].map(([line, id]) => ({ line, supersedes: id }));
}

function createLatestDecisionFinder(document: string | null) {
  return <D extends LineReference>(decisions: readonly D[], line: RawTransaction | RejectedLine): D | undefined =>
    decisions.findLast((decision) => isDecisionOnLine(decision, line, document));
}
