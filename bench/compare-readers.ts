/**
 * Reads the same pages of the corpus's scans with two versions of the reader, alternating page by page, and prints the processor
 * time per page: `node bench/compare-readers.ts OTHER OUT [PAGES] [SEED]`. OTHER is another checkout of this repository with its
 * `node_modules`. OUT gets a line of JSON for each page; a second run with the same OUT continues where the first one ended.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ScannedPage } from "../src/domain/scanned-page.ts";
import type { readHouseScanPage } from "../src/filings/sources/house-clerk/paper/page.ts";
import { corpusDir } from "../test/corpus.ts";
import { drawScannedPages, type Page, readScan } from "./scanned-pages.ts";

/** Seconds of user and system time for a page, and the process's peak memory so far in MB. */
interface Cost {
  readonly seconds: number;
  readonly memory: number;
  readonly names: number;
  /** Number of names that were read in one pass. */
  readonly known: number;
}
interface Line extends Page {
  readonly other: Cost;
  readonly here: Cost;
}

const READER = "src/filings/sources/house-clerk/paper/page.ts";
const folder = path.join(corpusDir ?? "", "house");
const [checkout = "", out = "", count = "150", seed = "1"] = process.argv.slice(2);
if (process.send === undefined) await compareReaders();
else await serveReader();

async function compareReaders(): Promise<void> {
  const readers = [checkout, path.join(import.meta.dirname, "..")].map((tree) => fork(import.meta.filename, [tree]));
  const done: Line[] = existsSync(out) ? readLines() : [];
  const pages = drawScannedPages(folder, Number(seed)).slice(0, Number(count));
  for (const reader of readers) await requestPage(reader, pages[0] as Page);
  for (const [at, page] of pages.entries()) {
    if (done.some(({ docId, page: number }) => docId === page.docId && number === page.page)) continue;
    const costs: Cost[] = [];
    // The two readers take turns in reading a page first.
    for (const first of [at % 2, 1 - (at % 2)]) costs[first] = await requestPage(readers[first] as ChildProcess, page);
    const [other, here] = costs as [Cost, Cost];
    appendFileSync(out, `${JSON.stringify({ ...page, other, here } satisfies Line)}\n`);
    console.error(`${at + 1} of ${pages.length}: ${other.seconds.toFixed(2)} s, ${here.seconds.toFixed(2)} s`);
  }
  for (const reader of readers) reader.kill();
  const all = readLines();
  const known = all.filter(({ here }) => here.names > 0 && here.known === here.names);
  for (const [name, pick] of [
    ["other", pickOther],
    ["here", pickHere],
  ] as const) {
    console.log(`${name}: ${describeCosts(all.map(pick))}`);
    console.log(`  all names known: ${describeCosts(known.map(pick))}`);
    console.log(`  pages with rows: ${describeCosts(all.filter(({ here }) => here.names > 0).map(pick))}`);
  }
}

function pickOther({ other }: Line): Cost {
  return other;
}

function pickHere({ here }: Line): Cost {
  return here;
}

function readLines(): Line[] {
  return readFileSync(out, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

function describeCosts(costs: readonly Cost[]): string {
  const seconds = costs.map((cost) => cost.seconds).toSorted((a, b) => a - b);
  const pick = (share: number) => (seconds[Math.floor(share * seconds.length)] ?? 0).toFixed(2);
  const mean = seconds.reduce((sum, each) => sum + each, 0) / Math.max(1, seconds.length);
  const memory = Math.max(0, ...costs.map((cost) => cost.memory));
  return `${costs.length} pages, mean ${mean.toFixed(2)} s, median ${pick(0.5)}, p90 ${pick(0.9)}; peak ${memory} MB`;
}

async function requestPage(reader: ChildProcess, page: Page): Promise<Cost> {
  reader.send(page);
  const [cost] = (await once(reader, "message")) as [Cost];
  return cost;
}

/** Runs in the child process: reads each page that it is sent with the checkout's reader. */
async function serveReader(): Promise<void> {
  const reader = (await import(pathToFileURL(path.resolve(checkout, READER)).href)) as {
    readHouseScanPage: typeof readHouseScanPage;
  };
  process.on("message", async (page: Page) => {
    const pdf = readScan(folder, page);
    const before = process.cpuUsage();
    const read: ScannedPage = await reader.readHouseScanPage(pdf, page.page);
    const { user, system } = process.cpuUsage(before);
    const passes = read.rows.map(({ fields }) => fields.asset.passes?.reduce((sum, { count: of }) => sum + of, 0) ?? 0);
    process.send?.({
      seconds: (user + system) / 1e6,
      memory: Math.round(process.resourceUsage().maxRSS / 1024),
      names: read.rows.length,
      known: passes.filter((each) => each === 1).length,
    } satisfies Cost);
  });
}
