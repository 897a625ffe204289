import assert from "node:assert/strict";
import { test } from "node:test";
import { type Decision, Decisions } from "../../../domain/decision.ts";
import {
  createBlankFiling,
  createBlankLine,
  type RawFiling,
  type RawTransaction,
} from "../../../domain/printed-report.ts";
import { getDecidableFields } from "./decided-fields.ts";
import { createLineReference } from "./decided-place.ts";
import { applyDecisions, listDecidedAmendments } from "./with-decisions.ts";

const DOCUMENT = "ab".repeat(32);
const signed = { at: "2026-11-20T12:00:00Z", author: "A. Editor", reason: "The page says so." };
const box = { left: 10, top: 20, width: 30, height: 40 };
const toField = (reading: string | null, sure: boolean) => ({ reading, confidence: 0.8, sure, box });

const scanned: RawTransaction = {
  ...createBlankLine(1),
  transactionType: "P",
  amount: "$1,001 - $15,000",
  page: 1,
  scan: {
    uncertain: ["asset", "transactionDate"],
    row: {
      box,
      handwritten: true,
      fields: {
        owner: toField(null, true),
        asset: toField("Sample lnc", false),
        transactionType: toField("P", true),
        transactionDate: toField("06/11/2020", false),
        notificationDate: toField(null, true),
        amount: toField("$1,001 - $15,000", true),
      },
    },
  },
};
const raw: RawFiling = {
  ...createBlankFiling({ source: "house-clerk", kind: "scan", docId: "9999999" }),
  pages: 2,
  transactions: [scanned, { ...scanned, line: 3 }],
  rejected: [{ line: 2, reason: "unreadable_row", text: "..." }],
};

/** A row of the first page at this vertical position. */
const toRow = (top: number, line: number): RawTransaction => ({
  ...scanned,
  line,
  ...(scanned.scan && { scan: { ...scanned.scan, row: { ...scanned.scan.row, box: { ...box, top } } } }),
});

/** Completes decisions on one filing; those on lines and pages get the document's digest. */
function findDecisions(recorded: readonly { readonly subject?: string }[]) {
  const all = recorded.map((each) => {
    const document = ["line", "page"].includes(each.subject ?? "") ? { document: DOCUMENT } : {};
    return { ...signed, filing: "h9999999", ...document, ...each } as Decision;
  });
  return new Decisions(all).findForFiling("h9999999");
}

function applyAll(filing: RawFiling, recorded: readonly object[], document = DOCUMENT): RawFiling {
  return applyDecisions(filing, findDecisions(recorded), document);
}

function listAmendments(filing: RawFiling, recorded: readonly object[], document = DOCUMENT) {
  return listDecidedAmendments(filing, findDecisions(recorded), document);
}

function applyOne(decision: object, document = DOCUMENT): RawFiling {
  return applyAll(raw, [{ fields: {}, ...decision }], document);
}

test("a corrected line takes the decided fields, keeps the others, and counts as reviewed", () => {
  const { transactions } = applyOne({
    subject: "line",
    line: 1,
    verdict: "correct",
    fields: { asset: "Sample, Inc.", transactionDate: "06/12/2020" },
  });
  const [line] = transactions;
  assert.deepEqual(
    [line?.assetName, line?.transactionDate, line?.amount, line?.reviewed, line?.scan?.uncertain],
    ["Sample, Inc.", "06/12/2020", "$1,001 - $15,000", true, []],
  );
  assert.equal(transactions[1]?.reviewed, undefined);
});

test("an undecided field stays uncertain", () => {
  const { transactions } = applyOne({ subject: "line", line: 1, verdict: "correct", fields: { asset: "Sample" } });
  assert.deepEqual(transactions[0]?.scan?.uncertain, ["transactionDate"]);
});

test("stores a rejected line with the person's reason, and an unreadable line that a person completed as a transaction", () => {
  const rejected = applyOne({ subject: "line", line: 1, verdict: "reject" });
  assert.deepEqual(rejected.rejected[0], { line: 1, reason: "rejected_in_review", text: signed.reason });
  assert.deepEqual(
    rejected.transactions.map(({ line }) => line),
    [3],
  );
  const filled = applyOne({
    subject: "line",
    line: 2,
    verdict: "correct",
    fields: { asset: "Sample", transactionType: "S", transactionDate: "06/12/2020", amount: "$1,001 - $15,000" },
  });
  assert.deepEqual(
    filled.transactions.map(({ line, transactionType }) => [line, transactionType]),
    [
      [1, "P"],
      [2, "S"],
      [3, "P"],
    ],
  );
  assert.deepEqual(filled.rejected, []);
});

test("ignores a decision on another revision of the document", () => {
  assert.deepEqual(applyOne({ subject: "line", line: 1, verdict: "reject" }, "cd".repeat(32)), raw);
});

test("a ticker decision that names its line only by number applies to any revision of the document", () => {
  const { transactions } = applyOne({ subject: "ticker", line: 3, ticker: "SMPL" }, "cd".repeat(32));
  assert.deepEqual(
    transactions.map(({ identifiedAs }) => identifiedAs),
    [undefined, "SMPL"],
  );
});

test("shows the fields a person may set, with the best readings", () => {
  assert.deepEqual(getDecidableFields(scanned), {
    owner: "",
    asset: "Sample lnc",
    transactionType: "P",
    transactionDate: "06/11/2020",
    notificationDate: "",
    amount: "$1,001 - $15,000",
    ticker: "",
  });
});

test("takes ticker and class from the asset's cell; a ticker set by a person overrides it", () => {
  const fields = { asset: "Sample, Inc. (SMPL) [ST]", transactionDate: "06/12/2020" };
  const [line] = applyOne({ subject: "line", line: 1, verdict: "correct", fields }).transactions;
  assert.deepEqual([line?.assetName, line?.ticker, line?.assetTypeCode], ["Sample, Inc.", "SMPL", "ST"]);
  const [set] = applyOne({
    subject: "line",
    line: 1,
    verdict: "correct",
    fields: { ...fields, ticker: "OTHR" },
  }).transactions;
  assert.deepEqual([set?.assetName, set?.ticker], ["Sample, Inc.", "OTHR"]);
});

test("a page has no transactions if a person said so, or rejected each of its lines", () => {
  const page = {
    kind: "unknown",
    turnDegrees: 0,
    skew: { level: 0, upright: 0, fan: 0 },
    failure: "page_broken: It is.",
  } as const;
  const rows = { ...page, kind: "transactions", failure: null } as const;
  const report: RawFiling = { ...raw, transactions: [scanned], rejected: [], scan: { pages: [rows, page] } };
  const settle = (decision: object) => {
    const recorded = { ...signed, filing: "h9999999", document: DOCUMENT, ...decision } as Decision;
    const { scan } = applyDecisions(report, new Decisions([recorded]).findForFiling("h9999999"), DOCUMENT);
    return scan?.pages.map(({ kind, failure }) => [kind, failure]);
  };
  assert.deepEqual(settle({ subject: "page", page: 2 }), [
    ["transactions", null],
    ["nothing_to_report", null],
  ]);
  assert.deepEqual(settle({ subject: "line", line: 1, verdict: "reject", fields: {} }), [
    ["nothing_to_report", null],
    ["unknown", "page_broken: It is."],
  ]);
});

test("a decision on a scanned row stays with that row if a newer reader version detects another row above the row", () => {
  const place = { page: 1, box: { left: 12, top: 23, width: 30, height: 38 } };
  const decision = { subject: "line", line: 1, verdict: "reject", fields: {}, place, ...signed };
  const recorded = { ...decision, filing: "h9999999", document: DOCUMENT } as Decision;
  const move = (line: RawTransaction, top: number): RawTransaction =>
    line.scan === undefined
      ? line
      : { ...line, scan: { ...line.scan, row: { ...line.scan.row, box: { ...box, top } } } };
  const later: RawFiling = {
    ...raw,
    transactions: [
      move(scanned, -20),
      { ...scanned, line: 2 },
      move({ ...scanned, line: 3 }, 60),
      { ...scanned, line: 4, page: 2 },
    ],
    rejected: [],
  };
  const { transactions, rejected } = applyDecisions(
    later,
    new Decisions([recorded]).findForFiling("h9999999"),
    DOCUMENT,
  );
  assert.deepEqual([transactions.map(({ line }) => line), rejected.map(({ line }) => line)], [[1, 3, 4], [2]]);
});

test("two decisions on rows that once had the same number both apply", () => {
  const later: RawFiling = {
    ...raw,
    transactions: [toRow(20, 1), toRow(60, 2), toRow(100, 3)],
    rejected: [],
  };
  const decide = (top: number, decision: object) => ({
    line: 1,
    document: DOCUMENT,
    place: { page: 1, box: { ...box, top } },
    ...decision,
  });
  const { transactions, rejected } = applyAll(later, [
    decide(60, { subject: "line", verdict: "correct", fields: { asset: "Sample, Inc." } }),
    decide(100, { subject: "line", verdict: "reject", fields: {} }),
    decide(60, { subject: "ticker", ticker: "SMPL" }),
    decide(20, { subject: "ticker", ticker: "OTHR" }),
  ]);
  assert.deepEqual(
    transactions.map(({ line, assetName, identifiedAs }) => [line, assetName, identifiedAs]),
    [
      [1, "", "OTHR"],
      [2, "Sample, Inc.", "SMPL"],
    ],
  );
  assert.deepEqual(
    rejected.map(({ line }) => line),
    [3],
  );
});

test("a decision on a printed line does not apply to another asset with the same number", () => {
  const toLine = (line: number, assetCell: string): RawTransaction => {
    const { scan: _, ...rest } = scanned;
    return { ...rest, line, assetCell, assetName: assetCell };
  };
  const before = toLine(1, "Sample  Fund");
  const ticker = { subject: "ticker", ticker: "SMPL", ...createLineReference(before, DOCUMENT) };
  const amendment = { subject: "amendment", supersedes: "txn_h1_01", ...createLineReference(before, DOCUMENT) };
  const { scan: _, ...text } = { ...raw, kind: "text" as const, rejected: [] };
  const listApplied = (lines: readonly RawTransaction[]) => {
    const filing = { ...text, transactions: lines };
    return [
      applyAll(filing, [ticker], "cd".repeat(32)).transactions.map(({ identifiedAs }) => identifiedAs),
      listAmendments(filing, [amendment], "cd".repeat(32)).map(({ line }) => line),
    ];
  };
  assert.deepEqual(listApplied([toLine(1, "Sample Fund"), toLine(2, "Sample Fund")]), [["SMPL", undefined], [1]]);
  assert.deepEqual(listApplied([toLine(1, "Example Fund"), toLine(2, "Sample Fund")]), [[undefined, undefined], []]);
});

test("an amendment decision on a scanned line stays with the row; one without a position stays with the line number", () => {
  const later: RawFiling = { ...raw, transactions: [toRow(-20, 1), toRow(20, 2)], rejected: [] };
  const first = { subject: "amendment", ...createLineReference(toRow(20, 1), DOCUMENT), supersedes: "txn_h1_01" };
  assert.deepEqual(listAmendments(later, [first]), [{ line: 2, supersedes: "txn_h1_01" }]);
  assert.deepEqual(listAmendments(later, [first], "cd".repeat(32)), []);
  const kept = { subject: "amendment", line: 1, supersedes: null };
  const whole = { subject: "amendment", line: null, supersedes: "h1" };
  assert.deepEqual(listAmendments(later, [kept, whole, { ...whole, supersedes: "h2" }], "cd".repeat(32)), [
    { line: 1, supersedes: null },
    { line: null, supersedes: "h2" },
  ]);
});

test("an amendment decision that names a line only by number applies even if the report has no such line", () => {
  const amendment = { subject: "amendment", line: 9, supersedes: null };
  assert.deepEqual(listAmendments(raw, [amendment]), [{ line: 9, supersedes: null }]);
});
