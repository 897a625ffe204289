/** The most expensive requests of the public endpoints. */
import { addDays } from "../../../src/domain/dates.ts";
import { buildTradeId } from "../../../src/domain/filing.ts";
import { QUOTES_AT_ONCE } from "../../../src/prices/market.ts";
import { day } from "../../store/made.ts";
import { BUSIEST_MEMBER, BUSIEST_SYMBOL } from "../large-trades.ts";
import {
  type CreateRequests,
  type ExpensiveRequest,
  FEW_LETTERS,
  MANY_MEMBERS,
  MANY_SYMBOLS,
  MANY_WORDS,
  MAX_SKIP,
  TRADE_QUERIES,
} from "./question.ts";

const API = "/api/v1";
const words = encodeURIComponent(FEW_LETTERS);

/** The queries of all trades without `sort`, which the recent list ignores. */
const RECENT_QUERIES = TRADE_QUERIES.map((query) => query.replace(/&sort=[^&]*/, ""));

const trades: CreateRequests = ({ newest, versions }) => [
  ...TRADE_QUERIES.map((query): ExpensiveRequest => ({ path: (n) => `${API}/trades?${query}&limit=100&skip=${n}` })),
  { path: (n) => `${API}/trades?limit=100&skip=${MAX_SKIP - n}&sort=amount` },
  // This is a past version once another is published, and is gone after some more.
  { path: (n) => `${API}/trades?version=${newest}&q=${words}&limit=100&skip=${n}`, also: [410] },
  { path: (n) => `${API}/trades?as_of=${versions[n]}&limit=100&skip=${n}` },
  { path: (n) => `${API}/trades?as_of=${versions[150 + n]}&limit=100&skip=40000&q=${words}&sort=reporting_gap` },
  { path: (n) => `${API}/trades?as_of=${versions[299 - n]}&limit=100&skip=${MAX_SKIP}` },
];

const politicians: CreateRequests = () => [
  { path: (n) => `${API}/politicians?limit=200&skip=${n}` },
  { path: (n) => `${API}/politicians?limit=200&chamber=senate&skip=${n}` },
  { path: (n) => `${API}/politicians?limit=200&q=${encodeURIComponent(MANY_WORDS)}&skip=${n}` },
  { path: (n) => `${API}/politicians?limit=200&q=${words}&in_office=true&skip=${n}` },
];

const tickers: CreateRequests = () => [
  { path: (n) => `${API}/tickers?limit=100&skip=${2900 - n}` },
  { path: (n) => `${API}/tickers?limit=100&skip=${n}` },
  { path: (n) => `${API}/tickers?industry=D,I,H&q=${words}&limit=100&skip=${n}` },
];

const industries: CreateRequests = () => [
  { path: (n) => `${API}/industries?limit=500&skip=${n}` },
  { path: (n) => `${API}/industries?division=D&limit=500&skip=${n}` },
];

export const PUBLIC_REQUESTS: Readonly<Record<string, CreateRequests>> = {
  "GET /api/v1": () => [{ path: API }],
  "GET /api/v1/": () => [{ path: `${API}/` }],
  "GET /api/v1/trades/recent/list": () => [
    { path: (n) => `${API}/trades/recent/list?limit=100&skip=${MAX_SKIP - n}` },
    { path: (n) => `${API}/trades/recent/list?limit=100&skip=${n}` },
    ...RECENT_QUERIES.map(
      (query): ExpensiveRequest => ({ path: (n) => `${API}/trades/recent/list?${query}&limit=100&skip=${n}` }),
    ),
  ],
  "GET /api/v1/trades": trades,
  "GET /api/v1/trades/": () => [{ path: (n) => `${API}/trades/?${TRADE_QUERIES[3]}&skip=${50_000 + n}` }],
  "GET /api/v1/trades/prices": ({ readTrade, longestFiling }) => [
    {
      path: `${API}/trades/prices?ids=${[readTrade, ...Array.from({ length: 99 }, (_, line) => buildTradeId(longestFiling, line + 1))].join(",")}`,
    },
  ],
  "GET /api/v1/trades/:id": ({ supersededTrade, readTrade, longestFiling, versions }) => [
    { path: `${API}/trades/${supersededTrade}` },
    { path: `${API}/trades/${readTrade}` },
    { path: (n) => `${API}/trades/${buildTradeId(longestFiling, 1)}?as_of=${versions[10 + n]}` },
  ],
  "GET /api/v1/politicians": politicians,
  "GET /api/v1/politicians/": () => [{ path: (n) => `${API}/politicians/?limit=200&party=Democrat&skip=${n}` }],
  "GET /api/v1/politicians/:id": ({ versions }) => [
    { path: `${API}/politicians/${BUSIEST_MEMBER}` },
    { path: (n) => `${API}/politicians/${BUSIEST_MEMBER}?as_of=${versions[20 + n]}` },
  ],
  "GET /api/v1/politicians/:id/performance": ({ versions }) => [
    { path: (n) => `${API}/politicians/${BUSIEST_MEMBER}/performance?limit=1000&skip=${n}` },
    { path: (n) => `${API}/politicians/${BUSIEST_MEMBER}/performance?as_of=${versions[40 + n]}&horizon=252` },
    { path: (n) => `${API}/politicians/${BUSIEST_MEMBER}/performance?traded_from=${2014 + n}-01-01&owner=self` },
    { path: (n) => `${API}/politicians/${BUSIEST_MEMBER}/performance?ticker=${MANY_SYMBOLS}&horizon=252&skip=${n}` },
  ],
  "GET /api/v1/tickers/:symbol/performance": () => [
    { path: (n) => `${API}/tickers/${BUSIEST_SYMBOL}/performance?limit=1000&skip=${n}` },
  ],
  "GET /api/v1/performance": ({ versions }) => [
    { path: (n) => `${API}/performance?limit=1000&skip=${n}` },
    { path: `${API}/performance?anchor=skill&horizon=252&format=csv` },
    { path: `${API}/performance?as_of=${versions[60]}&horizon=5` },
  ],
  "GET /api/v1/politicians/:id/trades": () => [
    { path: (n) => `${API}/politicians/${BUSIEST_MEMBER}/trades?sort=reporting_gap&q=${words}&limit=100&skip=${n}` },
    { path: (n) => `${API}/politicians/${BUSIEST_MEMBER}/trades?ticker=${MANY_SYMBOLS}&limit=100&skip=${n}` },
  ],
  "GET /api/v1/tickers": tickers,
  "GET /api/v1/tickers/": () => [{ path: (n) => `${API}/tickers/?limit=100&skip=${1500 + n}` }],
  "GET /api/v1/tickers/:symbol": () => [{ path: `${API}/tickers/${BUSIEST_SYMBOL}` }],
  "GET /api/v1/industries": industries,
  "GET /api/v1/industries/": () => [{ path: (n) => `${API}/industries/?limit=100&skip=${n}` }],
  "GET /api/v1/changes": ({ versions }) => [
    { path: (n) => `${API}/changes?from=${versions[n]}&limit=100&skip=${n}` },
    { path: (n) => `${API}/changes?from=${versions[n]}&limit=100&skip=${MAX_SKIP}` },
    { path: (n) => `${API}/changes?from=${versions[100 + n]}&to=${versions[290]}&limit=100` },
  ],
  "GET /api/v1/coverage": ({ archived }) => [
    { path: `${API}/coverage` },
    { path: `${API}/coverage?as_of=${archived}` },
  ],
  "GET /api/v1/coverage/prices": () => [{ path: `${API}/coverage/prices` }],
  "GET /api/v1/filings": () => [
    { path: (n) => `${API}/filings?limit=200&skip=${4800 - n}` },
    { path: (n) => `${API}/filings?limit=200&source=house-clerk&state=parsed,needs_ocr,superseded&skip=${3000 + n}` },
    { path: (n) => `${API}/filings?limit=200&politician_id=${BUSIEST_MEMBER}&skip=${n}` },
  ],
  "GET /api/v1/filings/:id": ({ longestFiling }) => [{ path: `${API}/filings/${longestFiling}` }],
  "GET /api/v1/filings/:id/document": ({ readFiling }) => [{ path: `${API}/filings/${readFiling}/document` }],
  "GET /api/v1/market-data/public/quote/:symbol": () => [{ path: (n) => `${API}/market-data/public/quote/S${n}` }],
  "GET /api/v1/market-data/public/quotes": () => [
    {
      path: (n) =>
        `${API}/market-data/public/quotes?symbols=${Array.from({ length: QUOTES_AT_ONCE }, (_, at) => `S${at + n}`)}`,
    },
  ],
  "GET /api/v1/market-data/public/historical/:symbol": () => [
    {
      path: (n) =>
        `${API}/market-data/public/historical/S${n + 10}?from=1970-01-01&to=${addDays(day("2030-01-01"), n)}`,
    },
    { path: (n) => `${API}/market-data/public/historical/S${n + 20}?period=5y` },
    { path: (n) => `${API}/market-data/public/historical/S${n + 30}?from=1970-01-01&to=2030-01-01&interval=1wk` },
  ],
  "GET /api/v1/account": () => [{ path: `${API}/account` }],
  "GET /api/v1/trades.csv": () => [
    { path: (n) => `${API}/trades.csv?q=${words}&sort=reporting_gap&skip=${n}` },
    { path: (n) => `${API}/trades.csv?politician_id=${MANY_MEMBERS}&sort=amount&skip=${50_000 + n}` },
  ],
  "GET /api/v1/politicians.csv": () => [
    { path: (n) => `${API}/politicians.csv?q=${words}&sort=-last_trade&skip=${n}` },
  ],
};
