import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { addDays, countDaysBetween } from "../../domain/dates.ts";
import { findClusteredTrades, findTradesAfterQuiet, type TradeFacts } from "./rules.ts";

type Made = TradeFacts & { readonly disclosureDate: string };

const START = "2020-01-01" as IsoDate;
const getKnownSince = ({ disclosureDate }: Made): string => disclosureDate;
const doNotPause = async () => {};

/** Creates a generator of pseudorandom numbers below `below`. The same seed gives the same numbers. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function createTrades(seed: number, count: number, people: number, days: number): Made[] {
  const below = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const transactionDate = addDays(START, below(days));
    return {
      id: `t${String(index).padStart(6, "0")}`,
      politicianId: `p${below(people)}`,
      ticker: "AAPL",
      transactionDate,
      disclosureDate: addDays(transactionDate, below(45)),
    };
  });
}

const listIds = (trades: readonly Made[]) => trades.map(({ id }) => id).toSorted();

test("ticker_cluster finds the same clusters as a brute-force search", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const below = createRandom(seed);
    const trades = createTrades(seed, 1 + below(40), 1 + below(8), 1 + below(120));
    const rule = { days: 1 + below(30), politicians: 2 + below(4) };
    const expected = trades.filter((trade) => {
      const known = trades.filter(({ disclosureDate }) => disclosureDate <= trade.disclosureDate);
      return known.some(({ transactionDate: start }) => {
        const inSpan = known.filter((each) => {
          const after = countDaysBetween(start, each.transactionDate);
          return after >= 0 && after <= rule.days;
        });
        return (
          inSpan.includes(trade) && new Set(inSpan.map(({ politicianId }) => politicianId)).size >= rule.politicians
        );
      });
    });
    assert.deepEqual(
      listIds(await findClusteredTrades({ trades, getKnownSince }, rule, doNotPause)),
      listIds(expected),
      `seed ${seed}`,
    );
  }
});

test("politician_activity finds the same trades as a brute-force comparison", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const below = createRandom(seed);
    const trades = createTrades(seed, 1 + below(30), 1, 1 + below(200));
    const days = 1 + below(40);
    const expected = trades.filter((trade) =>
      trades.every((other) => {
        const after = countDaysBetween(other.transactionDate, trade.transactionDate);
        if (other === trade || other.disclosureDate > trade.disclosureDate || after < 0) return true;
        if (after > 0) return after > days;
        return other.disclosureDate === trade.disclosureDate && other.id > trade.id;
      }),
    );
    assert.deepEqual(
      listIds(await findTradesAfterQuiet({ trades, getKnownSince }, days, () => true, doNotPause)),
      listIds(expected),
      `seed ${seed}`,
    );
  }
});

test("the cost of a rule does not grow quadratically with the number of trades, however wide its window", async () => {
  const trades = createTrades(1, 20_000, 535, 4000);
  for (const rule of [
    { days: 90, politicians: 10 },
    { days: 365, politicians: 50 },
    { days: 3650, politicians: 100 },
  ]) {
    const began = performance.now();
    assert.ok((await findClusteredTrades({ trades, getKnownSince }, rule, doNotPause)).length > 0);
    const ms = performance.now() - began;
    assert.ok(ms < 2000, `20,000 trades in ${rule.days} days took ${ms.toFixed(0)} ms`);
  }
});

test("the first matching trade of a day ends a quiet period, even if other trades of that day do not match", async () => {
  const [one, two] = createTrades(1, 2, 1, 1).map((each) => ({ ...each, disclosureDate: "2020-02-01" }));
  assert.ok(one && two);
  const findEnds = (counts: (trade: Made) => boolean) =>
    findTradesAfterQuiet({ trades: [two, one], getKnownSince }, 30, counts, doNotPause);
  assert.deepEqual(await findEnds(() => true), [one]);
  assert.deepEqual(await findEnds(({ id }) => id === two.id), [two]);
});
