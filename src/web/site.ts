/** The table of pages, one line per page, with their dependencies. */

import type { Ledger } from "../api/disclosures/filing.ts";
import type { TradeRecords } from "../api/disclosures/trade.ts";
import type { ProblemPage } from "../http/api-context.ts";
import type { Problem } from "../http/problems.ts";
import type { FormPage, Route, SitePage } from "../http/route.ts";
import type { Market } from "../prices/market.ts";
import type { Returns } from "../prices/returns/returns.ts";
import type { Datasets } from "../publication/dataset/dataset.ts";
import type { DataManifest } from "../publication/export/data-files/data-files.ts";
import { loadAssets } from "./assets.ts";
import { chartFiles } from "./charts/chart-files.ts";
import { politiciansCsv } from "./csv/politicians-csv.ts";
import { tradesCsv } from "./csv/trades-csv.ts";
import { dailyFeeds } from "./feeds/daily-feeds.ts";
import { feedFiles } from "./feeds/feed-files.ts";
import { createLinks } from "./links.ts";
import { llmsFile } from "./llms.ts";
import type { WebFile, WebPage } from "./page.ts";
import { PageServer } from "./page-server.ts";
import { dataPage } from "./pages/about-data/data.ts";
import type { ArchivedVersion } from "./pages/about-data/versions.ts";
import { coveragePage } from "./pages/coverage/coverage.ts";
import { filingPage } from "./pages/filing/filing.ts";
import { industriesPage } from "./pages/industry/industries.ts";
import { industryPage } from "./pages/industry/industry.ts";
import { latePage } from "./pages/late/late.ts";
import { latestTradesPage } from "./pages/latest-trades/latest-trades.ts";
import { methodologyPage } from "./pages/methodology/methodology.ts";
import { performancePage } from "./pages/performance/performance.ts";
import { politicianPage } from "./pages/politician/politician.ts";
import { politiciansPage } from "./pages/politicians.ts";
import { tickerPage } from "./pages/ticker/ticker.ts";
import { tradePage } from "./pages/trade/trade.ts";
import { pictures } from "./pictures/cards.ts";
import { icons } from "./pictures/icons.ts";
import { openPriceHistories } from "./price-histories.ts";
import { problemPage } from "./problem-page.ts";
import { openRecords } from "./records.ts";
import { type Reviewing, reviewPages } from "./review/review-pages.ts";
import { type ImportState, SiteState } from "./site-state.ts";
import { searchEngineFiles } from "./sitemap.ts";

interface SiteParts {
  readonly datasets: Datasets;
  readonly ledger: Ledger;
  readonly records: TradeRecords;
  readonly market: Pick<Market, "history" | "storedHistory" | "closes" | "isListed">;
  readonly returns: Returns;
  /** Base URL of the API, `https://example.org/api/v1`: the pages are next to it. */
  readonly baseUrl: string;
  readonly dataNotice: string | null;
  /** Keeps the pages out of search engines. */
  readonly noIndex: boolean;
  /** Share of processor time that new pages of one caller may take, above 0 and up to 1. */
  readonly renderShare: number;
  readonly importing: () => ImportState;
  /** Null if review is off. */
  readonly reviewing: Reviewing | null;
  /** The latest archived versions, newest first. */
  readonly versions: (limit: number) => Promise<readonly ArchivedVersion[]>;
  /** The newest version's data files; undefined before the first build. */
  readonly dataFiles: () => DataManifest | undefined;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Milliseconds of Unix time. */
  readonly wallClock: () => number;
}

export interface Site {
  /** Files next to the pages, under the API's base and rate limits. */
  readonly routes: readonly Route[];
  readonly pages: readonly SitePage[];
  readonly forms: readonly FormPage[];
  readonly problemPage: (problem: Problem) => ProblemPage;
}

export function openSite(parts: SiteParts): Site {
  const { datasets, ledger, dataNotice, importing, clock } = parts;
  const now = () => new Date(parts.wallClock());
  const links = createLinks(parts.baseUrl);
  const assets = loadAssets();
  const state = new SiteState({
    datasets,
    coverage: ledger.coverage,
    dataNotice,
    importing,
    dataFiles: parts.dataFiles,
    now,
  });
  const frame = { links, assets, state };
  const server = new PageServer({ frame, datasets, clock, now, renderShare: parts.renderShare });
  const records = openRecords(parts.records, ledger);
  const prices = openPriceHistories(parts.market, now);
  const pages: readonly WebPage[] = [
    latestTradesPage({ links, state, records, returns: parts.returns }),
    politiciansPage({ links }),
    coveragePage({ links, records, state }),
    dataPage({ ...parts, links, records, state }),
    methodologyPage({ links, state }),
    politicianPage({ links, state, records, returns: parts.returns }),
    tickerPage({ links, state, prices, returns: parts.returns }),
    performancePage({ links, returns: parts.returns }),
    industriesPage({ links }),
    industryPage({ links, state }),
    latePage({ links, state }),
    tradePage({ links, records, market: parts.market }),
    filingPage({ links, records }),
  ];
  const paths = pages.map(({ path }) => path).filter((path) => !path.includes(":"));
  const files: readonly WebFile[] = [
    ...icons(),
    ...pictures({ records, dataNotice }),
    ...chartFiles({ links, prices, dataNotice }),
    ...feedFiles({ links, dataNotice }),
    ...dailyFeeds({ links, dataNotice, records, now }),
    llmsFile(links, dataNotice),
    ...searchEngineFiles({ links, paths, noIndex: parts.noIndex }),
  ];
  return {
    routes: [tradesCsv(datasets, links), politiciansCsv(datasets, links)],
    pages: [
      ...pages.map((page) => server.serve(page)),
      ...files.map((file) => server.serveFile(file)),
      ...assets.pages,
    ],
    forms: parts.reviewing === null ? [] : reviewPages({ ...parts.reviewing, frame, clock, now }),
    problemPage: (problem) => problemPage(frame, problem),
  };
}
