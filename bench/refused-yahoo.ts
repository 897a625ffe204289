/**
 * Measures first price histories on a network that Yahoo blocks:
 * `node bench/refused-yahoo.ts [--every SECONDS] [--together] [--tiingo]` (about 80 seconds).
 *
 * The stand-in answers 429 for Yahoo. Nasdaq answers at once and is requested at its real pace and within its real budget. 41
 * callers, 1.5 seconds apart by default, each request the history of a different symbol and then its quote, or both at once with
 * `--together`, while bars of 100 other symbols are prefetched. Nothing is stored before. With `--tiingo` the providers are
 * `tiingo,yahoo,nasdaq`, as with a Tiingo key.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { UnavailableError } from "../src/base/errors.ts";
import { createLogger } from "../src/base/log.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../src/domain/symbol.ts";
import { createMarket } from "../src/prices/create-market.ts";
import { prefetchPrices } from "../src/prices/prefetch/warming.ts";
import { createInMemoryPriceTable } from "../src/prices/prices-in-memory.ts";
import { createNasdaqProvider } from "../src/prices/providers/nasdaq/nasdaq.ts";
import { createTiingoProvider } from "../src/prices/providers/tiingo.ts";
import { createYahooProvider } from "../src/prices/providers/yahoo/yahoo.ts";
import { fictionalMaterial } from "../test/upstream/fictional/material.ts";
import { startUpstream } from "../test/upstream/server.ts";

const CALLERS = 41;
const AHEAD = 100;
/** Nasdaq's real delay between requests, which is not the default for a stand-in on this machine. */
const SPACING_MS = 1_000;

const { values } = parseArgs({
  options: {
    every: { type: "string", default: "1.5" },
    together: { type: "boolean", default: false },
    tiingo: { type: "boolean", default: false },
  },
});
const material = fictionalMaterial({ today: new Date() });
const model = await material.prices.findSecurity("ZZWID");
if (model === null) throw new Error("The fictional data has no ZZWID.");
const findSecurity = async (symbol: string) => (/^Y[A-Z]{3}$/.test(symbol) ? { ...model, symbol } : null);
const upstream = await startUpstream({
  material: { ...material, prices: { findSecurity } },
  port: 0,
  retryAfterSeconds: 3_600,
});
upstream.force(/^\/yahoo/, "too_many");

const log = createLogger("silent");
const getSiteUrl = (name: string) => ({ baseUrl: `${upstream.url}/${name}`, contact: null, log });
const market = createMarket({
  providers: [
    ...(values.tiingo ? [createTiingoProvider({ ...getSiteUrl("tiingo"), apiKey: "made-up-key" })] : []),
    createYahooProvider(getSiteUrl("yahoo")),
    createNasdaqProvider({ ...getSiteUrl("nasdaq"), spacingMs: SPACING_MS }),
  ],
  store: createInMemoryPriceTable().table,
  isListed: () => true,
  getName: () => null,
  log,
});

const ended = new AbortController();
const inventory = {
  readRefreshTimes: async () => new Map(),
  readFailures: async () => new Map(),
  clearFailure: async () => {},
  recordFailure: async () => {},
};
const ahead = prefetchPrices(
  generateSymbols("YW", AHEAD),
  "missing",
  { fill: market.prefetchBars, inventory, log },
  ended.signal,
);
await sleep(Number(values.every) * 1_000);

const seconds = { history: [] as number[], quote: [] as number[] };
const refused = { history: 0, quote: 0 };
const callers = generateSymbols("YC", CALLERS).map(async (symbol, at) => {
  await sleep(at * Number(values.every) * 1_000);
  const history = measure("history", () => market.getHistory(symbol, "5y", "1d"));
  if (!values.together) await history;
  await Promise.all([history, measure("quote", () => market.getQuote(symbol))]);
});
await Promise.all(callers);
ended.abort();
for (const what of ["history", "quote"] as const) {
  const waits = seconds[what].toSorted((a, b) => a - b);
  const median = waits[Math.floor(waits.length / 2)]?.toFixed(1) ?? "-";
  console.log(
    `${what}: ${waits.length} of ${CALLERS} answered, ${refused[what]} unavailable; median ${median} s, longest ${waits.at(-1)?.toFixed(1) ?? "-"} s`,
  );
}
const asked = upstream.listRequests().filter(({ path }) => path.startsWith("/nasdaq")).length;
console.log(`requests to Nasdaq: ${asked}`);
await ahead;
await upstream.stop();

async function measure(what: "history" | "quote", question: () => Promise<unknown>): Promise<void> {
  const from = performance.now();
  try {
    await question();
    seconds[what].push((performance.now() - from) / 1_000);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    refused[what] += 1;
  }
}

/** Generates symbols with four letters. */
function generateSymbols(start: string, count: number): readonly CanonicalSymbol[] {
  const getLetter = (at: number) => String.fromCharCode(65 + at);
  return Array.from({ length: count }, (_, at) =>
    toCanonicalSymbol(start + getLetter(Math.floor(at / 26)) + getLetter(at % 26)),
  ).filter((symbol) => symbol !== null);
}
