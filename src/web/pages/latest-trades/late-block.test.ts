import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_COVERED, type YearCoverage } from "../../../publication/dataset/coverage.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";
import { createLinks } from "../../links.ts";
import { renderLateBlock, renderLateSummary } from "./late-block.ts";

const links = createLinks("http://127.0.0.1/api/v1");
const states = { ...NOTHING_COVERED.totals.states, parsed: 1, needs_ocr: 9 };
const coverage = {
  years: [{ ...NOTHING_COVERED.totals, source: "house-clerk", year: 2025, states } as unknown as YearCoverage],
};

function createRow(year: number | null, name: string, late: number, most: number): LateRow {
  const daysLate = late === 0 ? null : { count: late, lower: 1, median: 2, upper: 3, most };
  return { id: `${name}000001`, name, party: "Democrat", year, judged: 20, late, daysLate } as LateRow;
}

const years = [createRow(2026, "", 5, 90), createRow(2025, "", 1, 3)];
const renderText = (people: readonly LateRow[], of = years) =>
  String(renderLateBlock({ links, coverage, years: of, people })).replaceAll(/<[^>]+>/g, " ");

test("shows the three members with the longest delays of the newest year, and each year's share of late trades", () => {
  const people = [
    createRow(2026, "A", 1, 4),
    createRow(2026, "B", 1, 90),
    createRow(2026, "C", 0, 0),
    createRow(2026, "D", 2, 9),
    createRow(2026, "E", 1, 1),
  ];
  assert.match(
    renderText(people),
    /B\s+D\s+90 days\s+D\s+D\s+9 days\s+A\s+D\s+4 days\s+Each number is the member’s longest delay past the deadline/,
  );
  assert.doesNotMatch(renderText(people), /1 day\b/);
  assert.match(renderText(people), /2026\s+25%\s+20\s+2025\s+only 1 of 10 reports read\s+5%\s+20/);
  assert.match(
    String(renderLateBlock({ links, coverage, years, people })),
    /href="\/late\?year=2026&amp;sort=days_late"/,
  );
});

test("says so if there is no late trade, no judged trade, or no trade at all", () => {
  assert.match(
    renderText([createRow(2026, "C", 0, 0)]),
    /None of the 20 trades disclosed in 2026 that can be judged was late/,
  );
  const unjudged = { ...createRow(2026, "", 0, 0), judged: 0 };
  assert.match(renderText([], [unjudged]), /No trade disclosed in 2026 can be judged yet/);
  assert.match(renderText([], []), /No trade is known/);
});

test("the collapsed section names the member with the longest delay, or says that nobody was late or nothing is known", () => {
  const renderGist = (people: readonly LateRow[], of = years) => String(renderLateSummary({ years: of, people }));
  assert.equal(renderGist([createRow(2026, "A", 1, 4), createRow(2026, "B", 1, 90)]), "90 days, <bdi>B</bdi>");
  assert.equal(renderGist([createRow(2026, "C", 0, 0)]), "nobody");
  assert.equal(renderGist([], []), "not known");
});
