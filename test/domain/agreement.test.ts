/** Tests how alike two lines must be for each of the rules on amendments. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareRows, toRow } from "../../src/domain/amendments/agreement.ts";
import {
  hasSimilarFields,
  scoreAmendment,
  scoreRestatement,
  scoreRestatementLoosely,
} from "../../src/domain/amendments/scores.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { day, trade } from "../store/made.ts";

const FORMER = trade("1", 1);
const BOND = { ticker: "", assetNameRaw: "Sample Street Bond", assetType: "Corporate Bond" };
/** Changes of single fields, to be combined. */
const OTHER = {
  owner: { owner: "spouse" },
  type: { transactionType: "sale_full" },
  amount: { amount: { lowUsd: 15_001, highUsd: 50_000 } },
  date: { transactionDate: day("2026-01-10") },
} as const satisfies Record<string, Partial<Trade>>;

type Score = typeof scoreAmendment | typeof hasSimilarFields;
const fits = (score: Score, after: Partial<Trade>, before: Partial<Trade> = {}) =>
  Boolean(score(toRow({ ...FORMER, ...before }), toRow({ ...FORMER, ...after })));

test("a report restates a line with four equal fields, or with the same asset and two others", () => {
  const { owner, type, amount } = OTHER;
  assert.equal(fits(scoreRestatement, BOND), true, "all but the asset");
  assert.equal(fits(scoreRestatement, { ...owner, ...type }), true, "the asset and two others");
  assert.equal(fits(scoreRestatement, { ...BOND, ...owner }), false, "three without the asset");
  assert.equal(fits(scoreRestatement, { ...owner, ...type, ...amount }), false, "the asset and one other");
  assert.equal(fits(hasSimilarFields, { ...owner, ...type }), true);
  assert.equal(fits(hasSimilarFields, { ...owner, ...type, ...amount }), false);
  assert.equal(fits(hasSimilarFields, BOND), false);
});

test("of two lines with as many equal fields, the one with the same asset is restated", () => {
  const score = (after: Partial<Trade>) => scoreRestatement(toRow(FORMER), toRow({ ...FORMER, ...after }));
  assert.ok(score(OTHER.owner) > score(BOND));
  assert.ok(score(BOND) > 0);
});

test("the only report that can be restated needs three equal fields, or the asset and one other", () => {
  const { owner, type, amount, date } = OTHER;
  assert.equal(fits(scoreRestatementLoosely, { ...BOND, ...owner }), true, "three without the asset");
  assert.equal(fits(scoreRestatementLoosely, { ...BOND, ...owner, ...type }), false, "two without the asset");
  assert.equal(fits(scoreRestatementLoosely, { ...owner, ...type, ...amount }), true, "the asset and one other");
  assert.equal(fits(scoreRestatementLoosely, { ...owner, ...type, ...amount, ...date }), false, "the asset alone");
});

test("the only report that can be restated may name an asset in part, by five letters or more, or by its ticker", () => {
  const others = { ...OTHER.owner, ...OTHER.type, ...OTHER.amount };
  const named = (before: Partial<Trade>, after: Partial<Trade>) =>
    fits(scoreRestatementLoosely, { ...BOND, ...others, ...after }, { ...BOND, ...before });
  assert.equal(named({ assetNameRaw: "GRAYS" }, { assetNameRaw: "SBTC - Grays Trust" }), true, "five letters");
  assert.equal(named({ assetNameRaw: "SBTC - Grays Trust" }, { assetNameRaw: "GRAYS" }), true, "in either report");
  assert.equal(named({ assetNameRaw: "GRAY" }, { assetNameRaw: "SBTC - Gray Trust" }), false, "four letters");
  assert.equal(named({ assetNameRaw: "GBTC" }, { assetNameRaw: "Sample Bitcoin", ticker: "GBTC" }), true, "the ticker");
  assert.equal(named({ assetNameRaw: "GBTX" }, { assetNameRaw: "Sample Bitcoin", ticker: "GBTC" }), false);
});

test("an amended row may differ from its original by five days or by the year, but not by six days", () => {
  const moved = (text: string) => fits(scoreAmendment, { transactionDate: day(text) });
  assert.equal(moved("2026-01-25"), true, "five days later");
  assert.equal(moved("2026-01-15"), true, "five days before");
  assert.equal(moved("2026-01-26"), false, "six days later");
  assert.equal(moved("2025-01-20"), true, "another year");
});

test("an amended row may complete or truncate an asset's name of eight letters or more", () => {
  const named = (before: string, after: string) =>
    fits(scoreAmendment, { ...BOND, assetNameRaw: after }, { ...BOND, assetNameRaw: before });
  assert.equal(named("Sample St", "Sample St Select"), true);
  assert.equal(named("Sample St Select", "Sample St"), true);
  assert.equal(named("Sample S", "Sample S Select"), false, "seven letters say too little");
});

test("an amount matches only if both bounds do, and each further equal printed field counts", () => {
  const agreement = (before: Partial<Trade>, after: Partial<Trade>) =>
    compareRows(toRow({ ...FORMER, ...before }), toRow({ ...FORMER, ...after }));
  assert.deepEqual(agreement({}, { amount: { lowUsd: 1001, highUsd: null } }).differing, ["amount"]);
  assert.deepEqual(agreement({}, { amount: { lowUsd: 1000, highUsd: 15_000 } }).differing, ["amount"]);
  const all = agreement({}, {}).otherFields;
  assert.equal(agreement({}, { comment: "Another comment" }).otherFields, all - 1);
  assert.equal(agreement({ capGainsOver200: true }, { capGainsOver200: false }).otherFields, all - 1);
  assert.equal(agreement({ capGainsOver200: true }, { capGainsOver200: true }).otherFields, all);
});
