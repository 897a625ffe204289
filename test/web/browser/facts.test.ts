/** Facts on the pages of trades and members drawn at random, words included, each recomputed from the API, on the demonstration with its scans unread. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, counted } from "../../../src/domain/counted.ts";
import { TYPE_NAMES } from "../../../src/web/parts/trade-words.ts";
import { runDemo } from "../../upstream/running-demo.ts";

const FACTS = 300;

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
async function json(origin: string, path: string): Promise<any> {
  return JSON.parse(await ask(origin, `/api/v1${path}`, "application/json"));
}

/** Text of a page's content, with one space between words. */
async function words(origin: string, path: string): Promise<string> {
  const main = /<main.*<\/main>/s.exec(await ask(origin, path, "text/html"))?.[0] ?? "";
  return main.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

async function factsOfTrade(origin: string, id: string): Promise<readonly Fact[]> {
  const trade = await json(origin, `/trades/${id}`);
  const page = await words(origin, `/trades/${id}`);
  const verdict = /Was it disclosed in time\? (Late|In time)?/.exec(page)?.[1];
  const expected = trade.late === null ? undefined : trade.late ? "Late" : "In time";
  const exact = page.includes(`${trade.amount_raw} exactly`);
  const type = TYPE_NAMES[trade.transaction_type as keyof typeof TYPE_NAMES];
  return [
    [page.startsWith(` ${type} of `), `${id} is a ${type}`],
    [page.includes(`traded ${trade.transaction_date} · disclosed ${trade.disclosure_date}`), `${id} and its days`],
    [exact === trade.amount_exact, `${id} is ${trade.amount_exact ? "" : "not "}exact`],
    [verdict === expected, `${id} is ${expected}, not ${verdict}`],
  ];
}

async function factsOfMember(origin: string, id: string): Promise<readonly Fact[]> {
  const member = await json(origin, `/politicians/${id}`);
  const page = await words(origin, `/politicians/${id}`);
  const { in_office: inOffice, total_trades: trades, unread_reports: unread } = member;
  const head = page.slice(0, page.indexOf("Follow"));
  const said =
    trades > 0
      ? page.includes(` ${counted(trades, "trade")} in `)
      : page.includes("No trade of this member is known") && page.includes(`not read: ${count(unread)}`) === unread > 0;
  return [
    [/ former /.test(head) === !inOffice, `${id} is ${inOffice ? "in office" : "former"}`],
    [said, `${id} has ${trades} trades, ${unread} reports unread`],
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

test(`${FACTS} facts on pages drawn at random are what the API says`, async () => {
  const demo = await runDemo({ TRUSTED_PROXIES: "127.0.0.1/32", OCR: "false" });
  try {
    await demo.printedSoon(/the first import is complete/);
    const { origin } = demo;
    const seed = Date.now() % 2 ** 31;
    const random = chance(seed);
    const { politicians } = await json(origin, "/politicians/?limit=100");
    const { total } = await json(origin, "/trades?limit=1");
    const facts: Fact[] = [];
    while (facts.length < FACTS) {
      const { trades } = await json(origin, `/trades?limit=1&skip=${Math.floor(random() * total)}`);
      facts.push(...(await factsOfTrade(origin, trades[0].id)));
      facts.push(...(await factsOfMember(origin, politicians[Math.floor(random() * politicians.length)].id)));
    }
    const wrong = facts.filter(([isSaid]) => !isSaid).map(([, fact]) => fact);
    assert.deepEqual(wrong, [], `seed ${seed}`);
  } finally {
    await demo.stop();
  }
});
