/** Facts on the pages of trades, members and securities drawn at random, words included, each recomputed from the API. */
import assert from "node:assert/strict";
import { formatCount, pluralize } from "../../../src/domain/count-words.ts";
import { buildHeadlineParts } from "../../../src/domain/trade-headline.ts";

const FACTS = 300;
/** The same each time; `npm run test:soak` draws others. */
const SEED = process.env["SOAK"] === "1" ? Date.now() % 2 ** 31 : 1;

type Fact = readonly [isSaid: boolean, fact: string];

let callers = 0;

/** Each question comes from an address of its own: so few are allowed a minute. */
async function ask(origin: string, path: string, accept: string): Promise<string> {
  callers += 1;
  const headers = { accept, "x-forwarded-for": `10.3.${callers >> 8}.${callers & 255}` };
  const answer = await fetch(origin + path, { headers });
  assert.equal(answer.status, 200, path);
  return answer.text();
}

// biome-ignore lint/suspicious/noExplicitAny: the answers are read as a stranger would, without their schemas.
export async function json(origin: string, path: string): Promise<any> {
  return JSON.parse(await ask(origin, `/api/v1${path}`, "application/json"));
}

/** Text of a page's content, with one space between words. */
async function words(origin: string, path: string): Promise<string> {
  const main = /<main.*<\/main>/s.exec(await ask(origin, path, "text/html"))?.[0] ?? "";
  return main.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

/** `Nov 20, 2026` */
export function written(day: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}

async function factsOfTrade(origin: string, id: string): Promise<readonly Fact[]> {
  const trade = await json(origin, `/trades/${id}`);
  const page = await words(origin, `/trades/${id}`);
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
      page.includes(`traded ${written(trade.transaction_date)} · disclosed ${written(trade.disclosure_date)}`),
      `${id} and its days`,
    ],
    [exact === trade.amount_exact, `${id} is ${trade.amount_exact ? "" : "not "}exact`],
    [verdict === expected, `${id} is ${expected}, not ${verdict}`],
  ];
}

async function factsOfMember(origin: string, id: string): Promise<readonly Fact[]> {
  const member = await json(origin, `/politicians/${id}`);
  const page = await words(origin, `/politicians/${id}`);
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

/** Facts about the security of a trade; none where it has no symbol today. */
async function factsOfSecurity(origin: string, tradeId: string): Promise<readonly Fact[]> {
  const { current_ticker: symbol } = await json(origin, `/trades/${tradeId}`);
  if (symbol === null) return [];
  const { trades, buyers, sellers, industry } = await json(origin, `/tickers/${symbol}`);
  const page = await words(origin, `/tickers/${symbol}`);
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

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Members with trades, those whose reports are scans, and a few others. */
async function membersOf(origin: string): Promise<readonly string[]> {
  const pages = await Promise.all(
    [0, 200, 400, 600].map((skip) => json(origin, `/politicians/?limit=200&skip=${skip}`)),
  );
  const all = pages.flatMap(({ politicians }) => politicians);
  const idsOf = (isIn: (trades: number) => boolean) =>
    all.filter(({ total_trades: trades }) => isIn(trades)).map(({ id }): string => id);
  const scans = await Promise.all(
    ["needs_ocr", "ocr", "needs_review"].map((state) => json(origin, `/filings?limit=100&state=${state}`)),
  );
  const filers = scans.flatMap(({ filings }) => filings).flatMap(({ politician_id: id }) => id ?? []);
  return [
    ...idsOf((trades) => trades > 0),
    ...new Set<string>(filers),
    ...idsOf((trades) => trades === 0).slice(0, 20),
  ];
}

/** Fails where a fact is said in another way. Prints how many were compared. */
export async function checkFacts(origin: string, told: (line: string) => void): Promise<void> {
  const random = chance(SEED);
  const members = await membersOf(origin);
  const { total } = await json(origin, "/trades?limit=1");
  const facts: Fact[] = [];
  while (facts.length < FACTS) {
    const { trades } = await json(origin, `/trades?limit=1&skip=${Math.floor(random() * total)}`);
    facts.push(...(await factsOfTrade(origin, trades[0].id)));
    facts.push(...(await factsOfSecurity(origin, trades[0].id)));
    facts.push(...(await factsOfMember(origin, members[Math.floor(random() * members.length)] ?? "")));
  }
  const wrong = facts.filter(([isSaid]) => !isSaid).map(([, fact]) => fact);
  told(`${facts.length} facts, of ${total} trades and ${members.length} members`);
  assert.deepEqual(wrong, [], `seed ${SEED}`);
}
