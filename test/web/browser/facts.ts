/** Compares facts on the pages of random trades, members and securities, including their words, with the API. */
import assert from "node:assert/strict";
import { formatCount, pluralize } from "../../../src/domain/count-words.ts";
import { buildHeadlineParts } from "../../../src/domain/trade-headline.ts";

const FACTS = 300;
/** Seed of the random selection: constant, except that `npm run test:soak` picks a new one. */
const SEED = process.env["SOAK"] === "1" ? Date.now() % 2 ** 31 : 1;

type Fact = readonly [isSaid: boolean, fact: string];

let callers = 0;

/** Sends each request from a different address, because few requests per minute are allowed. */
async function request(origin: string, path: string, accept: string): Promise<string> {
  callers += 1;
  const headers = { accept, "x-forwarded-for": `10.3.${callers >> 8}.${callers & 255}` };
  const answer = await fetch(origin + path, { headers });
  assert.equal(answer.status, 200, path);
  return answer.text();
}

// biome-ignore lint/suspicious/noExplicitAny: the test reads responses without their schemas, as an outside client would.
export async function fetchJson(origin: string, path: string): Promise<any> {
  return JSON.parse(await request(origin, `/api/v1${path}`, "application/json"));
}

/** Reads the text of a page's main content, with one space between words. */
async function fetchText(origin: string, path: string): Promise<string> {
  const main = /<main.*<\/main>/s.exec(await request(origin, path, "text/html"))?.[0] ?? "";
  return main.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

/** Formats a day like `Nov 20, 2026`. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}

async function compareTrade(origin: string, id: string): Promise<readonly Fact[]> {
  const trade = await fetchJson(origin, `/trades/${id}`);
  const page = await fetchText(origin, `/trades/${id}`);
  const verdict = /Was it disclosed on time\? (Late|On time)?/.exec(page)?.[1];
  const expected = trade.late === null ? undefined : trade.late ? "Late" : "On time";
  const exact = page.includes(`${trade.amount_raw} exactly`);
  const { action } = buildHeadlineParts({
    transactionType: trade.transaction_type,
    assetType: trade.asset_type,
    option: trade.option,
    shortSale: trade.short_sale,
    company: trade.company,
  });
  return [
    [page.startsWith(` ${action} `), `${id} is a ${action}`],
    [
      page.includes(`traded ${formatDay(trade.transaction_date)} · disclosed ${formatDay(trade.disclosure_date)}`),
      `${id} and its days`,
    ],
    [exact === trade.amount_exact, `${id} is ${trade.amount_exact ? "" : "not "}exact`],
    [verdict === expected, `${id} is ${expected}, not ${verdict}`],
  ];
}

async function compareMember(origin: string, id: string): Promise<readonly Fact[]> {
  const member = await fetchJson(origin, `/politicians/${id}`);
  const page = await fetchText(origin, `/politicians/${id}`);
  const { in_office: inOffice, total_trades: trades, unread_reports: unread } = member;
  const head = page.slice(0, page.indexOf("Get new filings"));
  const said =
    trades > 0
      ? page.includes(` ${pluralize(trades, "trade")} in `)
      : page.includes("No known trade by this member") &&
        page.includes(`not read: ${formatCount(unread)}`) === unread > 0;
  return [
    [/ former /.test(head) === !inOffice, `${id} is ${inOffice ? "in office" : "former"}`],
    [said, `${id} has ${trades} trades, ${unread} reports unread`],
  ];
}

/** Compares facts about the security of a trade; none if it has no current symbol. */
async function compareSecurity(origin: string, tradeId: string): Promise<readonly Fact[]> {
  const { current_ticker: symbol } = await fetchJson(origin, `/trades/${tradeId}`);
  if (symbol === null) return [];
  const { trades, buyers, sellers, industry } = await fetchJson(origin, `/tickers/${symbol}`);
  const page = await fetchText(origin, `/tickers/${symbol}`);
  const code = industry === null ? "Industry: not known" : `(SIC ${industry.sic})`;
  return [
    [page.includes(`${pluralize(trades, "trade")} by `), `${symbol} has ${trades} trades`],
    [
      page.includes(`: ${pluralize(buyers, "buyer")}, ${pluralize(sellers, "seller")}.`),
      `${symbol} has ${buyers} buyers and ${sellers} sellers`,
    ],
    [page.includes(code), `${symbol}: ${code}`],
  ];
}

/** Creates a generator of numbers from 0 to below 1, which are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lists the ids of members with trades, of members whose reports are scans, and of up to 20 members without trades. */
async function listMemberIds(origin: string): Promise<readonly string[]> {
  const pages = await Promise.all(
    [0, 200, 400, 600].map((skip) => fetchJson(origin, `/politicians/?limit=200&skip=${skip}`)),
  );
  const all = pages.flatMap(({ politicians }) => politicians);
  const listIds = (isIn: (trades: number) => boolean) =>
    all.filter(({ total_trades: trades }) => isIn(trades)).map(({ id }): string => id);
  const scans = await Promise.all(
    ["needs_ocr", "ocr", "needs_review"].map((state) => fetchJson(origin, `/filings?limit=100&state=${state}`)),
  );
  const filers = scans.flatMap(({ filings }) => filings).flatMap(({ politician_id: id }) => id ?? []);
  return [
    ...listIds((trades) => trades > 0),
    ...new Set<string>(filers),
    ...listIds((trades) => trades === 0).slice(0, 20),
  ];
}

/** Fails if a page states a fact differently from the API. Reports how many facts were compared. */
export async function checkFacts(origin: string, report: (line: string) => void): Promise<void> {
  const random = createRandom(SEED);
  const members = await listMemberIds(origin);
  const { total } = await fetchJson(origin, "/trades?limit=1");
  const facts: Fact[] = [];
  while (facts.length < FACTS) {
    const { trades } = await fetchJson(origin, `/trades?limit=1&skip=${Math.floor(random() * total)}`);
    facts.push(...(await compareTrade(origin, trades[0].id)));
    facts.push(...(await compareSecurity(origin, trades[0].id)));
    facts.push(...(await compareMember(origin, members[Math.floor(random() * members.length)] ?? "")));
  }
  const wrong = facts.filter(([isSaid]) => !isSaid).map(([, fact]) => fact);
  report(`${facts.length} facts, of ${total} trades and ${members.length} members`);
  assert.deepEqual(wrong, [], `seed ${SEED}`);
}
