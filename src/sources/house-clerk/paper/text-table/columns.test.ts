import assert from "node:assert/strict";
import { test } from "node:test";
import { textColumnOf, textColumns } from "./columns.ts";

const seen = (headings: readonly string[], areAmountsMarked = false) =>
  textColumns(headings.map(textColumnOf), areAmountsMarked);

test("headings are told by their likeness; what is like two is none", () => {
  assert.equal(textColumnOf("Transacticn Date"), "transactionDate");
  assert.equal(textColumnOf("Date Notified"), "notificationDate");
  assert.equal(textColumnOf("FULL ASSET NAME"), "asset");
  assert.equal(textColumnOf("Transaction Tate"), null);
  assert.equal(textColumnOf("Remarks of mine"), null);
});

test("a report says what, when, of which kind and how much, and whose it is or when it was notified", () => {
  assert.deepEqual(seen(["Owner", "Asset", "Type", "Date", "Notification Date", "Amount"]), {
    owner: 0,
    asset: 1,
    type: 2,
    transactionDate: 3,
    notificationDate: 4,
    amount: 5,
    unknown: [],
  });
  assert.equal(seen(["Owner", "Asset", "Type", "Date", "Notification Date"]), null);
  assert.equal(seen(["Asset", "Type", "Date", "Amount"]), null);
  assert.equal(seen(["Owner", "Asset", "Type", "Date", "Date", "Amount"]), null);
});

test("kinds with a column of their own are told by their names, each once", () => {
  const marked = seen(["Owner", "Asset", "Purchase", "Sale", "Exchange", "Date", "Amount"]);
  assert.deepEqual(marked?.type, [
    { kind: "P", at: 2 },
    { kind: "S", at: 3 },
    { kind: "E", at: 4 },
  ]);
  assert.equal(seen(["Owner", "Asset", "Purchase", "Purchase", "Sale", "Date", "Amount"]), null);
  assert.equal(seen(["Owner", "Asset", "Purchase", "Date", "Amount"]), null);
});

test("amounts to be marked are not among the headings", () => {
  assert.equal(seen(["Owner", "Asset", "Type", "Date"], true)?.amount, null);
  assert.equal(seen(["Owner", "Asset", "Type", "Date", "Amount"], true), null);
});

test("a broker's columns, and those whose headings say nothing", () => {
  assert.equal(seen(["Owner", "Asset", "Type", "Date", "Quantity", "Amount"]), null);
  assert.deepEqual(seen(["1x", "Owner", "Asset", "Type", "Date", "Xqzw", "Amount"])?.unknown, [5]);
});
