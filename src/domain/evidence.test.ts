import assert from "node:assert/strict";
import { test } from "node:test";
import { printedWords } from "./evidence.ts";
import { blankLine } from "./printed-report.ts";

test("the evidence of a line shows the fields that are printed, in the order of the form, and no other", () => {
  assert.deepEqual(printedWords(blankLine(1)), []);
  const line = { ...blankLine(1), ticker: "AAPL", assetCell: "Apple Inc.", owner: "", comment: null };
  assert.deepEqual(printedWords(line), [
    { field: "ticker", text: "AAPL", certainty: "printed" },
    { field: "asset", text: "Apple Inc.", certainty: "printed" },
  ]);
});

test("the evidence of a line says what a box holds only where the form has the box, and both tickers of an exchange", () => {
  const box = (capGainsOver200: boolean | null) => printedWords({ ...blankLine(1), capGainsOver200 })[0]?.text;
  assert.deepEqual([box(true), box(false), box(null)], ["ticked", "not ticked", undefined]);
  assert.equal(printedWords({ ...blankLine(1), tickers: ["OLD", null] })[0]?.text, "OLD / --");
});
