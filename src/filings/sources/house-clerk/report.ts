/** Reads a report's pages: the filer, the signature and every row of the table. */
import { ParseError } from "../../../base/errors.ts";
import type { RejectedLine } from "../../../domain/filing.ts";
import { createBlankFiling, type RawFiling, type RawTransaction } from "../../../domain/printed-report.ts";
import { type Columns, findColumnStart, readTableHeader } from "./form/columns.ts";
import { checkContinuity } from "./form/continuity.ts";
import { readFiler } from "./form/filer.ts";
import { checkRowFrames } from "./form/frame.ts";
import { scaleToFullSize } from "./form/full-size.ts";
import { groupIntoLines, joinRuns, type Line } from "./form/line.ts";
import { type Row, readRows, type TablePart } from "./form/rows.ts";
import { readSections, type Sections } from "./form/sections.ts";
import { findTickBoxes, isBoxFont, type TickBox } from "./form/tick-box.ts";
import { readTransaction } from "./form/transaction.ts";
import { HOUSE_CLERK } from "./identity.ts";
import { isGeorgia } from "./pdf/glyphs.ts";
import type { PageContent } from "./pdf/page-content.ts";

/**
 * Pure. @throws {ParseError} `pdf_wrong_document` if the printed Filing ID is not `docId`, `pdf_no_rows` if the table is empty,
 * `pdf_damaged` if a page lacks text, `pdf_unknown_layout` if any printed text has no known place.
 */
export function readReport(pages: readonly PageContent[], docId: string): RawFiling {
  const { filer, sections, rows, form } = readTable(pages, docId);
  const transactions: RawTransaction[] = [];
  const rejected: RejectedLine[] = [];
  for (const [at, row] of rows.entries()) {
    const outcome = readTransaction(at + 1, row, form);
    if ("reason" in outcome) rejected.push(outcome);
    else transactions.push(outcome);
  }
  return {
    ...createUnreadReport("text", pages, docId),
    filer: filer.name,
    stateDistrict: filer.stateDistrict,
    signedDate: filer.signedDate,
    vehicles: sections.vehicles.map(({ runs }) => joinRuns(runs)),
    transactions,
    rejected,
  };
}

/** A report's rows with the positions of their lines. Positions are in points, after scaling the page to the form's full size. */
export interface ReportTable {
  readonly sections: Sections;
  readonly rows: readonly Row[];
  /** True if the form prints every asset's class. */
  readonly form: { readonly classes: boolean };
  /** First baseline of the table's header and left edges of its columns, by page number. */
  readonly heads: ReadonlyMap<number, { readonly y: number; readonly columns: Columns }>;
}

/** Pure. @throws {ParseError} like `readReport`. */
export function readTable(
  pages: readonly PageContent[],
  docId: string,
): ReportTable & { readonly filer: ReturnType<typeof readFiler> } {
  checkContinuity(pages);
  const table = readTablePages(new Map(pages.map((content, at) => [at + 1, content])));
  const filer = readFiler(table.sections);
  if (filer.filingId !== docId) {
    throw new ParseError("pdf_wrong_document", `The document prints Filing ID ${filer.filingId}, not ${docId}.`);
  }
  if (table.rows.length === 0) throw new ParseError("pdf_no_rows", "The report's table of transactions has no rows.");
  return { ...table, filer };
}

/**
 * Pure. Reads the rows of all pages. If `page` is given, reads only the rows that begin on that page. `pages` must then include
 * that page, page 1 (its title gives the scale) and the adjacent pages. A row may continue on an adjacent page. @param pages by
 * page number. @throws {ParseError} `pdf_damaged`, `pdf_unknown_layout`, like `readReport`.
 */
export function readTablePages(pages: ReadonlyMap<number, PageContent>, page?: number): ReportTable {
  const numbers = [...pages.keys()];
  const read = scaleToFullSize([...pages.values()]).map((content, at) => readPage(numbers[at] as number, content));
  const sections = readSections(read.flatMap(({ lines }) => lines));
  checkPageOrder(read, sections);
  const lines = new Set(sections.transactions.filter((line) => !isFootnote(line)));
  const parts = read.flatMap((page) => findTablePart(page, lines));
  return {
    sections,
    rows: readRows(parts, page),
    form: { classes: sections.transactions.some(isFootnote) },
    heads: new Map(read.flatMap(({ page, columns, header }) => (columns ? [[page, { y: header, columns }]] : []))),
  };
}

/** Pure. A filing with only its kind and number of pages. */
export function createUnreadReport(kind: RawFiling["kind"], pages: readonly PageContent[], docId: string): RawFiling {
  return { ...createBlankFiling({ source: HOUSE_CLERK, kind, docId }), pages: pages.length };
}

/** Distance in points within which two positions count as equal; less than a letter's width. */
const SAME_PLACE = 0.5;

type ReadPage = ReturnType<typeof readPage>;

/** Reads a single page. `header` in the result is the table header's first baseline, or 0 if no table header was recognized. */
function readPage(page: number, content: PageContent) {
  const { columns, y: header = 0, unknown, rest } = readTableHeader(content.runs);
  const lines = groupIntoLines(
    page,
    rest.filter(({ font }) => !isBoxFont(font)),
  );
  if (columns) checkRowFrames(page, content, { from: findColumnStart(columns, "id"), header, lines });
  checkFonts(page, content);
  for (const line of lines) checkOverlappingTexts(line);
  const boxes = columns ? findGainsBoxes(page, content, columns) : [];
  return { page, blank: content.runs.length === 0, columns, header, unknown, lines, boxes };
}

/** Finds the checkboxes of the capital gains column. Throws if a form without that column has a checkbox right of the amounts. */
function findGainsBoxes(page: number, content: PageContent, columns: Columns): readonly TickBox[] {
  const gains = findColumnStart(columns, "gains");
  if (gains === Infinity && findTickBoxes(content, findColumnStart(columns, "amount")).length > 0) {
    throw new ParseError("pdf_unknown_layout", `Page ${page} has boxes beside its table, but no column for them.`);
  }
  return findTickBoxes(content, gains);
}

/** Throws if two texts begin at the same place: neither can be trusted. Ignores separate accents, which have no width. */
function checkOverlappingTexts({ page, runs }: Line): void {
  const wide = runs.filter(({ x, right }) => right - x > SAME_PLACE);
  const double = wide.find((run, at) => at > 0 && run.x - (wide[at - 1]?.x ?? 0) < SAME_PLACE);
  if (double === undefined) return;
  throw new ParseError("pdf_unknown_layout", `Page ${page} has two texts in one place: "${joinRuns(runs)}".`);
}

/** Throws for letters or digits outside the form's fonts, since other fonts have unknown glyphs. Other characters are allowed. */
function checkFonts(page: number, { runs }: PageContent): void {
  const foreign = runs.find(({ font, text }) => !isGeorgia(font) && !isBoxFont(font) && /[A-Za-z0-9]/.test(text));
  if (foreign === undefined) return;
  throw new ParseError(
    "pdf_unknown_layout",
    `Page ${page} has "${foreign.text}" in the font ${foreign.font}, which the form does not use.`,
  );
}

// Throws if a page before the signature is blank, since that page has lost its text. A page after the signature may be blank.
// Also throws if the table continues on a page after another section has begun.
function checkPageOrder(pages: readonly ReadPage[], { vehicles, offerings, comments, signature }: Sections): void {
  const signed = signature.at(-1)?.page ?? Infinity;
  const ended = Math.min(...[vehicles, offerings, comments, signature].flat().map(({ page }) => page));
  for (const { page, blank, columns } of pages) {
    if (blank && page < signed) {
      throw new ParseError("pdf_damaged", `Page ${page} of the report is blank, though the signature comes later.`);
    }
    if (columns && page > ended) {
      throw new ParseError("pdf_damaged", `Page ${page} has the table, but the table ended on page ${ended}.`);
    }
  }
}

/** Finds the page's part of the table; empty if the table does not reach the page. */
function findTablePart(
  { page, columns, unknown, lines, boxes }: ReadPage,
  tableLines: ReadonlySet<Line>,
): readonly TablePart[] {
  const linesInTable = lines.filter((line) => tableLines.has(line));
  if (columns) return [{ page, columns, lines: linesInTable, boxes }];
  if (linesInTable.length === 0) return [];
  const what = unknown === undefined ? "does not repeat its header" : `has the header "${unknown}", not the known one`;
  throw new ParseError("pdf_unknown_layout", `Page ${page} has lines of the table but ${what}.`);
}

/** The only line in the table area that belongs to no row: on forms with asset codes, it tells where the codes are explained. */
function isFootnote(line: Line): boolean {
  return /^\* For the complete list of asset type abbreviations\b/i.test(joinRuns(line.runs));
}
