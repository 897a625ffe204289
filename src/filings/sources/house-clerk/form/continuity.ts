/** Checks that a report's pages are consecutive: none missing, repeated or out of order. */
import { ParseError } from "../../../../base/errors.ts";
import type { PageContent } from "../pdf/page-content.ts";

/** Height of a sheet, in points; no page shows more of the drawing than this. Pages of 391 recorded reports show 594.8 to 648. */
const SHEET = 792;

/**
 * Pure. A report is one long drawing cut into pages. From one page with a known `canvasTop` to the next, the drawing's top must
 * move up, by at most `SHEET` times the difference of the page numbers. If all known tops are equal or none is known, texts are
 * compared: no two pages with `MIN_DATES` or more dates may have equal texts in equal places. @throws {ParseError} `pdf_damaged`.
 */
export function checkContinuity(pages: readonly PageContent[]): void {
  const tops = pages.flatMap(({ canvasTop }, at) => (canvasTop === null ? [] : [{ page: at + 1, top: canvasTop }]));
  if (tops.every(({ top }) => top === tops[0]?.top)) {
    checkRepeatedPages(pages);
    return;
  }
  for (const [at, { page, top }] of tops.entries()) {
    const before = tops[at - 1];
    if (before === undefined) continue;
    const step = before.top - top;
    if (step <= 0 || step > SHEET * (page - before.page)) {
      throw new ParseError("pdf_damaged", `Page ${page} does not go on where page ${before.page} ends.`);
    }
  }
}

/** Minimum number of dates on a page that is compared. Two rows have four dates. Pages with fewer dates may match by chance. */
const MIN_DATES = 4;
const DATE = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

function checkRepeatedPages(pages: readonly PageContent[]): void {
  const seen = new Map<string, number>();
  for (const [at, { runs }] of pages.entries()) {
    if (runs.filter(({ text }) => DATE.test(text)).length < MIN_DATES) continue;
    const printed = JSON.stringify(runs.map(({ text, x, y }) => [text, x, y]));
    const before = seen.get(printed);
    if (before !== undefined) throw new ParseError("pdf_damaged", `Page ${at + 1} repeats page ${before}.`);
    seen.set(printed, at + 1);
  }
}
