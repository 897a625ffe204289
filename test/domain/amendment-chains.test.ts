/** Tests amendments of amendments, in every form: each chain ends in one served line, or in a filing that takes the line back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DecidedAmendment, Report, StatedAmendments } from "../../src/domain/amendments/report.ts";
import { type Line, listLinks, listOpen, makeHouse, makeSenate, settle } from "./made-reports.ts";

const APPLE = {};
const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft Corporation - Common Stock" };
const BOND = { ticker: "", assetNameRaw: "U.S. Treasury Bond", assetType: "Government Security" };
const TEN_THOUSANDS = { amount: { lowUsd: 15_001, highUsd: 50_000 } };

const ROW = "2000000001";
const BOX: StatedAmendments = { report: { number: null }, lines: [], decided: [] };

/** Makes a paper report of the House whose box "Amendment" is checked. */
const makePaperReport = (docId: string, filed: string, lines: readonly Line[]) =>
  makeHouse(docId, filed, lines, { isPaper: true, amending: BOX });

const addDecisions = (report: Report, ...decisions: readonly DecidedAmendment[]): Report => ({
  ...report,
  amending: { report: report.amending?.report ?? null, lines: report.amending?.lines ?? [], decided: decisions },
});

/** Makes the report one with a single amending row of this status that waits to be read. */
const addUnreadRow = (report: Report, status: "amended" | "deleted" = "amended"): Report => ({
  ...report,
  linesOpen: 1,
  amending: { report: null, lines: [{ line: 1, status, rowId: ROW, deleted: null }], decided: [] },
});

const ORIGINAL = makeHouse("20000001", "2026-02-01", [APPLE, MSFT]);

test("an unreadable amended row is not treated as deleted", () => {
  const between = addUnreadRow(makeHouse("20000002", "2026-02-09", []));
  const again = makeHouse("20000003", "2026-02-19", [{ ...TEN_THOUSANDS, is: "amended", rowId: ROW }]);
  const settlement = settle(ORIGINAL, between, again);
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000003_01"]);
  assert.deepEqual(listOpen(settlement), ["txn_h20000002_01 amended line_unreadable"]);
  const deleting = makeHouse("20000003", "2026-02-19", [{ ...APPLE, is: "deleted", rowId: ROW }]);
  assert.deepEqual(listLinks(settle(ORIGINAL, between, deleting)), ["h20000001_01 -> h20000003"]);
  const far = makeHouse("20000003", "2026-02-19", [{ ...BOND, is: "amended", rowId: ROW }]);
  assert.deepEqual(listOpen(settle(ORIGINAL, between, far)).at(-1), "txn_h20000003_01 amended none_fits");
});

test("if an unreadable row repeats a row id, the id still identifies the earlier line", () => {
  const first = makeHouse("20000002", "2026-02-09", [{ ...TEN_THOUSANDS, is: "amended", rowId: ROW }]);
  const between = addUnreadRow(makeHouse("20000003", "2026-02-12", []));
  const last = makeHouse("20000004", "2026-02-19", [{ ...BOND, is: "amended", rowId: ROW }]);
  const chain = ["h20000001_01 -> h20000002_01", "h20000002_01 -> h20000004_01"];
  assert.deepEqual(listLinks(settle(ORIGINAL, first, between, last)), chain);
});

test("a deleted row that matches no line does not mark its row id as deleted", () => {
  const deleting = makeHouse("20000002", "2026-02-09", [{ ...APPLE, owner: "spouse", is: "deleted", rowId: ROW }]);
  const again = makeHouse("20000003", "2026-02-19", [{ ...TEN_THOUSANDS, is: "amended", rowId: ROW }]);
  const settlement = settle(ORIGINAL, deleting, again);
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000003_01"]);
  assert.deepEqual(listOpen(settlement), ["txn_h20000002_01 deleted none_fits txn_h20000001_01"]);
});

test("a deletion stands if the deleted row is amended later, and the amended row goes to review", () => {
  const deleting = makeHouse("20000002", "2026-02-09", [{ ...APPLE, is: "deleted", rowId: ROW }]);
  const again = makeHouse("20000003", "2026-02-19", [{ ...TEN_THOUSANDS, is: "amended", rowId: ROW }]);
  const settlement = settle(ORIGINAL, deleting, again);
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000002"]);
  assert.deepEqual(listOpen(settlement), ["txn_h20000003_01 amended deleted_before"]);
  assert.deepEqual(listOpen(settle(ORIGINAL, deleting, addDecisions(again, { line: 1, supersedes: null }))), []);
});

test("a row id used twice in one report identifies neither row", () => {
  const both = makeHouse("20000002", "2026-02-09", [
    { ...APPLE, ...TEN_THOUSANDS, is: "amended", rowId: ROW },
    { ...MSFT, ...TEN_THOUSANDS, is: "amended", rowId: ROW },
  ]);
  const again = makeHouse("20000003", "2026-02-19", [{ ...BOND, is: "amended", rowId: ROW }]);
  assert.deepEqual(listLinks(settle(ORIGINAL, both, again)), [
    "h20000001_01 -> h20000002_01",
    "h20000001_02 -> h20000002_02",
  ]);
});

test("if a text and a paper report filed on one day are both amendments, their order is unknown and both stay", () => {
  const text = makeHouse("20000002", "2026-02-20", [{ ...APPLE, is: "amended", rowId: ROW }]);
  const form = makePaperReport("8000001", "2026-02-20", [APPLE]);
  const settlement = settle(text, form);
  assert.deepEqual(listLinks(settlement), []);
  assert.deepEqual(listOpen(settlement), ["txn_h20000002_01 amended none_fits", "h8000001 report original_not_found"]);
  const told = settle(text, addDecisions(form, { line: null, supersedes: text.id }));
  assert.deepEqual(listLinks(told), ["h20000002_01 -> h8000001_01"]);
});

test("of a text and a paper report filed on one day, the only amendment counts as the later report", () => {
  const form = makePaperReport("8000001", "2026-02-01", [APPLE, MSFT]);
  assert.deepEqual(listLinks(settle(ORIGINAL, form)), ["h20000001_01 -> h8000001_01", "h20000001_02 -> h8000001_02"]);
  const text = makeHouse("20000002", "2026-02-01", [{ ...APPLE, is: "amended" }]);
  const plain = { ...form, amending: null };
  assert.deepEqual(listLinks(settle(plain, text)), ["h8000001_01 -> h20000002_01"]);
});

test("two Senate amendments with the same day and number both stay, because neither is known to be later", () => {
  const one = makeSenate("aa", "2026-02-20", 1, [APPLE]);
  const form = makeSenate("bb", "2026-02-20", null, [APPLE], { isPaper: true });
  assert.deepEqual(listLinks(settle(one, form)), []);
});

test("a restating report also supersedes the rows that amended the original in the meantime", () => {
  const text = makeHouse("20000002", "2026-02-10", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const chain = ["h20000001_01 -> h20000002_01", "h20000001_02 -> h8000001_02", "h20000002_01 -> h8000001_01"];
  for (const line of [APPLE, TEN_THOUSANDS]) {
    const settlement = settle(ORIGINAL, text, makePaperReport("8000001", "2026-02-20", [line, MSFT]));
    assert.deepEqual(listLinks(settlement), chain, "whether it repeats the line as first printed or as amended");
    assert.deepEqual(listOpen(settlement), []);
  }
});

test("a restating report also supersedes an amended line that it omits; amending rows are not another original", () => {
  const three = makeHouse("20000001", "2026-02-01", [APPLE, MSFT, BOND]);
  const text = makeHouse("20000002", "2026-02-10", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const settlement = settle(three, text, makePaperReport("8000001", "2026-02-20", [MSFT, BOND]));
  assert.deepEqual(listLinks(settlement), [
    "h20000001_01 -> h20000002_01",
    "h20000001_02 -> h8000001_01",
    "h20000001_03 -> h8000001_02",
    "h20000002_01 -> h8000001",
  ]);
  const both = makeHouse("20000002", "2026-02-10", [
    { ...TEN_THOUSANDS, is: "amended" },
    { ...MSFT, is: "amended" },
  ]);
  const again = settle(ORIGINAL, both, makePaperReport("8000001", "2026-02-20", [TEN_THOUSANDS, MSFT]));
  assert.deepEqual(listLinks(again).slice(2), ["h20000002_01 -> h8000001_01", "h20000002_02 -> h8000001_02"]);
});

test("a line that was deleted and then restated is served once, and goes to review", () => {
  const deleting = makeHouse("20000002", "2026-02-10", [{ ...APPLE, is: "deleted" }]);
  const settlement = settle(ORIGINAL, deleting, makePaperReport("8000001", "2026-02-20", [APPLE, MSFT]));
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000002", "h20000001_02 -> h8000001_02"]);
  assert.deepEqual(listOpen(settlement), ["txn_h8000001_01 restated deleted_before txn_h20000001_01"]);
});

test("if a line is amended and restated on the same day, both versions stay, and the restatement goes to review", () => {
  const text = makeHouse("20000002", "2026-02-20", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const settlement = settle(ORIGINAL, text, makePaperReport("8000001", "2026-02-20", [APPLE, MSFT]));
  assert.deepEqual(listLinks(settlement), ["h20000001_01 -> h20000002_01", "h20000001_02 -> h8000001_02"]);
  assert.deepEqual(listOpen(settlement), ["txn_h8000001_01 restated several_fit txn_h20000002_01"]);
});

test("if a document has two ids, keeps a line of the later filing while the earlier filing's is pending or unread", () => {
  const digest = "the same bytes";
  const copy = makeHouse("8000002", "2026-02-03", [APPLE, MSFT], { digest });
  const waits = makeHouse("8000001", "2026-02-01", [APPLE], { digest, linesOpen: 1 });
  assert.deepEqual(listLinks(settle(waits, copy)), ["h8000002_01 -> h8000001_01"]);
  assert.deepEqual(listLinks(settle(makeHouse("8000001", "2026-02-01", [], { digest, isRead: false }), copy)), []);
  assert.deepEqual(listLinks(settle(makeHouse("8000001", "2026-02-01", [], { digest, linesOpen: 2 }), copy)), []);
  const told = addDecisions(copy, { line: 1, supersedes: "txn_h20000001_01" });
  assert.deepEqual(listOpen(settle(ORIGINAL, waits, told)), ["txn_h8000002_01 amended decision_taken h8000001"]);
});

test("a decision must name an earlier filing, and applies to the latest version of the line that it names", () => {
  const first = makeSenate("aa", "2026-02-09", 0, [APPLE]);
  const [second, third] = [makeSenate("bb", "2026-02-20", 1, [APPLE]), makeSenate("cc", "2026-02-22", 2, [APPLE])];
  const chain = ["saa_01 -> sbb_01", "sbb_01 -> scc_01"];
  const later = settle(addDecisions(first, { line: null, supersedes: "scc" }), second, third);
  assert.deepEqual([listLinks(later), listOpen(later)], [chain, ["saa report decision_not_earlier scc"]]);
  const line = settle(addDecisions(first, { line: 1, supersedes: "txn_scc_01" }), second, third);
  assert.deepEqual([listLinks(line), listOpen(line)], [chain, ["txn_saa_01 amended decision_not_earlier txn_scc_01"]]);
  const taken = settle(first, second, addDecisions(third, { line: null, supersedes: "saa" }));
  assert.deepEqual(listOpen(taken), ["scc report decision_taken sbb"]);
  const followed = settle(
    first,
    second,
    addDecisions({ ...third, amending: null }, { line: 1, supersedes: "txn_saa_01" }),
  );
  assert.deepEqual(listLinks(followed), chain);
});

test("of two contradictory decisions, one is applied and the other goes to review", () => {
  const text = makeHouse("20000002", "2026-02-20", [APPLE]);
  const form = makeHouse("8000001", "2026-02-20", [APPLE]);
  const lines = settle(
    addDecisions(text, { line: 1, supersedes: "txn_h8000001_01" }),
    addDecisions(form, { line: 1, supersedes: "txn_h20000002_01" }),
  );
  assert.deepEqual(listLinks(lines), ["h20000002_01 -> h8000001_01"]);
  assert.deepEqual(listOpen(lines), ["txn_h20000002_01 amended decision_circular txn_h8000001_01"]);
  const whole = settle(
    addDecisions(text, { line: null, supersedes: "h8000001" }),
    addDecisions(form, { line: null, supersedes: "h20000002" }),
  );
  assert.deepEqual(listLinks(whole), ["h20000002_01 -> h8000001_01"]);
  assert.deepEqual(listOpen(whole), ["h20000002 report decision_circular h8000001"]);
  const once = settle(ORIGINAL, addDecisions(text, { line: 1, supersedes: "txn_h20000001_01" }));
  assert.deepEqual(listLinks(once), ["h20000001_01 -> h20000002_01"]);
  const two = addDecisions(
    makeHouse("20000002", "2026-02-20", [APPLE, APPLE]),
    ...[1, 2].map((line) => ({ line, supersedes: "txn_h20000001_01" })),
  );
  assert.deepEqual(listOpen(settle(ORIGINAL, two)), ["txn_h20000002_02 amended decision_taken txn_h20000002_01"]);
});
