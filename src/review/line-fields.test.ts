import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../errors.ts";
import { missingFields, readSettings } from "./line-fields.ts";

test("fields are read in the API's spelling", () => {
  const given = [
    "owner=SP",
    "asset= Sample, Inc. = A (SMPL) [ST] ",
    "ticker=brk/b",
    "transaction_type=S (partial)",
    "transaction_date=06/11/2020",
    "notification_date=",
    "amount=$1,001 - $15,000",
  ];
  assert.deepEqual(readSettings(given, "house-clerk"), {
    owner: "SP",
    asset: "Sample, Inc. = A (SMPL) [ST]",
    ticker: "brk/b",
    transactionType: "S (partial)",
    transactionDate: "06/11/2020",
    notificationDate: "",
    amount: "$1,001 - $15,000",
  });
  assert.deepEqual(readSettings(["owner=Spouse"], "senate-efd"), { owner: "Spouse" });
});

test("what cannot be is refused with its field, its value and what is allowed", () => {
  for (const [given, expected] of [
    ["owner=Spouse", 'owner must be SP, JT, DC or nothing, not "Spouse".'],
    ["asset=--", 'asset must be a name on one line, of at most 500 characters, not "--".'],
    ["asset=a\nb", "asset must be a name on one line"],
    ["ticker=not a symbol", 'ticker must be a symbol like AAPL or BRK.B, or nothing, not "not a symbol".'],
    ["transaction_type=X", 'transaction_type must be P, S, S (partial) or E, not "X".'],
    ["transaction_date=02/30/2020", "transaction_date must be a day that exists"],
    ["transaction_date=", "transaction_date must be a day that exists"],
    ["notification_date=soon", "notification_date must be a day that exists"],
    ["amount=$1,001 - $50,000", "amount must be a bracket of the form"],
    ["colour=red", "--set must be FIELD=VALUE with one of the fields owner, asset, ticker, transaction_type"],
    ["amount", "--set must be FIELD=VALUE"],
  ] as const) {
    assert.throws(
      () => readSettings([given], "house-clerk"),
      (error) => error instanceof ConfigError && error.message.startsWith(expected),
      given,
    );
  }
  assert.throws(() => readSettings(["owner=SP", "owner=JT"], "house-clerk"), /given once/);
});

test("every wrong field is named at once", () => {
  assert.throws(
    () => readSettings(["amount=much", "transaction_type=Q"], "house-clerk"),
    (error) => error instanceof ConfigError && error.message.split("\n").length === 2,
  );
});

test("a line can do without owner, ticker and notification, and nothing else", () => {
  assert.deepEqual(missingFields({ owner: "SP", asset: "" }), [
    "asset",
    "transactionType",
    "transactionDate",
    "amount",
  ]);
});
