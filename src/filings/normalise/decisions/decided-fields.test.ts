import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlankLine } from "../../../domain/printed-report.ts";
import { overrideRow } from "./decided-fields.ts";

test("a ticker or asset set by a person replaces the one given up in an exchange, not the one received", () => {
  const line = { ...createBlankLine(1), tickers: ["OLD", "NEW"], assetParts: ["Old Inc.", "New Inc."] };
  const decided = overrideRow(line, { ticker: "AAPL", asset: "Apple Inc." });
  assert.deepEqual(
    [decided.tickers, decided.assetParts],
    [
      ["AAPL", "NEW"],
      ["Apple Inc.", "New Inc."],
    ],
  );
  assert.deepEqual(overrideRow(createBlankLine(1), { ticker: "AAPL" }).tickers, [], "a line without a list of tickers");
});
