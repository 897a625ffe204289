import assert from "node:assert/strict";
import { test } from "node:test";
import { type Decision, Decisions } from "../../../domain/decision.ts";
import { createBlankLine, type RawFiling, type RawTransaction } from "../../../domain/printed-report.ts";
import { getDecidableFields } from "./decided-fields.ts";
import { createLineReference } from "./decided-place.ts";
import { applyDecisions, listDecidedAmendments } from "./with-decisions.ts";

const DOCUMENT = "ab".repeat(32);
/** `Name (TICKER) [CODE]` */
const signed = { at: "2026-11-20T12:00:00Z", author: "A. Editor", reason: "The page says so." };
const box = { left: 10, top: 20, width: 30, height: 40 };
const seen = (reading: string | null, sure: boolean) => ({ reading, confidence: 0.8, sure, box });

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
        owner: seen(null, true),
        asset: seen("Sample lnc", false),
        transactionType: seen("P", true),
        transactionDate: seen("06/11/2020", false),
        notificationDate: seen(null, true),
        amount: seen("$1,001 - $15,000", true),
      },
    },
  },
};
const raw: RawFiling = {
  source: "house-clerk",
  kind: "scan",
  docId: "9999999",
  filer: null,
  stateDistrict: null,
  signedDate: null,
  filedDate: null,
  amendment: null,
  pages: 2,
  transactions: [scanned, { ...scanned, line: 3 }],
  rejected: [{ line: 2, reason: "unreadable_row", text: "..." }],
};

/** A row of the first page at this vertical position. */
const rowAt = (top: number, line: number): RawTransaction => ({
  ...scanned,
  line,
  ...(scanned.scan && { scan: { ...scanned.scan, row: { ...scanned.scan.row, box: { ...box, top } } } }),
});

/** Assigns decisions on lines and pages to the document. */
function decisionsOn(made: readonly { readonly subject?: string }[]) {
  const all = made.map((each) => {
    const document = ["line", "page"].includes(each.subject ?? "") ? { document: DOCUMENT } : {};
    return { ...signed, filing: "h9999999", ...document, ...each } as Decision;
  });
  return new Decisions(all).findForFiling("h9999999");
}

function after(filing: RawFiling, made: readonly object[], document = DOCUMENT): RawFiling {
  return applyDecisions(filing, decisionsOn(made), document);
}

function amendmentsAfter(filing: RawFiling, made: readonly object[], document = DOCUMENT) {
  return listDecidedAmendments(filing, decisionsOn(made), document);
}

function decided(decision: object, document = DOCUMENT): RawFiling {
  return after(raw, [{ fields: {}, ...decision }], document);
}

test("a corrected line takes the decided fields, keeps the others, and counts as reviewed", () => {
  const { transactions } = decided({
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
  const { transactions } = decided({ subject: "line", line: 1, verdict: "correct", fields: { asset: "Sample" } });
  assert.deepEqual(transactions[0]?.scan?.uncertain, ["transactionDate"]);
});

test("stores a rejected line with the person's reason, and puts a completed unreadable line in its place", () => {
  const rejected = decided({ subject: "line", line: 1, verdict: "reject" });
  assert.deepEqual(rejected.rejected[0], { line: 1, reason: "rejected_in_review", text: signed.reason });
  assert.deepEqual(
    rejected.transactions.map(({ line }) => line),
    [3],
  );
  const filled = decided({
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
  assert.deepEqual(decided({ subject: "line", line: 1, verdict: "reject" }, "cd".repeat(32)), raw);
});

test("a ticker decided by line number alone applies to any revision of the document", () => {
  const { transactions } = decided({ subject: "ticker", line: 3, ticker: "SMPL" }, "cd".repeat(32));
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
  const [line] = decided({ subject: "line", line: 1, verdict: "correct", fields }).transactions;
  assert.deepEqual([line?.assetName, line?.ticker, line?.assetTypeCode], ["Sample, Inc.", "SMPL", "ST"]);
  const [set] = decided({
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
  const settled = (decision: object) => {
    const made = { ...signed, filing: "h9999999", document: DOCUMENT, ...decision } as Decision;
    const { scan } = applyDecisions(report, new Decisions([made]).findForFiling("h9999999"), DOCUMENT);
    return scan?.pages.map(({ kind, failure }) => [kind, failure]);
  };
  assert.deepEqual(settled({ subject: "page", page: 2 }), [
    ["transactions", null],
    ["nothing_to_report", null],
  ]);
  assert.deepEqual(settled({ subject: "line", line: 1, verdict: "reject", fields: {} }), [
    ["nothing_to_report", null],
    ["unknown", "page_broken: It is."],
  ]);
});

test("a decision on a scanned row follows it if a later reader detects a row before it", () => {
  const place = { page: 1, box: { left: 12, top: 23, width: 30, height: 38 } };
  const decision = { subject: "line", line: 1, verdict: "reject", fields: {}, place, ...signed };
  const made = { ...decision, filing: "h9999999", document: DOCUMENT } as Decision;
  const found = (line: RawTransaction, top: number): RawTransaction =>
    line.scan === undefined
      ? line
      : { ...line, scan: { ...line.scan, row: { ...line.scan.row, box: { ...box, top } } } };
  const later: RawFiling = {
    ...raw,
    transactions: [
      found(scanned, -20),
      { ...scanned, line: 2 },
      found({ ...scanned, line: 3 }, 60),
      { ...scanned, line: 4, page: 2 },
    ],
    rejected: [],
  };
  const { transactions, rejected } = applyDecisions(later, new Decisions([made]).findForFiling("h9999999"), DOCUMENT);
  assert.deepEqual([transactions.map(({ line }) => line), rejected.map(({ line }) => line)], [[1, 3, 4], [2]]);
});

test("two decisions on rows that once had the same number both apply", () => {
  const later: RawFiling = {
    ...raw,
    transactions: [rowAt(20, 1), rowAt(60, 2), rowAt(100, 3)],
    rejected: [],
  };
  const on = (top: number, decision: object) => ({
    line: 1,
    document: DOCUMENT,
    place: { page: 1, box: { ...box, top } },
    ...decision,
  });
  const { transactions, rejected } = after(later, [
    on(60, { subject: "line", verdict: "correct", fields: { asset: "Sample, Inc." } }),
    on(100, { subject: "line", verdict: "reject", fields: {} }),
    on(60, { subject: "ticker", ticker: "SMPL" }),
    on(20, { subject: "ticker", ticker: "OTHR" }),
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
  const printed = (line: number, assetCell: string): RawTransaction => {
    const { scan: _, ...rest } = scanned;
    return { ...rest, line, assetCell, assetName: assetCell };
  };
  const before = printed(1, "Sample  Fund");
  const ticker = { subject: "ticker", ticker: "SMPL", ...createLineReference(before, DOCUMENT) };
  const amendment = { subject: "amendment", supersedes: "txn_h1_01", ...createLineReference(before, DOCUMENT) };
  const { scan: _, ...text } = { ...raw, kind: "text" as const, rejected: [] };
  const found = (lines: readonly RawTransaction[]) => {
    const filing = { ...text, transactions: lines };
    return [
      after(filing, [ticker], "cd".repeat(32)).transactions.map(({ identifiedAs }) => identifiedAs),
      amendmentsAfter(filing, [amendment], "cd".repeat(32)).map(({ line }) => line),
    ];
  };
  assert.deepEqual(found([printed(1, "Sample Fund"), printed(2, "Sample Fund")]), [["SMPL", undefined], [1]]);
  assert.deepEqual(found([printed(1, "Example Fund"), printed(2, "Sample Fund")]), [[undefined, undefined], []]);
});

test("a decision on what a scanned line amends follows its row; an older decision follows its number", () => {
  const later: RawFiling = { ...raw, transactions: [rowAt(-20, 1), rowAt(20, 2)], rejected: [] };
  const first = { subject: "amendment", ...createLineReference(rowAt(20, 1), DOCUMENT), supersedes: "txn_h1_01" };
  assert.deepEqual(amendmentsAfter(later, [first]), [{ line: 2, supersedes: "txn_h1_01" }]);
  assert.deepEqual(amendmentsAfter(later, [first], "cd".repeat(32)), []);
  const kept = { subject: "amendment", line: 1, supersedes: null };
  const whole = { subject: "amendment", line: null, supersedes: "h1" };
  assert.deepEqual(amendmentsAfter(later, [kept, whole, { ...whole, supersedes: "h2" }], "cd".repeat(32)), [
    { line: 1, supersedes: null },
    { line: null, supersedes: "h2" },
  ]);
});

test("an amendment decision that names a line only by number stays, whatever lines the report has now", () => {
  const amendment = { subject: "amendment", line: 9, supersedes: null };
  assert.deepEqual(amendmentsAfter(raw, [amendment]), [{ line: 9, supersedes: null }]);
});
