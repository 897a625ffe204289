/** Applies decisions on pages of a scan: a person typed in the page's rows, said that the page has none, or accepted its rows. */
import type { EnteredRow, FilingDecisions, PageDecision } from "../../../domain/decision.ts";
import { createBlankLine, type RawFiling, type RawTransaction } from "../../../domain/printed-report.ts";
import type { ReadPage } from "../../../domain/scanned-page.ts";
import { overrideRow } from "./decided-fields.ts";
import { isBoxMiddleInRow } from "./decided-place.ts";

/**
 * Pure. Applies decisions on pages, and numbers rows in print order. Rows that a person typed in for a page take the position of
 * that page. Rows that the reader missed are numbered after the last line when a person adds the rows, and keep these numbers. A
 * report whose pages have not been read is returned unchanged.
 */
export function applyPageDecisions(
  raw: RawFiling,
  { pages: onPages, missed: onMissed }: Pick<FilingDecisions, "pages" | "missed">,
  document: string | null,
): RawFiling {
  const decisions = onPages.filter((decision) => decision.document === document);
  const missed = onMissed.filter((decision) => decision.document === document);
  const { scan } = raw;
  if (scan === undefined || decisions.length + missed.length === 0) return raw;
  const settled = scan.pages.map((page, at) => {
    const seen = raw.transactions.filter((line) => line.page === at + 1);
    const decision = decisions.findLast((each) => each.page === at + 1);
    return decision && doesDecisionApply(decision, seen) ? applyDecision(page, decision, seen) : { page, rows: seen };
  });
  const inOrder = settled.flatMap(({ rows }) => rows);
  const added: RawTransaction[] = [];
  for (const { page, rows, after } of missed) {
    const before = [...inOrder, ...added].filter((line) => line.page === page && line.typed !== undefined).length;
    added.push(...createEnteredRows(page, rows, before).map((line, at) => ({ ...line, line: after + at + 1 })));
  }
  const usedLines = new Set(added.map(({ line }) => line));
  const freeNumbers = Array.from({ length: inOrder.length + usedLines.size }, (_, at) => at + 1).filter(
    (n) => !usedLines.has(n),
  );
  const numbered = inOrder.map((line, at) => ({ ...line, line: freeNumbers[at] ?? at + 1 }));
  return {
    ...raw,
    transactions: [...numbered, ...added].sort((one, other) => one.line - other.line),
    scan: { ...scan, pages: settled.map(({ page }) => page) },
  };
}

/** False if the reader has found other rows since a person accepted the page's rows. The decision then does not apply. */
function doesDecisionApply({ rows, seen }: PageDecision, lines: readonly RawTransaction[]): boolean {
  if (rows !== undefined || seen === undefined) return true;
  return (
    seen.length === lines.length &&
    seen.every((box, at) => {
      const row = lines[at]?.scan?.row.box;
      return row !== undefined && isBoxMiddleInRow(row, box);
    })
  );
}

function applyDecision(
  page: ReadPage,
  decision: PageDecision,
  seen: readonly RawTransaction[],
): { readonly page: ReadPage; readonly rows: readonly RawTransaction[] } {
  const rows = decision.rows === undefined ? seen : createEnteredRows(decision.page, decision.rows);
  const settled = decision.rows === undefined ? "as_seen" : rows.length > 0 ? "typed" : "empty";
  const kind = rows.length > 0 ? "transactions" : "nothing_to_report";
  return { page: { ...page, kind, failure: null, settled }, rows };
}

/** @param before how many rows people have already typed in for this page in earlier decisions. */
function createEnteredRows(page: number, rows: readonly EnteredRow[], before = 0): readonly RawTransaction[] {
  return rows.map((row, at) => ({
    ...overrideRow(createBlankLine(0), row),
    page,
    typed: before + at + 1,
  }));
}
