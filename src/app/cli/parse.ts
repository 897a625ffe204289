import { readFile, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import PQueue from "p-queue";
import type { ErrorCode } from "../../base/error-codes.ts";
import { AppError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { createReaderPool, SCAN_LIMITS } from "../../filings/readers/reader-pool.ts";
import { toPrintedReport } from "../library/print-report.ts";
import { checkFileSize, readAnyDocument } from "../library/read-document.ts";
import { showProgress } from "./progress.ts";

/** Normal priority, since an operator is waiting. */
const PAGE_LIMITS = { ...SCAN_LIMITS, niceness: 0 };
/** Maximum number of processes that read scanned pages; each takes about 300 MB of memory. */
const MAX_SCAN_READERS = 4;

/**
 * `parse FILE...`: prints one line of JSON per file, with the fields as read, not normalized. For a scanned report, the line also
 * names uncertain fields. For an unreadable file, the line has an `error` and the exit code is 1; other files are still read.
 */
export async function runParseCommand(files: readonly string[]): Promise<number> {
  const log = createLogger("error");
  const concurrency = Math.min(availableParallelism(), MAX_SCAN_READERS);
  const pool = createReaderPool(1, log);
  const scanPool = createReaderPool(concurrency, log, PAGE_LIMITS);
  const progress = { name: "parse", known: files.length, done: 0, rejectedLines: 0 };
  // On the same terminal, the progress bar would overwrite the printed lines.
  const show = process.stderr.isTTY && !process.stdout.isTTY ? showProgress(process.stderr) : undefined;
  let pages = 0;
  const updateProgressBar = () => show?.update([{ ...progress, note: `${pages} scanned pages` }]);
  let failures = 0;

  async function parseFile(file: string): Promise<object> {
    try {
      const onPage = () => {
        pages += 1;
        updateProgressBar();
      };
      const readers = { document: pool.read, pages: { read: scanPool.read, concurrency }, onPage };
      const bytes = await readFileWithinLimit(file);
      return {
        file,
        ...toPrintedReport(await readAnyDocument(file, bytes, (name) => findSavedImage(file, name), readers)),
      };
    } catch (error) {
      failures += 1;
      const code: ErrorCode = error instanceof AppError ? error.code : "unreadable_file";
      return { file, error: { code, message: (error as Error).message } };
    } finally {
      progress.done += 1;
      updateProgressBar();
    }
  }

  try {
    const queue = new PQueue({ concurrency });
    const lines = files.map((file) => queue.add(() => parseFile(file)));
    for (const line of lines) process.stdout.write(`${JSON.stringify(await line)}\n`);
  } finally {
    show?.end();
    await pool.close();
    await scanPool.close();
  }
  return failures > 0 ? 1 : 0;
}

async function readFileWithinLimit(file: string): Promise<Buffer> {
  checkFileSize(file, (await stat(file)).size);
  return readFile(file);
}

/** Finds a saved image in the folder of the viewer page that shows it. The image's URL contains the file name. */
async function findSavedImage(viewer: string, source: string) {
  const name = path.basename(source.replace(/[?#].*$/, ""));
  const image = path.join(path.dirname(viewer), name);
  const found = await stat(image).catch(() => undefined);
  return found?.isFile() ? () => readFileWithinLimit(image) : undefined;
}
