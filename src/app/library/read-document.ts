/** Reads a report of any source from a file, for the command `parse` and the library. */
import path from "node:path";
import { ParseError } from "../../base/errors.ts";
import type { ReadBytes } from "../../domain/bytes-reader.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { createScanReader, type PageReaders, type ScanParts } from "../../filings/ingest/scanned-report.ts";
import { SOURCES } from "../../filings/sources/all.ts";

/** Maximum file size in bytes. The largest known report, a scan, is 11 MB. */
const MAX_BYTES = 64 * 2 ** 20;

/** Finds the image of a paper report's page by its URL in the report; undefined if missing. */
type FindImage = (imageUrl: string) => Promise<(() => Promise<Uint8Array>) | undefined>;

interface Readers {
  readonly document: ReadBytes;
  readonly pages: PageReaders;
  /** Called after each scanned page. */
  readonly onPage?: () => void;
}

const NOTHING_STORED: ScanParts["pageReadings"] = { readStoredPages: async () => [], save: async () => {} };

/**
 * Detects the type of a report from its first bytes, and reads all its pages.
 * @param file name or path. The document's id is the file's name, or the folder's if a page was saved as `UUID/index.html`.
 * @throws {ParseError} with a code of the parser, or `file_empty`, `file_too_large`, `foreign_file`.
 */
export async function readAnyDocument(
  file: string,
  bytes: Uint8Array,
  findImage: FindImage,
  { document, pages, onPage }: Readers,
): Promise<RawFiling> {
  if (bytes.length === 0) throw new ParseError("file_empty", `${file} is empty.`);
  checkFileSize(file, bytes.length);
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const name = getDocumentId(file);
  const original = { sha256: file, bytes };
  const readScannedPages = (raw: RawFiling, image: FindImage) => {
    const findPageImage: ScanParts["findPageImage"] = async (_, imageUrl) => {
      const load = await image(imageUrl);
      return load && { sha256: imageUrl, load };
    };
    const parts = { pageReadings: NOTHING_STORED, findPageImage };
    return createScanReader(parts, pages, new AbortController().signal, onPage)(raw, original);
  };
  for (const { read, saved } of SOURCES) {
    const docId = saved.findDocumentId(start, name);
    if (docId !== null) {
      const raw = await document(read.document, bytes, { docId }).catch((error: unknown) => {
        throw addFileNameAdvice(error);
      });
      return readScannedPages(raw, findImage);
    }
    const page = saved.readOnePage?.(start, name) ?? null;
    if (page !== null) return readScannedPages(page, async () => async () => bytes);
  }
  throw new ParseError(
    "foreign_file",
    `${file} is neither a PDF (%PDF-) nor an HTML page nor the image of a page (GIF).`,
  );
}

/** If the file has the wrong name, adds the right one to the error: the parser takes the report's id from the file name. */
function addFileNameAdvice(error: unknown): unknown {
  if (!(error instanceof ParseError) || error.code !== "pdf_wrong_document") return error;
  const [, printed] = /Filing ID (\d+)/.exec(error.message) ?? [];
  const advice = printed === undefined ? "" : ` Name the file ${printed}.pdf: the name must be the filing's id.`;
  return new ParseError(error.code, error.message + advice);
}

/** @throws {ParseError} `file_too_large` */
export function checkFileSize(file: string, size: number): void {
  if (size > MAX_BYTES) {
    throw new ParseError("file_too_large", `${file} has ${size} bytes; the limit is ${MAX_BYTES}.`);
  }
}

function getDocumentId(file: string): string {
  const name = path.basename(file).replace(/\.\w+$/, "");
  const folder = path.basename(path.dirname(path.resolve(file)));
  return name.toLowerCase() === "index" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(folder) ? folder : name;
}
