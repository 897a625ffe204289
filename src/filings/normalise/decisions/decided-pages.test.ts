import assert from "node:assert/strict";
import { test } from "node:test";
import { type Decision, Decisions } from "../../../domain/decision.ts";
import {
  createBlankFiling,
  createBlankLine,
  type RawFiling,
  type RawTransaction,
} from "../../../domain/printed-report.ts";
import { formatReason } from "../../../domain/reason.ts";
import { findScanOutcome } from "../scanned.ts";
import { createLineReference } from "./decided-place.ts";
import { applyDecisions } from "./with-decisions.ts";

const DOCUMENT = "ab".repeat(32);
const signed = { at: "2026-11-20T12:00:00Z", author: "A. Editor", reason: "The page says so." };

type Kind = NonNullable<RawFiling["scan"]>["pages"][number]["kind"];

/** Creates a row that was detected on a page at this vertical position. */
function toRow(page: number, top: number): RawTransaction {
  const box = { left: 10, top, width: 900, height: 40 };
  const field = { reading: null, confidence: 1, sure: true, box };
  const fields = {
    owner: field,
    asset: { ...field, reading: `Seen ${page}/${top}` },
    transactionType: field,
    transactionDate: field,
    notificationDate: field,
    amount: field,
  };
  return {
    ...createBlankLine(0),
    assetName: `Seen ${page}/${top}`,
    page,
    scan: { uncertain: [], row: { box, handwritten: false, fields } },
  };
}

function toReport(kinds: readonly Kind[], rows: readonly RawTransaction[]): RawFiling {
  return {
    ...createBlankFiling({ source: "house-clerk", kind: "scan", docId: "9999999" }),
    pages: kinds.length,
    transactions: rows.map((row, at) => ({ ...row, line: at + 1 })),
    scan: {
      pages: kinds.map((kind) => ({
        kind,
        turnDegrees: 0,
        skew: { level: 0, upright: 0, fan: 0 },
        failure: kind === "unknown" ? "pdf_damaged: It is." : null,
      })),
    },
  };
}

function settle(raw: RawFiling, decisions: readonly object[], document = DOCUMENT): RawFiling {
  const all = decisions.map((each) => ({ ...signed, filing: "h9999999", document: DOCUMENT, ...each }) as Decision);
  return applyDecisions(raw, new Decisions(all).findForFiling("h9999999"), document);
}

const list = ({ transactions }: RawFiling) =>
  transactions.map(({ line, page, assetName }) => `${line} p${page} ${assetName}`);
const listKinds = ({ scan }: RawFiling) => scan?.pages.map(({ kind, failure }) => [kind, failure]);
const getState = (raw: RawFiling) => {
  const { state: is, reason } = findScanOutcome(raw, 0);
  return [is, formatReason(reason)];
};
const toRows = (...assets: readonly string[]) => assets.map((asset) => ({ asset, transactionType: "P" }));

const whole = toReport(
  ["transactions", "unknown", "transactions"],
  [toRow(1, 10), toRow(1, 60), toRow(2, 30), toRow(3, 10)],
);

test("rows entered by a person replace the detected rows of their page, and shift the numbers of later rows", () => {
  const raw = settle(whole, [{ subject: "page", page: 2, rows: toRows("One", "Two") }]);
  assert.deepEqual(list(raw), ["1 p1 Seen 1/10", "2 p1 Seen 1/60", "3 p2 One", "4 p2 Two", "5 p3 Seen 3/10"]);
  assert.deepEqual(
    raw.transactions.map(({ reviewed, typed: row }) => [reviewed, row]),
    [
      [undefined, undefined],
      [undefined, undefined],
      [true, 1],
      [true, 2],
      [undefined, undefined],
    ],
  );
  assert.deepEqual(listKinds(raw)?.[1], ["transactions", null]);
  assert.deepEqual(getState(raw), ["ocr", "reviewed_pages: By a person: page 2 was typed in."]);
  assert.deepEqual(settle(whole, [{ subject: "page", page: 2, rows: toRows("One") }], "cd".repeat(32)), whole);
});

test("a page decided to be empty keeps no detected row", () => {
  const raw = settle(whole, [{ subject: "page", page: 2, rows: [] }]);
  assert.deepEqual(list(raw), ["1 p1 Seen 1/10", "2 p1 Seen 1/60", "3 p3 Seen 3/10"]);
  assert.deepEqual(listKinds(raw)?.[1], ["nothing_to_report", null]);
  const none = settle(toReport(["unknown"], []), [{ subject: "page", page: 1, rows: [] }]);
  assert.deepEqual(getState(none), ["no_trades", "reviewed_pages: By a person: page 1 has no transaction."]);
});

test("the acceptance of a page no longer applies if a newer reader version detects other rows", () => {
  const decision = { subject: "page", page: 2, seen: [{ left: 12, top: 34, width: 880, height: 36 }] };
  const raw = settle(whole, [decision]);
  assert.deepEqual(list(raw), ["1 p1 Seen 1/10", "2 p1 Seen 1/60", "3 p2 Seen 2/30", "4 p3 Seen 3/10"]);
  assert.deepEqual(getState(raw), ["ocr", "reviewed_pages: By a person: page 2 is complete exactly as it was read."]);
  for (const rows of [[toRow(2, 30), toRow(2, 80)], [toRow(2, 80)], []]) {
    const later = toReport(["unknown", "unknown"], rows);
    assert.deepEqual(listKinds(settle(later, [decision]))?.[1], ["unknown", "pdf_damaged: It is."]);
  }
});

test("added rows are numbered after the known lines, and keep their numbers if more rows are detected later", () => {
  const decisions = [
    { subject: "page", page: 2, rows: toRows("One") },
    { subject: "missed", page: 2, after: 4, rows: toRows("Two") },
    { subject: "missed", page: 1, after: 5, rows: toRows("Three", "Four") },
  ];
  const raw = settle(whole, decisions);
  assert.deepEqual(list(raw).slice(2), ["3 p2 One", "4 p3 Seen 3/10", "5 p2 Two", "6 p1 Three", "7 p1 Four"]);
  assert.deepEqual(
    raw.transactions.map(({ typed: row }) => row),
    [undefined, undefined, 1, undefined, 2, 1, 2],
  );
  const more = toReport(["transactions", "unknown", "transactions"], [...whole.transactions, toRow(3, 60)]);
  assert.deepEqual(list(settle(more, decisions)).slice(4), ["5 p2 Two", "6 p1 Three", "7 p1 Four", "8 p3 Seen 3/60"]);
});

test("a decision on a row that a person entered applies until the rows of the page are entered again", () => {
  const page = { subject: "page", page: 2, rows: toRows("One", "Two") };
  const row = settle(whole, [page]).transactions[3] ?? assert.fail();
  const name = createLineReference(row, DOCUMENT);
  assert.deepEqual(name, { line: 4, document: DOCUMENT, place: { page: 2, row: 2 } });
  const rejection = { subject: "line", verdict: "reject", fields: {}, ...name };
  const earlier = { subject: "page", page: 1, rows: [] };
  const rejected = settle(whole, [page, rejection, earlier]);
  assert.deepEqual(list(rejected), ["1 p2 One", "3 p3 Seen 3/10"]);
  assert.deepEqual(rejected.rejected, [{ line: 2, reason: "rejected_in_review", text: signed.reason }]);
  const again = settle(whole, [page, rejection, { ...page, rows: toRows("None", "One", "Two") }]);
  assert.deepEqual(again.rejected, []);
});

test("decisions on pages have no effect until the scan has been read", () => {
  const { scan: _, ...unread } = whole;
  assert.deepEqual(settle(unread, [{ subject: "page", page: 2, rows: toRows("One") }]), unread);
});
