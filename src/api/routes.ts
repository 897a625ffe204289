/** The route table: every public endpoint below the base URL, one line each. */
import type { Route } from "../http/route.ts";
import type { Market } from "../prices/market.ts";
import type { Returns } from "../prices/returns/returns.ts";
import type { Datasets } from "../publication/dataset/dataset.ts";
import type { Past } from "./disclosures/as-of.ts";
import { createChangesRoute } from "./disclosures/changes.ts";
import { createCoverageRoute } from "./disclosures/coverage.ts";
import { createDocumentRoute, createFilingRoute, type Ledger } from "./disclosures/filing.ts";
import { createFilingsRoute } from "./disclosures/filings.ts";
import { createIndustriesRoute } from "./disclosures/industries.ts";
import { createPoliticianRoute, createPoliticiansRoute } from "./disclosures/politicians.ts";
import { createTickerRoute, createTickersRoute } from "./disclosures/tickers.ts";
import { createTradeRoute, type TradeRecords } from "./disclosures/trade.ts";
import { createTradePricesRoute } from "./disclosures/trade-prices.ts";
import { createPoliticianTradesRoute, createRecentTradesRoute, createTradesRoute } from "./disclosures/trades.ts";
import { createHistoricalRoute } from "./market-data/historical.ts";
import { createQuoteRoute, createQuotesRoute } from "./market-data/quote.ts";
import { createPerformanceRoutes } from "./performance/performance.ts";
import { createPriceCoverageRoute } from "./performance/price-coverage.ts";
import { createAccountRoute } from "./premium/account.ts";

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

export function createRouteTable(parts: RouteParts): readonly Route[] {
  const { datasets, records, ledger, market, past, returns, baseUrl } = parts;
  return [
    createRecentTradesRoute(datasets, baseUrl),
    createTradesRoute(datasets, past, baseUrl),
    createTradePricesRoute(records, market),
    createTradeRoute(datasets, records, market, past, baseUrl),
    createPoliticiansRoute(datasets, baseUrl),
    createPoliticianRoute(datasets, past, baseUrl),
    createPoliticianTradesRoute(datasets, baseUrl),
    createTickersRoute(datasets, baseUrl),
    createTickerRoute(datasets),
    createIndustriesRoute(datasets, baseUrl),
    createChangesRoute(past, baseUrl),
    createCoverageRoute(ledger.getCoverage, past, baseUrl),
    createPriceCoverageRoute(datasets, returns),
    createFilingsRoute(ledger, baseUrl),
    createFilingRoute(datasets, ledger, baseUrl),
    createDocumentRoute(ledger),
    createQuoteRoute(market),
    createQuotesRoute(market),
    createHistoricalRoute(market),
    ...createPerformanceRoutes({ datasets, past, returns, baseUrl }),
    createAccountRoute(),
  ];
}
