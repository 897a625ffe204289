import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayNumber, toDayText } from "../../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../domain/dates.ts";
import type { ReportedTrade } from "./decision.ts";
import { computeMeanReturnSince } from "./since-disclosure.ts";

const toDay = (text: string) => text as IsoDate;
const FIRST = toDay("2026-11-16");

/** Closes of successive days from `from`. */
function toCloses(close: readonly number[], from = FIRST) {
  const days = Int32Array.from(close, (_, at) => toDayNumber(from) + at);
  const finalDay = toDayText(days.at(-1) ?? 0);
  return { days, close: Float64Array.from(close), dividends: null, ended: false, finalDay };
}

const buy = (trade: Partial<ReportedTrade>): ReportedTrade => ({
  id: "1",
  filingId: "1",
  politicianId: "A000001",
  symbol: "EXMP",
  assetType: "Stock",
  instrument: "security",
  transactionType: "purchase",
  transactionDate: toDay("2026-11-02"),
  disclosureDate: FIRST,
  amount: { lowUsd: 1_001, highUsd: 15_000 },
  isRepeat: false,
  ...trade,
});

const PRICES = { EXMP: toCloses([50, 100, 110, 121]), SPY: toCloses([90, 100, 100, 105]) };

function compute(
  trades: readonly ReportedTrade[],
  prices: Readonly<Record<string, ReturnType<typeof toCloses>>> = PRICES,
) {
  return computeMeanReturnSince(trades, {
    readCloses: async (symbol) => prices[symbol] ?? null,
    findSessionAfter: (each) => addDays(each, 1),
    pause: async () => {},
  });
}

test("averages returns from the first close after disclosure to the latest close, minus the benchmark's return", async () => {
  const found = await compute([
    buy({}),
    buy({ id: "2", filingId: "2", disclosureDate: toDay("2026-11-17") }),
    buy({ politicianId: "A000002", disclosureDate: toDay("2026-11-17") }),
    buy({ politicianId: "A000003", disclosureDate: toDay("2026-11-18") }),
  ]);
  assert.ok(typeof found === "object");
  // 100 to 121 and 110 to 121 against 100 to 105; the third has no later close than its first.
  assert.ok(Math.abs(found.mean - (0.21 - 0.05 + 0.1 - 0.05) / 2) < 1e-12, `${found.mean}`);
  assert.deepEqual({ ...found, mean: 0 }, { mean: 0, priced: 2, decisions: 3, to: "2026-11-19" });
});

test("if no decision has a return, gives the reason for the decision disclosed first", async () => {
  assert.equal(await compute([buy({ disclosureDate: toDay("2026-11-18") })]), "too_recent", "no later close");
  assert.equal(
    await compute([buy({ disclosureDate: toDay("2026-11-19") })]),
    "too_recent",
    "no close after the disclosure",
  );
  assert.equal(await compute([buy({})], { SPY: PRICES.SPY }), "no_bars");
  assert.equal(await compute([buy({})], { EXMP: PRICES.EXMP }), "no_benchmark");
  assert.equal(
    await compute([buy({ disclosureDate: toDay("2026-11-18") }), buy({ politicianId: "A000002" })], {
      EXMP: PRICES.EXMP,
    }),
    "no_benchmark",
  );
  assert.equal(await compute([buy({ symbol: null })]), "no_ticker");
  assert.equal(await compute([buy({ assetType: "Mutual Fund" })]), "fund");
});
