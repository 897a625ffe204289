import { randomInt } from "node:crypto";
import type { Config } from "../../base/config.ts";
import { UsageError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { toVisibleText } from "../../base/visible-text.ts";
import { pluralize } from "../../domain/count-words.ts";
import { assembleIngest } from "../../filings/ingest/assemble.ts";
import {
  checkStoredOriginals,
  compareOriginals,
  createResponseCapture,
  type OriginalsAtSites,
  type OriginalsHere,
} from "../../filings/ingest/verify/originals.ts";
import { comparePages, type PagesReadAgain } from "../../filings/ingest/verify/pages.ts";
import type { Sampled } from "../../filings/ingest/verify/sampled.ts";
import { showProgress } from "./progress.ts";
import { type PrintOptions, print, withSharedStore } from "./shared-store.ts";

interface VerifyArguments extends PrintOptions {
  readonly sample: string;
  readonly seed?: string;
}

interface Verified {
  readonly seed: string;
  readonly here: OriginalsHere;
  readonly originals: OriginalsAtSites;
  readonly pages: PagesReadAgain;
}

/**
 * `verify --sample N`: checks all stored originals by digest, compares N with the official sites, and reads N scanned pages
 * again. It stores nothing, and no service need be stopped. Exit code 1 for any difference, or if anything could not be checked.
 */
export async function runVerifyCommand(
  config: Config,
  { sample: requested, seed = String(randomInt(2 ** 32)), ...printed }: VerifyArguments,
  signal: AbortSignal,
): Promise<number> {
  const sample = Number(requested);
  if (!/^[1-9]\d{0,8}$/.test(requested))
    throw new UsageError(`--sample must be a whole number, at least 1, not "${requested}".`);
  const log = createLogger(process.stderr.isTTY ? "error" : config.LOG_LEVEL);
  const found = await withSharedStore(config, async (store): Promise<Verified> => {
    const siteKeeper = createResponseCapture(() => new Date());
    const events = { onPublished: async () => {}, onReference: () => {} };
    const ingest = assembleIngest({ ...config, OCR: true }, store, log, { ...events, siteKeeper });
    const show = showProgress(process.stderr);
    const createProgressHandler = (name: string) => (done: number, known: number) =>
      show.update([{ name, known, done, rejectedLines: 0, note: null }]);
    try {
      const here = await checkStoredOriginals(ingest, signal);
      const drawing = { sample, seed };
      const originals = await compareOriginals(ingest, siteKeeper, drawing, signal, createProgressHandler("originals"));
      const { ocr } = ingest.scans;
      if (ocr === null) throw new TypeError("verify needs a page reader even with OCR=false, but none was created");
      const pages = await comparePages(ingest, ocr, drawing, signal, createProgressHandler("scanned pages"));
      return { seed, here, originals, pages };
    } finally {
      show.end();
      await ingest.close();
    }
  });
  const { originals } = found;
  const value = { ...found, originals: { ...originals, ofSourcesOff: Object.fromEntries(originals.ofSourcesOff) } };
  print(printed, value, formatVerification(found));
  const { here, pages } = found;
  const failed = [here.lost, ...[originals, pages].flatMap((each) => [each.differences, each.notChecked])];
  return failed.some((each) => each.length > 0) ? 1 : 0;
}

function formatVerification({ seed, here, originals, pages }: Verified): string {
  const off = [...originals.ofSourcesOff].map(
    ([source, filings]) => `${source} is off: its ${pluralize(filings, "document")} are not checked.`,
  );
  const { redrawn } = originals;
  const lines = [
    `Stored originals: ${here.known - here.lost.length} of ${here.known} match their digests.`,
    ...here.lost.map((each) => `Lost: ${each}`),
    `Originals on the official sites: ${formatSampleCounts(originals)}${redrawn > 0 ? ` ${redrawn} of the matching originals have the same content in another page layout.` : ""}`,
    ...off,
    ...listSampleFindings(originals),
    `Scanned pages, read again: ${formatSampleCounts(pages)}`,
    ...(pages.ofOtherReader > 0
      ? [
          `${pluralize(pages.ofOtherReader, "page")} read by another reader version cannot be compared; the service reads them again.`,
        ]
      : []),
    ...listSampleFindings(pages),
    `Draw the same sample again with --seed ${seed}.`,
  ];
  return lines.map((line) => `${toVisibleText(line)}\n`).join("");
}

function formatSampleCounts({ known, drawn, alike, differences, notChecked }: Sampled): string {
  return `sampled ${drawn} of ${known}; ${alike} match, ${differences.length} differ, ${notChecked.length} could not be checked.`;
}

function listSampleFindings({ differences, notChecked }: Sampled): readonly string[] {
  return [...differences.map((each) => `Different: ${each}`), ...notChecked.map((each) => `Not checked: ${each}`)];
}
