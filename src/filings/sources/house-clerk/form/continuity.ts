/** Checks that the pages of a report follow each other: none is missing, repeated or out of place. */
import { ParseError } from "../../../../base/errors.ts";
import type { PageContent } from "../pdf/page-content.ts";

/** A page shows less of the drawing than this, in points: a sheet is as high. Those of 391 recorded reports show 594.8 to 648. */
const SHEET = 792;

/**
 * Pure. The drawing that a report was cut from begins further up on each page, by what the page before shows of it; where no page tells that,
 * two that print the same at the same places are one page twice.
 * @throws {ParseError} `pdf_damaged`.
 */
export function checkContinuity(pages: readonly PageContent[]): void {
  const tops = pages.flatMap(({ canvasTop }, at) => (canvasTop === null ? [] : [{ page: at + 1, top: canvasTop }]));
  if (tops.every(({ top }) => top === tops[0]?.top)) {
    checkRepeats(pages);
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

/** Two rows have four; a page with less may well look like another. */
const LEAST_DATES = 4;
const DATE = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

function checkRepeats(pages: readonly PageContent[]): void {
  const seen = new Map<string, number>();
  for (const [at, { runs }] of pages.entries()) {
    if (runs.filter(({ text }) => DATE.test(text)).length < LEAST_DATES) continue;
    const printed = JSON.stringify(runs.map(({ text, x, y }) => [text, x, y]));
    const before = seen.get(printed);
    if (before !== undefined) throw new ParseError("pdf_damaged", `Page ${at + 1} is page ${before} again.`);
    seen.set(printed, at + 1);
  }
}
