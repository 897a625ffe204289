import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlankLine, type RawFiling, type RawTransaction } from "../../domain/printed-report.ts";
import type { Trade } from "../../domain/trade.ts";
import { readStatedAmendments } from "./amending.ts";

function line(number: number, filingStatus: string | null, id: string | null = null): RawTransaction {
  return {
    ...createBlankLine(number),
    id,
    assetName: "Example Corp.",
    assetCell: "Example Corp. (EXMP) [ST]",
    ticker: "EXMP",
    assetTypeCode: "ST",
    transactionType: "P",
    transactionDate: "01/20/2026",
    notificationDate: "01/21/2026",
    amount: "$1,001 - $15,000",
    capGainsOver200: false,
    filingStatus,
  };
}

function filing(changes: Partial<RawFiling>): RawFiling {
  return {
    source: "house-clerk",
    kind: "text",
    docId: "20990001",
    filer: null,
    stateDistrict: null,
    signedDate: null,
    filedDate: null,
    amendment: null,
    pages: 1,
    transactions: [],
    rejected: [],
    ...changes,
  };
}

const none = () => [];

test("stores rows rejected only for their date as the trades that they would be", () => {
  const slips = [line(1, "New"), { ...line(2, "New"), transactionDate: "01/20/2027" }, line(3, "New")];
  const raw = filing({ transactions: slips, signedDate: "02/01/2026" });
  const asTrades = (lines: readonly RawTransaction[]) =>
    lines.map((each) => ({ line: each.line, transactionDate: each.transactionDate }) as unknown as Trade);
  const rejected = [
    { line: 2, reason: "transaction_after_filing", text: "" },
    { line: 3, reason: "amount_unreadable", text: "" },
  ] as const;
  const expected = [{ line: 2, rowId: null, trade: { line: 2, transactionDate: "2027-01-20" } }];
  assert.deepEqual(readStatedAmendments(raw, null, asTrades, [], rejected), {
    report: null,
    lines: [],
    decided: [],
    rejected: expected,
  });
  assert.equal(readStatedAmendments({ ...raw, kind: "scan" }, null, asTrades, [], rejected), null);
  assert.equal(readStatedAmendments(raw, null, asTrades, [], rejected.slice(1)), null);
});

test("recognizes amended and deleted House rows by id, and stores a deleted row as the trade it would be", () => {
  const asked: (readonly RawTransaction[])[] = [];
  const made = { line: 3, id: "txn_h20990001_03" } as Trade;
  const raw = filing({
    transactions: [line(1, "New"), line(2, "Amended", "2000000001"), line(3, "DELETED "), line(4, null)],
  });
  const amending = readStatedAmendments(raw, null, (lines) => {
    asked.push(lines);
    return [made];
  });
  assert.deepEqual(asked, [[line(3, null)]], "normalised like any other line");
  assert.deepEqual(amending, {
    report: null,
    lines: [
      { line: 2, status: "amended", rowId: "2000000001", deleted: null },
      { line: 3, status: "deleted", rowId: null, deleted: made },
    ],
    decided: [],
  });
});

test("stores an unreadable deleted row without a trade", () => {
  assert.deepEqual(readStatedAmendments(filing({ transactions: [line(1, "Deleted")] }), null, none)?.lines, [
    { line: 1, status: "deleted", rowId: null, deleted: null },
  ]);
});

test("an amendment has the number in its title, and none if only a box is ticked", () => {
  const report = (stated: string | null) => readStatedAmendments(filing({}), stated, none)?.report;
  assert.deepEqual(report("Amendment 12"), { number: 12 });
  assert.deepEqual(report("Amendment"), { number: null });
  assert.equal(readStatedAmendments(filing({ transactions: [line(1, "New")] }), null, none), null);
});

test("passes on decisions on amendments, even for a filing that does not say it amends", () => {
  const decided = [{ line: 1, supersedes: "txn_h20990000_01" }];
  assert.deepEqual(readStatedAmendments(filing({}), null, none, decided), { report: null, lines: [], decided });
});
