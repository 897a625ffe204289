/** Lists every page of a running service in its different states, with ids from the API. */

export interface PageToOpen {
  /** Such as `trade-late`; also used in the names of screenshot files. */
  readonly name: string;
  readonly path: string;
  /** Expected status; 200 if absent. */
  readonly status?: number;
}

interface ListResponse {
  readonly filings: readonly { readonly id: string; readonly trades?: number }[];
  readonly trades: readonly { readonly id: string; readonly politician_id: string; readonly ticker: string }[];
  readonly politicians: readonly { readonly id: string; readonly total_trades: number }[];
}

/** @param origin such as `http://127.0.0.1:4711`. */
export async function listPages(origin: string): Promise<readonly PageToOpen[]> {
  const pages = [...FIXED, ...(await listSubjectPages(origin))];
  const found = await Promise.all(
    FILING_STATES.map(async (state) => [state, await findFiling(origin, state)] as const),
  );
  const filings = found.flatMap(([state, id]) =>
    id === undefined ? [] : [{ name: `filing-${state.replaceAll("_", "-")}`, path: `/filings/${id}` }],
  );
  return [...pages, ...filings];
}

const FIXED: readonly PageToOpen[] = [
  { name: "feed", path: "/" },
  { name: "feed-filtered", path: "/?transaction_type=purchase&chamber=senate" },
  { name: "search", path: "/?q=florida" },
  { name: "feed-nothing-found", path: "/?q=nothingisnamedso" },
  { name: "feed-not-understood", path: "/?transaction_type=nonsense", status: 400 },
  { name: "politicians", path: "/politicians" },
  { name: "coverage", path: "/coverage" },
  { name: "late", path: "/late" },
  { name: "performance", path: "/performance" },
  { name: "performance-year", path: "/performance?anchor=skill&horizon=252&chamber=house" },
  { name: "coverage-of-year", path: "/coverage?year=2025" },
  { name: "changes", path: "/data?since=2026-11-20" },
  { name: "committee", path: "/politicians?committee=HSZB" },
  { name: "industries", path: "/industries" },
  { name: "industry", path: "/industries/D" },
  { name: "unknown-industry", path: "/industries/K", status: 404 },
  { name: "data", path: "/data" },
  { name: "methodology", path: "/methodology" },
  { name: "docs", path: "/docs" },
  { name: "not-found", path: "/nowhere", status: 404 },
  { name: "unknown-politician", path: "/politicians/Z000000", status: 404 },
  { name: "unknown-ticker", path: "/tickers/QQQQQ", status: 404 },
  { name: "unknown-trade", path: "/trades/txn_h1_01", status: 404 },
];
const FILING_STATES = ["parsed", "ocr", "needs_review", "unreadable", "missing_document", "superseded", "not_a_ptr"];
/** For each kind of trade, a filter that finds one. */
const TRADES: Readonly<Record<string, string>> = {
  trade: "chamber=house&asset_type=Stock",
  "trade-late": "late=true",
  "trade-senate": "chamber=senate",
  "trade-option": "asset_type=Stock%20Option",
  "trade-exchange": "transaction_type=exchange",
};

async function listSubjectPages(origin: string): Promise<PageToOpen[]> {
  const { politicians } = await fetchList(origin, "/politicians/?limit=100");
  const busy = politicians.toSorted((one, other) => other.total_trades - one.total_trades)[0];
  const single = politicians.find(({ total_trades: trades }) => trades === 1);
  const idle = politicians.find(({ total_trades: trades }) => trades === 0);
  const pages = [
    { name: "politician", path: `/politicians/${busy?.id}` },
    ...(single ? [{ name: "politician-of-one-trade", path: `/politicians/${single.id}` }] : []),
    ...(idle ? [{ name: "politician-without-trades", path: `/politicians/${idle.id}` }] : []),
  ];
  for (const [name, filter] of Object.entries(TRADES)) {
    const [trade] = (await fetchList(origin, `/trades?limit=1&${filter}`)).trades;
    if (trade === undefined) continue;
    pages.push({ name, path: `/trades/${trade.id}` });
    if (name === "trade") pages.push({ name: "ticker", path: `/tickers/${trade.ticker}` });
  }
  return pages;
}

/** Finds the filing with the most trades among the first 100 in this state. */
async function findFiling(origin: string, state: string): Promise<string | undefined> {
  const { filings } = await fetchList(origin, `/filings?limit=100&state=${state}`);
  return filings.toSorted((one, other) => (other.trades ?? 0) - (one.trades ?? 0))[0]?.id;
}

/** Number of requests so far. Each is sent from a different forwarded address, because few requests per minute are allowed. */
let requestCount = 0;

async function fetchList(origin: string, path: string): Promise<ListResponse> {
  requestCount += 1;
  const headers = { "x-forwarded-for": `10.1.${requestCount >> 8}.${requestCount & 255}` };
  const answer = await fetch(`${origin}/api/v1${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as ListResponse;
}
