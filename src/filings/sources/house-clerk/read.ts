/** Reads a document of the House Clerk: its kind, and every transaction as printed. */
import { ParseError } from "../../../base/errors.ts";
import type { RawFiling } from "../../../domain/printed-report.ts";
import { groupIntoLines } from "./form/line.ts";
import { isOtherFormTitle, isReportTitle, readTitleLetters } from "./form/sections.ts";
import { type PdfPage, readPdf } from "./pdf/document.ts";
import { createUnreadReport, readReport } from "./report.ts";

/** A page is a scan if images cover more than this share of it. */
const SCANNED_SHARE = 0.5;

/**
 * Pure. `docId` is the Clerk's name for the document, such as `20034579`. The kind is `scan` for scanned pages without a title.
 * The kind is `other` for a form of the Clerk that is not a periodic transaction report. Neither kind has transactions. Never
 * returns a partial result. @throws {ParseError} like `readPdf` and `readReport`; `pdf_damaged` for a page that cannot be read to
 * its end, `pdf_unknown_layout` for any other document.
 */
export async function readHouseDocument(bytes: Uint8Array, docId: string): Promise<RawFiling> {
  const pages = await readPdf(bytes);
  const title = readTitleLetters(groupIntoLines(1, pages[0]?.runs ?? []));
  if (title === "") return readUntitledDocument(pages, docId);
  const broken = pages.findIndex(({ whole }) => !whole);
  if (broken >= 0) {
    throw new ParseError("pdf_damaged", `The content of page ${broken + 1} cannot be read to its end.`);
  }
  if (isReportTitle(title)) return readReport(pages, docId);
  if (isOtherFormTitle(title)) return createUnreadReport("other", pages, docId);
  throw new ParseError(
    "pdf_unknown_layout",
    `The title of the PDF, "${title}", does not belong to any known form of the Clerk.`,
  );
}

/** The Clerk's forms all have a title. A document without one is a scan (perhaps of slips smaller than a page) or not a form. */
function readUntitledDocument(pages: readonly PdfPage[], docId: string): RawFiling {
  const scanned = pages.filter(({ imageShare }) => imageShare > SCANNED_SHARE);
  if (scanned.length > 0 && pages.every((page) => scanned.includes(page) || page.runs.length === 0)) {
    return createUnreadReport("scan", pages, docId);
  }
  const printed = pages.some(({ runs }) => runs.length > 0);
  if (!printed && pages.every(({ whole }) => whole) && pages.some(({ imageShare }) => imageShare > 0)) {
    return createUnreadReport("scan", pages, docId);
  }
  if (pages.some(({ whole }) => !whole)) throw new ParseError("pdf_damaged", "The content of a page cannot be read.");
  throw new ParseError("pdf_unknown_layout", "The PDF is neither a form of the Clerk nor a scanned page.");
}
