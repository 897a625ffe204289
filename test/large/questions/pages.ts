/** The most expensive requests of the pages for people, their feeds, pictures and files. */
import { BUSIEST_MEMBER, BUSIEST_SYMBOL } from "../large-trades.ts";
import {
  type CreateRequests,
  type ExpensiveRequest,
  FEW_LETTERS,
  MANY_MEMBERS,
  MANY_SYMBOLS,
  TRADE_QUERIES,
} from "./question.ts";

const words = encodeURIComponent(FEW_LETTERS);

const createFeedRequests =
  (ending: string): CreateRequests =>
  () => [
    { path: (n) => `/trades.${ending}?q=${words}&sort=reporting_gap&min_amount=${n}` },
    { path: (n) => `/trades.${ending}?group=trade&politician_id=${MANY_MEMBERS}&min_amount=${n}` },
  ];
const createMemberFeedRequests =
  (ending: string): CreateRequests =>
  () => [{ path: (n) => `/politicians/${BUSIEST_MEMBER}.${ending}?sort=amount&min_amount=${n}` }];
const createTickerFeedRequests =
  (ending: string): CreateRequests =>
  () => [{ path: (n) => `/tickers/${BUSIEST_SYMBOL}.${ending}?sort=amount&min_amount=${n}` }];
const createPlainRequests =
  (...paths: readonly string[]): CreateRequests =>
  () =>
    paths.map((path): ExpensiveRequest => ({ path }));

/** Forms and pages of the reviewer's session. */
const createReviewRequests =
  (path: (waiting: string) => string): CreateRequests =>
  ({ waiting, reviewCookie }) => [
    { path: path(waiting), headers: { cookie: reviewCookie, "sec-fetch-site": "same-origin" }, also: [303, 404] },
  ];
const createFormRequests =
  (
    path: (waiting: string) => string,
    form: Readonly<Record<string, string>>,
    also: readonly number[],
  ): CreateRequests =>
  ({ waiting, reviewCookie }) => [
    {
      path: path(waiting),
      headers: {
        cookie: reviewCookie,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(form).toString(),
      also,
    },
  ];

export const PAGE_REQUESTS: Readonly<Record<string, CreateRequests>> = {
  "GET /": () => [
    { path: "/" },
    ...TRADE_QUERIES.map((query): ExpensiveRequest => ({ path: (n) => `/?${query}&page=${2 + n}`, also: [308] })),
    { path: (n) => `/?page=${1900 - n}` },
    { path: (n) => `/?q=${words}&min_amount=${n}`, also: [308] },
    { path: (n) => `/?q=joe+california+${n}` },
  ],
  "GET /politicians": () => [
    { path: (n) => `/politicians?page=${1 + n}&sort=-last_trade` },
    { path: (n) => `/politicians?q=${words}&sort=-trades&page=${1 + n}`, also: [308] },
    { path: (n) => `/politicians?q=joe+california&district=${n}&office=in` },
  ],
  "GET /coverage": () => [{ path: "/coverage" }, { path: (n) => `/coverage?year=${2014 + n}` }],
  "GET /data": ({ versions }) => [
    { path: "/data" },
    { path: (n) => `/data?since=${(versions[n] ?? "").slice(0, 10)}` },
    { path: (n) => `/data?since=200${n}-01-01`, also: [400] },
  ],
  "GET /methodology": createPlainRequests("/methodology"),
  "GET /politicians/:id": () => [
    { path: `/politicians/${BUSIEST_MEMBER}` },
    { path: (n) => `/politicians/${BUSIEST_MEMBER}?q=${words}&sort=reporting_gap&page=${2 + n}`, also: [308] },
    { path: (n) => `/politicians/${BUSIEST_MEMBER}?traded_from=${2014 + n}-01-01&traded_to=${2014 + n}-12-31` },
    { path: (n) => `/politicians/${BUSIEST_MEMBER}?ticker=${MANY_SYMBOLS}&page=${1 + n}`, also: [308] },
  ],
  "GET /tickers/:symbol": () => [
    { path: (n) => `/tickers/${n === 0 ? BUSIEST_SYMBOL : `S${n}`}` },
    { path: (n) => `/tickers/${BUSIEST_SYMBOL}?q=${words}&sort=reporting_gap&page=${2 + n}`, also: [308] },
  ],
  "GET /industries": createPlainRequests("/industries"),
  "GET /industries/:code": () => [
    { path: (n) => `/industries/${["D", "I", "H"][n % 3]}?page=${1 + n}`, also: [308] },
    { path: (n) => `/industries/D?q=${words}&sort=reporting_gap&page=${2 + n}`, also: [308] },
  ],
  "GET /late": () => [
    { path: (n) => `/late?sort=worst&page=${1 + n}` },
    { path: (n) => `/late?chamber=house&year=${2015 + n}&sort=median` },
    { path: (n) => `/late?party=Democrat&sort=share&page=${1 + n}` },
  ],
  "GET /performance": () => [{ path: "/performance" }, { path: "/performance?anchor=skill&horizon=252&chamber=house" }],
  "GET /trades/:id": ({ supersededTrade, readTrade }) => [
    { path: `/trades/${supersededTrade}` },
    { path: `/trades/${readTrade}` },
  ],
  "GET /filings/:id": ({ longestFiling, waitingFiling }) => [
    { path: `/filings/${longestFiling}` },
    { path: (n) => `/filings/${longestFiling}?trades=${2 + n}` },
    { path: `/filings/${waitingFiling}` },
  ],
  "GET /og/site.png": createPlainRequests("/og/site.png"),
  "GET /og/politicians/:file": () => [{ path: (n) => `/og/politicians/M00000${n}.png` }],
  "GET /og/tickers/:file": () => [{ path: (n) => `/og/tickers/S${n}.png` }],
  "GET /og/trades/:file": ({ readTrade }) => [{ path: `/og/trades/${readTrade}.png` }],
  "GET /feeds/daily.atom": createPlainRequests("/feeds/daily.atom"),
  "GET /feeds/daily.rss": createPlainRequests("/feeds/daily.rss"),
  "GET /feeds/daily.feed.json": createPlainRequests("/feeds/daily.feed.json"),
  "GET /trades.atom": createFeedRequests("atom"),
  "GET /trades.rss": createFeedRequests("rss"),
  "GET /trades.feed.json": createFeedRequests("feed.json"),
  "GET /politicians/:id.atom": createMemberFeedRequests("atom"),
  "GET /politicians/:id.rss": createMemberFeedRequests("rss"),
  "GET /politicians/:id.feed.json": createMemberFeedRequests("feed.json"),
  "GET /tickers/:symbol.atom": createTickerFeedRequests("atom"),
  "GET /tickers/:symbol.rss": createTickerFeedRequests("rss"),
  "GET /tickers/:symbol.feed.json": createTickerFeedRequests("feed.json"),
  "GET /politicians/:id/trades-by-quarter.svg": createPlainRequests(
    `/politicians/${BUSIEST_MEMBER}/trades-by-quarter.svg`,
  ),
  "GET /politicians/:id/trades-by-quarter.png": createPlainRequests(
    `/politicians/${BUSIEST_MEMBER}/trades-by-quarter.png`,
  ),
  "GET /politicians/:id/trades-by-quarter.csv": createPlainRequests(
    `/politicians/${BUSIEST_MEMBER}/trades-by-quarter.csv`,
  ),
  "GET /tickers/:symbol/trades-by-quarter.svg": createPlainRequests(`/tickers/${BUSIEST_SYMBOL}/trades-by-quarter.svg`),
  "GET /tickers/:symbol/trades-by-quarter.png": createPlainRequests(`/tickers/${BUSIEST_SYMBOL}/trades-by-quarter.png`),
  "GET /tickers/:symbol/trades-by-quarter.csv": createPlainRequests(`/tickers/${BUSIEST_SYMBOL}/trades-by-quarter.csv`),
  "GET /tickers/:symbol/price.svg": createPlainRequests(`/tickers/${BUSIEST_SYMBOL}/price.svg`),
  "GET /tickers/:symbol/price.png": createPlainRequests(`/tickers/${BUSIEST_SYMBOL}/price.png`),
  "GET /tickers/:symbol/price.csv": createPlainRequests(`/tickers/${BUSIEST_SYMBOL}/price.csv`),
  "GET /llms.txt": createPlainRequests("/llms.txt"),
  "GET /robots.txt": createPlainRequests("/robots.txt"),
  "GET /sitemap.xml": createPlainRequests("/sitemap.xml"),
  "GET /sitemaps/:file": createPlainRequests(
    "/sitemaps/subjects.xml",
    "/sitemaps/trades-1.xml",
    "/sitemaps/trades-4.xml",
  ),
  "GET /openapi.json": createPlainRequests("/openapi.json"),
  "GET /data/latest.json": createPlainRequests("/data/latest.json"),
  "GET /data/:version/:file": ({ newest, dataFiles }) =>
    dataFiles.flatMap((name): ExpensiveRequest[] => [
      { path: `/data/${newest}/${name}` },
      { path: `/data/${newest}/${name}`, headers: { Range: "bytes=100-100000" }, also: [416] },
    ]),
  "GET /compat/house-stock-watcher/all_transactions.json": createPlainRequests(
    "/compat/house-stock-watcher/all_transactions.json",
  ),
  "GET /compat/house-stock-watcher/data/all_transactions.json": createPlainRequests(
    "/compat/house-stock-watcher/data/all_transactions.json",
  ),
  "GET /compat/senate-stock-watcher/all_transactions.json": createPlainRequests(
    "/compat/senate-stock-watcher/all_transactions.json",
  ),
  "GET /compat/senate-stock-watcher/aggregate/all_transactions.json": createPlainRequests(
    "/compat/senate-stock-watcher/aggregate/all_transactions.json",
  ),
  "GET /evidence/:file": ({ readTrade }) => [
    { path: `/evidence/${readTrade}.png` },
    { path: `/evidence/${readTrade}.json` },
  ],
  "GET /health/live": createPlainRequests("/health/live"),
  "GET /health/ready": createPlainRequests("/health/ready"),
  "GET /metrics": createPlainRequests("/metrics"),
  "GET /review": createReviewRequests(() => "/review?kind=filing"),
  "GET /review/login": createReviewRequests(() => "/review/login"),
  "POST /review/login": createFormRequests(() => "/review/login", { key: "ctd_live_nothing" }, [403, 429]),
  "POST /review/logout": createFormRequests(() => "/review/logout", { token: "none" }, [403]),
  "GET /review/items/:id": createReviewRequests((waiting) => `/review/items/${waiting}`),
  "GET /review/items/:id/:page": createReviewRequests((waiting) => `/review/items/${waiting}/p1`),
  "POST /review/items/:id": createFormRequests(
    (waiting) => `/review/items/${waiting}`,
    { decide: "more_rows", rows: "100" },
    [403, 404, 422],
  ),
  "POST /review/items/:id/:page": createFormRequests(
    (waiting) => `/review/items/${waiting}/p1`,
    { decide: "more_rows", rows: "100" },
    [403, 404, 422],
  ),
  "GET /review/identities": createReviewRequests(() => "/review/identities"),
  "POST /review/identities": createFormRequests(
    () => "/review/identities",
    { decide: "merge", from: "none", to: "none" },
    [403],
  ),
  "GET /review/pictures/:id": createReviewRequests((waiting) => `/review/pictures/${waiting}`),
  "GET /review/pictures/:id/:page": createReviewRequests((waiting) => `/review/pictures/${waiting}/p1`),
};
