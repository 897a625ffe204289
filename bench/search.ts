/**
 * Filters and orders of trades beside SQLite and PostgreSQL with an index for each: `npm run bench -- search [TRADES...] [--alone]`
 * (200,000 and 2,000,000 made trades unless told). Every question is asked once, with random values; each gives 100 rows as JSON and the exact
 * number of all that match. The databases are asked a part of them, in turn with this service; `--alone` leaves them out.
 * Prints medians and 95th percentiles, the ratio of the medians over the same questions, and how many answers differ.
 * Made to be hard on the search: 3,000 symbols, 20,000 companies, and a comment of its own for every third trade.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { RECENT_FIRST } from "../src/domain/trade-filter.ts";
import type { Dataset } from "../src/publication/dataset/dataset.ts";
import { datasetOf, numbers } from "../test/dataset/made-trades.ts";
import { startPostgres } from "../test/postgres.ts";
import { manyMembers, tradesInOrder } from "./many-trades.ts";
import { type Answered, type Database, postgres, rowsOf, sqlite } from "./search/databases.ts";
import { LINES, type Question, type Questions, questionsOf } from "./search/questions.ts";

const LIMIT = 100;
/** Questions of a line, and how many of them the databases are asked. */
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
  const members = manyMembers();
  const before = heldMb();
  const startedAt = performance.now();
  const dataset = await datasetOf(tradesInOrder(size), members);
  const seconds = (performance.now() - startedAt) / 1000;
  const [held, json] = [heldMb() - before, dataset.byteLength / 1e6];
  console.log(
    `\n${size.toLocaleString("en")} trades: made and built in ${seconds.toFixed(1)} s; ${held.toFixed(0)} MB with all indices, ${json.toFixed(0)} MB are the JSON that is served\n`,
  );
  const folder = mkdtempSync(join(tmpdir(), "bench-search-"));
  const server = given.alone ? undefined : await startPostgres();
  if (server !== undefined && "skipped" in server) throw new Error(server.skipped);
  const databases: Database[] = [];
  try {
    if (server !== undefined) {
      databases.push(sqlite(join(folder, "trades.sqlite"), rowsOf(tradesInOrder(size), members)));
      databases.push(await postgres(server.url, rowsOf(tradesInOrder(size), members)));
    }
    console.log(`| filter | matches | this service ${databases.map(({ name }) => `| ${name} `).join("")}|`);
    console.log(`|---|---:|---:${databases.map(() => "|---:").join("")}|`);
    // Compiles what is hot, and is not counted.
    for (const line of LINES) await measureLine(dataset, [], line, LINES.length);
    let different = 0;
    for (const [at, line] of LINES.entries()) {
      const measured = await measureLine(dataset, databases, line, at);
      console.log(rowOf(line.name, measured));
      different += measured.different;
    }
    if (databases.length > 0) console.log(`\n${different} answers differ.`);
  } finally {
    for (const database of databases) await database.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  /** One for each question, in milliseconds. */
  readonly ours: readonly number[];
  /** The times of this service and of each database for the same questions. */
  readonly compared: readonly { readonly ours: readonly number[]; readonly theirs: readonly number[] }[];
  readonly totals: readonly number[];
  /** How many answers of databases differ. */
  readonly different: number;
}

async function measureLine(
  dataset: Dataset,
  databases: readonly Database[],
  line: Questions,
  seed: number,
): Promise<Measured> {
  const countOf = (filter: Question["filter"]) => dataset.listTrades(filter, RECENT_FIRST, 1, 0).total;
  const questions = questionsOf(line, ASKED, numbers(seed + 1), countOf);
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

function rowOf(name: string, { ours, compared, totals }: Measured): string {
  const cells = compared.map(({ ours: alike, theirs }) => {
    const ratio = at(theirs, 0.5) / at(alike, 0.5);
    return `${timesOf(theirs)} (${ratio.toLocaleString("en", { maximumSignificantDigits: 2 })} x)`;
  });
  return `| ${[name, at(totals, 0.5).toLocaleString("en"), timesOf(ours), ...cells].join(" | ")} |`;
}

function isSame({ total, ids }: Answered, body: Buffer, ours: number): boolean {
  const { trades } = JSON.parse(String(body)) as { trades: readonly { id: string }[] };
  return total === ours && ids.join() === trades.map(({ id }) => id).join();
}

/** Median and 95th percentile. */
function timesOf(times: readonly number[]): string {
  return `${readable(at(times, 0.5))}, ${readable(at(times, 0.95))}`;
}

function readable(ms: number): string {
  return ms < 1 ? `${(ms * 1000).toFixed(0)} us` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

/** @param share 0.5 is the median. */
function at(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** Memory after a collection, in the heap and outside of it. */
function heldMb(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
