/**
 * Compares ten million daily bars packed in SQLite with one row per bar in PostgreSQL: `node bench/bars.ts [--bars N]` (default:
 * 8,000 symbols with 1,250 days; needs PostgreSQL's own programs, about 3 GB in the temporary folder and some minutes).
 *
 * The bars are generated and the same in every run: random walks with 2 to 6 decimals, like those of the providers. SQLite is
 * filled through the store, with one commit per symbol that waits for the disk; PostgreSQL is filled by COPY, in the order of its
 * primary key and without waiting for the disk. Response bodies are built cold: read from the database, resampled and written as
 * JSON with their ETag, for random symbols. Nothing is cached except by the databases and the operating system.
 */
import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { createLogger } from "../src/base/log.ts";
import type { Bar } from "../src/domain/bar.ts";
import { toBars } from "../src/domain/bar-columns.ts";
import { addDays, type IsoDate } from "../src/domain/dates.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../src/domain/symbol.ts";
import { buildHistory } from "../src/prices/keeper/series/history.ts";
import { openStore } from "../src/store/open.ts";
import { createRandomIntegers } from "../test/dataset/made-trades.ts";
import { startPostgres } from "../test/postgres.ts";

const DAYS = 1250;
const NEWEST = "2026-11-20" as IsoDate;
const DISK_RATIO = 0.3;
const READS = { packed: 3000, rows: 300 };
const log = createLogger("error");

const SINCE = `symbol = $1 and day > ((select max(day) from bars_by_day where symbol = $1) - $2::interval)::date`;
const QUERIES = {
  "1d": `select day::text as date, open, high, low, close, volume from bars_by_day where ${SINCE} order by day desc`,
  "1wk": `
    select date_trunc('week', day)::date::text as date, (array_agg(open order by day))[1] as open, max(high) as high,
      min(low) as low, (array_agg(close order by day desc))[1] as close, sum(volume)::bigint as volume
    from bars_by_day
    where symbol = $1 and date_trunc('week', day)::date >
      ((select max(day) from bars_by_day where symbol = $1) - $2::interval)::date
    group by 1 order by 1 desc`,
} as const;
const SPANS = { "5y": "60 months", "3mo": "3 months" } as const;

const { values } = parseArgs({ options: { bars: { type: "string", default: "10000000" } } });
const symbols = Array.from({ length: Math.max(1, Math.round(Number(values.bars) / DAYS)) }, (_, n) => buildSymbol(n));
const days = listTradingDays();
const postgres = await startPostgres();
if ("skipped" in postgres) throw new Error(postgres.skipped);
const folder = mkdtempSync(join(tmpdir(), "bench-bars-"));
const client = new pg.Client({ connectionString: postgres.url });
try {
  await client.connect();
  await measure(client, postgres.url);
} finally {
  await client.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(client: pg.Client, url: string): Promise<void> {
  const count = symbols.length * DAYS;
  console.log(`${count.toLocaleString()} bars: ${symbols.length.toLocaleString()} symbols of ${DAYS} days`);
  const making = await measureSeconds(async () => {
    for (const [n] of symbols.entries()) makeBars(n);
  });
  const load = async (name: string, fill: () => Promise<void>) => {
    const seconds = (await measureSeconds(fill)) - making;
    const rate = Math.round(count / seconds).toLocaleString();
    console.log(
      `load, ${name}: ${seconds.toFixed(1)} s, ${rate} bars per second (plus ${making.toFixed(1)} s to generate them)`,
    );
  };
  await load("packed in SQLite", fillSqlite);
  await load("one row per bar in PostgreSQL", () => fillPostgres(client, url));

  const packedBytes = statSync(join(folder, "congress-trades.sqlite")).size;
  const { rows } = await client.query<{ bytes: string }>("select pg_total_relation_size('bars_by_day') as bytes");
  const rowBytes = Number(rows[0]?.bytes);
  const ratio = packedBytes / rowBytes;
  const formatMb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB (${(bytes / count).toFixed(1)} bytes per bar)`;
  console.log(
    `disk: ${formatMb(packedBytes)} packed, ${formatMb(rowBytes)} as rows, ratio ${ratio.toFixed(3)}, ${ratio <= DISK_RATIO ? "within" : "NOT within"} ${DISK_RATIO}`,
  );

  const store = await openStore({ dataDir: folder, databaseUrl: null, dataNotice: null, log });
  await compare("5y", "1d");
  await compare("3mo", "1d");
  await compare("5y", "1wk");
  await store.close();

  async function compare(period: keyof typeof SPANS, interval: keyof typeof QUERIES) {
    const packed = await measureReads(READS.packed, async (symbol) => {
      const stored = await store.market.readPackedBars(symbol);
      const history = stored && buildHistory(stored.packed, period, interval);
      if (!history) throw new Error(`no bars of ${symbol}`);
      const body = { symbol, interval, period, data: toBars(history.bars), total_points: history.bars.count };
      return { body: Buffer.from(JSON.stringify(body)), tag: history.tag };
    });
    const byRow = await measureReads(READS.rows, (symbol) => buildBodyFromRows(client, symbol, period, interval));
    if (!packed.body.equals(byRow.body)) throw new Error(`bodies differ: ${packed.body} and ${byRow.body}`);
    const formatTimes = ({ p5Us, medianUs, p95Us }: Readings) =>
      `median ${medianUs.toFixed(1)} us (p5 ${p5Us.toFixed(1)}, p95 ${p95Us.toFixed(1)})`;
    console.log(
      `${period} ${interval}, ${(packed.body.length / 1000).toFixed(1)} kB: ${formatTimes(packed)}; PostgreSQL ${formatTimes(byRow)}: ${(byRow.medianUs / packed.medianUs).toFixed(0)} times as long`,
    );
  }
}

async function fillSqlite(): Promise<void> {
  const store = await openStore({ dataDir: folder, databaseUrl: null, dataNotice: null, log });
  for (const [n, symbol] of symbols.entries()) {
    const origin = { providers: ["yahoo"], adjustment: "splits" } as const;
    await store.market.writeBars(symbol, {
      bars: makeBars(n),
      refreshedAt: new Date(),
      companyName: null,
      origin,
      dividends: null,
    });
  }
  await store.close();
}

async function fillPostgres(client: pg.Client, url: string): Promise<void> {
  await client.query(`
    create table bars_by_day (
      symbol text not null, day date not null, open float8 not null, high float8 not null, low float8 not null,
      close float8 not null, volume bigint not null, primary key (symbol, day))`);
  const copy = spawn("psql", [url, "-q", "-c", "copy bars_by_day from stdin"], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(copy, "exit");
  for (const [n, symbol] of symbols.entries()) {
    const lines = makeBars(n).map((bar) =>
      [symbol, bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume].join("\t"),
    );
    if (!copy.stdin.write(`${lines.reverse().join("\n")}\n`)) await once(copy.stdin, "drain");
  }
  copy.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`psql ended with ${code}`);
  await client.query("vacuum analyze bars_by_day");
}

async function buildBodyFromRows(
  client: pg.Client,
  symbol: string,
  period: keyof typeof SPANS,
  interval: keyof typeof QUERIES,
) {
  const { rows } = await client.query<Record<keyof Bar, string | number>>({
    name: `${period} ${interval}`,
    text: QUERIES[interval],
    values: [symbol, SPANS[period]],
  });
  const data = rows.map((row) => ({ ...row, volume: Number(row.volume) }));
  const body = Buffer.from(JSON.stringify({ symbol, interval, period, data, total_points: data.length }));
  return { body, tag: hash("sha1", body, "base64url") };
}

interface Readings {
  /** 5th percentile in microseconds: reads that no other work on the machine slows down. */
  readonly p5Us: number;
  readonly medianUs: number;
  readonly p95Us: number;
  /** Body for the first symbol. */
  readonly body: Buffer;
}

async function measureReads(
  reads: number,
  read: (symbol: CanonicalSymbol) => Promise<{ readonly body: Buffer }>,
): Promise<Readings> {
  const below = createRandomIntegers(11);
  const times: number[] = [];
  for (let turn = 0; turn < reads; turn += 1) {
    const symbol = symbols[below(symbols.length)] as CanonicalSymbol;
    const start = performance.now();
    await read(symbol);
    times.push((performance.now() - start) * 1000);
  }
  times.sort((a, b) => a - b);
  const { body } = await read(symbols[0] as CanonicalSymbol);
  const getQuantile = (share: number) => times[Math.floor(reads * share)] ?? 0;
  return { p5Us: getQuantile(0.05), medianUs: getQuantile(0.5), p95Us: getQuantile(0.95), body };
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Builds symbol `n` of AAAA, AAAB, ..., in alphabetical order. */
function buildSymbol(n: number): CanonicalSymbol {
  const letters = Array.from({ length: 4 }, (_, place) =>
    String.fromCharCode(65 + (Math.floor(n / 26 ** (3 - place)) % 26)),
  );
  const symbol = toCanonicalSymbol(letters.join(""));
  if (symbol === null) throw new RangeError(`no symbol for ${n}`);
  return symbol;
}

/** Lists weekdays, newest first. */
function listTradingDays(): readonly IsoDate[] {
  const found: IsoDate[] = [];
  for (let day = NEWEST; found.length < DAYS; day = addDays(day, -1)) {
    if (new Date(day).getUTCDay() % 6 !== 0) found.push(day);
  }
  return found;
}

/**
 * Creates a symbol's bars, newest first. Of ten symbols, six have 2 decimals, three have 3 or 4, and one has 6, as split-adjusted
 * series do.
 */
function makeBars(n: number): readonly Bar[] {
  const below = createRandomIntegers(n + 1);
  const decimals = [2, 2, 2, 2, 2, 2, 3, 4, 4, 6][n % 10] ?? 2;
  const scale = 10 ** decimals;
  const roundPrice = (value: number) => Math.max(1, Math.round(value * scale)) / scale;
  const moveValue = (value: number, thousandths: number) =>
    value * (1 + (below(2 * thousandths + 1) - thousandths) / 1000);
  const usual = 10 ** (4 + below(4)) * (1 + below(9));
  let last = 5 + below(500);
  return days.map((date) => {
    const close = roundPrice(moveValue(last, 5));
    const open = roundPrice(moveValue(close, 20));
    const high = roundPrice(Math.max(open, close) * (1 + below(15) / 1000));
    const low = roundPrice(Math.min(open, close) * (1 - below(15) / 1000));
    last = open;
    return { date, open, high, low, close, volume: Math.round(usual * (0.5 + below(1000) / 700)) };
  });
}
