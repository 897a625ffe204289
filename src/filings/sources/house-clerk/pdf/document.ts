/** Reads a PDF's pages, or throws an error whose code tells why they cannot be read. */
import { ParseError } from "../../../../base/errors.ts";
import type { QuarterTurn } from "../../../../domain/scanned-page.ts";
import { checkUnpackedSize } from "./inflation.ts";
import { type PageContent, readPageContent } from "./page-content.ts";
import { openPdf } from "./pdfjs.ts";

/** The Clerk's largest documents are 1 MB, and 81 pages long. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PAGES = 1000;
const MAX_OPERATORS = 400_000;
/** Skips annotations: in the Clerk's documents they are links, which draw nothing and take pdf.js a twentieth of its time. */
const CONTENT_ONLY = { annotationMode: 0 } as const;

type PDFPageProxy = Awaited<ReturnType<Awaited<ReturnType<typeof openPdf>["promise"]>["getPage"]>>;

export interface PdfPage extends PageContent {
  /** Visible size in points before rotation, and the clockwise rotation with which a viewer displays it. */
  readonly size: { readonly width: number; readonly height: number; readonly turnDegrees: QuarterTurn };
  /** False if the page's content has an error: the page then has only its readable part. */
  readonly whole: boolean;
}

/**
 * Reads every page. Nothing is fetched, rendered or executed. @throws {ParseError} `pdf_empty`, `pdf_not_a_pdf`, `pdf_too_large`, `pdf_truncated`,
 * `pdf_encrypted` (needs a password), `pdf_damaged`.
 */
export async function readPdf(bytes: Uint8Array): Promise<readonly PdfPage[]> {
  return [...(await readPdfPages(bytes)).values()];
}

/** Reads all pages, or those `wanted` that exist. Page numbers start at 1. @throws {ParseError} like `readPdf`. */
export async function readPdfPages(
  bytes: Uint8Array,
  wanted?: ReadonlySet<number>,
): Promise<ReadonlyMap<number, PdfPage>> {
  checkFileStructure(bytes);
  checkUnpackedSize(bytes);
  return await ignoreStrayRejections(() => readPages(bytes, wanted));
}

async function readPages(
  bytes: Uint8Array,
  wanted: ReadonlySet<number> | undefined,
): Promise<ReadonlyMap<number, PdfPage>> {
  const task = openPdf(bytes);
  try {
    const document = await task.promise;
    if (document.numPages > MAX_PAGES) {
      throw new ParseError("pdf_too_large", `The PDF has ${document.numPages} pages; at most ${MAX_PAGES} are read.`);
    }
    const pages = new Map<number, PdfPage>();
    for (let number = 1; number <= document.numPages; number++) {
      if (wanted?.has(number) === false) continue;
      pages.set(number, await readPage(await document.getPage(number), bytes));
    }
    return pages;
  } catch (error) {
    throw toParseError(error);
  } finally {
    await task.destroy();
  }
}

async function readPage(page: PDFPageProxy, bytes: Uint8Array): Promise<PdfPage> {
  const operators = await page.getOperatorList(CONTENT_ONLY);
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const size = { width: right - left, height: top - bottom, turnDegrees: page.rotate as QuarterTurn };
  if (operators.fnArray.length > 0) return { ...readContent(page, operators), size, whole: true };
  // If pdf.js fails to evaluate a page, it returns an empty list without an error. A page that is also empty in tolerant mode is
  // blank, and therefore complete.
  const task = openPdf(bytes, { tolerant: true });
  try {
    const again = await (await task.promise).getPage(page.pageNumber);
    const readable = await again.getOperatorList(CONTENT_ONLY);
    return { ...readContent(again, readable), size, whole: readable.fnArray.length === 0 };
  } finally {
    await task.destroy();
  }
}

function readContent(page: PDFPageProxy, operators: Awaited<ReturnType<PDFPageProxy["getOperatorList"]>>): PageContent {
  if (operators.fnArray.length > MAX_OPERATORS) {
    throw new ParseError(
      "pdf_too_large",
      `Page ${page.pageNumber} has ${operators.fnArray.length} drawing operators; at most ${MAX_OPERATORS} are read.`,
    );
  }
  return readPageContent(operators, page.view, (key) => findFont(page, key));
}

function findFont(page: PDFPageProxy, key: string): { name: string; unit: number } {
  const font: { name?: string; fontMatrix?: readonly number[] } | null = page.commonObjs.get(key);
  if (!font?.name) throw new ParseError("pdf_damaged", `Page ${page.pageNumber} uses a font that the document lacks.`);
  return { name: font.name, unit: font.fontMatrix?.[0] ?? 0.001 };
}

function checkFileStructure(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new ParseError("pdf_empty", "The file is empty.");
  if (bytes.length > MAX_BYTES) {
    throw new ParseError("pdf_too_large", `The file has ${bytes.length} bytes; at most ${MAX_BYTES} are read.`);
  }
  const toLatin1 = (part: Uint8Array): string =>
    Buffer.from(part.buffer, part.byteOffset, part.length).toString("latin1");
  const header = toLatin1(bytes.subarray(0, 1024)).indexOf("%PDF-");
  if (header < 0) throw new ParseError("pdf_not_a_pdf", "The file does not begin as a PDF does (%PDF-).");
  const tail = toLatin1(bytes.subarray(-2048));
  const end = tail.lastIndexOf("%%EOF");
  if (end < 0) throw new ParseError("pdf_truncated", "The file ends before the end mark of a PDF (%%EOF).");
  const start = /startxref\s+(\d+)\s*$/.exec(tail.slice(0, end));
  const offset = Number(start?.[1]);
  const table = toLatin1(bytes.subarray(offset + header, offset + header + 32));
  if (!start || !/^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(table)) {
    throw new ParseError(
      "pdf_damaged",
      "The PDF's cross-reference table is not where the end of the file says: bytes are missing.",
    );
  }
}

function toParseError(error: unknown): Error {
  if (error instanceof ParseError) return error;
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  if (name === "PasswordException") {
    return new ParseError("pdf_encrypted", "The PDF opens only with a password.", { cause: error });
  }
  return new ParseError("pdf_damaged", `The PDF cannot be read: ${message}`, { cause: error });
}

/** Names of pdf.js's own exceptions, which it does not export. */
const PDFJS_ERROR_NAME =
  /^(?:(?:XRefEntry|XRefParse|ParserEOF|MissingData|UnknownError|Abort|InvalidPDF|Password|Response)Exception|FormatError|(?:Jpeg|Jpx|Jbig2)Error)$/;

let activeReads = 0;

function onRejection(reason: unknown): void {
  if (!(reason instanceof Error) || !PDFJS_ERROR_NAME.test(reason.name)) throw reason;
}

// Runs `read`. Meanwhile ignores unhandled rejections of pdf.js for a damaged document, since they would end the Node process.
// Throws errors of `read` itself and all other rejections.
async function ignoreStrayRejections<T>(read: () => Promise<T>): Promise<T> {
  if (activeReads++ === 0) process.on("unhandledRejection", onRejection);
  try {
    return await read();
  } finally {
    // Node reports a rejection after the turn in which it happened.
    await new Promise((resolve) => setImmediate(resolve));
    if (--activeReads === 0) process.off("unhandledRejection", onRejection);
  }
}
