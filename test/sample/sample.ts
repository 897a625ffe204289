/**
 * `npm run sample`: draws published statements by a seed and writes a page that shows each one beside its line of the document.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { formatTable, withSharedStore } from "../../src/app/cli/shared-store.ts";
import type { Config } from "../../src/base/config.ts";
import { ConfigError, UsageError } from "../../src/base/errors.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import type { Store } from "../../src/store/store.ts";
import { renderSamplePage } from "./sample-page.ts";
import { isInOffice, loadSampledStatements } from "./sampled-statements.ts";
import { STATEMENTS } from "./statements.ts";
import { type DrawnStatement, Strata, type Stratum } from "./strata.ts";

const STATEMENT_COUNT = 200;
const LARGEST_SEED = 2 ** 31 - 1;

interface SampleOptions {
  readonly seed: string;
  /** File to write the page to. */
  readonly out?: string;
}

export async function runSampleCommand(config: Config, options: SampleOptions, signal: AbortSignal): Promise<void> {
  const seed = readSeed(options.seed);
  const file = path.resolve(options.out ?? `sample-${seed}.html`);
  return withSharedStore(config, async (store) => {
    const { page, summary } = await drawSample(config, store, seed, signal);
    await writePage(file, page);
    process.stdout.write(`${summary}Open ${file}\n`);
  });
}

/** @returns the page, and a table of the drawn statements for the terminal. @throws {ConfigError} if the store has no trades. */
export async function drawSample(
  config: Config,
  store: Store,
  seed: number,
  signal: AbortSignal,
): Promise<{ readonly page: string; readonly summary: string }> {
  const dataset = await new DatasetHolder(store).reload();
  const published = await loadStrata(store, dataset);
  const drawn = published.draw(STATEMENT_COUNT, seed);
  if (drawn.length === 0) {
    throw new ConfigError(
      `The data folder "${path.resolve(config.DATA_DIR)}" has no published trades. Run \`ingest\` first, or set DATA_DIR to the folder of your service.`,
    );
  }
  const statements = await loadSampledStatements(config, store, dataset, drawn, signal);
  const { version: datasetVersion, tradeCount } = dataset;
  const strata = published.list();
  return {
    page: renderSamplePage({ seed, datasetVersion, tradeCount, strata, statements }),
    summary: formatSummary(strata, drawn),
  };
}

function readSeed(text: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (seed <= LARGEST_SEED) return seed;
  throw new UsageError(`--seed must be a whole number from 0 to ${LARGEST_SEED}, not "${text}".`);
}

/** Superseded trades are included, because their pages are still served. */
async function loadStrata(store: Store, dataset: Dataset): Promise<Strata> {
  const strata = new Strata();
  for await (const { id, rowsRead } of store.filings.listAll()) {
    if (rowsRead === 0) continue;
    for (const line of await store.filings.listTrades(id)) {
      strata.add({ ...line, inOffice: isInOffice(dataset, line.trade.politicianId) });
    }
  }
  return strata;
}

/** @throws {ConfigError} when the file cannot be written. */
async function writePage(file: string, page: string): Promise<void> {
  try {
    await writeFile(file, page);
  } catch (error) {
    throw new ConfigError(`Cannot write the page to "${file}": ${(error as Error).message}.`, { cause: error });
  }
}

function formatSummary(strata: readonly Stratum[], drawn: readonly DrawnStatement[]): string {
  const counts = Map.groupBy(drawn, ({ stratum }) => stratum);
  const rows = strata.map((stratum) => [
    STATEMENTS[stratum.statement].title,
    stratum.kind,
    String(stratum.tradeIds.length),
    String(counts.get(stratum)?.length ?? 0),
  ]);
  return `${formatTable([["Statement", "Kind", "Published", "Drawn"], ...rows])}${drawn.length} statements.\n`;
}
