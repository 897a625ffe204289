import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { addDays, countDaysBetween } from "../../domain/dates.ts";
import { findClusteredTrades, findQuietEnds, type TradeFacts } from "./rules.ts";

type Made = TradeFacts & { readonly disclosureDate: string };

const START = "2020-01-01" as IsoDate;
const getKnownSince = ({ disclosureDate }: Made): string => disclosureDate;
const noPause = async () => {};

/** Creates a generator of pseudo-random numbers below `below`, the same ones for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function made(seed: number, count: number, people: number, days: number): Made[] {
  const below = numbers(seed);
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

const idsOf = (trades: readonly Made[]) => trades.map(({ id }) => id).toSorted();

test("ticker_cluster finds the same clusters as a brute-force search", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const below = numbers(seed);
    const trades = made(seed, 1 + below(40), 1 + below(8), 1 + below(120));
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
      idsOf(await findClusteredTrades({ trades, getKnownSince }, rule, noPause)),
      idsOf(expected),
      `seed ${seed}`,
    );
  }
});

test("politician_activity finds the same trades as a brute-force comparison", async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const below = numbers(seed);
    const trades = made(seed, 1 + below(30), 1, 1 + below(200));
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
      idsOf(await findQuietEnds({ trades, getKnownSince }, days, () => true, noPause)),
      idsOf(expected),
      `seed ${seed}`,
    );
  }
});

test("the cost of a rule does not grow quadratically with the number of trades, however wide its window", async () => {
  const trades = made(1, 20_000, 535, 4000);
  for (const rule of [
    { days: 90, politicians: 10 },
    { days: 365, politicians: 50 },
    { days: 3650, politicians: 100 },
  ]) {
    const began = performance.now();
    assert.ok((await findClusteredTrades({ trades, getKnownSince }, rule, noPause)).length > 0);
    const ms = performance.now() - began;
    assert.ok(ms < 2000, `20,000 trades in ${rule.days} days took ${ms.toFixed(0)} ms`);
  }
});

test("the first matching trade of the day ends a quiet period, even among several on that day", async () => {
  const [one, two] = made(1, 2, 1, 1).map((each) => ({ ...each, disclosureDate: "2020-02-01" }));
  assert.ok(one && two);
  const ends = (counts: (trade: Made) => boolean) =>
    findQuietEnds({ trades: [two, one], getKnownSince }, 30, counts, noPause);
  assert.deepEqual(await ends(() => true), [one]);
  assert.deepEqual(await ends(({ id }) => id === two.id), [two]);
});
