/** Tests amendments of amendments, in every form: each chain ends in one served line, or in a filing that takes it back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DecidedAmendment, Report, StatedAmendments } from "../../src/domain/amendments/report.ts";
import { house, type Line, open, senate, settle, superseded } from "./made-reports.ts";

const APPLE = {};
const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft Corporation - Common Stock" };
const BOND = { ticker: "", assetNameRaw: "U.S. Treasury Bond", assetType: "Government Security" };
const TEN_THOUSANDS = { amount: { lowUsd: 15_001, highUsd: 50_000 } };

const ROW = "2000000001";
const BOX: StatedAmendments = { report: { number: null }, lines: [], decided: [] };

/** A report of the House on paper with a cross in the box "Amendment". */
const paper = (docId: string, filed: string, lines: readonly Line[]) =>
  house(docId, filed, lines, { isPaper: true, amending: BOX });

const decided = (report: Report, ...decisions: readonly DecidedAmendment[]): Report => ({
  ...report,
  amending: { report: report.amending?.report ?? null, lines: report.amending?.lines ?? [], decided: decisions },
});

/** Adds a row of this status that waits to be read. */
const unread = (report: Report, status: "amended" | "deleted" = "amended"): Report => ({
  ...report,
  linesOpen: 1,
  amending: { report: null, lines: [{ line: 1, status, rowId: ROW, deleted: null }], decided: [] },
});

const ORIGINAL = house("20000001", "2026-02-01", [APPLE, MSFT]);

test("an unreadable amended row is not treated as deleted", () => {
  const between = unread(house("20000002", "2026-02-09", []));
  const again = house("20000003", "2026-02-19", [{ ...TEN_THOUSANDS, is: "amended", rowId: ROW }]);
  const settlement = settle(ORIGINAL, between, again);
  assert.deepEqual(superseded(settlement), ["h20000001_01 -> h20000003_01"]);
  assert.deepEqual(open(settlement), ["txn_h20000002_01 amended line_unreadable"]);
  const deleting = house("20000003", "2026-02-19", [{ ...APPLE, is: "deleted", rowId: ROW }]);
  assert.deepEqual(superseded(settle(ORIGINAL, between, deleting)), ["h20000001_01 -> h20000003"]);
  const far = house("20000003", "2026-02-19", [{ ...BOND, is: "amended", rowId: ROW }]);
  assert.deepEqual(open(settle(ORIGINAL, between, far)).at(-1), "txn_h20000003_01 amended none_fits");
});

test("an unreadable row leaves its id to the line that had it before", () => {
  const first = house("20000002", "2026-02-09", [{ ...TEN_THOUSANDS, is: "amended", rowId: ROW }]);
  const between = unread(house("20000003", "2026-02-12", []));
  const last = house("20000004", "2026-02-19", [{ ...BOND, is: "amended", rowId: ROW }]);
  const chain = ["h20000001_01 -> h20000002_01", "h20000002_01 -> h20000004_01"];
  assert.deepEqual(superseded(settle(ORIGINAL, first, between, last)), chain);
});

test("a deleted row that took nothing back deletes nothing by its id", () => {
  const deleting = house("20000002", "2026-02-09", [{ ...APPLE, owner: "spouse", is: "deleted", rowId: ROW }]);
  const again = house("20000003", "2026-02-19", [{ ...TEN_THOUSANDS, is: "amended", rowId: ROW }]);
  const settlement = settle(ORIGINAL, deleting, again);
  assert.deepEqual(superseded(settlement), ["h20000001_01 -> h20000003_01"]);
  assert.deepEqual(open(settlement), ["txn_h20000002_01 deleted none_fits txn_h20000001_01"]);
});

test("a deleted row that is amended later stands, and goes to review", () => {
  const deleting = house("20000002", "2026-02-09", [{ ...APPLE, is: "deleted", rowId: ROW }]);
  const again = house("20000003", "2026-02-19", [{ ...TEN_THOUSANDS, is: "amended", rowId: ROW }]);
  const settlement = settle(ORIGINAL, deleting, again);
  assert.deepEqual(superseded(settlement), ["h20000001_01 -> h20000002"]);
  assert.deepEqual(open(settlement), ["txn_h20000003_01 amended deleted_before"]);
  assert.deepEqual(open(settle(ORIGINAL, deleting, decided(again, { line: 1, supersedes: null }))), []);
});

test("a row id used twice in one report identifies neither row", () => {
  const both = house("20000002", "2026-02-09", [
    { ...APPLE, ...TEN_THOUSANDS, is: "amended", rowId: ROW },
    { ...MSFT, ...TEN_THOUSANDS, is: "amended", rowId: ROW },
  ]);
  const again = house("20000003", "2026-02-19", [{ ...BOND, is: "amended", rowId: ROW }]);
  assert.deepEqual(superseded(settle(ORIGINAL, both, again)), [
    "h20000001_01 -> h20000002_01",
    "h20000001_02 -> h20000002_02",
  ]);
});

test("if text and paper of the same day both amend, their order is unknown, and both stay", () => {
  const text = house("20000002", "2026-02-20", [{ ...APPLE, is: "amended", rowId: ROW }]);
  const form = paper("8000001", "2026-02-20", [APPLE]);
  const settlement = settle(text, form);
  assert.deepEqual(superseded(settlement), []);
  assert.deepEqual(open(settlement), ["txn_h20000002_01 amended none_fits", "h8000001 report original_not_found"]);
  const told = settle(text, decided(form, { line: null, supersedes: text.id }));
  assert.deepEqual(superseded(told), ["h20000002_01 -> h8000001_01"]);
});

test("if only one of text and paper of the same day amends, it is the later one", () => {
  const form = paper("8000001", "2026-02-01", [APPLE, MSFT]);
  assert.deepEqual(superseded(settle(ORIGINAL, form)), ["h20000001_01 -> h8000001_01", "h20000001_02 -> h8000001_02"]);
  const text = house("20000002", "2026-02-01", [{ ...APPLE, is: "amended" }]);
  const plain = { ...form, amending: null };
  assert.deepEqual(superseded(settle(plain, text)), ["h8000001_01 -> h20000002_01"]);
});

test("two Senate amendments with the same day and number both stay, because their ids do not order them", () => {
  const one = senate("aa", "2026-02-20", 1, [APPLE]);
  const form = senate("bb", "2026-02-20", null, [APPLE], { isPaper: true });
  assert.deepEqual(superseded(settle(one, form)), []);
});

test("a report that restates another also replaces what amended it in the meantime", () => {
  const text = house("20000002", "2026-02-10", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const chain = ["h20000001_01 -> h20000002_01", "h20000001_02 -> h8000001_02", "h20000002_01 -> h8000001_01"];
  for (const line of [APPLE, TEN_THOUSANDS]) {
    const settlement = settle(ORIGINAL, text, paper("8000001", "2026-02-20", [line, MSFT]));
    assert.deepEqual(superseded(settlement), chain, "as it was printed at first, and as it was amended");
    assert.deepEqual(open(settlement), []);
  }
});

test("replaces an amended line missing from the restated report too; the rows that amend it are not a second original", () => {
  const three = house("20000001", "2026-02-01", [APPLE, MSFT, BOND]);
  const text = house("20000002", "2026-02-10", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const settlement = settle(three, text, paper("8000001", "2026-02-20", [MSFT, BOND]));
  assert.deepEqual(superseded(settlement), [
    "h20000001_01 -> h20000002_01",
    "h20000001_02 -> h8000001_01",
    "h20000001_03 -> h8000001_02",
    "h20000002_01 -> h8000001",
  ]);
  const both = house("20000002", "2026-02-10", [
    { ...TEN_THOUSANDS, is: "amended" },
    { ...MSFT, is: "amended" },
  ]);
  const again = settle(ORIGINAL, both, paper("8000001", "2026-02-20", [TEN_THOUSANDS, MSFT]));
  assert.deepEqual(superseded(again).slice(2), ["h20000002_01 -> h8000001_01", "h20000002_02 -> h8000001_02"]);
});

test("a deleted and restated line stands once, and goes to review", () => {
  const deleting = house("20000002", "2026-02-10", [{ ...APPLE, is: "deleted" }]);
  const settlement = settle(ORIGINAL, deleting, paper("8000001", "2026-02-20", [APPLE, MSFT]));
  assert.deepEqual(superseded(settlement), ["h20000001_01 -> h20000002", "h20000001_02 -> h8000001_02"]);
  assert.deepEqual(open(settlement), ["txn_h8000001_01 restated deleted_before txn_h20000001_01"]);
});

test("a line amended on the day of the restating report waits, like its restatement", () => {
  const text = house("20000002", "2026-02-20", [{ ...TEN_THOUSANDS, is: "amended" }]);
  const settlement = settle(ORIGINAL, text, paper("8000001", "2026-02-20", [APPLE, MSFT]));
  assert.deepEqual(superseded(settlement), ["h20000001_01 -> h20000002_01", "h20000001_02 -> h8000001_02"]);
  assert.deepEqual(open(settlement), ["txn_h8000001_01 restated several_fit txn_h20000002_01"]);
});

test("a line of one document under two ids stays while the other's is waiting or unread", () => {
  const digest = "the same bytes";
  const copy = house("8000002", "2026-02-03", [APPLE, MSFT], { digest });
  const waits = house("8000001", "2026-02-01", [APPLE], { digest, linesOpen: 1 });
  assert.deepEqual(superseded(settle(waits, copy)), ["h8000002_01 -> h8000001_01"]);
  assert.deepEqual(superseded(settle(house("8000001", "2026-02-01", [], { digest, isRead: false }), copy)), []);
  assert.deepEqual(superseded(settle(house("8000001", "2026-02-01", [], { digest, linesOpen: 2 }), copy)), []);
  const told = decided(copy, { line: 1, supersedes: "txn_h20000001_01" });
  assert.deepEqual(open(settle(ORIGINAL, waits, told)), ["txn_h8000002_01 amended decision_taken h8000001"]);
});

test("a decision must name an earlier filing, and follows its replacements", () => {
  const first = senate("aa", "2026-02-09", 0, [APPLE]);
  const [second, third] = [senate("bb", "2026-02-20", 1, [APPLE]), senate("cc", "2026-02-22", 2, [APPLE])];
  const chain = ["saa_01 -> sbb_01", "sbb_01 -> scc_01"];
  const later = settle(decided(first, { line: null, supersedes: "scc" }), second, third);
  assert.deepEqual([superseded(later), open(later)], [chain, ["saa report decision_not_earlier scc"]]);
  const line = settle(decided(first, { line: 1, supersedes: "txn_scc_01" }), second, third);
  assert.deepEqual([superseded(line), open(line)], [chain, ["txn_saa_01 amended decision_not_earlier txn_scc_01"]]);
  const taken = settle(first, second, decided(third, { line: null, supersedes: "saa" }));
  assert.deepEqual(open(taken), ["scc report decision_taken sbb"]);
  const followed = settle(first, second, decided({ ...third, amending: null }, { line: 1, supersedes: "txn_saa_01" }));
  assert.deepEqual(superseded(followed), chain);
});

test("if two decisions exclude each other, the second waits", () => {
  const text = house("20000002", "2026-02-20", [APPLE]);
  const form = house("8000001", "2026-02-20", [APPLE]);
  const lines = settle(
    decided(text, { line: 1, supersedes: "txn_h8000001_01" }),
    decided(form, { line: 1, supersedes: "txn_h20000002_01" }),
  );
  assert.deepEqual(superseded(lines), ["h20000002_01 -> h8000001_01"]);
  assert.deepEqual(open(lines), ["txn_h20000002_01 amended decision_circular txn_h8000001_01"]);
  const whole = settle(
    decided(text, { line: null, supersedes: "h8000001" }),
    decided(form, { line: null, supersedes: "h20000002" }),
  );
  assert.deepEqual(superseded(whole), ["h20000002_01 -> h8000001_01"]);
  assert.deepEqual(open(whole), ["h20000002 report decision_circular h8000001"]);
  const once = settle(ORIGINAL, decided(text, { line: 1, supersedes: "txn_h20000001_01" }));
  assert.deepEqual(superseded(once), ["h20000001_01 -> h20000002_01"]);
  const two = decided(
    house("20000002", "2026-02-20", [APPLE, APPLE]),
    ...[1, 2].map((line) => ({ line, supersedes: "txn_h20000001_01" })),
  );
  assert.deepEqual(open(settle(ORIGINAL, two)), ["txn_h20000002_02 amended decision_taken txn_h20000002_01"]);
});
