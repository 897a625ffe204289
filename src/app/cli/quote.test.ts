import assert from "node:assert/strict";
import { test } from "node:test";
import type { WireQuote } from "../../domain/quote.ts";
import { formatQuote } from "./quote.ts";

const QUOTE: WireQuote = {
  symbol: "META",
  company_name: "Example Platforms",
  price: 1500.5,
  change: -2.25,
  change_percent: -0.15,
  volume: 3200000,
  market_cap: null,
  pe_ratio: null,
  week_52_high: 1600,
  week_52_low: null,
  timestamp: "2026-02-20T21:00:00Z",
};
const look = { columns: null, paint: (_: string, text: string) => text };

test("a quote shows today's symbol, marks unknown values, and says when the price is old", () => {
  assert.equal(
    formatQuote(QUOTE, "FB", true, look),
    [
      "META  Example Platforms, asked for as FB",
      "$1,500.50  -2.25 (-0.15%)  at 2026-02-20T21:00:00Z",
      "52 weeks    - to $1,600.00",
      "volume      3,200,000",
      "market cap  -",
      "P/E         -",
      "No price source responds right now; this is the last known price.",
      "",
    ].join("\n"),
  );
  assert.match(
    formatQuote({ ...QUOTE, change: 1 }, "META", false, look),
    /^META {2}Example Platforms\n\$1,500\.50 {2}\+1\.00/,
  );
});
