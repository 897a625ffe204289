/** Tests how similar two lines must be for each of the amendment rules. */
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

test("a line counts as restated if four of five fields are equal, or the asset and two other fields", () => {
  const { owner, type, amount } = OTHER;
  assert.equal(fits(scoreRestatement, BOND), true, "all but the asset");
  assert.equal(fits(scoreRestatement, { ...owner, ...type }), true, "the asset and two others");
  assert.equal(fits(scoreRestatement, { ...BOND, ...owner }), false, "three without the asset");
  assert.equal(fits(scoreRestatement, { ...owner, ...type, ...amount }), false, "the asset and one other");
  assert.equal(fits(hasSimilarFields, { ...owner, ...type }), true);
  assert.equal(fits(hasSimilarFields, { ...owner, ...type, ...amount }), false);
  assert.equal(fits(hasSimilarFields, BOND), false);
});

test("if two lines have equally many matching fields, the line with the matching asset scores higher", () => {
  const score = (after: Partial<Trade>) => scoreRestatement(toRow(FORMER), toRow({ ...FORMER, ...after }));
  assert.ok(score(OTHER.owner) > score(BOND));
  assert.ok(score(BOND) > 0);
});

test("if only one report can be the original, a line matches with three equal fields, or the asset and one other", () => {
  const { owner, type, amount, date } = OTHER;
  assert.equal(fits(scoreRestatementLoosely, { ...BOND, ...owner }), true, "three without the asset");
  assert.equal(fits(scoreRestatementLoosely, { ...BOND, ...owner, ...type }), false, "two without the asset");
  assert.equal(fits(scoreRestatementLoosely, { ...owner, ...type, ...amount }), true, "the asset and one other");
  assert.equal(fits(scoreRestatementLoosely, { ...owner, ...type, ...amount, ...date }), false, "the asset alone");
});

test("if only one report can be the original, five letters of the asset's name, or the ticker, identify the asset", () => {
  const others = { ...OTHER.owner, ...OTHER.type, ...OTHER.amount };
  const fitsNames = (before: Partial<Trade>, after: Partial<Trade>) =>
    fits(scoreRestatementLoosely, { ...BOND, ...others, ...after }, { ...BOND, ...before });
  assert.equal(fitsNames({ assetNameRaw: "GRAYS" }, { assetNameRaw: "SBTC - Grays Trust" }), true, "five letters");
  assert.equal(fitsNames({ assetNameRaw: "SBTC - Grays Trust" }, { assetNameRaw: "GRAYS" }), true, "in either report");
  assert.equal(fitsNames({ assetNameRaw: "GRAY" }, { assetNameRaw: "SBTC - Gray Trust" }), false, "four letters");
  assert.equal(
    fitsNames({ assetNameRaw: "GBTC" }, { assetNameRaw: "Sample Bitcoin", ticker: "GBTC" }),
    true,
    "the ticker",
  );
  assert.equal(fitsNames({ assetNameRaw: "GBTX" }, { assetNameRaw: "Sample Bitcoin", ticker: "GBTC" }), false);
});

test("an amended row's date may differ from the original's by five days or by the year, but not by six days", () => {
  const fitsDate = (text: string) => fits(scoreAmendment, { transactionDate: day(text) });
  assert.equal(fitsDate("2026-01-25"), true, "five days later");
  assert.equal(fitsDate("2026-01-15"), true, "five days before");
  assert.equal(fitsDate("2026-01-26"), false, "six days later");
  assert.equal(fitsDate("2025-01-20"), true, "another year");
});

test("an amended row may complete or truncate an asset's name if at least eight letters are equal", () => {
  const fitsNames = (before: string, after: string) =>
    fits(scoreAmendment, { ...BOND, assetNameRaw: after }, { ...BOND, assetNameRaw: before });
  assert.equal(fitsNames("Sample St", "Sample St Select"), true);
  assert.equal(fitsNames("Sample St Select", "Sample St"), true);
  assert.equal(fitsNames("Sample S", "Sample S Select"), false, "seven letters say too little");
});

test("an amount matches only if both bounds are equal; equal fields beyond the main five are counted separately", () => {
  const compare = (before: Partial<Trade>, after: Partial<Trade>) =>
    compareRows(toRow({ ...FORMER, ...before }), toRow({ ...FORMER, ...after }));
  assert.deepEqual(compare({}, { amount: { lowUsd: 1001, highUsd: null } }).differing, ["amount"]);
  assert.deepEqual(compare({}, { amount: { lowUsd: 1000, highUsd: 15_000 } }).differing, ["amount"]);
  const all = compare({}, {}).otherFields;
  assert.equal(compare({}, { comment: "Another comment" }).otherFields, all - 1);
  assert.equal(compare({ capGainsOver200: true }, { capGainsOver200: false }).otherFields, all - 1);
  assert.equal(compare({ capGainsOver200: true }, { capGainsOver200: true }).otherFields, all);
});
