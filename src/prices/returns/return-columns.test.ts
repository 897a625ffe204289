import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { type PricedReturn, UNPRICED_REASONS } from "./abnormal-return.ts";
import type { Decision } from "./decision.ts";
import { ReturnColumns } from "./return-columns.ts";

const DECISION: Decision = {
  tradeIds: ["txn_h1_01"],
  filingId: "h1",
  politicianId: "X000001",
  symbol: "ZZWID",
  side: "buy",
  transactionDate: "2026-02-03" as IsoDate,
  disclosureDate: "2026-02-20" as IsoDate,
  lowUsd: 1_001,
  highUsd: null,
};

test("every kind of outcome survives the conversion to columns and back", () => {
  const [security, benchmark] = [0.1, 0.3];
  const priced = (["price", "total"] as const).flatMap((kind) =>
    [false, true].map(
      (delisted): PricedReturn => ({
        ...{ fromDay: -3, toDay: 20_000, kind, delisted },
        ...{ security, benchmark, abnormal: security - benchmark },
      }),
    ),
  );
  const outcomes = [...priced, ...UNPRICED_REASONS];
  const returns = new ReturnColumns(outcomes.map((_, place) => ({ ...DECISION, filingId: `h${place}` })));
  for (const [place, outcome] of outcomes.entries()) returns.set(place, outcome);
  for (const [place, outcome] of outcomes.entries()) {
    assert.deepEqual(returns.at(place), { decision: returns.decisions[place], outcome });
  }
  assert.deepEqual(returns.slice(6, 99), [returns.at(6), returns.at(7)]);
  assert.deepEqual([returns.slice(8, 9), returns.slice(9, 10), returns.slice(0, 0)], [[], [], []]);
  assert.throws(() => returns.at(8), RangeError);
});
