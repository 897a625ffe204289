/** Every page of a running service in its states, found through the API. */

export interface PageToOpen {
  /** `trade-scanned`, as the files of screenshots are named too. */
  readonly name: string;
  readonly path: string;
  /** 200 unless named. */
  readonly status?: number;
}

interface Listed {
  readonly filings: readonly { readonly id: string; readonly trades?: number }[];
  readonly trades: readonly { readonly id: string; readonly politician_id: string; readonly ticker: string }[];
  readonly politicians: readonly { readonly id: string; readonly total_trades: number }[];
}

/** @param origin `http://127.0.0.1:4711` */
export async function pagesOf(origin: string): Promise<readonly PageToOpen[]> {
  const pages = [...FIXED, ...(await subjects(origin))];
  const found = await Promise.all(FILING_STATES.map(async (state) => [state, await filingIn(origin, state)] as const));
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
/** Filters that find a trade of each kind. */
const TRADES: Readonly<Record<string, string>> = {
  trade: "chamber=house&asset_type=Stock",
  "trade-late": "late=true",
  "trade-senate": "chamber=senate",
  "trade-option": "asset_type=Stock%20Option",
  "trade-exchange": "transaction_type=exchange",
};

async function subjects(origin: string): Promise<PageToOpen[]> {
  const { politicians } = await ask(origin, "/politicians/?limit=100");
  const busy = politicians.toSorted((one, other) => other.total_trades - one.total_trades)[0];
  const single = politicians.find(({ total_trades: trades }) => trades === 1);
  const idle = politicians.find(({ total_trades: trades }) => trades === 0);
  const pages = [
    { name: "politician", path: `/politicians/${busy?.id}` },
    ...(single ? [{ name: "politician-of-one-trade", path: `/politicians/${single.id}` }] : []),
    ...(idle ? [{ name: "politician-without-trades", path: `/politicians/${idle.id}` }] : []),
  ];
  for (const [name, filter] of Object.entries(TRADES)) {
    const [trade] = (await ask(origin, `/trades?limit=1&${filter}`)).trades;
    if (trade === undefined) continue;
    pages.push({ name, path: `/trades/${trade.id}` });
    if (name === "trade") pages.push({ name: "ticker", path: `/tickers/${trade.ticker}` });
  }
  return pages;
}

/** The filing of that state with most trades among the first hundred. */
async function filingIn(origin: string, state: string): Promise<string | undefined> {
  const { filings } = await ask(origin, `/filings?limit=100&state=${state}`);
  return filings.toSorted((one, other) => (other.trades ?? 0) - (one.trades ?? 0))[0]?.id;
}

/** Each question comes from an address of its own, which the service believes: so few are allowed a minute. */
let asked = 0;

async function ask(origin: string, path: string): Promise<Listed> {
  asked += 1;
  const headers = { "x-forwarded-for": `10.1.${asked >> 8}.${asked & 255}` };
  const answer = await fetch(`${origin}/api/v1${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Listed;
}
