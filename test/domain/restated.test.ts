/** Tests which report a whole report restates, at the bounds of the rules (docs/sources/amendments.md). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { StatedAmendments } from "../../src/domain/amendments/report.ts";
import { day } from "../store/made.ts";
import { house, type Line, open, senate, settle, superseded } from "./made-reports.ts";

const APPLE = {};
const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft Corporation - Common Stock" };
const TEN_THOUSANDS = { amount: { lowUsd: 15_001, highUsd: 50_000 } };
const ELSEWHEN = { transactionDate: day("2025-11-03"), transactionType: "sale_full" as const };
/** Shares nothing with the other lines but the owner. */
const BOND = {
  ticker: "",
  assetNameRaw: "U.S. Treasury Bond",
  assetType: "Government Security",
  amount: { lowUsd: 100_001, highUsd: 250_000 },
  transactionDate: day("2025-10-01"),
  transactionType: "sale_partial" as const,
};
const BOX: StatedAmendments = { report: { number: null }, lines: [], decided: [] };

/** A report of the House on paper with a cross in the box "Amendment". */
const paper = (docId: string, filed: string, lines: readonly Line[]) =>
  house(docId, filed, lines, { isPaper: true, amending: BOX });

/** An original of the Senate whose title names this day, on which it was filed. */
const titled = (docId: string, filed: string, lines: readonly Line[]) => {
  const [year, month, date] = filed.split("-");
  return senate(docId, filed, 0, lines, { title: `Periodic Transaction Report for ${month}/${date}/${year}` });
};

test("half of the shorter report's lines are enough if the title names the report", () => {
  const original = senate("aa", "2026-02-09", 0, [APPLE, MSFT]);
  const settlement = settle(original, senate("bb", "2026-02-20", 1, [TEN_THOUSANDS, BOND]));
  assert.deepEqual(superseded(settlement), ["saa_01 -> sbb_01", "saa_02 -> sbb"]);
});

test("if a single report matches the title, the asset and one other field are enough for its line", () => {
  const original = senate("aa", "2026-02-09", 0, [APPLE]);
  const changed = { ...ELSEWHEN, ...TEN_THOUSANDS };
  assert.deepEqual(superseded(settle(original, senate("cc", "2026-02-20", 1, [changed]))), ["saa_01 -> scc_01"]);
  const another = senate("ab", "2026-02-09", 0, [BOND]);
  const settlement = settle(original, another, senate("cc", "2026-02-20", 1, [changed]));
  assert.deepEqual(superseded(settlement), [], "with two reports of the title it is not certain");
  assert.deepEqual(open(settlement), ["scc report content_differs saa sab"]);
});

test("restates a report filed up to seven days from the title's date if each line is corrected in one field", () => {
  const lines = [APPLE, MSFT];
  const corrected = senate("cc", "2026-02-25", 1, [TEN_THOUSANDS, { ...MSFT, ...TEN_THOUSANDS }]);
  for (const filed of ["2026-02-02", "2026-02-16"]) {
    const settlement = settle(titled("aa", filed, lines), corrected);
    assert.deepEqual(superseded(settlement), ["saa_01 -> scc_01", "saa_02 -> scc_02"], filed);
  }
  for (const filed of ["2026-02-01", "2026-02-17"]) {
    const settlement = settle(titled("aa", filed, lines), corrected);
    assert.deepEqual(open(settlement), ["scc report original_not_found"], filed);
  }
});

test("a report near the title's date does not count if another matches the title itself", () => {
  const near = titled("aa", "2026-02-10", [APPLE]);
  const named = senate("ab", "2026-02-09", 0, [BOND]);
  const amendment = senate("cc", "2026-02-25", 1, [TEN_THOUSANDS]);
  assert.deepEqual(open(settle(near, named, amendment)), ["scc report content_differs sab"]);
});

test("without a title no report is near its date, so corrected lines are not enough", () => {
  const original = house("8000001", "2026-02-01", [APPLE]);
  const amendment = paper("8000003", "2026-02-04", [TEN_THOUSANDS]);
  assert.deepEqual(open(settle(original, amendment)), ["h8000003 report original_not_found"]);
});

test("prefers a report that repeats the lines over one near the title's date with corrected lines", () => {
  const repeated = titled("aa", "2025-06-02", [APPLE]);
  const near = titled("ab", "2026-02-10", [TEN_THOUSANDS]);
  const settlement = settle(repeated, near, senate("cc", "2026-02-25", 1, [APPLE]));
  assert.deepEqual(superseded(settlement), ["saa_01 -> scc_01"]);
});

test("half of the lines repeated are not most of them", () => {
  const original = house("8000001", "2026-02-01", [APPLE, MSFT]);
  assert.deepEqual(open(settle(original, paper("8000003", "2026-02-09", [APPLE, BOND]))), [
    "h8000003 report original_not_found",
  ]);
});

test("of two reports matching the title, the one with more restated lines is meant, if as many are unchanged", () => {
  const more = senate("aa", "2026-02-09", 0, [APPLE, MSFT]);
  const fewer = senate("ab", "2026-02-09", 0, [APPLE]);
  const amendment = senate("cc", "2026-02-20", 1, [APPLE, { ...MSFT, ...TEN_THOUSANDS }]);
  assert.deepEqual(superseded(settle(more, fewer, amendment)), ["saa_01 -> scc_01", "saa_02 -> scc_02"]);
});

test("of two reports matching the title, one with more restated lines and one with more unchanged, a person decides", () => {
  const more = senate("aa", "2026-02-09", 0, [TEN_THOUSANDS, MSFT]);
  const unchanged = senate("ab", "2026-02-09", 0, [APPLE]);
  const amendment = senate("cc", "2026-02-20", 1, [APPLE, { ...MSFT, ...TEN_THOUSANDS }]);
  assert.deepEqual(open(settle(more, unchanged, amendment)), ["scc report several_fit saa sab"]);
});

test("a paper report may restate the printed lines, even if rows were amended or deleted in the meantime", () => {
  const original = house("8000001", "2026-02-01", [APPLE, MSFT]);
  const deleting = house("20000002", "2026-02-05", [{ ...MSFT, is: "deleted" }]);
  const restating = paper("8000003", "2026-02-09", [APPLE, MSFT]);
  assert.deepEqual(superseded(settle(original, deleting, restating)), [
    "h8000001_01 -> h8000003_01",
    "h8000001_02 -> h20000002",
  ]);
  const amending = house("20000002", "2026-02-05", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const again = paper("8000003", "2026-02-09", [APPLE]);
  assert.deepEqual(superseded(settle(house("8000001", "2026-02-01", [APPLE]), amending, again)), [
    "h20000002_01 -> h8000003_01",
    "h8000001_01 -> h20000002_01",
  ]);
});

test("a report and the rows that amended all of its lines are one original, not two", () => {
  const original = house("8000001", "2026-02-01", [APPLE]);
  const amending = house("20000002", "2026-02-05", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const restating = paper("8000003", "2026-02-09", [TEN_THOUSANDS]);
  assert.deepEqual(superseded(settle(original, amending, restating)), [
    "h20000002_01 -> h8000003_01",
    "h8000001_01 -> h20000002_01",
  ]);
});

test("an amendment that drops no line leaves nothing to decide, even if lines of it are unread", () => {
  const original = senate("aa", "2026-02-09", 0, [APPLE]);
  const settlement = settle(original, { ...senate("bb", "2026-02-20", 1, [TEN_THOUSANDS]), linesOpen: 1 });
  assert.deepEqual(superseded(settlement), ["saa_01 -> sbb_01"]);
  assert.deepEqual(open(settlement), []);
});

test("a member's report to one chamber restates none in the other", () => {
  const inSenate = senate("aa", "2026-02-01", 0, [APPLE]);
  assert.deepEqual(open(settle(inSenate, paper("8000003", "2026-02-09", [APPLE]))), [
    "h8000003 report original_not_found",
  ]);
});

test("a row's number leads to its similar line only if all reports of that time are read", () => {
  const original = house("20000001", "2026-01-20", [TEN_THOUSANDS]);
  const row = { owner: "spouse", is: "amended", rowId: "2000153000" } as const;
  const amending = house("20000009", "2026-03-09", [row]);
  const link = ["h20000001_01 -> h20000009_01"];
  assert.deepEqual(superseded(settle(original, amending)), link);
  const other = (filed: string, changes: object) => house("20000005", filed, [MSFT], changes);
  assert.deepEqual(superseded(settle(original, other("2026-01-25", {}), amending)), link);
  assert.deepEqual(superseded(settle(original, other("2026-01-25", { linesOpen: 1 }), amending)), []);
  assert.deepEqual(superseded(settle(original, other("2026-01-25", { isRead: false }), amending)), []);
  assert.deepEqual(
    superseded(settle(original, other("2025-10-01", { isRead: false }), amending)),
    link,
    "of another time",
  );
  const inSenate = senate("aa", "2026-01-25", 0, [MSFT], { isRead: false });
  assert.deepEqual(superseded(settle(original, inSenate, amending)), link, "of the other house");
});

test("an amendment restates the report with the highest number before its own, even if the original fits as well", () => {
  const original = senate("aa", "2026-02-09", 0, [APPLE]);
  const first = senate("bb", "2026-02-20", 1, [BOND]);
  const second = senate("cc", "2026-02-25", 2, [APPLE, BOND]);
  assert.deepEqual(superseded(settle(original, first, second)), ["sbb_01 -> scc_02"]);
});

test("rows that amend most lines of a report are not a second original next to it", () => {
  const wide = { ...MSFT, ...TEN_THOUSANDS };
  const original = house("8000001", "2026-02-01", [APPLE, MSFT, BOND]);
  const amending = house("20000002", "2026-02-05", [
    { ...TEN_THOUSANDS, is: "amended" },
    { ...wide, is: "amended" },
  ]);
  const settlement = settle(original, amending, paper("8000003", "2026-02-09", [TEN_THOUSANDS, wide, BOND]));
  assert.deepEqual(open(settlement), []);
  assert.equal(settlement.supersededBy.get("txn_h8000001_03"), "txn_h8000003_03");
});

test("a paper report that restates the current lines replaces them line by line", () => {
  const rowId = "2000000001";
  const settlement = settle(
    house("20000001", "2026-02-01", [APPLE, MSFT]),
    house("20000002", "2026-02-05", [{ ...TEN_THOUSANDS, is: "amended", rowId }]),
    house("20000003", "2026-02-06", [{ ...BOND, is: "amended", rowId }]),
    paper("8000004", "2026-02-09", [BOND, MSFT]),
  );
  assert.deepEqual(open(settlement), [], "a row found by its number does not wait");
  assert.deepEqual(superseded(settlement), [
    "h20000001_01 -> h20000002_01",
    "h20000001_02 -> h8000004_02",
    "h20000002_01 -> h20000003_01",
    "h20000003_01 -> h8000004_01",
  ]);
});

test("a line that a person settled is not restated by its report", () => {
  const amendment = senate("bb", "2026-02-20", 1, [TEN_THOUSANDS, MSFT]);
  const decided = { report: { number: 1 }, lines: [], decided: [{ line: 1, supersedes: null }] };
  const settlement = settle(senate("aa", "2026-02-09", 0, [APPLE, MSFT]), { ...amendment, amending: decided });
  assert.deepEqual(superseded(settlement), ["saa_01 -> sbb", "saa_02 -> sbb_02"]);
});
