/**
 * Measures queries of former versions: `node bench/past.ts [TRADES] [VERSIONS]` (default: 20,000 generated trades and 400
 * versions with 40 new trades, two corrections and one removal each). Prints how long the first query of each version takes,
 * oldest first, and further queries. Archives every tenth version, and compares 500 random queries of these with the archive's
 * rows. Exits with 1 if one differs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createLogger } from "../src/base/log.ts";
import type { Trade } from "../src/domain/trade.ts";
import { RECENT_FIRST, type TradeFilter } from "../src/domain/trade-filter.ts";
import { DatasetHolder } from "../src/publication/dataset/holder.ts";
import { PastVersions } from "../src/publication/dataset/past-versions.ts";
import { Archive } from "../src/publication/export/archive.ts";
import { openStore } from "../src/store/open.ts";
import { createRandomIntegers } from "../test/dataset/made-trades.ts";
import { listing, NOON, outcome } from "../test/store/made.ts";
import { generateManyTrades } from "./many-trades.ts";

const QUESTIONS = 500;
const FILING_TRADES = 20;
const ARCHIVED_EVERY = 10;
const DAY_MS = 86_400_000;

const [count = 20_000, versions = 400] = process.argv.slice(2).map(Number);
const dataDir = mkdtempSync(join(tmpdir(), "past-"));
const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
const archive = new Archive(join(dataDir, "archive"));
const below = createRandomIntegers(20261122);
try {
  const names = await publishAll();
  await measure(names);
  await compare();
} finally {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** @returns the versions, oldest first. */
async function publishAll(): Promise<readonly string[]> {
  const perVersion = 2 * FILING_TRADES;
  const { trades, members } = generateManyTrades(count + versions * perVersion);
  const filings = [...Map.groupBy(trades, ({ filingId }) => filingId).entries()];
  await store.filings.recordListings(
    filings.map(([id]) => listing(id.slice(1))),
    NOON,
  );
  const politicians = [...members];
  const known: (readonly [string, readonly Trade[]])[] = filings.slice(0, count / FILING_TRADES);
  const datasets = new DatasetHolder(store);
  const names: string[] = [];
  const publish = async (n: number, changed: typeof known) => {
    const outcomes = changed.map(([id, each]) => ({
      ...outcome(id.slice(1), each),
      politicianId: each[0]?.politicianId ?? politicians[0]?.id ?? null,
    }));
    const at = new Date(NOON.getTime() + n * DAY_MS);
    const { version } = await store.publications.publish({ at, outcomes, ...(n === 0 && { politicians }) });
    names.push(version?.version ?? "");
    if (n % ARCHIVED_EVERY === 0) await archive.add(await datasets.reload());
  };
  await publish(0, known);
  for (let n = 1; n <= versions; n += 1) {
    const fresh = filings.slice(known.length, known.length + perVersion / FILING_TRADES);
    const [corrected, shortened] = [known[below(known.length)], known[below(known.length)]];
    known.push(...fresh);
    const changed = new Map<string, readonly Trade[]>(fresh);
    if (corrected)
      changed.set(
        corrected[0],
        corrected[1].map((each, at) => (at < 2 ? { ...each, comment: `of ${n}` } : each)),
      );
    if (shortened) changed.set(shortened[0], shortened[1].slice(1));
    await publish(n, [...changed]);
  }
  return names;
}

async function measure(names: readonly string[]): Promise<void> {
  const datasets = new DatasetHolder(store);
  await datasets.reload();
  const past = new PastVersions(store.history, () => datasets.getCurrent());
  const [first, further]: [number[], number[]] = [[], []];
  for (const name of names) {
    for (const times of [first, further]) {
      const before = performance.now();
      const asked = await past.find(name);
      if ("missing" in asked) throw new RangeError(`version ${name} is missing`);
      await (await past.open(asked, "bench")).listTrades({ party: ["Democrat"] }, RECENT_FIRST, 100, below(1000));
      times.push(performance.now() - before);
    }
  }
  const [veryFirst = 0] = first.splice(0, 1);
  console.log(`${datasets.getCurrent().tradeCount} trades, ${names.length} versions; milliseconds: median, p95, most`);
  console.log(`first query of the process, for the oldest version: ${veryFirst.toFixed(1)}`);
  for (const [what, times] of [
    ["first query of a version", first],
    ["further query", further],
  ] as const) {
    const sorted = times.toSorted((a, b) => a - b);
    const getQuantile = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
    console.log(`${what}: ${getQuantile(0.5)}, ${getQuantile(0.95)}, ${getQuantile(1)}`);
  }
}

/** Compares queries that the archive's public fields can answer too. */
async function compare(): Promise<void> {
  const datasets = new DatasetHolder(store);
  await datasets.reload();
  const past = new PastVersions(store.history, () => datasets.getCurrent());
  const { archives } = await archive.list(1000, 0);
  let different = 0;
  for (const { dataset_version: version } of archives) {
    const rows = await readArchivedRows(version);
    const asked = await past.find(version);
    if ("missing" in asked) throw new RangeError(`version ${version} is missing`);
    const dataset = await past.open(asked, "bench");
    for (let n = 0; n < QUESTIONS / archives.length; n += 1) {
      const some = rows[below(rows.length)];
      const filter: TradeFilter = [
        {},
        { ticker: [some?.["ticker"] || "AAPL"] },
        { politicianId: [some?.["politician_id"] ?? ""] },
        { chamber: "senate" as const },
        { party: ["Republican" as const] },
      ][below(5)] as TradeFilter;
      const matching = rows.filter(
        (row) =>
          (filter.ticker?.includes(row["ticker"] ?? "") ?? true) &&
          (filter.politicianId?.includes(row["politician_id"] ?? "") ?? true) &&
          (filter.chamber ?? row["chamber"]) === row["chamber"] &&
          (filter.party?.includes(row["party"] as "Republican") ?? true),
      );
      const skip = below(Math.max(1, matching.length));
      const { body } = await dataset.listTrades(filter, RECENT_FIRST, 100, skip);
      const expected = { trades: matching.slice(skip, skip + 100), total: matching.length, limit: 100, skip };
      different += Number(body.toString() !== JSON.stringify(expected));
    }
  }
  console.log(
    `${QUESTIONS} random queries of ${archives.length} archived versions: ${different} differ from the archive`,
  );
  if (different > 0) process.exitCode = 1;
}

async function readArchivedRows(version: string): Promise<readonly Record<string, string>[]> {
  const file = await archive.findFile(version, "trades.ndjson.gz");
  const pieces: Uint8Array[] = [];
  for (const { path } of file?.parts ?? []) pieces.push(await readFile(path));
  const text = gunzipSync(Buffer.concat(pieces)).toString().trimEnd();
  return text.split("\n").map((line) => JSON.parse(line) as Record<string, string>);
}
