import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../../base/errors.ts";
import { checkFields, FieldsError, findFaults, listMissingFields, validateRows } from "./line-fields.ts";

test("accepts values that the chamber's form can print; the notification date may be blank", () => {
  const house = {
    owner: "SP",
    asset: "Sample, Inc. = A (SMPL) [ST]",
    ticker: "brk/b",
    transactionType: "S (partial)",
    transactionDate: "06/11/2020",
    notificationDate: "",
    amount: "$1,001 - $15,000",
  };
  assert.deepEqual(findFaults(house, "house-clerk"), []);
  assert.deepEqual(findFaults({ owner: "Spouse" }, "senate-efd"), []);
});

test("rejects an impossible value, and names the field, the value and the allowed values", () => {
  for (const [given, expected] of [
    [{ owner: "Spouse" }, 'owner must be SP, JT, DC or nothing, not "Spouse".'],
    [{ asset: "--" }, 'asset must be a name on one line, of at most 500 characters, not "--".'],
    [{ asset: "a\nb" }, "asset must be a name on one line"],
    [{ ticker: "not a symbol" }, 'ticker must be a symbol like AAPL or BRK.B, or nothing, not "not a symbol".'],
    [{ transactionType: "X" }, 'transaction_type must be P, S, S (partial) or E, not "X".'],
    [{ transactionDate: "02/30/2020" }, "transaction_date must be a valid date"],
    [{ transactionDate: "" }, "transaction_date must be a valid date"],
    [{ notificationDate: "soon" }, "notification_date must be a valid date"],
    [{ amount: "$1,001 - $50,000" }, "amount must be one of the form's amount ranges"],
  ] as const) {
    assert.throws(
      () => checkFields(given, "house-clerk"),
      (error) => error instanceof FieldsError && error.message.startsWith(expected),
      expected,
    );
  }
});

test("reports all wrong fields at once", () => {
  const faults = findFaults({ amount: "much", transactionType: "Q" }, "house-clerk");
  assert.deepEqual(
    faults.map(({ field, row }) => [field, row]),
    [
      ["transactionType", null],
      ["amount", null],
    ],
  );
});

test("only owner, ticker and notification of a line may be missing", () => {
  assert.deepEqual(listMissingFields({ owner: "SP", asset: "" }), [
    "asset",
    "transactionType",
    "transactionDate",
    "amount",
  ]);
});

const ROW = {
  asset: "Sample, Inc. (SMPL) [ST]",
  transactionType: "P",
  transactionDate: "06/11/2020",
  amount: "$1,001 - $15,000",
};
const BLANK = { owner: "", notificationDate: "" };

test("trims typed-in rows, leaves a missing owner or notification date blank, and drops a blank ticker", () => {
  assert.deepEqual(
    validateRows(
      [
        { ...ROW, ticker: " " },
        { ...ROW, owner: " SP ", ticker: "SMPL" },
      ],
      "house-clerk",
    ),
    [
      { ...BLANK, ...ROW },
      { ...BLANK, ...ROW, owner: "SP", ticker: "SMPL" },
    ],
  );
});

test("reports every invalid field with the number of its row", () => {
  const { amount: _, ...bare } = ROW;
  const rows = [ROW, { ...ROW, owner: "?", transactionType: "X", transactionDate: "02/30/2020" }, bare];
  assert.throws(
    () => validateRows(rows, "house-clerk"),
    (error) => {
      assert.ok(error instanceof FieldsError);
      assert.deepEqual(
        error.faults.map(({ row, field }) => [row, field]),
        [
          [2, "owner"],
          [2, "transactionType"],
          [2, "transactionDate"],
          [3, "amount"],
        ],
      );
      assert.match(error.message, /^Row 2: owner must be SP, JT, DC or nothing, not "\?"\.$/m);
      assert.match(error.message, /^Row 3: amount must be one of the form's amount ranges, .*, not ""\.$/m);
      return true;
    },
  );
});

test("rejects a page without rows", () => {
  assert.throws(() => validateRows([], "house-clerk"), ConfigError);
});
