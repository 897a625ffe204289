import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTransactionType } from "./vocabulary.ts";

test("maps the transaction types of both forms; any other value becomes other", () => {
  const printed = [
    "P",
    "S",
    "S (partial)",
    "E",
    "Purchase",
    "Sale (Full)",
    "Sale (Partial)",
    "Exchange",
    "s(PARTIAL)",
    "Gift",
    "constructor",
  ];
  assert.deepEqual(printed.map(parseTransactionType), [
    "purchase",
    "sale_full",
    "sale_partial",
    "exchange",
    "purchase",
    "sale_full",
    "sale_partial",
    "exchange",
    "sale_partial",
    "other",
    "other",
  ]);
});
