import assert from "node:assert/strict";
import { test } from "node:test";
import { type Coverage, NOTHING_COVERED, type YearCoverage } from "../../publication/dataset/coverage.ts";
import { createLinks } from "../links.ts";
import { renderMissingFromList } from "./missing.ts";

const links = createLinks("https://api.example/api/v1");

function renderText(changes: Partial<Coverage>, rejected = 0): string {
  const states = { ...NOTHING_COVERED.totals.states, parsed: 1 };
  const totals = { ...NOTHING_COVERED.totals, states, rejected };
  return String(renderMissingFromList(links, { ...NOTHING_COVERED, totals, ...changes })).replaceAll(/<[^>]+>/g, "");
}

function createYear(lines: Readonly<Record<string, number>>): YearCoverage {
  const counts = NOTHING_COVERED.totals;
  return { ...counts, source: "house-clerk", year: 2026, index: null, reasons: { filings: {}, lines } };
}

test("counts lines that the filer deleted separately from those that could not be read", () => {
  const years = [createYear({ deleted: 3, uncertain: 2 }), createYear({ deleted: 1, rejected_in_review: 1 })];
  assert.equal(
    renderText({ years }, 7),
    "Every known report has been read. 2 lines could not be understood and are left out. 4 lines that the filer marked as deleted are left out. 1 line that a reviewer found not to be a trade is left out. Coverage",
  );
  assert.equal(
    renderText({ years: [createYear({ deleted: 1 })] }, 1),
    "Every known report has been read. 1 line that the filer marked as deleted is left out. Coverage",
  );
});

test("counts unsettled amendments, and explains that both versions of their trades are listed", () => {
  assert.match(
    renderText({ open_amendments: 2 }),
    /For 2 amendments it is not certain what they correct; until that is settled, both the correction and the trades it may replace are listed\./,
  );
  assert.doesNotMatch(renderText({}), /amendment/);
});
