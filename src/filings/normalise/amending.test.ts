import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createBlankFiling,
  createBlankLine,
  type RawFiling,
  type RawTransaction,
} from "../../domain/printed-report.ts";
import type { Trade } from "../../domain/trade.ts";
import { readStatedAmendments } from "./amending.ts";

function toLine(number: number, filingStatus: string | null, id: string | null = null): RawTransaction {
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

function toFiling(changes: Partial<RawFiling>): RawFiling {
  return {
    ...createBlankFiling({ source: "house-clerk", kind: "text", docId: "20990001" }),
    pages: 1,
    ...changes,
  };
}

const skip = () => [];

test("stores a text report's row as a trade if the row was rejected only because of its date", () => {
  const slips = [toLine(1, "New"), { ...toLine(2, "New"), transactionDate: "01/20/2027" }, toLine(3, "New")];
  const raw = toFiling({ transactions: slips, signedDate: "02/01/2026" });
  const toTrades = (lines: readonly RawTransaction[]) =>
    lines.map((each) => ({ line: each.line, transactionDate: each.transactionDate }) as unknown as Trade);
  const rejected = [
    { line: 2, reason: "transaction_after_filing", text: "" },
    { line: 3, reason: "amount_unreadable", text: "" },
  ] as const;
  const expected = [{ line: 2, rowId: null, trade: { line: 2, transactionDate: "2027-01-20" } }];
  assert.deepEqual(readStatedAmendments(raw, null, toTrades, [], rejected), {
    report: null,
    lines: [],
    decided: [],
    rejected: expected,
  });
  assert.equal(readStatedAmendments({ ...raw, kind: "scan" }, null, toTrades, [], rejected), null);
  assert.equal(readStatedAmendments(raw, null, toTrades, [], rejected.slice(1)), null);
});

test("recognizes amended and deleted House rows, and stores a deleted row as a trade", () => {
  const normalised: (readonly RawTransaction[])[] = [];
  const deletedTrade = { line: 3, id: "txn_h20990001_03" } as Trade;
  const raw = toFiling({
    transactions: [toLine(1, "New"), toLine(2, "Amended", "2000000001"), toLine(3, "DELETED "), toLine(4, null)],
  });
  const amending = readStatedAmendments(raw, null, (lines) => {
    normalised.push(lines);
    return [deletedTrade];
  });
  assert.deepEqual(normalised, [[toLine(3, null)]], "the deleted row is normalized like any other line");
  assert.deepEqual(amending, {
    report: null,
    lines: [
      { line: 2, status: "amended", rowId: "2000000001", deleted: null },
      { line: 3, status: "deleted", rowId: null, deleted: deletedTrade },
    ],
    decided: [],
  });
});

test("stores an unreadable deleted row without a trade", () => {
  assert.deepEqual(readStatedAmendments(toFiling({ transactions: [toLine(1, "Deleted")] }), null, skip)?.lines, [
    { line: 1, status: "deleted", rowId: null, deleted: null },
  ]);
});

test("takes an amendment's number from its title; an amendment whose title has no number has none", () => {
  const read = (stated: string | null) => readStatedAmendments(toFiling({}), stated, skip)?.report;
  assert.deepEqual(read("Amendment 12"), { number: 12 });
  assert.deepEqual(read("Amendment"), { number: null });
  assert.equal(readStatedAmendments(toFiling({ transactions: [toLine(1, "New")] }), null, skip), null);
});

test("returns decisions on amendments, even for a filing that states no amendment", () => {
  const decided = [{ line: 1, supersedes: "txn_h20990000_01" }];
  assert.deepEqual(readStatedAmendments(toFiling({}), null, skip, decided), { report: null, lines: [], decided });
});
