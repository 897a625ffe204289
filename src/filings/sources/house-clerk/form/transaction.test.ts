import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlankLine } from "../../../../domain/printed-report.ts";
import type { Row } from "./rows.ts";
import { readTransaction } from "./transaction.ts";

function toStatus(value: string): Row["details"] {
  const toRun = (text: string, smallCapitals: boolean, x: number) => ({
    text,
    x,
    y: 128,
    right: x + 5,
    size: 8.55,
    font: "Georgia",
    bold: false,
    smallCapitals,
    starts: [],
  });
  const runs = [toRun("F", false, 104), toRun("iling ", true, 109), toRun("S", false, 114), toRun("tatus", true, 119)];
  return [{ page: 1, y: 128, runs: [...runs, toRun(`: ${value}`, false, 124)] }];
}

const form = { classes: true };
const cells: Row["cells"] = {
  id: "",
  owner: "SP",
  asset: "Exxon Mobil (XOM) [ST]",
  type: "P",
  date: "06/8/2016",
  notification: "08/23/2016",
  amount: "$1,001 - $15,000",
  gains: "",
};
const toRow = (changed: Partial<Row["cells"]>, filingStatus = "New"): Row => ({
  page: 2,
  cells: { ...cells, ...changed },
  lines: [],
  details: toStatus(filingStatus),
  hasGainsTick: false,
});

test("copies a row as printed, with null for blanks", () => {
  assert.deepEqual(readTransaction(7, toRow({ owner: "", notification: "" }), form), {
    ...createBlankLine(7),
    assetName: "Exxon Mobil",
    assetCell: "Exxon Mobil (XOM) [ST]",
    ticker: "XOM",
    assetTypeCode: "ST",
    transactionType: "P",
    transactionDate: "06/8/2016",
    amount: "$1,001 - $15,000",
    capGainsOver200: false,
    filingStatus: "New",
    page: 2,
  });
});

for (const amount of [
  "$318.74",
  "$1.00",
  "$1,972.55",
  "Spouse/DC Over $1,000,000",
  "Over $50,000,000",
  "$25,000,001 - $50,000,000",
]) {
  test(`reads the amount ${amount}`, () => assert.ok("amount" in readTransaction(1, toRow({ amount }), form)));
}
for (const filingStatus of ["Amended", "Deleted"]) {
  test(`reads a row of status ${filingStatus} as a transaction with its status and id`, () => {
    const read = readTransaction(1, toRow({ id: "2000115357" }, filingStatus), form);
    assert.ok("filingStatus" in read);
    assert.deepEqual([read.id, read.filingStatus], ["2000115357", filingStatus]);
  });
}

test("keeps an amount as printed, including a footnote mark and the digits of an exact amount", () => {
  for (const amount of ["$15,001 - $50,000*", "$.25", "$12.5", "$15,001-$50,000"]) {
    const read = readTransaction(1, toRow({ amount }), form);
    assert.equal("reason" in read ? read.reason : read.amount, amount);
  }
});

const faults: [reason: string, changed: Partial<Row["cells"]>, status?: string][] = [
  ["unknown_row_id", { id: "20001x" }],
  ["unknown_owner", { owner: "XX" }],
  ["no_asset", { asset: "[ST]" }],
  ["unknown_transaction_type", { type: "R" }],
  ["no_transaction_type", { type: "" }],
  ["unreadable_transaction_date", { date: "6/2016" }],
  ["no_transaction_date", { date: "" }],
  ["unreadable_notification_date", { notification: "soon" }],
  ["unreadable_amount", { amount: "$15,001 -" }],
  ["no_amount", { amount: "" }],
  ["unknown_filing_status", {}, "Withdrawn"],
  ["no_filing_status", {}, ""],
];
for (const [reason, changed, filingStatus] of faults) {
  test(`rejects a row and keeps the text of the row: ${reason}`, () => {
    const read = readTransaction(3, toRow(changed, filingStatus), form);
    assert.ok("reason" in read);
    assert.deepEqual([read.line, read.reason], [3, reason]);
    assert.match(read.text, /\[ST\].*Filing Status/);
  });
}

test("accepts an asset without a class only on a form that prints no classes", () => {
  const unclassed = toRow({ asset: "Welltower Inc. (HCN)" });
  const read = readTransaction(1, unclassed, { classes: false });
  assert.deepEqual("ticker" in read && [read.ticker, read.assetTypeCode], ["HCN", null]);
  assert.equal((readTransaction(1, unclassed, form) as { reason?: string }).reason, "no_asset_class");
});
