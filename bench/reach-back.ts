/**
 * Fetches bars and dividends of many symbols back to 2012, from generated Yahoo charts into SQLite:
 * `node bench/reach-back.ts [--symbols N]` (default: 3,000). Prints the size of the store, the memory of the process, and the
 * longest turn of the event loop in processor time, compared with that of a known amount of work.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createLogger } from "../src/base/log.ts";
import { addDays, type IsoDate } from "../src/domain/dates.ts";
import { isTradingDay } from "../src/domain/exchange-calendar.ts";
import { toCanonicalSymbol } from "../src/domain/symbol.ts";
import { createMarket } from "../src/prices/create-market.ts";
import { backfillPrices } from "../src/prices/prefetch/reaching.ts";
import { createYahooProvider } from "../src/prices/providers/yahoo/yahoo.ts";
import { toNewYorkInstant } from "../src/prices/trading-day.ts";
import { openStore } from "../src/store/open.ts";
import { createRandomIntegers } from "../test/dataset/made-trades.ts";
import { LoopWatch, measureCalibrationMs } from "../test/large/loop-watch.ts";

const FIRST = "2012-01-03" as IsoDate;
const NOW = new Date("2026-11-20T23:00:00Z");
const OPENING = 9 * 60 + 30;
/** Number of different charts. Each symbol gets one of them. */
const CHARTS = 20;

const { values } = parseArgs({ options: { symbols: { type: "string", default: "3000" } } });
const log = createLogger("error");
const times = listOpenings();
const charts = Array.from({ length: CHARTS }, (_, n) => createChart(n));
const symbols = Array.from({ length: Number(values.symbols) }, (_, n) => ({
  symbol: toCanonicalSymbol(`Z${n}`.replace(/\d/g, (digit) => "ABCDEFGHIJ"[Number(digit)] ?? "")) as never,
  first: FIRST,
  last: FIRST,
}));
const folder = mkdtempSync(join(tmpdir(), "bench-reach-back-"));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const store = await openStore({ dataDir: folder, databaseUrl: null, dataNotice: null, log });
  const yahoo = createYahooProvider({
    baseUrl: "http://127.0.0.1:9",
    contact: null,
    log,
    getTime: () => NOW,
    spacingMs: 0,
    fetch: async (url) => {
      const symbol = new URL(url).pathname.split("/").at(-1) ?? "";
      const body = charts[symbol.charCodeAt(symbol.length - 1) % CHARTS] as string;
      return { status: 200, headers: [], body: splitIntoPieces(body.replace("SYMBOL", symbol)) };
    },
  });
  const provider = { ...yahoo, budget: { perMinute: 1_000_000, perMinuteForUnlistedSymbols: 1_000_000 } };
  const made = {
    providers: [provider],
    store: store.market,
    log,
    getTime: () => NOW,
    isListed: () => true,
    getName: () => null,
  };
  const { backfill } = createMarket(made);
  const watch = new LoopWatch();
  const memoryBefore = process.memoryUsage().rss;
  // The first symbols compile the code.
  const options = {
    backfill,
    inventory: store.priceInventory,
    findMissingSessions: async () => [],
    log,
    getTime: () => NOW,
    wait: async () => void (await sleep(1)),
  };
  await backfillPrices(symbols.slice(0, 50), options, new AbortController().signal);
  watch.begin();
  const started = performance.now();
  const counts = await backfillPrices(symbols, options, new AbortController().signal);
  const seconds = (performance.now() - started) / 1_000;
  const { busyMs } = watch.end();
  await store.close();
  const bytes = statSync(join(folder, "congress-trades.sqlite")).size;
  const figures = {
    ...counts,
    days: times.length,
    seconds: Math.round(seconds),
    disk_mb: Math.round(bytes / 1e6),
    disk_kb_each: Math.round(bytes / symbols.length / 1e3),
    rss_before_mb: Math.round(memoryBefore / 1e6),
    rss_mb: Math.round(process.memoryUsage().rss / 1e6),
    longest_turn_ms: Math.round(10 * busyMs) / 10,
    known_work_ms: Math.round(measureCalibrationMs()),
  };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}

/** Yields the body in pieces, like a socket. */
async function* splitIntoPieces(body: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Lists the opening times of the trading days in seconds. */
function listOpenings(): readonly number[] {
  const found: number[] = [];
  for (let day = FIRST; day <= "2026-11-20"; day = addDays(day, 1)) {
    if (isTradingDay(day)) found.push(toNewYorkInstant(day, OPENING).getTime() / 1_000);
  }
  return found;
}

/** Creates a chart: a random walk with four dividends per year. */
function createChart(n: number): string {
  const below = createRandomIntegers(n + 1);
  const columns = { open: [], high: [], low: [], close: [], volume: [] } as Record<string, number[]>;
  let last = 20 + below(300);
  for (const _ of times) {
    const open = Math.fround(last * (1 + (below(21) - 10) / 1_000));
    const close = Math.fround(open * (1 + (below(41) - 20) / 1_000));
    columns["open"]?.push(open);
    columns["close"]?.push(close);
    columns["high"]?.push(Math.fround(Math.max(open, close) * 1.01));
    columns["low"]?.push(Math.fround(Math.min(open, close) * 0.99));
    columns["volume"]?.push(100_000 + below(9_000_000));
    last = Math.max(5, close);
  }
  const paid = times.filter((_, at) => at % 63 === 5);
  const meta = {
    symbol: "SYMBOL",
    currency: "USD",
    exchangeTimezoneName: "America/New_York",
    instrumentType: "EQUITY",
  };
  const events = { dividends: Object.fromEntries(paid.map((date) => [date, { amount: 0.05, date }])) };
  const result = [{ meta, timestamp: times, events, indicators: { quote: [columns] } }];
  return JSON.stringify({ chart: { result, error: null } });
}
