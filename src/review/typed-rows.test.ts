import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../errors.ts";
import { readRows, rowsText } from "./typed-rows.ts";

const typed = (text: string) => ({ file: "FILE", text });

const ROW = {
  asset: "Sample, Inc. (SMPL) [ST]",
  transaction_type: "P",
  transaction_date: "06/11/2020",
  amount: "$1,001 - $15,000",
};
const read = { asset: ROW.asset, transactionType: "P", transactionDate: "06/11/2020", amount: ROW.amount };

test("a file has a row a line, with the fields of the API; owner, ticker and notification may be missing", () => {
  const given = `${JSON.stringify(ROW)}\r\n\n${JSON.stringify({ ...ROW, owner: " SP ", ticker: "" })}`;
  assert.deepEqual(readRows(typed(given), "house-clerk"), [read, { ...read, owner: "SP", ticker: "" }]);
});

test("every line that is no row is named with what is allowed", () => {
  const { amount: _, ...bare } = ROW;
  const given = [
    JSON.stringify(ROW),
    "Sample, Inc.",
    "[1]",
    JSON.stringify({ ...ROW, colour: "red", owner: null }),
    JSON.stringify({ ...ROW, transaction_type: "X", transaction_date: "02/30/2020" }),
    JSON.stringify(bare),
  ];
  assert.throws(
    () => readRows(typed(given.join("\n")), "house-clerk"),
    (error) => {
      assert.ok(error instanceof ConfigError);
      const said = error.message.split("\n");
      assert.deepEqual(
        said.map((each) => each.slice(0, 60)),
        [
          "Line 2 of FILE: a row must be a JSON object of the fields ow",
          "Line 3 of FILE: a row must be a JSON object of the fields ow",
          "Line 4 of FILE: a row must have the fields owner, asset, tic",
          "Line 4 of FILE: owner must be a text in quotes, not null.",
          "Line 5 of FILE: transaction_type must be P, S, S (partial) o",
          "Line 5 of FILE: transaction_date must be a day that exists, ",
          "Line 6 of FILE: amount must be a bracket of the form like $1",
        ],
      );
      assert.match(said[2] ?? "", /notification_date, amount, not "colour"\.$/);
      assert.match(said[6] ?? "", /not ""\.$/);
      return true;
    },
  );
});

test("a file without rows is refused", () => {
  assert.throws(() => readRows(typed("\n"), "house-clerk"), /FILE has no row; --empty says that a page has none/);
});

test("rows are written to be completed, a blank one where none was seen", () => {
  assert.deepEqual(JSON.parse(rowsText([read])), { owner: "", ticker: "", notification_date: "", ...ROW });
  assert.deepEqual(Object.values(JSON.parse(rowsText([])) as object), Array(7).fill(""));
});
