import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ask } from "./ask.ts";
import { describeMissingReports } from "./what-is-missing.ts";

function createAsk(years: readonly object[]): Ask {
  const sources = [
    { source: "house-clerk", status: "failing" },
    { source: "senate-efd", status: "off" },
    { source: "sec", status: "failing" },
  ];
  return async () => ({ status: 200, body: { sources, years }, getHeader: () => "1" });
}

const SILENT = "The source house-clerk is failing. The source senate-efd is off.";

test("if no report is known, says so and names the sources that are failing or off", async () => {
  assert.equal(await describeMissingReports(createAsk([]), {}), `No report is known yet. ${SILENT}`);
});

test("reports of other years do not count as matching reports", async () => {
  const ask = createAsk([{ source: "house-clerk", year: 2025, states: { parsed: 3 } }]);
  assert.equal(await describeMissingReports(ask, { from: "2026-01-01" }), `No matching report is known yet. ${SILENT}`);
  assert.equal(
    await describeMissingReports(ask, { from: "2025-12-31" }),
    `Every known report has been read. ${SILENT}`,
  );
});

test("says that a source that was never reached has not answered yet", async () => {
  const body = { sources: [{ source: "house-clerk", status: "never" }], years: [] };
  const text = await describeMissingReports(async () => ({ status: 200, body, getHeader: () => "1" }), {});
  assert.equal(text, "No report is known yet. The source house-clerk has not answered yet.");
});
