/** The route table: every endpoint under the base, one line each. */
import type { Datasets } from "../dataset/dataset.ts";
import type { Market } from "../market/market.ts";
import { account } from "./account.ts";
import { coverage } from "./coverage.ts";
import { filing, filingDocument, type Ledger } from "./filing.ts";
import { filings } from "./filings.ts";
import { historical } from "./historical.ts";
import { politician } from "./politician.ts";
import { politicians } from "./politicians.ts";
import { quote, quotes } from "./quote.ts";
import { recentTrades } from "./recent-trades.ts";
import type { Route } from "./route.ts";
import { API_PREFIX } from "./target.ts";
import { ticker, tickers } from "./tickers.ts";
import { type TradeRecords, trade } from "./trade.ts";
import { politicianTrades, trades } from "./trades.ts";

export function routeTable(
  datasets: Datasets,
  records: TradeRecords,
  ledger: Ledger,
  market: Market,
  baseUrl: string,
): readonly Route[] {
  return [
    recentTrades(datasets, baseUrl),
    trades(datasets, baseUrl),
    trade(datasets, records),
    politicians(datasets, baseUrl),
    politician(datasets, baseUrl),
    politicianTrades(datasets, baseUrl),
    tickers(datasets, baseUrl),
    ticker(datasets),
    coverage(ledger.coverage, baseUrl),
    filings(ledger, baseUrl),
    filing(datasets, ledger, baseUrl),
    filingDocument(ledger),
    quote(market),
    quotes(market),
    historical(market),
    account(),
  ];
}

/** What a path may be asked with; null when there is no such path. */
export type MethodsOf = (path: string) => readonly string[] | null;

/** `outside`: exact paths beside the base, and with a final `/*` all below them. */
export function methodsOf(routes: readonly Route[], outside: readonly string[]): MethodsOf {
  const read = ["GET", "HEAD", "OPTIONS"];
  const methods = new Map<string, string[]>(outside.map((path) => [path, ["GET"]]));
  for (const { path, aliases, method } of routes) {
    for (const each of [path, ...aliases]) {
      const full = API_PREFIX + each;
      methods.set(full, [...(methods.get(full) ?? []), method]);
    }
  }
  const patterns = [...methods].map(([path, those]) => ({
    pattern: pattern(path),
    methods: ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"].filter(
      (method) => method === "OPTIONS" || those.includes(method === "HEAD" ? "GET" : method),
    ),
  }));
  return (path) => {
    if (path === "*") return read;
    return patterns.find((each) => each.pattern.test(path))?.methods ?? null;
  };
}

function pattern(path: string): RegExp {
  const literal = path.replace(/[.+?()[\]{}|^$\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\/\*$/, "/.*").replace(/:\w+/g, "[^/]+")}$`);
}
