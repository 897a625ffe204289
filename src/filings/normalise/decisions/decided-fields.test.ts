import assert from "node:assert/strict";
import { test } from "node:test";
import { blankLine } from "../../../domain/printed-report.ts";
import { withFields } from "./decided-fields.ts";

test("a ticker or asset set by a person replaces the first one of an exchange, and keeps the one received", () => {
  const line = { ...blankLine(1), tickers: ["OLD", "NEW"], assetParts: ["Old Inc.", "New Inc."] };
  const decided = withFields(line, { ticker: "AAPL", asset: "Apple Inc." });
  assert.deepEqual(
    [decided.tickers, decided.assetParts],
    [
      ["AAPL", "NEW"],
      ["Apple Inc.", "New Inc."],
    ],
  );
  assert.deepEqual(withFields(blankLine(1), { ticker: "AAPL" }).tickers, [], "a form without a list of tickers");
});
