import type { Config } from "../config.ts";
import { assembleIngest, type Ingest } from "../ingest/assemble.ts";
import { bundleAt } from "../ingest/bundle/bundle-address.ts";
import { type ListDifference, type RunBesideBundle, runBesideBundle } from "../ingest/bundle/start-from.ts";
import { takeBundledDecisions } from "../ingest/bundle/take-bundled-decisions.ts";
import { type TakenReadings, takeReadings } from "../ingest/bundle/take-readings.ts";
import { readScans } from "../ingest/read-scans.ts";
import { createLogger } from "../log.ts";
import { SCAN_READER } from "../sources/scans/assemble.ts";
import { counted } from "./counted.ts";
import { printAfter } from "./coverage.ts";
import { withStore } from "./data-folder.ts";
import { ofSource, showProgress } from "./progress.ts";
import type { PrintOptions } from "./shared-store.ts";

interface ImportBundleArguments extends PrintOptions {
  readonly withDecisions?: boolean;
  readonly again?: boolean;
}

/**
 * `import bundle`: a run beside a bundle, and its readings of scanned pages after a sample was read here. Exit code 1 when a source did not answer or
 * something of the bundle was refused.
 */
export async function importBundleCommand(
  config: Config,
  place: string,
  given: ImportBundleArguments,
  signal: AbortSignal,
): Promise<number> {
  const log = createLogger(process.stderr.isTTY ? "error" : config.LOG_LEVEL);
  return withStore(config, "import", log, async (store) => {
    const ingest = assembleIngest(config, store, log);
    const bundle = bundleAt(place, config, log);
    const show = showProgress(process.stderr);
    try {
      const opened = await bundle.open(signal);
      const decisions = given.withDecisions ? await takeBundledDecisions(config.DECISIONS, opened, signal) : 0;
      if (given.again) await store.taken.forgive({ publisher: opened.publisher, reader: SCAN_READER });
      const scope = { sinceYear: config.INGEST_SINCE_YEAR, since: null };
      const run = await runBesideBundle(ingest, config, bundle, scope, signal, (all) => show.update(all.map(ofSource)));
      show.end();
      const readings = await takeReadings(ingest, opened, signal);
      // Also what an import that was ended had taken and not published.
      await readScans(ingest, signal, () => {}, { pages: "stored" });
      const failed = run.progress.filter(({ error }) => error !== null);
      const value = { ...run, readings, decisions };
      await printAfter(config, store, given, value, said(ingest, run, readings, decisions));
      for (const { source, error } of failed) process.stderr.write(`${source}: ${error?.message}\n`);
      return failed.length + run.use.refused.length + readings.differences.length > 0 ? 1 : 0;
    } finally {
      show.end();
      await bundle.close();
      await ingest.close();
    }
  });
}

function said(
  { scans }: Ingest,
  { use, lists }: RunBesideBundle,
  { offered, checked, taken, differences, refused }: TakenReadings,
  decisions: number,
): string {
  const lines = [
    `${counted(use.taken, "document")} taken from the bundle; the official sites are asked for each of them later, slowly.`,
    ...use.refused.map(({ filing, code, message }) => `${filing} refused (${code}): ${message}`),
    ...lists.map(listLine),
    scans.ocr === null
      ? "Readings of scanned pages are not taken, since OCR is off here and none could be checked."
      : refused
        ? "Readings are not taken: one of this publisher's was refused before (bundle_readings_differ). --again checks them anew."
        : `${counted(checked, "page")} of ${offered} read here for comparison, ${counted(taken, "reading")} taken.`,
    ...differences.map((difference) => `Read otherwise here: ${difference}`),
    ...(differences.length > 0 ? ["None of its readings by this version of the reader is taken."] : []),
    ...(decisions > 0 ? [`${counted(decisions, "decision")} of people taken, with their authors.`] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function listLine({ source, year, notListed, notInBundle }: ListDifference): string {
  return `${source} ${year}: ${counted(notListed.length, "filing")} of the bundle on no official list (not_listed), ${notInBundle.length} missing in the bundle.`;
}
