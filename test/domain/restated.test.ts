/** Tests which report a whole report restates, at the bounds of the rules (docs/sources/amendments.md). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { StatedAmendments } from "../../src/domain/amendments/report.ts";
import { day } from "../store/made.ts";
import { type Line, listLinks, listOpen, makeHouse, makeSenate, settle } from "./made-reports.ts";

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

/** Makes a paper report of the House whose box "Amendment" is checked. */
const makePaperReport = (docId: string, filed: string, lines: readonly Line[]) =>
  makeHouse(docId, filed, lines, { isPaper: true, amending: BOX });

/** Makes an original of the Senate whose title names the day on which it was filed. */
const makeTitledReport = (docId: string, filed: string, lines: readonly Line[]) => {
  const [year, month, date] = filed.split("-");
  return makeSenate(docId, filed, 0, lines, {
    title: `Periodic Transaction Report for ${month}/${date}/${year}`,
  });
};

test("a report with the title date is restated if half of the shorter report's lines match", () => {
  const original = makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT]);
  const settlement = settle(original, makeSenate("bb", "2026-02-20", 1, [TEN_THOUSANDS, BOND]));
  assert.deepEqual(listLinks(settlement), ["saa_01 -> sbb_01", "saa_02 -> sbb"]);
});

test("if only one report has the title date, a line matches with the same asset and one other equal field", () => {
  const original = makeSenate("aa", "2026-02-09", 0, [APPLE]);
  const changed = { ...ELSEWHEN, ...TEN_THOUSANDS };
  assert.deepEqual(listLinks(settle(original, makeSenate("cc", "2026-02-20", 1, [changed]))), ["saa_01 -> scc_01"]);
  const another = makeSenate("ab", "2026-02-09", 0, [BOND]);
  const settlement = settle(original, another, makeSenate("cc", "2026-02-20", 1, [changed]));
  assert.deepEqual(listLinks(settlement), [], "with two reports matching the title, it is not certain");
  assert.deepEqual(listOpen(settlement), ["scc report content_differs saa sab"]);
});

test("an amendment restates a report filed within seven days of the title date if each line differs in one field", () => {
  const lines = [APPLE, MSFT];
  const corrected = makeSenate("cc", "2026-02-25", 1, [TEN_THOUSANDS, { ...MSFT, ...TEN_THOUSANDS }]);
  for (const filed of ["2026-02-02", "2026-02-16"]) {
    const settlement = settle(makeTitledReport("aa", filed, lines), corrected);
    assert.deepEqual(listLinks(settlement), ["saa_01 -> scc_01", "saa_02 -> scc_02"], filed);
  }
  for (const filed of ["2026-02-01", "2026-02-17"]) {
    const settlement = settle(makeTitledReport("aa", filed, lines), corrected);
    assert.deepEqual(listOpen(settlement), ["scc report original_not_found"], filed);
  }
});

test("a report filed near the title date is ignored if another report has exactly that date", () => {
  const near = makeTitledReport("aa", "2026-02-10", [APPLE]);
  const named = makeSenate("ab", "2026-02-09", 0, [BOND]);
  const amendment = makeSenate("cc", "2026-02-25", 1, [TEN_THOUSANDS]);
  assert.deepEqual(listOpen(settle(near, named, amendment)), ["scc report content_differs sab"]);
});

test("without a title date, an amendment with corrected lines does not match a report filed shortly before", () => {
  const original = makeHouse("8000001", "2026-02-01", [APPLE]);
  const amendment = makePaperReport("8000003", "2026-02-04", [TEN_THOUSANDS]);
  assert.deepEqual(listOpen(settle(original, amendment)), ["h8000003 report original_not_found"]);
});

test("prefers a report with identical lines to a report filed near the title date with corrected lines", () => {
  const repeated = makeTitledReport("aa", "2025-06-02", [APPLE]);
  const near = makeTitledReport("ab", "2026-02-10", [TEN_THOUSANDS]);
  const settlement = settle(repeated, near, makeSenate("cc", "2026-02-25", 1, [APPLE]));
  assert.deepEqual(listLinks(settlement), ["saa_01 -> scc_01"]);
});

test("without a title date, an amendment does not match a report of which it repeats only half of the lines", () => {
  const original = makeHouse("8000001", "2026-02-01", [APPLE, MSFT]);
  assert.deepEqual(listOpen(settle(original, makePaperReport("8000003", "2026-02-09", [APPLE, BOND]))), [
    "h8000003 report original_not_found",
  ]);
});

test("of two reports with the title date and as many unchanged lines, the one with more restated lines is amended", () => {
  const more = makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT]);
  const fewer = makeSenate("ab", "2026-02-09", 0, [APPLE]);
  const amendment = makeSenate("cc", "2026-02-20", 1, [APPLE, { ...MSFT, ...TEN_THOUSANDS }]);
  assert.deepEqual(listLinks(settle(more, fewer, amendment)), ["saa_01 -> scc_01", "saa_02 -> scc_02"]);
});

test("a person decides between a report with more restated lines and a report with more unchanged lines", () => {
  const more = makeSenate("aa", "2026-02-09", 0, [TEN_THOUSANDS, MSFT]);
  const unchanged = makeSenate("ab", "2026-02-09", 0, [APPLE]);
  const amendment = makeSenate("cc", "2026-02-20", 1, [APPLE, { ...MSFT, ...TEN_THOUSANDS }]);
  assert.deepEqual(listOpen(settle(more, unchanged, amendment)), ["scc report several_fit saa sab"]);
});

test("a paper report may restate a report as first filed, even if rows were amended or deleted in the meantime", () => {
  const original = makeHouse("8000001", "2026-02-01", [APPLE, MSFT]);
  const deleting = makeHouse("20000002", "2026-02-05", [{ ...MSFT, is: "deleted" }]);
  const restating = makePaperReport("8000003", "2026-02-09", [APPLE, MSFT]);
  assert.deepEqual(listLinks(settle(original, deleting, restating)), [
    "h8000001_01 -> h8000003_01",
    "h8000001_02 -> h20000002",
  ]);
  const amending = makeHouse("20000002", "2026-02-05", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const again = makePaperReport("8000003", "2026-02-09", [APPLE]);
  assert.deepEqual(listLinks(settle(makeHouse("8000001", "2026-02-01", [APPLE]), amending, again)), [
    "h20000002_01 -> h8000003_01",
    "h8000001_01 -> h20000002_01",
  ]);
});

test("a report and the rows that amended all of its lines count as one original for a restating report", () => {
  const original = makeHouse("8000001", "2026-02-01", [APPLE]);
  const amending = makeHouse("20000002", "2026-02-05", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const restating = makePaperReport("8000003", "2026-02-09", [TEN_THOUSANDS]);
  assert.deepEqual(listLinks(settle(original, amending, restating)), [
    "h20000002_01 -> h8000003_01",
    "h8000001_01 -> h20000002_01",
  ]);
});

test("an amendment that drops no line needs no decision, even if some of the amendment's lines are unread", () => {
  const original = makeSenate("aa", "2026-02-09", 0, [APPLE]);
  const settlement = settle(original, { ...makeSenate("bb", "2026-02-20", 1, [TEN_THOUSANDS]), linesOpen: 1 });
  assert.deepEqual(listLinks(settlement), ["saa_01 -> sbb_01"]);
  assert.deepEqual(listOpen(settlement), []);
});

test("a member's report to one chamber never restates a report to the other chamber", () => {
  const inSenate = makeSenate("aa", "2026-02-01", 0, [APPLE]);
  assert.deepEqual(listOpen(settle(inSenate, makePaperReport("8000003", "2026-02-09", [APPLE]))), [
    "h8000003 report original_not_found",
  ]);
});

test("a row id identifies a similar line only if all of the member's reports of that time have been read", () => {
  const original = makeHouse("20000001", "2026-01-20", [TEN_THOUSANDS]);
  const row = { owner: "spouse", is: "amended", rowId: "2000153000" } as const;
  const amending = makeHouse("20000009", "2026-03-09", [row]);
  const link = ["h20000001_01 -> h20000009_01"];
  assert.deepEqual(listLinks(settle(original, amending)), link);
  const makeOtherReport = (filed: string, changes: object) => makeHouse("20000005", filed, [MSFT], changes);
  assert.deepEqual(listLinks(settle(original, makeOtherReport("2026-01-25", {}), amending)), link);
  assert.deepEqual(listLinks(settle(original, makeOtherReport("2026-01-25", { linesOpen: 1 }), amending)), []);
  assert.deepEqual(listLinks(settle(original, makeOtherReport("2026-01-25", { isRead: false }), amending)), []);
  assert.deepEqual(
    listLinks(settle(original, makeOtherReport("2025-10-01", { isRead: false }), amending)),
    link,
    "of another time",
  );
  const inSenate = makeSenate("aa", "2026-01-25", 0, [MSFT], { isRead: false });
  assert.deepEqual(listLinks(settle(original, inSenate, amending)), link, "filed in the other chamber");
});

test("amendment 2 restates amendment 1 even if the original matches equally well", () => {
  const original = makeSenate("aa", "2026-02-09", 0, [APPLE]);
  const first = makeSenate("bb", "2026-02-20", 1, [BOND]);
  const second = makeSenate("cc", "2026-02-25", 2, [APPLE, BOND]);
  assert.deepEqual(listLinks(settle(original, first, second)), ["sbb_01 -> scc_02"]);
});

test("rows that amended most lines of a report do not count as another original", () => {
  const wide = { ...MSFT, ...TEN_THOUSANDS };
  const original = makeHouse("8000001", "2026-02-01", [APPLE, MSFT, BOND]);
  const amending = makeHouse("20000002", "2026-02-05", [
    { ...TEN_THOUSANDS, is: "amended" },
    { ...wide, is: "amended" },
  ]);
  const settlement = settle(original, amending, makePaperReport("8000003", "2026-02-09", [TEN_THOUSANDS, wide, BOND]));
  assert.deepEqual(listOpen(settlement), []);
  assert.equal(settlement.supersededBy.get("txn_h8000001_03"), "txn_h8000003_03");
});

test("a paper report supersedes the latest version of each line that it restates", () => {
  const rowId = "2000000001";
  const settlement = settle(
    makeHouse("20000001", "2026-02-01", [APPLE, MSFT]),
    makeHouse("20000002", "2026-02-05", [{ ...TEN_THOUSANDS, is: "amended", rowId }]),
    makeHouse("20000003", "2026-02-06", [{ ...BOND, is: "amended", rowId }]),
    makePaperReport("8000004", "2026-02-09", [BOND, MSFT]),
  );
  assert.deepEqual(listOpen(settlement), [], "a row found by its number does not wait");
  assert.deepEqual(listLinks(settlement), [
    "h20000001_01 -> h20000002_01",
    "h20000001_02 -> h8000004_02",
    "h20000002_01 -> h20000003_01",
    "h20000003_01 -> h8000004_01",
  ]);
});

test("a line that amends nothing by a person's decision supersedes no line of the original report", () => {
  const amendment = makeSenate("bb", "2026-02-20", 1, [TEN_THOUSANDS, MSFT]);
  const decided = { report: { number: 1 }, lines: [], decided: [{ line: 1, supersedes: null }] };
  const settlement = settle(makeSenate("aa", "2026-02-09", 0, [APPLE, MSFT]), {
    ...amendment,
    amending: decided,
  });
  assert.deepEqual(listLinks(settlement), ["saa_01 -> sbb", "saa_02 -> sbb_02"]);
});
