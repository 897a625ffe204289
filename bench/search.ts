/**
 * Compares filters and orders of trades with SQLite and PostgreSQL, which have an index for each:
 * `npm run bench -- search [TRADES...] [--alone]` (default: 200,000 and 2,000,000 generated trades). Every query runs once, with
 * random values, and returns 100 rows as JSON and the exact number of matches. The databases run a part of the queries, in turn
 * with this service; `--alone` leaves them out. Prints medians and 95th percentiles, the ratio of the medians over the same
 * queries, and how many results differ. The data is hard to search: 3,000 symbols, 20,000 companies, and a unique comment for
 * every third trade.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { RECENT_FIRST } from "../src/domain/trade-filter.ts";
import type { Dataset } from "../src/publication/dataset/dataset.ts";
import { buildTradeDataset, createRandomIntegers } from "../test/dataset/made-trades.ts";
import { startPostgres } from "../test/postgres.ts";
import { createManyMembers, generateTradesInOrder } from "./many-trades.ts";
import { type Answered, type Database, generateRows, openPostgres, openSqlite } from "./search/databases.ts";
import { generateQuestions, LINES, type Question, type Questions } from "./search/questions.ts";

const LIMIT = 100;
/** Number of queries per line, and number of those that the databases run. */
const [ASKED, ASKED_DATABASES] = [400, 12];

const { values: given, positionals } = parseArgs({
  options: { alone: { type: "boolean", default: false } },
  allowPositionals: true,
});
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, commit ${commit}`,
);
for (const size of positionals.length > 0 ? positionals.map(Number) : [200_000, 2_000_000]) await measureSize(size);

async function measureSize(size: number): Promise<void> {
  const members = createManyMembers();
  const before = measureHeldMb();
  const startedAt = performance.now();
  const dataset = await buildTradeDataset(generateTradesInOrder(size), members);
  const seconds = (performance.now() - startedAt) / 1000;
  const [held, json] = [measureHeldMb() - before, dataset.byteLength / 1e6];
  console.log(
    `\n${size.toLocaleString("en")} trades: generated and built in ${seconds.toFixed(1)} s; ${held.toFixed(0)} MB with all indexes, including ${json.toFixed(0)} MB of served JSON\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), "bench-search-"));
  const server = given.alone ? undefined : await startPostgres();
  if (server !== undefined && "skipped" in server) throw new Error(server.skipped);
  const databases: Database[] = [];
  try {
    if (server !== undefined) {
      databases.push(openSqlite(join(folder, "trades.sqlite"), generateRows(generateTradesInOrder(size), members)));
      databases.push(await openPostgres(server.url, generateRows(generateTradesInOrder(size), members)));
    }
    console.log(`| filter | matches | this service ${databases.map(({ name }) => `| ${name} `).join("")}|`);
    console.log(`|---|---:|---:${databases.map(() => "|---:").join("")}|`);
    // Lets hot code compile and is not counted.
    for (const line of LINES) await measureLine(dataset, [], line, LINES.length);
    let different = 0;
    for (const [at, line] of LINES.entries()) {
      const measured = await measureLine(dataset, databases, line, at);
      console.log(formatRow(line.name, measured));
      different += measured.different;
    }
    if (databases.length > 0) console.log(`\n${different} results differ.`);
  } finally {
    for (const database of databases) await database.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  /** Time of each query in milliseconds. */
  readonly ours: readonly number[];
  /** Times of this service and of each database for the same queries. */
  readonly compared: readonly { readonly ours: readonly number[]; readonly theirs: readonly number[] }[];
  readonly totals: readonly number[];
  /** Number of database results that differ. */
  readonly different: number;
}

async function measureLine(
  dataset: Dataset,
  databases: readonly Database[],
  line: Questions,
  seed: number,
): Promise<Measured> {
  const countMatches = (filter: Question["filter"]) => dataset.listTrades(filter, RECENT_FIRST, 1, 0).total;
  const questions = generateQuestions(line, ASKED, createRandomIntegers(seed + 1), countMatches);
  const ours: number[] = [];
  const totals: number[] = [];
  const compared = databases.map(() => ({ ours: [] as number[], theirs: [] as number[] }));
  let different = 0;
  const every = Math.max(1, Math.floor(questions.length / ASKED_DATABASES));
  for (const [n, question] of questions.entries()) {
    const startedAt = performance.now();
    const { body, total } = dataset.listTrades(question.filter, question.sort, LIMIT, question.skip);
    const tookMs = performance.now() - startedAt;
    ours.push(tookMs);
    totals.push(total);
    if (n % every > 0) continue;
    for (const [at, database] of databases.entries()) {
      const from = performance.now();
      const answered = await database.answer(question, LIMIT);
      compared[at]?.theirs.push(performance.now() - from);
      compared[at]?.ours.push(tookMs);
      if (!isSame(answered, body, total)) different += 1;
    }
  }
  return { ours, compared, totals, different };
}

function formatRow(name: string, { ours, compared, totals }: Measured): string {
  const cells = compared.map(({ ours: alike, theirs }) => {
    const ratio = getQuantile(theirs, 0.5) / getQuantile(alike, 0.5);
    return `${formatTimes(theirs)} (${ratio.toLocaleString("en", { maximumSignificantDigits: 2 })} x)`;
  });
  return `| ${[name, getQuantile(totals, 0.5).toLocaleString("en"), formatTimes(ours), ...cells].join(" | ")} |`;
}

function isSame({ total, ids }: Answered, body: Buffer, ours: number): boolean {
  const { trades } = JSON.parse(String(body)) as { trades: readonly { id: string }[] };
  return total === ours && ids.join() === trades.map(({ id }) => id).join();
}

/** Formats the median and the 95th percentile. */
function formatTimes(times: readonly number[]): string {
  return `${formatMs(getQuantile(times, 0.5))}, ${formatMs(getQuantile(times, 0.95))}`;
}

function formatMs(ms: number): string {
  return ms < 1 ? `${(ms * 1000).toFixed(0)} us` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

/** @param share 0.5 for the median. */
function getQuantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** Measures memory inside and outside the heap after a garbage collection. */
function measureHeldMb(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
