/**
 * Compares pages from the dataset in memory with the same pages from SQLite: `node bench/dataset.ts [TRADES]` (default: 200,000
 * generated trades). Also measures how long publishing the trades takes and how long it blocks the event loop. Reading runs in a
 * separate process, so that its resident memory is that of a server that only serves.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { formatAmountRange } from "../src/domain/amount-range.ts";
import { DatasetHolder } from "../src/publication/dataset/holder.ts";
import { createListings, generatePublications, openMadeStore, PUBLISHED_AT_ONCE } from "./made-store.ts";

const [first = "200000", folder] = process.argv.slice(2);
if (first === "--read" && folder !== undefined) await measureReading(folder);
else await measurePublishing(Number(first));

async function measurePublishing(count: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "bench-dataset-"));
  try {
    const store = await openMadeStore(dataDir);
    const publications = [...generatePublications(count)];
    const listings = createListings(publications);
    await measureWork(`list ${listings.length.toLocaleString()} filings`, () =>
      store.filings.recordListings(listings, new Date()),
    );
    await measureWork(
      `publish ${count.toLocaleString()} trades, ${PUBLISHED_AT_ONCE.toLocaleString()} at a time`,
      async () => {
        for (const publication of publications) await store.publications.publish(publication);
      },
    );
    await measureWork("publish them again, unchanged", async () => {
      for (const publication of publications) await store.publications.publish(publication);
    });
    await store.close();
    spawnSync(process.execPath, ["--expose-gc", import.meta.filename, "--read", dataDir], { stdio: "inherit" });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureReading(dataDir: string): Promise<void> {
  const store = await openMadeStore(dataDir);
  const before = readResidentMb();
  const holder = new DatasetHolder(store);
  await measureWork("build the dataset", () => holder.reload());
  console.log(`resident memory: ${before.toFixed(0)} MB before, ${readResidentMb().toFixed(0)} MB with the dataset`);
  const dataset = holder.getCurrent();
  const database = new DatabaseSync(join(dataDir, "congress-trades.sqlite"), { readOnly: true });
  const query = database.prepare(`
    select t.id, p.name as politician, t.politician_id, t.chamber, t.party, t.ticker, t.company, t.transaction_type,
      t.amount_low_cents, t.amount_high_cents, t.disclosure_date, t.transaction_date, t.asset_type, t.comment
    from trades t join politicians p on p.id = t.politician_id
    order by t.disclosure_date desc, t.transaction_date desc, t.id desc limit ? offset ?`);
  const buildPageFromSql = (limit: number, skip: number): Buffer => {
    const trades = query.all(limit, skip).map(({ amount_low_cents: low, amount_high_cents: high, ...row }) => ({
      id: row["id"],
      politician: row["politician"],
      politician_id: row["politician_id"],
      chamber: row["chamber"],
      party: row["party"],
      ticker: row["ticker"],
      company: row["company"],
      transaction_type: row["transaction_type"],
      amount_range: formatAmountRange({
        lowUsd: Number(low) / 100,
        highUsd: high === null ? null : Number(high) / 100,
      }),
      disclosure_date: row["disclosure_date"],
      transaction_date: row["transaction_date"],
      asset_type: row["asset_type"],
      comment: row["comment"],
    }));
    return Buffer.from(JSON.stringify({ trades, total: dataset.tradeCount, limit, skip }));
  };
  for (const limit of [10, 100]) {
    for (const skip of [0, dataset.tradeCount - 2 * limit]) {
      const same = dataset.listRecentTrades(limit, skip).body.equals(buildPageFromSql(limit, skip));
      const memory = measureMicroseconds(() => dataset.listRecentTrades(limit, skip), 20_000);
      const sql = measureMicroseconds(() => buildPageFromSql(limit, skip), skip === 0 ? 500 : 20);
      console.log(
        `page of ${limit} at ${skip}: ${memory.toFixed(1)} us from memory, ${sql.toFixed(0)} us from SQLite, ${(sql / memory).toFixed(0)} times; ${same ? "the same bytes" : "NOT the same bytes"}`,
      );
    }
  }
  database.close();
  await store.close();
}

async function measureWork(what: string, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  delay.disable();
  const [p99, most] = [delay.percentile(99), delay.max].map((ns) => (ns / 1e6).toFixed(0));
  console.log(`${what}: ${seconds.toFixed(2)} s; event loop blocked for ${p99} ms (p99), ${most} ms (maximum)`);
}

function measureMicroseconds(work: () => unknown, times: number): number {
  for (let index = 0; index < times / 10; index += 1) work();
  const start = performance.now();
  for (let index = 0; index < times; index += 1) work();
  return ((performance.now() - start) * 1000) / times;
}

function readResidentMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1e6;
}
