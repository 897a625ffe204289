import assert from "node:assert/strict";
import { test } from "node:test";
import type { RawFiling, RawTransaction } from "../domain/printed-report.ts";
import type { Trade } from "../domain/trade.ts";
import { readAmending } from "./amending.ts";

function line(number: number, filingStatus: string | null, id: string | null = null): RawTransaction {
  return {
    line: number,
    id,
    owner: null,
    assetName: "Example Corp.",
    assetCell: "Example Corp. (EXMP) [ST]",
    ticker: "EXMP",
    assetTypeCode: "ST",
    assetType: null,
    transactionType: "P",
    transactionDate: "01/20/2026",
    notificationDate: "01/21/2026",
    amount: "$1,001 - $15,000",
    capGainsOver200: false,
    filingStatus,
    subholding: null,
    location: null,
    description: null,
    comment: null,
    page: 1,
    tickers: [],
    assetParts: [],
    assetDetails: {},
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

test("the House's rows say it, each with its id; a deleted one is kept as the trade that it would be", () => {
  const asked: (readonly RawTransaction[])[] = [];
  const made = { line: 3, id: "txn_h20990001_03" } as Trade;
  const raw = filing({
    transactions: [line(1, "New"), line(2, "Amended", "2000000001"), line(3, "DELETED "), line(4, null)],
  });
  const amending = readAmending(raw, "P", (lines) => {
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

test("a deleted row that cannot be read is kept without its trade", () => {
  assert.deepEqual(readAmending(filing({ transactions: [line(1, "Deleted")] }), "P", none)?.lines, [
    { line: 1, status: "deleted", rowId: null, deleted: null },
  ]);
});

test("the Senate says it in the page's title, or in the search's where the page has none; a form's box has no number", () => {
  const report = (changes: Partial<RawFiling>, title: string) => readAmending(filing(changes), title, none)?.report;
  const senate = { source: "senate-efd", kind: "html" } as const;
  const title = "Periodic Transaction Report for 12/12/2018";
  assert.deepEqual(report({ ...senate, amendment: "Amendment 12" }, title), { number: 12 });
  assert.deepEqual(report({ ...senate, kind: "paper" }, `${title} (Amendment 2)`), { number: 2 });
  assert.deepEqual(report({ ...senate, kind: "paper" }, `${title} (Amendment)`), { number: null });
  assert.deepEqual(report({ kind: "scan", amendment: "Amendment" }, "P"), { number: null });
  assert.equal(readAmending(filing(senate), title, none), null);
  assert.equal(readAmending(filing({ transactions: [line(1, "New")] }), "P", none), null);
});

test("what a person decided is handed on, also of a filing that says nothing", () => {
  const decided = [{ line: 1, supersedes: "txn_h20990000_01" }];
  assert.deepEqual(readAmending(filing({}), "P", none, decided), { report: null, lines: [], decided });
});
