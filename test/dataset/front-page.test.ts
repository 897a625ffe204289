/** What the first page says above its list, over made trades. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trade } from "../../src/domain/trade.ts";
import { emptyDataset } from "../../src/publication/dataset/build.ts";
import { day, politician, trade } from "../store/made.ts";
import { datasetOf, descending, madeTrades } from "./made-trades.ts";

const PEOPLE = ["A", "B", "C", "D"].map((letter) => politician(`${letter}000001`, { name: `${letter} Example` }));

/** A version of these trades, each in a filing of its own. */
async function frontPage(changes: readonly Partial<Trade>[]) {
  const trades = changes
    .map((each, at) => trade(String(20_990_000 + at), 1, { politicianId: "A000001", ...each }))
    .sort((a, b) => descending(a.disclosureDate, b.disclosureDate));
  const dataset = await datasetOf(trades, PEOPLE);
  return { dataset, page: (await dataset.facts.frontPage()) ?? assert.fail() };
}

const disclosed = (text: string, more: Partial<Trade> = {}): Partial<Trade> => ({ disclosureDate: day(text), ...more });

test("new is what was disclosed since the last working day before the newest disclosure, as the list counts it", async () => {
  for (const [newest, since] of [
    ["2026-11-23", "2026-11-20"],
    ["2026-11-22", "2026-11-20"],
    ["2026-11-21", "2026-11-20"],
    ["2026-11-20", "2026-11-19"],
  ] as const) {
    const { page } = await frontPage([
      disclosed(newest),
      disclosed(since, { politicianId: "B000001" }),
      disclosed("2026-11-18"),
    ]);
    assert.deepEqual(page.newest, { since, trades: 2, filings: 2, members: 2 }, newest);
  }
  const dataset = await datasetOf(madeTrades(2000));
  const { newest } = (await dataset.facts.frontPage()) ?? assert.fail();
  const { tally } = dataset.countedByFiling(
    { disclosedFrom: newest.since },
    { by: "disclosure_date", descending: true },
    1,
    0,
  );
  assert.deepEqual([newest.trades, newest.filings], [tally.trades, tally.filings]);
  assert.equal(await emptyDataset.facts.frontPage(), null);
});

const LARGE = { lowUsd: 100_001, highUsd: 250_000 };
const LARGER = { lowUsd: 250_001, highUsd: 500_000 };

/** Rules with the person and the disclosure of what stands by them. */
async function rulesOf(changes: readonly Partial<Trade>[]) {
  const { dataset, page } = await frontPage(changes);
  return page.highlights.found.map(({ rule, position }) => {
    const { politicianId, disclosureDate } = dataset.summaryAt(position);
    return [rule, politicianId.slice(0, 1), disclosureDate];
  });
}

test("the largest and the latest are of the last 30 days of disclosure, and one trade may be both", async () => {
  const late = { notificationDate: null, transactionDate: day("2026-01-20") };
  assert.deepEqual(
    await rulesOf([
      disclosed("2026-11-20"),
      disclosed("2026-10-22", { amount: LARGE, politicianId: "B000001", ticker: "" }),
      disclosed("2026-10-21", { amount: LARGER, politicianId: "C000001", ...late }),
    ]).then((all) => all.filter(([rule]) => rule === "largest")),
    [["largest", "B", "2026-10-22"]],
  );
  const { page } = await frontPage([
    disclosed("2026-11-20", late),
    disclosed("2026-11-19", { ...late, politicianId: "B000001" }),
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

test("a first trade in a security is large, has a symbol, is no exchange, and is not of a member shown already", async () => {
  const largest = disclosed("2026-11-20", { amount: LARGER, transactionDate: day("2026-11-10") });
  const first = (more: Partial<Trade>) =>
    rulesOf([
      largest,
      disclosed("2026-11-20", { politicianId: "B000001", amount: LARGE, transactionDate: day("2026-11-09"), ...more }),
    ]);
  assert.deepEqual(await first({}), [
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
    assert.deepEqual(await first(none), [["largest", "A", "2026-11-20"]], JSON.stringify(none));
  }
  const before = disclosed("2026-02-09", { politicianId: "B000001" });
  const known = await rulesOf([
    largest,
    before,
    disclosed("2026-11-20", { politicianId: "B000001", amount: LARGE, transactionDate: day("2026-11-09") }),
  ]);
  assert.deepEqual(known, [["largest", "A", "2026-11-20"]]);
});

test("a trade above the member's own 95th percentile has at least 20 earlier ones below it", async () => {
  const largest = disclosed("2026-11-20", { amount: LARGE, transactionDate: day("2026-11-10") });
  const above = (earlier: number, lowUsd: number) =>
    rulesOf([
      largest,
      ...Array.from({ length: earlier }, () => disclosed("2026-02-09", { politicianId: "B000001" })),
      disclosed("2026-11-19", {
        politicianId: "B000001",
        amount: { lowUsd, highUsd: 50_000 },
        transactionDate: day("2026-11-09"),
      }),
    ]);
  assert.deepEqual((await above(20, 15_001)).slice(1), [["above_own_95th", "B", "2026-11-19"]]);
  assert.deepEqual((await above(19, 15_001)).slice(1), []);
  assert.deepEqual((await above(20, 1001)).slice(1), []);
});
