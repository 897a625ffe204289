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
