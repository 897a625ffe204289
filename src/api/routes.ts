/** The route table: every endpoint under the base, one line each. */

import type { Route } from "../http/route.ts";
import type { Market } from "../prices/market.ts";
import type { Returns } from "../prices/returns/returns.ts";
import type { Datasets } from "../publication/dataset/dataset.ts";
import type { Past } from "./disclosures/as-of.ts";
import { changes } from "./disclosures/changes.ts";
import { coverage } from "./disclosures/coverage.ts";
import { filing, filingDocument, type Ledger } from "./disclosures/filing.ts";
import { filings } from "./disclosures/filings.ts";
import { industries } from "./disclosures/industries.ts";
import { politician, politicians } from "./disclosures/politicians.ts";
import { ticker, tickers } from "./disclosures/tickers.ts";
import { type TradeRecords, trade } from "./disclosures/trade.ts";
import { tradesPrices } from "./disclosures/trade-prices.ts";
import { politicianTrades, recentTrades, trades } from "./disclosures/trades.ts";
import { historical } from "./market-data/historical.ts";
import { quote, quotes } from "./market-data/quote.ts";
import { performanceRoutes } from "./performance/performance.ts";
import { priceCoverageRoute } from "./performance/price-coverage.ts";
import { account } from "./premium/account.ts";

/** What the endpoints need to answer requests. */
export interface RouteParts {
  readonly datasets: Datasets;
  readonly records: TradeRecords;
  readonly ledger: Ledger;
  readonly market: Market;
  readonly past: Past;
  readonly returns: Returns;
  /** Public address with the path prefix, `https://api.example/api/v1`; base for links. */
  readonly baseUrl: string;
}

export function routeTable(parts: RouteParts): readonly Route[] {
  const { datasets, records, ledger, market, past, returns, baseUrl } = parts;
  return [
    recentTrades(datasets, baseUrl),
    trades(datasets, past, baseUrl),
    tradesPrices(records, market),
    trade(datasets, records, market, past, baseUrl),
    politicians(datasets, baseUrl),
    politician(datasets, past, baseUrl),
    politicianTrades(datasets, baseUrl),
    tickers(datasets, baseUrl),
    ticker(datasets),
    industries(datasets, baseUrl),
    changes(past, baseUrl),
    coverage(ledger.coverage, past, baseUrl),
    priceCoverageRoute(datasets, returns),
    filings(ledger, baseUrl),
    filing(datasets, ledger, baseUrl),
    filingDocument(ledger),
    quote(market),
    quotes(market),
    historical(market),
    ...performanceRoutes({ datasets, past, returns, baseUrl }),
    account(),
  ];
}
