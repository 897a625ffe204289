import assert from "node:assert/strict";
import { test } from "node:test";
import { UNPRICED_KINDS } from "../../../prices/returns/decision.ts";
import { type PriceCoverage, UNSTORED_REASONS } from "../../../prices/returns/price-coverage.ts";
import { createLinks } from "../../links.ts";
import { renderPriceCoverageSection } from "./price-coverage-section.ts";

test("the reason for the last failure has no period inside the parentheses", () => {
  const unpriced = Object.fromEntries([...UNPRICED_KINDS, ...UNSTORED_REASONS].map((reason) => [reason, 0]));
  for (const reason of ["tiingo answered 429", "tiingo answered 429."]) {
    const coverage = {
      securities: { all: 2, priced: 1, unpriced },
      withDividends: 1,
      trades: { all: 3, priced: 2, unpriced },
      missingSessions: [],
      lastFailure: { symbol: "EXMP", at: new Date("2026-11-20T10:00:00Z"), reason },
    } as unknown as PriceCoverage;
    const text = String(renderPriceCoverageSection(createLinks("http://127.0.0.1/api/v1"), coverage)).replaceAll(
      /<[^>]+>/g,
      "",
    );
    assert.match(text, /for EXMP, on Nov 20, 2026 \(reason: tiingo answered 429\)\.\n/);
  }
});
