/** The rows of a scan's pages as persons settled them: typed in, none, or those that were seen. */
import type { FilingDecisions, PageDecision, TypedRow } from "../../../domain/decision.ts";
import { blankLine, type RawFiling, type RawTransaction } from "../../../domain/printed-report.ts";
import type { ReadPage } from "../../../domain/scanned-page.ts";
import { withFields } from "./decided-fields.ts";
import { isInBox } from "./decided-place.ts";

/**
 * Pure. Rows are renumbered in the order of print, those typed in at their page's place, and pass over the numbers of rows that were missed: those
 * go on from the last line of their time, for ever. A report whose pages are unread stays as it is.
 */
export function withPages(
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
    return decision && holds(decision, seen) ? settledPage(page, decision, seen) : { page, rows: seen };
  });
  const inOrder = settled.flatMap(({ rows }) => rows);
  const added: RawTransaction[] = [];
  for (const { page, rows, after } of missed) {
    const before = [...inOrder, ...added].filter((line) => line.page === page && line.typed !== undefined).length;
    added.push(...typedRows(page, rows, before).map((line, at) => ({ ...line, line: after + at + 1 })));
  }
  const taken = new Set(added.map(({ line }) => line));
  const free = Array.from({ length: inOrder.length + taken.size }, (_, at) => at + 1).filter((n) => !taken.has(n));
  const numbered = inOrder.map((line, at) => ({ ...line, line: free[at] ?? at + 1 }));
  return {
    ...raw,
    transactions: [...numbered, ...added].sort((one, other) => one.line - other.line),
    scan: { ...scan, pages: settled.map(({ page }) => page) },
  };
}

/** True if the page reads as it did when the decision was made: a decision to accept its rows says nothing about other rows. */
function holds({ rows, seen }: PageDecision, lines: readonly RawTransaction[]): boolean {
  if (rows !== undefined || seen === undefined) return true;
  return (
    seen.length === lines.length &&
    seen.every((box, at) => {
      const row = lines[at]?.scan?.row.box;
      return row !== undefined && isInBox(row, box);
    })
  );
}

function settledPage(
  page: ReadPage,
  decision: PageDecision,
  seen: readonly RawTransaction[],
): { readonly page: ReadPage; readonly rows: readonly RawTransaction[] } {
  const rows = decision.rows === undefined ? seen : typedRows(decision.page, decision.rows);
  const settled = decision.rows === undefined ? "as_seen" : rows.length > 0 ? "typed" : "empty";
  const kind = rows.length > 0 ? "transactions" : "nothing_to_report";
  return { page: { ...page, kind, failure: null, settled }, rows };
}

/** @param before how many rows of the page were typed in already. */
function typedRows(page: number, rows: readonly TypedRow[], before = 0): readonly RawTransaction[] {
  return rows.map((row, at) => ({
    ...withFields(blankLine(0), row),
    page,
    typed: before + at + 1,
  }));
}
