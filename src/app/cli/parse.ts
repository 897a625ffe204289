import { readFile, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import PQueue from "p-queue";
import type { ErrorCode } from "../../base/error-codes.ts";
import { AppError, ParseError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import type { ReadBytes } from "../../domain/bytes-reader.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { type CompleteScan, readingScans, type ScanParts } from "../../filings/ingest/scanned-report.ts";
import { createReaderPool, SCAN_LIMITS } from "../../filings/readers/reader-pool.ts";
import { SOURCES } from "../../filings/sources/all.ts";
import { asPrinted } from "./parse-lines.ts";
import { showProgress } from "./progress.ts";

/** Larger than any report known (the largest scan has 11 MB). */
const MAX_BYTES = 64 * 2 ** 20;
/** An operator waits for it. */
const PAGE_LIMITS = { ...SCAN_LIMITS, niceness: 0 };
/** Each process that reads scanned pages takes some 300 MB. */
const MOST_SCAN_READERS = 4;

/**
 * `parse FILE...`: one JSON object per file, each on a line: what the reader saw, not normalised; for a scanned report also what is uncertain.
 * A file that cannot be read gives a line with `error` and makes the exit code 1; the others are still read.
 */
export async function parseCommand(files: readonly string[]): Promise<number> {
  const log = createLogger("error");
  const atOnce = Math.min(availableParallelism(), MOST_SCAN_READERS);
  const pool = createReaderPool(1, log);
  const scanPool = createReaderPool(atOnce, log, PAGE_LIMITS);
  const progress = { name: "parse", known: files.length, done: 0, rejectedLines: 0 };
  // The bar would be drawn over the answer on one terminal.
  const show = process.stderr.isTTY && !process.stdout.isTTY ? showProgress(process.stderr) : undefined;
  let pages = 0;
  const tell = () => show?.update([{ ...progress, note: `${pages} scanned pages` }]);
  let failures = 0;

  async function lineOf(file: string): Promise<object> {
    try {
      const complete = (images: ScanParts["pageImage"]) =>
        readingScans(
          { pageReadings: NOTHING_STORED, pageImage: images },
          { read: scanPool.read, atOnce },
          new AbortController().signal,
          () => {
            pages += 1;
            tell();
          },
        );
      return { file, ...asPrinted(await readAnyDocument(file, pool.read, complete)) };
    } catch (error) {
      failures += 1;
      const code: ErrorCode = error instanceof AppError ? error.code : "unreadable_file";
      return { file, error: { code, message: (error as Error).message } };
    } finally {
      progress.done += 1;
      tell();
    }
  }

  try {
    const queue = new PQueue({ concurrency: atOnce });
    const lines = files.map((file) => queue.add(() => lineOf(file)));
    for (const line of lines) process.stdout.write(`${JSON.stringify(await line)}\n`);
  } finally {
    show?.end();
    await pool.close();
    await scanPool.close();
  }
  return failures > 0 ? 1 : 0;
}

const NOTHING_STORED: ScanParts["pageReadings"] = { of: async () => [], keep: async () => {} };

/** A report of any body, recognised by how it begins; its document id is the file's name, as at the site. The images of a paper report lie beside its page. */
async function readAnyDocument(
  file: string,
  read: ReadBytes,
  complete: (images: ScanParts["pageImage"]) => CompleteScan,
): Promise<RawFiling> {
  const bytes = await readBounded(file);
  const start = bytes.subarray(0, 1024).toString("latin1");
  const name = idIn(file);
  const original = { sha256: file, bytes };
  for (const { read: readers, saved } of SOURCES) {
    const docId = saved.documentId(start, name);
    if (docId !== null) {
      const raw = await read(readers.document, bytes, { docId });
      return complete((_, written) => imageBeside(file, written))(raw, original);
    }
    const page = saved.onePage?.(start, name) ?? null;
    if (page !== null) return complete(async () => ({ sha256: file, load: async () => bytes }))(page, original);
  }
  throw new ParseError(
    "foreign_file",
    `${file} is neither a PDF (%PDF-) nor an HTML page nor the image of a page (GIF).`,
  );
}

async function readBounded(file: string): Promise<Buffer> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) {
    throw new ParseError("file_too_large", `${file} has ${size} bytes; at most ${MAX_BYTES} are read.`);
  }
  const bytes = await readFile(file);
  if (bytes.length === 0) throw new ParseError("file_empty", `${file} is empty.`);
  return bytes;
}

/** The file that has the name of an image's address and lies in the folder of its viewer page. */
async function imageBeside(viewer: string, source: string) {
  const name = path.basename(source.replace(/[?#].*$/, ""));
  const image = path.join(path.dirname(viewer), name);
  const found = await stat(image).catch(() => undefined);
  return found?.isFile() ? { sha256: image, load: () => readBounded(image) } : undefined;
}

/** The document's id as at the site: the file's name, or the folder's where a page was saved as `UUID/index.html`. */
function idIn(file: string): string {
  const name = path.basename(file).replace(/\.\w+$/, "");
  const folder = path.basename(path.dirname(path.resolve(file)));
  return name.toLowerCase() === "index" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(folder) ? folder : name;
}
