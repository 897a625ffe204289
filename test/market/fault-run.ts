/** Runs the API with real providers behind a fault proxy, under repeated requests during one kind of fault. */
import type { DailyPrice } from "../../src/app/demo/sites/material.ts";
import { createLogger } from "../../src/base/log.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../../src/domain/symbol.ts";
import { createMarket, type MarketService } from "../../src/prices/create-market.ts";
import type { MarketProvider } from "../../src/prices/market.ts";
import { createInMemoryPriceTable } from "../../src/prices/prices-in-memory.ts";
import { createNasdaqProvider } from "../../src/prices/providers/nasdaq/nasdaq.ts";
import { createYahooProvider } from "../../src/prices/providers/yahoo/yahoo.ts";
import { createFakeClock, HISTORY, QUOTE, type Service, startService } from "../contract/service.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import type { Fault } from "./fault-kinds.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

const TODAY = new Date("2026-11-20T12:00:00Z");
const QUOTES = "/api/v1/market-data/public/quotes?symbols=";
const NUMBERS = [
  "price",
  "change",
  "change_percent",
  "volume",
  "market_cap",
  "pe_ratio",
  "week_52_high",
  "week_52_low",
] as const;

export interface FaultTally {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests that reached the stand-ins, by site. */
  readonly requests: Readonly<Record<string, number>>;
  /** A sentence for each wrong response. */
  readonly wrong: readonly string[];
}

export interface FaultRun {
  readonly symbols: readonly string[];
  readonly proxy: FaultProxy;
  readonly service: Service;
  /** Gives the API a new, empty market with a clock that can be set. */
  openMarket(patienceMs?: number): { readonly market: MarketService; readonly clock: { now: Date } };
  /** Sends `times` requests, half an hour apart, during one kind of fault: first of Yahoo alone, then of all providers. */
  runUnderFault(fault: Fault, times: number, isSlow: boolean): Promise<FaultTally>;
  stop(): Promise<void>;
}

/** Timeout of providers in milliseconds; a slow answer takes four times as long. */
const PATIENCE_MS = 2_000;
const SHORT_PATIENCE_MS = 150;

export async function startFaultRun(): Promise<FaultRun> {
  const material = fictionalMaterial({ today: TODAY });
  const upstream = await startUpstream({ material, port: 0 });
  const symbols = material.symbols.slice(0, 6);
  const listed = new Set<string>(material.symbols);
  const swapSymbol = (path: string) =>
    path.replace(/ZZ[A-Z]+/g, (symbol) => symbols[(symbols.indexOf(symbol) + 1) % symbols.length] ?? symbol);
  const proxy = await startFaultProxy({ url: upstream.url, swap: swapSymbol, slowMs: 4 * SHORT_PATIENCE_MS });

  // The API repeats a price for a second, so this clock advances by more whenever the market or its time changes.
  const time = createFakeClock();
  function createFreshMarket(patienceMs = PATIENCE_MS) {
    time.advance(1_001);
    const clock = { now: TODAY };
    const log = createLogger("silent");
    const options = {
      contact: null,
      log,
      getTime: () => clock.now,
      readElapsedMs: () => clock.now.getTime(),
      timeoutMs: patienceMs,
      maxBytes: 2_000_000,
    };
    const providers: readonly MarketProvider[] = [
      createYahooProvider({ ...options, baseUrl: `${proxy.url}/yahoo` }),
      createNasdaqProvider({ ...options, baseUrl: `${proxy.url}/nasdaq` }),
    ];
    const market = createMarket({
      providers,
      store: createInMemoryPriceTable().table,
      isListed: (symbol) => listed.has(symbol),
      getName: () => null,
      log,
      getTime: options.getTime,
      readElapsedMs: () => clock.now.getTime(),
      deadlineMs: 8 * patienceMs,
    });
    return { market, clock };
  }

  function advance(clock: { now: Date }, ms: number): void {
    clock.now = new Date(clock.now.getTime() + ms);
    time.advance(ms);
  }

  let { market: current } = createFreshMarket();
  const service = await startService({
    readMonotonicMs: time.readMonotonicMs,
    market: {
      getQuote: (symbol) => current.getQuote(symbol),
      getQuotes: (those) => current.getQuotes(those),
      getHistory: (symbol, period, interval) => current.getHistory(symbol, period, interval),
      readStoredHistory: (symbol, period, interval) => current.readStoredHistory(symbol, period, interval),
      readCloses: (symbol) => current.readCloses(symbol),
      isListed: (symbol) => current.isListed(symbol),
      countReuse: (about) => current.countReuse(about),
    },
  });
  const truth = new Map<string, Truth>();
  for (const symbol of symbols) {
    const prices = (await material.prices.findSecurity(symbol.replace(".", "-")))?.prices ?? [];
    truth.set(symbol, collectTruth(prices));
  }
  // Records the numbers that each healthy provider gives by itself.
  for (const refused of [/^$/, /^yahoo$/]) {
    const { market, clock } = createFreshMarket();
    current = market;
    proxy.spoil((response) => void response.writeHead(500).end(), refused);
    for (const symbol of symbols) {
      advance(clock, 60_000);
      const { status, text } = await service.ask(`${QUOTE}/${symbol}`);
      if (status !== 200) throw new Error(`${symbol} has no quote although nothing is wrong: ${text}`);
      addNumbers(JSON.parse(text), truth.get(symbol));
    }
  }
  proxy.spoil(null);

  async function ask(path: string, tally: Tally): Promise<void> {
    const { status, text } = await service.ask(path);
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    tally.wrong.push(...findFaults(status, text, truth).map((wrong) => `${path}: ${wrong}`));
  }

  /** Returns whether a fresh price is served again at one of three requests, each seven hours later. */
  async function hasRecovered(clock: { now: Date }): Promise<boolean> {
    for (let time = 0; time < 3; time += 1) {
      advance(clock, 7 * 3_600_000);
      const { status, headers } = await service.ask(`${QUOTE}/${symbols[0]}`);
      if (status === 200 && headers["x-data-stale"] === undefined) return true;
    }
    return false;
  }

  return {
    symbols,
    proxy,
    service,
    openMarket(patienceMs) {
      const opened = createFreshMarket(patienceMs);
      current = opened.market;
      return opened;
    },
    async runUnderFault(fault, times, isSlow) {
      const tally: Tally = { statuses: {}, wrong: [] };
      proxy.takeCounts();
      for (const sites of [/^yahoo$/, /./]) {
        const { market, clock } = createFreshMarket(isSlow ? SHORT_PATIENCE_MS : PATIENCE_MS);
        current = market;
        proxy.spoil(fault, sites);
        for (let time = 0; time < times >> 1; time += 1) {
          await ask(pickPath(time, symbols), tally);
          advance(clock, 30 * 60_000);
        }
        proxy.spoil(null);
        if (!(await hasRecovered(clock))) tally.wrong.push("prices do not recover afterward");
      }
      return { ...tally, requests: proxy.takeCounts() };
    },
    async stop() {
      await service.close();
      await proxy.stop();
      await upstream.stop();
    },
  };
}

function pickPath(time: number, symbols: readonly string[]): string {
  const symbol = symbols[time % symbols.length] ?? "";
  const next = symbols[(time + 3) % symbols.length] ?? "";
  const paths = [
    `${QUOTE}/${symbol}`,
    `${HISTORY}/${symbol}?period=5y`,
    `${QUOTES}${symbol},${next},ZZNONE`,
    `${HISTORY}/${symbol}?period=1y&interval=1d`,
  ];
  return paths[time % paths.length] ?? "";
}

interface Tally {
  readonly statuses: Record<string, number>;
  readonly wrong: string[];
}

interface Truth {
  readonly bars: ReadonlyMap<string, DailyPrice>;
  /** Numbers of a working provider's quotes, and of the bars. */
  readonly quote: Readonly<Record<string, Set<number>>>;
}

/** Collects the bars, and the numbers of the last close as those of a quote. */
function collectTruth(prices: readonly DailyPrice[]): Truth {
  const quote = Object.fromEntries(NUMBERS.map((name) => [name, new Set<number>()]));
  const truth = { bars: new Map(prices.map((price) => [price.date, price])), quote };
  const [before, last] = prices.slice(-2);
  if (before === undefined || last === undefined) return truth;
  const change = last.close - before.close;
  const percent = (100 * change) / before.close;
  addNumbers({ price: last.close, change, change_percent: percent, volume: last.volume }, truth);
  return truth;
}

function addNumbers(quote: Record<string, unknown>, truth: Truth | undefined): void {
  for (const name of NUMBERS) {
    const value = quote[name];
    if (typeof value === "number") truth?.quote[name]?.add(value);
  }
}

/** Faults of a response: a wrong status, or a number that no healthy provider gave. */
function findFaults(status: number, text: string, truth: ReadonlyMap<string, Truth>): string[] {
  if (status === 503) return [];
  if (status !== 200) return [`${status} ${text.slice(0, 200)}`];
  const { quotes, data, symbol, ...quote } = JSON.parse(text) as ApiAnswer;
  if (data !== undefined) return findWrongBars(data, truth.get(String(symbol)));
  return (quotes ?? [{ symbol, ...quote }]).flatMap((each) =>
    findWrongNumbers(each, truth.get(String(each["symbol"]))),
  );
}

/** A quote, several, or a history. */
interface ApiAnswer extends Readonly<Record<string, unknown>> {
  readonly quotes?: readonly Readonly<Record<string, unknown>>[];
  readonly data?: readonly Bar[];
}

type Bar = Pick<DailyPrice, "date" | "open" | "high" | "low" | "close" | "volume">;

function findWrongNumbers(quote: Readonly<Record<string, unknown>>, truth: Truth | undefined): string[] {
  // A close of an earlier day is correct at its own time.
  const days = [...(truth?.bars.values() ?? [])].filter(({ date }) => date <= String(quote["timestamp"]).slice(0, 10));
  const earlier = truth && collectTruth(days);
  return NUMBERS.flatMap((name) => {
    const value = quote[name];
    if (value === null && name !== "price") return [];
    const expected = [...(truth?.quote[name] ?? []), ...(earlier?.quote[name] ?? [])];
    const isExpected = typeof value === "number" && expected.some((each) => Math.abs(each - value) < 0.006);
    return isExpected
      ? []
      : [`${name} of ${String(quote["symbol"])} is ${String(value)}, not ${expected.join(" or ")}`];
  });
}

function findWrongBars(bars: readonly Bar[], truth: Truth | undefined): string[] {
  const wrong = bars.filter((bar) => {
    const expected = truth?.bars.get(bar.date);
    return (
      !expected || (["open", "high", "low", "close", "volume"] as const).some((name) => expected[name] !== bar[name])
    );
  });
  return wrong.slice(0, 3).map((bar) => `bar ${JSON.stringify(bar)}, not ${JSON.stringify(truth?.bars.get(bar.date))}`);
}

/** Ten thousand unknown symbols. */
export function createUnknownSymbols(): readonly CanonicalSymbol[] {
  return Array.from({ length: 10_000 }, (_, n) => {
    const digits = String(n).padStart(4, "0");
    return toCanonicalSymbol(`Q${[...digits].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("")}`) as CanonicalSymbol;
  });
}
