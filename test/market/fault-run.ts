/** The API over real providers behind a fault proxy, asked again and again while they misbehave in one way. */
import type { DailyPrice } from "../upstream/material.ts";
import { Registry } from "prom-client";
import { canonicalSymbol, type CanonicalSymbol } from "../../src/domain/symbol.ts";
import { createLogger } from "../../src/log.ts";
import type { MarketProvider } from "../../src/market/market.ts";
import { createNasdaq } from "../../src/market/nasdaq.ts";
import { createMarket, type MarketService } from "../../src/market/service.ts";
import { createYahoo } from "../../src/market/yahoo.ts";
import { packBars } from "../../src/store/packed-bars.ts";
import type { MarketTable, StoredBars, StoredQuote } from "../../src/store/store.ts";
import { HISTORY, QUOTE, type Service, startService } from "../contract/service.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import type { Fault } from "./fault-kinds.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";

const TODAY = new Date("2026-11-20T12:00:00Z");
const QUOTES = "/api/v1/market-data/public/quotes?symbols=";
const NUMBERS = ["price", "change", "change_percent", "volume", "market_cap", "pe_ratio", "week_52_high", "week_52_low"] as const;

export interface FaultTally {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests that reached the stand-ins, by site. */
  readonly asked: Readonly<Record<string, number>>;
  /** Sentences, each about one answer that must not be. */
  readonly wrong: readonly string[];
}

export interface FaultRun {
  readonly symbols: readonly string[];
  readonly proxy: FaultProxy;
  /** A market of its own, with nothing kept, on a clock that can be set. */
  market(): { readonly market: MarketService; readonly clock: { now: Date } };
  /** `times` requests while one kind of fault is on: first of Yahoo alone, then of all providers; half an hour apart. */
  underFault(fault: Fault, times: number): Promise<FaultTally>;
  stop(): Promise<void>;
}

export function memoryTable(): MarketTable {
  const bars = new Map<string, StoredBars>();
  const quotes = new Map<string, StoredQuote>();
  return {
    readBars: async (symbol) => bars.get(symbol),
    readPackedBars: async (symbol) => {
      const stored = bars.get(symbol);
      return stored && { ...stored, packed: packBars(stored.bars) };
    },
    writeBars: async (symbol, stored) => void bars.set(symbol, stored),
    readQuote: async (symbol) => quotes.get(symbol),
    writeQuote: async (symbol, stored) => void quotes.set(symbol, stored),
  };
}

/** @param slowMs how long the providers are waited for; a slow answer takes longer. */
export async function startFaultRun(slowMs: number): Promise<FaultRun> {
  const material = fictionalMaterial({ today: TODAY });
  const upstream = await startUpstream({ material, port: 0 });
  const symbols = material.symbols.slice(0, 12);
  const other = (path: string) =>
    path.replace(/ZZ[A-Z]+/g, (symbol) => symbols[(symbols.indexOf(symbol) + 1) % symbols.length] ?? symbol);
  const proxy = await startFaultProxy({ url: upstream.url, swap: other, slowMs: 4 * slowMs });

  function open() {
    const clock = { now: TODAY };
    const options = { contact: null, log: createLogger("silent"), clock: () => clock.now, timeoutMs: slowMs, maxBytes: 2_000_000 };
    const providers: readonly MarketProvider[] = [
      createYahoo({ ...options, baseUrl: `${proxy.url}/yahoo` }),
      createNasdaq({ ...options, baseUrl: `${proxy.url}/nasdaq` }),
    ];
    const listed = new Set<string>(material.symbols);
    const market = createMarket({
      providers,
      store: memoryTable(),
      knows: (symbol) => listed.has(symbol),
      nameOf: () => null,
      log: createLogger("silent"),
      clock: () => clock.now,
      deadlineMs: 8 * slowMs,
    });
    return { market, clock };
  }

  const truth = await truthOf(symbols, material.prices.security, open, proxy);

  async function asks(service: Service, clock: { now: Date }, times: number, tally: Tally): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const symbol = symbols[time % symbols.length] ?? "";
      const next = symbols[(time + 3) % symbols.length] ?? "";
      const path = [
        `${QUOTE}/${symbol}`,
        `${HISTORY}/${symbol}?period=5y`,
        `${QUOTES}${symbol},${next},ZZNONE`,
        `${HISTORY}/${symbol}?period=1y&interval=1d`,
      ][time % 4] ?? "";
      const { status, text } = await service.ask(path);
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      tally.wrong.push(...faultsOf(path, status, text, truth));
      clock.now = new Date(clock.now.getTime() + 30 * 60_000);
    }
  }

  return {
    symbols,
    proxy,
    market: open,
    async underFault(fault, times) {
      const tally: Tally = { statuses: {}, wrong: [] };
      proxy.taken();
      for (const sites of [/^yahoo$/, /./]) {
        const { market, clock } = open();
        await using service = await startService({ market, registry: new Registry() });
        proxy.spoil(fault, sites);
        await asks(service, clock, times >> 1, tally);
        proxy.spoil(null);
        clock.now = new Date(clock.now.getTime() + 7 * 3_600_000);
        const back = await service.ask(`${QUOTE}/${symbols[0]}`);
        const isStale = back.headers["x-data-stale"] !== undefined;
        if (back.status !== 200 || isStale) tally.wrong.push(`not back afterwards: ${back.status}${isStale ? ", stale" : ""}`);
      }
      return { ...tally, asked: proxy.taken() };
    },
    async stop() {
      await proxy.stop();
      await upstream.stop();
    },
  };
}

interface Tally {
  readonly statuses: Record<string, number>;
  readonly wrong: string[];
}

interface Truth {
  readonly bars: ReadonlyMap<string, DailyPrice>;
  /** What a provider in order tells of each number of a quote, and what the bars say. */
  readonly quote: Readonly<Record<string, ReadonlySet<number>>>;
}

async function truthOf(
  symbols: readonly string[],
  security: (symbol: string) => Promise<{ readonly prices: readonly DailyPrice[] } | null>,
  open: () => { readonly market: MarketService; readonly clock: { now: Date } },
  proxy: FaultProxy,
): Promise<ReadonlyMap<string, Truth>> {
  const truth = new Map<string, Truth>();
  for (const symbol of symbols) {
    const prices = (await security(symbol.replace(".", "-")))?.prices ?? [];
    const quote: Record<string, Set<number>> = Object.fromEntries(NUMBERS.map((name) => [name, new Set<number>()]));
    truth.set(symbol, { bars: new Map(prices.map((price) => [price.date, price])), quote });
  }
  // Each provider by itself, in order.
  for (const refused of [null, /^yahoo$/]) {
    const { market, clock } = open();
    await using service = await startService({ market, registry: new Registry() });
    proxy.spoil(refused && ((response) => void response.writeHead(500).end()), refused ?? /./);
    for (const symbol of symbols) {
      clock.now = new Date(clock.now.getTime() + 60_000);
      const { status, text } = await service.ask(`${QUOTE}/${symbol}`);
      if (status !== 200) throw new Error(`${symbol} has no quote although nothing is wrong: ${text}`);
      note(JSON.parse(text), truth.get(symbol));
      await service.ask(`${HISTORY}/${symbol}`);
      const bars = [...(truth.get(symbol)?.bars.values() ?? [])].slice(-2);
      const [before, last] = bars;
      if (before && last) noteBars(before, last, truth.get(symbol));
    }
  }
  proxy.spoil(null);
  return truth;
}

function note(quote: Record<string, unknown>, truth: Truth | undefined): void {
  for (const name of NUMBERS) {
    const value = quote[name];
    if (typeof value === "number") (truth?.quote[name] as Set<number>).add(value);
  }
}

/** The last close as a quote. */
function noteBars(before: DailyPrice, last: DailyPrice, truth: Truth | undefined): void {
  const change = last.close - before.close;
  note(
    {
      price: last.close,
      change: Number(change.toFixed(4)),
      change_percent: Number(((100 * change) / before.close).toFixed(2)),
      volume: last.volume,
    },
    truth,
  );
}

/** What is wrong with an answer: a status that must not be, or a number that no provider in order has told. */
function faultsOf(path: string, status: number, text: string, truth: ReadonlyMap<string, Truth>): string[] {
  if (status === 503) return [];
  if (status !== 200) return [`${path}: ${status} ${text.slice(0, 200)}`];
  if (/NaN|Infinity/.test(text)) return [`${path}: ${text.slice(0, 200)}`];
  const body = JSON.parse(text) as Record<string, unknown>;
  const quotes = "quotes" in body ? (body["quotes"] as Record<string, unknown>[]) : "price" in body ? [body] : [];
  return [
    ...quotes.flatMap((quote) => wrongNumbers(quote, truth.get(String(quote["symbol"]))).map((each) => `${path}: ${each}`)),
    ...("data" in body ? wrongBars(body["data"] as Bar[], truth.get(String(body["symbol"]))).map((each) => `${path}: ${each}`) : []),
  ];
}

type Bar = Pick<DailyPrice, "date" | "open" | "high" | "low" | "close" | "volume">;

function wrongNumbers(quote: Record<string, unknown>, truth: Truth | undefined): string[] {
  return NUMBERS.flatMap((name) => {
    const value = quote[name];
    if (value === null && name !== "price") return [];
    const told = [...(truth?.quote[name] ?? [])];
    const isTold = typeof value === "number" && told.some((each) => Math.abs(each - value) < 0.006);
    return isTold ? [] : [`${name} of ${String(quote["symbol"])} is ${String(value)}, not ${told.join(" or ")}`];
  });
}

function wrongBars(bars: readonly Bar[], truth: Truth | undefined): string[] {
  const wrong = bars.filter((bar) => {
    const told = truth?.bars.get(bar.date);
    return !told || (["open", "high", "low", "close", "volume"] as const).some((name) => told[name] !== bar[name]);
  });
  return wrong.slice(0, 3).map((bar) => `bar ${JSON.stringify(bar)}, not ${JSON.stringify(truth?.bars.get(bar.date))}`);
}

/** Ten thousand symbols that nobody has heard of. */
export function inventedSymbols(): readonly CanonicalSymbol[] {
  return Array.from({ length: 10_000 }, (_, n) => {
    const digits = String(n).padStart(4, "0");
    return canonicalSymbol(`Q${[...digits].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("")}`) as CanonicalSymbol;
  });
}
