import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../../base/errors.ts";
import { FieldsError } from "./line-fields.ts";
import { checkRows } from "./typed-rows.ts";

const ROW = {
  asset: "Sample, Inc. (SMPL) [ST]",
  transactionType: "P",
  transactionDate: "06/11/2020",
  amount: "$1,001 - $15,000",
};
const BLANK = { owner: "", notificationDate: "" };

test("trims typed rows; owner and notification may be blank, and a blank ticker is taken from the asset", () => {
  assert.deepEqual(
    checkRows(
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
    () => checkRows(rows, "house-clerk"),
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
      assert.match(error.message, /^Row 3: amount must be a bracket of the form .*, not ""\.$/m);
      return true;
    },
  );
});

test("rejects a page without rows", () => {
  assert.throws(() => checkRows([], "house-clerk"), ConfigError);
});
