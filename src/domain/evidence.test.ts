import assert from "node:assert/strict";
import { test } from "node:test";
import { listPrintedWords } from "./evidence.ts";
import { createBlankLine } from "./printed-report.ts";

test("a line's evidence shows only the printed fields, in the form's order", () => {
  assert.deepEqual(listPrintedWords(createBlankLine(1)), []);
  const line = { ...createBlankLine(1), ticker: "AAPL", assetCell: "Apple Inc.", owner: "", comment: null };
  assert.deepEqual(listPrintedWords(line), [
    { field: "ticker", text: "AAPL", certainty: "printed" },
    { field: "asset", text: "Apple Inc.", certainty: "printed" },
  ]);
});

test("a line's evidence mentions a check box only if the form has one, and shows both tickers of an exchange of assets", () => {
  const printBox = (capGainsOver200: boolean | null) =>
    listPrintedWords({ ...createBlankLine(1), capGainsOver200 })[0]?.text;
  assert.deepEqual([printBox(true), printBox(false), printBox(null)], ["ticked", "not ticked", undefined]);
  assert.equal(listPrintedWords({ ...createBlankLine(1), tickers: ["OLD", null] })[0]?.text, "OLD / --");
});
