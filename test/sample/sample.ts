/** `sample`: draws published statements by a seed and writes a page that shows each beside its line of the document, to be checked by eye. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { formatTable, useSharedStore } from "../../src/app/cli/shared-store.ts";
import type { Config } from "../../src/base/config.ts";
import { ConfigError, UsageError } from "../../src/base/errors.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import type { Store } from "../../src/store/store.ts";
import { samplePage } from "./sample-page.ts";
import { isInOffice, sampledStatements } from "./sampled-statements.ts";
import { STATEMENTS } from "./statements.ts";
import { type DrawnStatement, Strata, type Stratum } from "./strata.ts";

const STATEMENT_COUNT = 200;
const LARGEST_SEED = 2 ** 31 - 1;

interface SampleOptions {
  readonly seed: string;
  /** File of the page. */
  readonly out?: string;
}

export async function sampleCommand(config: Config, options: SampleOptions, signal: AbortSignal): Promise<void> {
  const seed = readSeed(options.seed);
  const file = path.resolve(options.out ?? `sample-${seed}.html`);
  return useSharedStore(config, async (store) => {
    const { page, summary } = await drawSample(config, store, seed, signal);
    await writePage(file, page);
    process.stdout.write(`${summary}Open ${file}\n`);
  });
}

/** @returns the page, and what was drawn as a table for the terminal. @throws {ConfigError} for a store without trades. */
export async function drawSample(
  config: Config,
  store: Store,
  seed: number,
  signal: AbortSignal,
): Promise<{ readonly page: string; readonly summary: string }> {
  const dataset = await new DatasetHolder(store).reload();
  const published = await publishedStrata(store, dataset);
  const drawn = published.draw(STATEMENT_COUNT, seed);
  if (drawn.length === 0) {
    throw new ConfigError(
      `The data folder "${path.resolve(config.DATA_DIR)}" has no published trades. Run \`ingest\` first, or set DATA_DIR to the folder of your service.`,
    );
  }
  const statements = await sampledStatements(config, store, dataset, drawn, signal);
  const { version: datasetVersion, tradeCount } = dataset;
  const strata = published.all();
  return {
    page: samplePage({ seed, datasetVersion, tradeCount, strata, statements }),
    summary: summaryText(strata, drawn),
  };
}

function readSeed(text: string): number {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (seed <= LARGEST_SEED) return seed;
  throw new UsageError(`--seed must be a whole number from 0 to ${LARGEST_SEED}, not "${text}".`);
}

/** Superseded trades count too: their pages are still served. */
async function publishedStrata(store: Store, dataset: Dataset): Promise<Strata> {
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
    throw new ConfigError(`The page cannot be written to "${file}": ${(error as Error).message}.`, { cause: error });
  }
}

function summaryText(strata: readonly Stratum[], drawn: readonly DrawnStatement[]): string {
  const counts = Map.groupBy(drawn, ({ stratum }) => stratum);
  const rows = strata.map((stratum) => [
    STATEMENTS[stratum.statement].title,
    stratum.kind,
    String(stratum.tradeIds.length),
    String(counts.get(stratum)?.length ?? 0),
  ]);
  return `${formatTable([["Statement", "Kind", "Published", "Drawn"], ...rows])}${drawn.length} statements.\n`;
}
