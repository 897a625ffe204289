/** Assembles all pages and files of the site. */
import type { Ledger } from "../api/disclosures/filing.ts";
import type { TradeRecords } from "../api/disclosures/trade.ts";
import type { ProblemPage } from "../http/api-context.ts";
import type { Problem } from "../http/problems.ts";
import type { FormPage, Route, SitePage } from "../http/route.ts";
import type { Market } from "../prices/market.ts";
import type { Datasets } from "../publication/dataset/dataset.ts";
import { loadAssets } from "./assets.ts";
import { createChartFiles } from "./charts/chart-files.ts";
import { createPoliticiansCsvRoute } from "./csv/politicians-csv.ts";
import { createTradesCsvRoute } from "./csv/trades-csv.ts";
import { createDailyFeeds } from "./feeds/daily-feeds.ts";
import { createFeedFiles } from "./feeds/feed-files.ts";
import { createLinks } from "./links.ts";
import { createLlmsFile } from "./llms.ts";
import type { WebFile, WebPage } from "./page.ts";
import type { PageParts } from "./page-parts.ts";
import { PageServer } from "./page-server.ts";
import { createDataPage } from "./pages/about-data/data.ts";
import { createCoveragePage } from "./pages/coverage/coverage.ts";
import { createFilingPage } from "./pages/filing/filing.ts";
import { createIndustriesPage } from "./pages/industry/industries.ts";
import { createIndustryPage } from "./pages/industry/industry.ts";
import { createLatePage } from "./pages/late/late.ts";
import { createLatestTradesPage } from "./pages/latest-trades/latest-trades.ts";
import { createMethodologyPage } from "./pages/methodology/methodology.ts";
import { createPerformancePage } from "./pages/performance/performance.ts";
import { createPoliticianPage } from "./pages/politician/politician.ts";
import { createPoliticiansPage } from "./pages/politicians.ts";
import { createTickerPage } from "./pages/ticker/ticker.ts";
import { createTradePage } from "./pages/trade/trade.ts";
import { createPictures } from "./pictures/cards.ts";
import { createIconFiles } from "./pictures/icons.ts";
import { createPriceHistories } from "./price-histories.ts";
import { renderProblemPage } from "./problem-page.ts";
import { createRecords } from "./records.ts";
import { createReviewPages, type ReviewServices } from "./review/review-pages.ts";
import { type ImportState, SiteState } from "./site-state.ts";
import { createSearchEngineFiles } from "./sitemap.ts";

interface SiteParts extends Pick<PageParts, "returns" | "listVersions" | "getDataFiles"> {
  readonly datasets: Datasets;
  readonly ledger: Ledger;
  readonly records: TradeRecords;
  readonly market: Pick<Market, "getHistory" | "readStoredHistory" | "readCloses" | "isListed">;
  /** Base URL of the API, `https://example.org/api/v1`: the pages are below `https://example.org`. */
  readonly baseUrl: string;
  readonly dataNotice: string | null;
  /** Keeps the pages out of search engines. */
  readonly noIndex: boolean;
  /** Share of processor time that rendering uncached pages for one caller may take, above 0 and up to 1. */
  readonly renderShare: number;
  readonly getImportState: () => ImportState;
  /** The review functions and keys; null if review is off. */
  readonly reviewing: ReviewServices | null;
  readonly readMonotonicMs: () => number;
  /** Milliseconds of Unix time. */
  readonly readWallClockMs: () => number;
}

export interface Site {
  /** Routes of the CSV files, which count toward the API's rate limits. */
  readonly routes: readonly Route[];
  readonly pages: readonly SitePage[];
  readonly forms: readonly FormPage[];
  readonly renderProblemPage: (problem: Problem) => ProblemPage;
}

export function openSite(parts: SiteParts): Site {
  const { datasets, ledger, dataNotice, getImportState, readMonotonicMs } = parts;
  const now = () => new Date(parts.readWallClockMs());
  const links = createLinks(parts.baseUrl);
  const assets = loadAssets();
  const state = new SiteState({
    datasets,
    getCoverage: ledger.getCoverage,
    dataNotice,
    getImportState,
    getDataFiles: parts.getDataFiles,
    now,
  });
  const frame = { links, assets, state };
  const server = new PageServer({ frame, datasets, readMonotonicMs, now, renderShare: parts.renderShare });
  const records = createRecords(parts.records, ledger);
  const prices = createPriceHistories(parts.market, now);
  const pages: readonly WebPage[] = [
    createLatestTradesPage({ links, state, records, returns: parts.returns }),
    createPoliticiansPage({ links }),
    createCoveragePage({ links, records, state }),
    createDataPage({ ...parts, links, records, state }),
    createMethodologyPage({ links, state }),
    createPoliticianPage({ links, state, records, returns: parts.returns }),
    createTickerPage({ links, state, prices, returns: parts.returns }),
    createPerformancePage({ links, returns: parts.returns }),
    createIndustriesPage({ links }),
    createIndustryPage({ links, state }),
    createLatePage({ links, state }),
    createTradePage({ links, records, market: parts.market }),
    createFilingPage({ links, records }),
  ];
  const paths = pages.map(({ path }) => path).filter((path) => !path.includes(":"));
  const files: readonly WebFile[] = [
    ...createIconFiles(),
    ...createPictures({ records, dataNotice }),
    ...createChartFiles({ links, prices, dataNotice }),
    ...createFeedFiles({ links, dataNotice }),
    ...createDailyFeeds({ links, dataNotice, records, now }),
    createLlmsFile(links, dataNotice),
    ...createSearchEngineFiles({ links, paths, noIndex: parts.noIndex }),
  ];
  return {
    routes: [createTradesCsvRoute(datasets, links), createPoliticiansCsvRoute(datasets, links)],
    pages: [
      ...pages.map((page) => server.createPageRoute(page)),
      ...files.map((file) => server.createFileRoute(file)),
      ...assets.pages,
    ],
    forms: parts.reviewing === null ? [] : createReviewPages({ ...parts.reviewing, frame, readMonotonicMs, now }),
    renderProblemPage: (problem) => renderProblemPage(frame, problem),
  };
}
