/**
 * Measures the data files: `npm run bench -- data-files [TRADES] [CLIENTS] [FOLDER]` (default: 200,000 and 1,000). Starts the
 * whole service on a store with TRADES generated trades, and lets it write its files. With FOLDER, the data folder of a service,
 * the trades are those of its filings, drawn at random, each with a new number and its days moved by up to four years; generated
 * trades have more evenly distributed symbols and members than real ones. Prints the size of `trades.parquet`; the share of its
 * bytes that range requests for the trades of one ticker transfer; whether sums by member and year equal those of the API; and
 * how long a client needs for the file while CLIENTS others fetch it, and how long a list takes meanwhile. Exits with 1 if a sum
 * differs or a request fails.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { zstdDecompressSync } from "node:zlib";
import { type AsyncBuffer, asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { createLogger } from "../src/base/log.ts";
import { addDays } from "../src/domain/dates.ts";
import type { Trade } from "../src/domain/trade.ts";
import { openStore } from "../src/store/open.ts";
import { createSeededRandom } from "../test/seeded-random.ts";
import { listing, NOON, outcome } from "../test/store/made.ts";
import type { Fetched } from "./data-files/clients.ts";
import { waitUntilIdle } from "./http/load.ts";
import { startOurs } from "./http/servers.ts";
import { openMadeStore } from "./made-store.ts";
import { generateManyTrades } from "./many-trades.ts";

interface DataFile {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly url: string;
}

interface Row {
  readonly politician_id: string;
  readonly transaction_date: Date | string;
  readonly amount_min: bigint | number;
}

const TICKER_COLUMNS = ["politician_id", "ticker", "transaction_date", "transaction_type", "amount_range"];
/** Number of bytes to request first at the end of the file. They include the footer. */
const FOOTER_BYTES = 32 * 1024;
const COMPARED = 50;
const PROBE_EVERY_MS = 5;
const MOVED_DAYS = 4 * 365;
/** Number of filings per publication. */
const PUBLISHED_AT_ONCE = 1000;
const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };

const [trades = 200_000, clients = 1000] = process.argv.slice(2, 4).map(Number);
const drawnFrom = process.argv[4];
const folder = mkdtempSync(join(tmpdir(), "bench-data-files-"));
await fill(trades);
const server = await startOurs(folder, folder);
const base = `http://127.0.0.1:${server.port}`;
let caller = 0;
try {
  const file = await waitForTradesFile();
  const megabytes = (file.bytes / 1e6).toFixed(2);
  console.log(`trades.parquet: ${file.rows.toLocaleString("en")} trades, ${megabytes} MB`);
  await waitUntilIdle(server);
  await askTicker(file);
  await compareSums(file);
  await fetchTogether(file);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function fill(count: number): Promise<void> {
  const store = await openMadeStore(folder);
  const { trades: made, members } =
    drawnFrom === undefined ? generateManyTrades(count) : await drawTrades(drawnFrom, count);
  const filings = [...Map.groupBy(made, ({ filingId }) => filingId)];
  await store.filings.recordListings(
    filings.map(([id]) => listing(id.slice(1))),
    NOON,
  );
  for (let from = 0; from < filings.length; from += PUBLISHED_AT_ONCE) {
    const outcomes = filings.slice(from, from + PUBLISHED_AT_ONCE).map(([id, [first, ...others]]) => {
      if (first === undefined) throw new RangeError(`filing ${id} has no trades`);
      // All trades of a filing have the same member and the same day. The first one in list order has the latest day.
      const { politicianId, chamber, party, filedDate, disclosureDate, firstDisclosed } = first;
      const common = { politicianId, chamber, party, filedDate, disclosureDate, firstDisclosed };
      return { ...outcome(id.slice(1), [first, ...others.map((each) => ({ ...each, ...common }))]), politicianId };
    });
    await store.publications.publish({ at: NOON, outcomes, ...(from === 0 && { politicians: members }) });
  }
  await store.close();
}

/** Draws trades of random filings from the store of a data folder, newest disclosure first. */
async function drawTrades(dataDir: string, count: number) {
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  const known = (await Array.fromAsync(store.publications.streamTrades())).flat();
  const members = await store.reference.listPoliticians();
  await store.close();
  const filings = [...Map.groupBy(known, ({ filingId }) => filingId).values()];
  const chance = createSeededRandom(7);
  const drawn: Trade[] = [];
  for (let number = 20_000_000; drawn.length < count; number += 1) {
    const days = Math.round((chance() - 0.5) * 2 * MOVED_DAYS);
    const filingId = `h${number}`;
    for (const each of filings[Math.floor(chance() * filings.length)] ?? []) {
      drawn.push({
        ...each,
        filingId,
        id: `txn_${filingId}_${String(each.line).padStart(2, "0")}`,
        possibleDuplicateOf: [],
        filedDate: addDays(each.filedDate, days),
        disclosureDate: addDays(each.disclosureDate, days),
        transactionDate: addDays(each.transactionDate, days),
        firstDisclosed: { date: addDays(each.disclosureDate, days), source: "filing" },
      });
    }
  }
  return { trades: drawn.toSorted((a, b) => (a.disclosureDate < b.disclosureDate ? 1 : -1)), members };
}

/** Waits until the service has written the data files. */
async function waitForTradesFile(): Promise<DataFile> {
  for (;;) {
    const answer = await fetch(`${base}/data/latest.json`);
    if (answer.status === 200) {
      const { files } = (await answer.json()) as { files: readonly DataFile[] };
      const found = files.find(({ name }) => name === "trades.parquet");
      if (found !== undefined) return { ...found, url: base + new URL(found.url).pathname };
    }
    await sleep(500);
  }
}

async function askTicker({ url, bytes, rows }: DataFile): Promise<void> {
  const buffer = await asyncBufferFromUrl({ url, byteLength: bytes });
  let fetched = 0;
  const file: AsyncBuffer = {
    byteLength: bytes,
    async slice(start, end) {
      const part = await buffer.slice(start, end);
      fetched += part.byteLength;
      return part;
    },
  };
  const { trades: known } = await fetchTrades<{ ticker: string }>("/trades/?limit=100&asset_type=Stock");
  const ticker = known.find((trade) => trade.ticker !== "")?.ticker ?? "";
  const found = await parquetReadObjects({
    file,
    metadata: await parquetMetadataAsync(file, { initialFetchSize: FOOTER_BYTES }),
    columns: TICKER_COLUMNS,
    filter: { ticker: { $eq: ticker } },
    filterStrict: false,
    compressors,
  });
  const { total } = await fetchTrades(`/trades/?ticker=${ticker}&limit=1`);
  const part = ((100 * fetched) / bytes).toFixed(1);
  console.log(`trades of ${ticker}: ${found.length} of ${rows} over ranges, ${part}% of the bytes`);
  if (found.length !== total) reportFailure(`the API has ${total} trades of ${ticker}`);
}

/** Compares the number of trades and the sum of their minimum amounts, by member and year, with the API's rows. */
async function compareSums({ url, bytes }: DataFile): Promise<void> {
  const file = await asyncBufferFromUrl({ url, byteLength: bytes });
  const columns = ["politician_id", "transaction_date", "amount_min"];
  const sums = new Map<string, { count: number; lowest: number }>();
  for (const row of (await parquetReadObjects({ file, columns, compressors })) as unknown as Row[]) {
    const key = `${row.politician_id} ${new Date(row.transaction_date).getUTCFullYear()}`;
    const { count, lowest } = sums.get(key) ?? { count: 0, lowest: 0 };
    sums.set(key, { count: count + 1, lowest: lowest + Number(row.amount_min) });
  }
  const keys = [...sums.keys()];
  let equal = 0;
  for (let at = 0; at < COMPARED; at += 1) {
    const key = keys[Math.floor((at * keys.length) / COMPARED)] ?? "";
    const [member = "", year = ""] = key.split(" ");
    const { count, lowest } = await fetchSum(member, year);
    const here = sums.get(key);
    if (here?.count === count && here.lowest === lowest) equal += 1;
    else reportFailure(`${key}: ${here?.count} trades, $${here?.lowest} in the file, ${count}, $${lowest} by the API`);
  }
  console.log(`member-years with the API's number of trades and sum of minimum amounts: ${equal} of ${COMPARED}`);
}

async function fetchSum(member: string, year: string) {
  const path = `/trades/?politician_id=${member}&traded_from=${year}-01-01&traded_to=${year}-12-31&limit=100`;
  let [count, lowest] = [0, 0];
  for (;;) {
    const { trades: rows } = await fetchTrades<{ amount_range: string }>(`${path}&skip=${count}`);
    if (rows.length === 0) return { count, lowest };
    count += rows.length;
    for (const { amount_range: range } of rows) {
      lowest += Math.floor(Number(/[\d,.]+/.exec(range)?.[0].replaceAll(",", "")));
    }
  }
}

/** Fetches the file for all clients at once in another process, and requests a list meanwhile. */
async function fetchTogether({ url, bytes }: DataFile): Promise<void> {
  const fetching = fork(new URL("data-files/clients.ts", import.meta.url), [url, String(clients + 1), String(bytes)]);
  const told = once(fetching, "message");
  const times: number[] = [];
  let isOver = false;
  void told.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await fetchTrades("/trades/recent/list?limit=100");
    times.push(performance.now() - began);
    await sleep(PROBE_EVERY_MS);
  }
  const [{ failures, ms }] = (await told) as [Fetched];
  times.sort((a, b) => a - b);
  const getQuantile = (values: readonly number[], part: number) =>
    (values[Math.floor(part * (values.length - 1))] ?? 0).toFixed(0);
  console.log(
    `${clients + 1} clients at once: ${failures.length} failures; the whole file after ${getQuantile(ms, 0.5)} ms (median), ${getQuantile(ms, 1)} ms at most; a list meanwhile ${getQuantile(times, 0.5)} ms, p99 ${getQuantile(times, 0.99)} ms`,
  );
  for (const failure of failures.slice(0, 5)) reportFailure(failure);
}

async function fetchTrades<T>(path: string): Promise<{ readonly trades: readonly T[]; readonly total: number }> {
  caller += 1;
  const address = `10.0.${caller >> 8}.${caller & 255}`;
  const answer = await fetch(`${base}/api/v1${path}`, { headers: { "x-forwarded-for": address } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${path}`);
  return (await answer.json()) as { trades: readonly T[]; total: number };
}

function reportFailure(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
