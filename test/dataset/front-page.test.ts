/** Tests what the front page says above its list, with made-up trades. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "../../src/domain/dates.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { emptyDataset } from "../../src/publication/dataset/build.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { day, politician, trade } from "../store/made.ts";
import { buildTradeDataset, compareDescending, makeTrades } from "./made-trades.ts";

const PEOPLE = ["A", "B", "C", "D"].map((letter) => politician(`${letter}000001`, { name: `${letter} Example` }));

/** Builds a version of these trades, each in a filing of its own. @returns the dataset and its front-page facts. */
async function buildFrontPage(changes: readonly Partial<Trade>[]) {
  const trades = changes
    .map((each, at) => trade(String(20_990_000 + at), 1, { politicianId: "A000001", ...each }))
    .sort((a, b) => compareDescending(a.disclosureDate, b.disclosureDate));
  const dataset = await buildTradeDataset(trades, PEOPLE);
  return { dataset, page: (await dataset.facts.getFrontPageFacts()) ?? assert.fail() };
}

const makeDisclosed = (text: string, more: Partial<Trade> = {}): Partial<Trade> => ({
  disclosureDate: day(text),
  ...more,
});

test('"new" counts trades disclosed since the last working day before the newest disclosure, as the list does', async () => {
  for (const [newest, since] of [
    ["2026-11-23", "2026-11-20"],
    ["2026-11-22", "2026-11-20"],
    ["2026-11-21", "2026-11-20"],
    ["2026-11-20", "2026-11-19"],
  ] as const) {
    const { page } = await buildFrontPage([
      makeDisclosed(newest),
      makeDisclosed(since, { politicianId: "B000001" }),
      makeDisclosed("2026-11-18"),
    ]);
    assert.deepEqual(page.newest, { since, trades: 2, filings: 2, members: 2 }, newest);
  }
  const dataset = await buildTradeDataset(makeTrades(2000));
  const { newest } = (await dataset.facts.getFrontPageFacts()) ?? assert.fail();
  const { tally } = dataset.listTradesByFilingWithTally(
    { disclosedFrom: newest.since },
    { by: "disclosure_date", descending: true },
    1,
    0,
  );
  assert.deepEqual([newest.trades, newest.filings], [tally.trades, tally.filings]);
  assert.equal(await emptyDataset.facts.getFrontPageFacts(), null);
});

const LARGE = { lowUsd: 100_001, highUsd: 250_000 };
const LARGER = { lowUsd: 250_001, highUsd: 500_000 };

/** Returns each highlight as its rule, with the member and the disclosure date of its trade. */
async function listRules(changes: readonly Partial<Trade>[]) {
  const { dataset, page } = await buildFrontPage(changes);
  return page.highlights.found.map(({ rule, position }) => {
    const { politicianId, disclosureDate } = dataset.getSummaryAt(position);
    return [rule, politicianId.slice(0, 1), disclosureDate];
  });
}

test("the largest and the most overdue trade are from the last 30 days of disclosures, and may be the same trade", async () => {
  const late = { notificationDate: null, transactionDate: day("2026-01-20") };
  assert.deepEqual(
    await listRules([
      makeDisclosed("2026-11-20"),
      makeDisclosed("2026-10-22", { amount: LARGE, politicianId: "B000001", ticker: "" }),
      makeDisclosed("2026-10-21", {
        amount: LARGER,
        politicianId: "C000001",
        ...late,
        transactionDate: day("2025-01-20"),
      }),
    ]).then((all) => all.filter(([rule]) => rule === "largest" || rule === "latest")),
    [
      ["largest", "B", "2026-10-22"],
      ["latest", "A", "2026-11-20"],
    ],
  );
  const { page } = await buildFrontPage([
    makeDisclosed("2026-11-20", late),
    makeDisclosed("2026-11-19", { ...late, politicianId: "B000001" }),
  ]);
  assert.deepEqual(
    page.highlights.found.map(({ rule, position }) => [rule, position]),
    [
      ["largest", 0],
      ["latest", 0],
    ],
  );
  const [, latest] = page.highlights.found;
  assert.equal(latest?.rule === "latest" && latest.daysLate, 304 - 45);
});

test("highlights a first trade in a security only if it is large, has a symbol and is by a member not yet shown", async () => {
  const largest = makeDisclosed("2026-11-20", { amount: LARGER, transactionDate: day("2026-11-10") });
  const listRulesOfFirst = (more: Partial<Trade>) =>
    listRules([
      largest,
      makeDisclosed("2026-11-20", {
        politicianId: "B000001",
        amount: LARGE,
        transactionDate: day("2026-11-09"),
        ...more,
      }),
    ]);
  assert.deepEqual(await listRulesOfFirst({}), [
    ["largest", "A", "2026-11-20"],
    ["first_in_security", "B", "2026-11-20"],
  ]);
  for (const none of [
    { politicianId: "A000001" },
    { amount: { lowUsd: 50_001, highUsd: 100_000 } },
    { ticker: "" },
    { transactionType: "exchange" as const },
    { isRepeat: true },
    { firstDisclosed: { date: null, source: "unknown" as const } },
  ]) {
    assert.deepEqual(await listRulesOfFirst(none), [["largest", "A", "2026-11-20"]], JSON.stringify(none));
  }
  const before = makeDisclosed("2026-02-09", { politicianId: "B000001" });
  const known = await listRules([
    largest,
    before,
    makeDisclosed("2026-11-20", { politicianId: "B000001", amount: LARGE, transactionDate: day("2026-11-09") }),
  ]);
  assert.deepEqual(known, [["largest", "A", "2026-11-20"]]);
});

test("highlights a trade above the member's own 95th percentile only with at least 20 earlier trades to compare", async () => {
  const largest = makeDisclosed("2026-11-20", { amount: LARGE, transactionDate: day("2026-11-10") });
  const listRulesOfAbove = (earlier: number, lowUsd: number) =>
    listRules([
      largest,
      ...Array.from({ length: earlier }, () => makeDisclosed("2026-02-09", { politicianId: "B000001" })),
      makeDisclosed("2026-11-19", {
        politicianId: "B000001",
        amount: { lowUsd, highUsd: 50_000 },
        transactionDate: day("2026-11-09"),
      }),
    ]);
  assert.deepEqual((await listRulesOfAbove(20, 15_001)).slice(1), [["above_own_95th", "B", "2026-11-19"]]);
  assert.deepEqual((await listRulesOfAbove(19, 15_001)).slice(1), []);
  assert.deepEqual((await listRulesOfAbove(20, 1001)).slice(1), []);
});

test("counts the distinct buyers and sellers in each of the last 12 months, without repeats and short sales", async () => {
  const sale = { transactionType: "sale_full" as const };
  const { page } = await buildFrontPage([
    makeDisclosed("2026-11-20"),
    makeDisclosed("2026-11-02"),
    makeDisclosed("2026-11-02", { politicianId: "B000001" }),
    makeDisclosed("2026-11-02", { politicianId: "C000001", isRepeat: true }),
    makeDisclosed("2026-11-02", { politicianId: "D000001", shortSale: true }),
    makeDisclosed("2025-12-01", sale),
    makeDisclosed("2025-11-30", sale),
  ]);
  const { months } = page.monthly;
  assert.equal(months.length, 12);
  assert.deepEqual(months.at(0), { year: 2025, month: 12, buyers: 0, sellers: 1 });
  assert.deepEqual(months.at(-1), { year: 2026, month: 11, buyers: 2, sellers: 0 });
  assert.ok(months.slice(1, -1).every(({ buyers, sellers }) => buyers + sellers === 0));
});

test("lists the securities that the most members (at least two) bought or sold, with the total amounts", async () => {
  const of = (ticker: string, who: string, more: Partial<Trade> = {}) =>
    makeDisclosed("2026-11-19", { ticker, politicianId: `${who}000001`, company: `${ticker} Inc.`, ...more });
  const { page } = await buildFrontPage([
    makeDisclosed("2026-11-20", { ticker: "" }),
    makeDisclosed("2026-11-20", { ticker: "", politicianId: "B000001" }),
    ...["A", "B", "C"].map((who) => of("MSFT", who)),
    ...["A", "A", "B"].map((who) => of("AAPL", who, { amount: LARGE })),
    ...["A", "A"].map((who) => of("T", who)),
    ...["A", "B"].map((who) => of("KO", who, { disclosureDate: day("2026-10-21") })),
    ...["A", "B"].map((who) => of("KO", who, { transactionType: "sale_partial" })),
  ]);
  const { from, to, bought, sold } = page.monthly;
  assert.deepEqual([from, to], ["2026-10-22", "2026-11-20"]);
  assert.deepEqual(
    bought.map(({ symbol, company, members, amounts }) => [symbol, company, members, amounts.trades, amounts.lowUsd]),
    [
      ["MSFT", "MSFT Inc.", 3, 3, 3003],
      ["AAPL", "AAPL Inc.", 2, 3, 300_003],
    ],
  );
  assert.deepEqual(
    sold.map(({ symbol, members }) => [symbol, members]),
    [["KO", 2]],
  );
});

/** Returns one purchase of the security for each member and day, disclosed 20 days later. */
const makePurchases = (ticker: string, days: readonly (readonly [who: number, traded: string])[]) =>
  days.map(([who, traded]) => ({
    ticker,
    company: `${ticker} Inc.`,
    politicianId: `M0000${String(who).padStart(2, "0")}`,
    transactionDate: day(traded),
    disclosureDate: addDays(day(traded), 20),
  }));

async function findCluster(changes: readonly Partial<Trade>[]) {
  const trades = changes
    .map((each, at) => trade(String(20_990_000 + at), 1, each))
    .sort((a, b) => compareDescending(a.disclosureDate, b.disclosureDate));
  const people = Array.from({ length: 20 }, (_, who) => politician(`M0000${String(who).padStart(2, "0")}`));
  return ((await (await buildTradeDataset(trades, people)).facts.getFrontPageFacts()) ?? assert.fail()).cluster;
}

test("three members who rarely buy a security and all buy it within two weeks are a cluster unlikely by chance", async () => {
  const together = makePurchases("KO", [
    [1, "2026-10-20"],
    [2, "2026-10-25"],
    [3, "2026-10-31"],
    [3, "2026-10-31"],
  ]);
  const found = (await findCluster(together)) ?? assert.fail();
  const { chance, likeTrials, ...rest } = found;
  assert.deepEqual(rest, {
    symbol: "KO",
    company: "KO Inc.",
    side: "buys",
    members: 3,
    from: "2026-10-20",
    to: "2026-10-31",
    compared: 1,
  });
  assert.ok(chance < 1 && likeTrials < 8, `${chance} ${likeTrials}`);
  assert.equal(await findCluster(together.slice(0, 2)), null, "two members are not a cluster");
  const apart = makePurchases("KO", [
    [1, "2026-10-10"],
    [2, "2026-10-25"],
    [3, "2026-10-31"],
  ]);
  assert.equal(await findCluster(apart), null, "three members in more than fourteen days are not a cluster");
  const [first = {}, ...others] = together;
  assert.equal(
    await findCluster([{ ...first, transactionType: "sale_full" }, ...others]),
    null,
    "a sale does not count as a purchase",
  );
});

test("the number of members expected by chance depends only on the cluster's trades, not on other trades", async () => {
  const together = makePurchases("KO", [
    [1, "2026-10-20"],
    [2, "2026-10-25"],
    [3, "2026-10-31"],
  ]);
  const others = makePurchases("PEP", [
    [7, "2026-10-30"],
    [4, "2026-05-02"],
  ]);
  const [alone, among] = [await findCluster(together), await findCluster([...others, ...together])];
  assert.ok(alone !== null);
  assert.deepEqual(among, alone);
});

test("a security that the same members buy every week is not a cluster, because that is expected by chance", async () => {
  const weeks = Array.from({ length: 50 }, (_, week) => addDays(day("2025-11-20"), 7 * week));
  const always = weeks.flatMap((each) =>
    makePurchases(
      "AAPL",
      [1, 2, 3, 4].map((who) => [who, each] as const),
    ),
  );
  assert.equal(await findCluster(always), null);
});

test("among many securities some stand out by chance, and these are not clusters", async () => {
  let found = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = createSeededRandom(seed);
    const trades = Array.from({ length: 900 }, () => {
      const ticker = `S${Math.floor(random() ** 2 * 100)}`;
      return makePurchases(ticker, [
        [Math.floor(random() * 20), addDays(day("2025-11-25"), Math.floor(random() * 360))],
      ]);
    });
    if ((await findCluster(trades.flat())) !== null) found += 1;
  }
  assert.ok(found <= 2, `${found} of 12 years without coordination`);
});
