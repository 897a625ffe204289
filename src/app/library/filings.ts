/** `congress-trades/filings`: reads and normalizes reports in your own program (docs/library.md). Stores and fetches nothing. */
import PQueue from "p-queue";
import type { ReadBytes } from "../../domain/bytes-reader.ts";
import { parseIsoDate } from "../../domain/dates.ts";
import type { Politician } from "../../domain/politician.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import type { Security } from "../../domain/security.ts";
import { AssetMaster } from "../../filings/normalise/asset-master.ts";
import { normaliseFiling } from "../../filings/normalise/normalise.ts";
import { readHere } from "../../filings/readers/read-here.ts";
import { nasdaqListedReader, nasdaqOtherReader, secTickersReader } from "../../filings/reference/readers.ts";
import { mergeSecurities } from "../../filings/reference/tickers/merge.ts";
import { buildFilingId, getSource } from "../../filings/sources/all.ts";
import { toPrintedReport } from "./print-report.ts";
import { readAnyDocument } from "./read-document.ts";
import { buildReportedTrade } from "./reported-trade.ts";
import type { NormalisedReport, NormaliseOptions, ReadOptions, ReadReport } from "./types.ts";

export type * from "./types.ts";

/** Runs one reader at a time, since the PDF and OCR engines handle only one document at a time. */
const oneByOne = new PQueue({ concurrency: 1 });
const readOneAtATime: ReadBytes = (reader, bytes, input) => oneByOne.add(() => readHere(reader, bytes, input));

/**
 * Reads a report in this process, without limits of time and memory. A House report is a PDF with text or a scanned PDF. A Senate
 * report is a web page, a paper report's viewer page with its images, or one image.
 * @param name the file's name on the official site: `20024542.pdf`, or the UUID of a Senate report.
 * @throws an `Error` with `code` (docs/codes.md) for another file format, or if the report cannot be read completely.
 */
export async function readFiling(bytes: Uint8Array, name: string, options: ReadOptions = {}): Promise<ReadReport> {
  const findImage = async (address: string) => {
    const image = await options.pageImage?.(address);
    return image && (async () => image);
  };
  const readers = { document: readOneAtATime, pages: { read: readOneAtATime, concurrency: 1 } };
  const raw = await readAnyDocument(name, bytes, findImage, readers);
  return { ...toPrintedReport(raw), raw };
}

/** Turns a report's lines into `trades`; `rejected` has all other lines. @throws {RangeError} if `filed` is not a valid date. */
export function normaliseReport({ raw: read }: ReadReport, options: NormaliseOptions = {}): NormalisedReport {
  const raw = read as RawFiling;
  const filedDate = options.filed === undefined ? null : parseIsoDate(options.filed);
  if (options.filed !== undefined && filedDate === null) {
    throw new RangeError(`Invalid filed date "${options.filed}"; expected YYYY-MM-DD.`);
  }
  const body = getSource(raw.source);
  const filing = { id: buildFilingId(raw.source, raw.docId), filedDate, body };
  const { trades, ...rest } = normaliseFiling(
    raw,
    filing,
    UNIDENTIFIED_FILER,
    new AssetMaster(options.securities ?? []),
  );
  return { ...rest, trades: trades.map((trade) => buildReportedTrade(trade, raw.filer)) };
}

/** Placeholder for the filer: this library has no member records, so the caller identifies the filer. */
const UNIDENTIFIED_FILER: Politician = { id: "", name: "", names: [], terms: [], committees: [], current: false };

/**
 * Reads listed securities from saved directories: `nasdaqlisted.txt` and `otherlisted.txt` of nasdaqtrader.com, and
 * `company_tickers_exchange.json` of sec.gov, in any combination. @throws an `Error` with `code` for any other file.
 */
export async function readSecurities(...files: readonly Uint8Array[]): Promise<Security[]> {
  const [sec, listed]: [Security[], Security[]] = [[], []];
  for (const bytes of files) {
    const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1").trimStart();
    if (start.startsWith("{")) sec.push(...(await readOneAtATime(secTickersReader, bytes, null)));
    else
      listed.push(
        ...(await readOneAtATime(start.startsWith("ACT") ? nasdaqOtherReader : nasdaqListedReader, bytes, null)),
      );
  }
  return mergeSecurities(sec, listed);
}
