/** The reports that a reviewer sees for a report that amends a whole other report, before any search. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "../../src/domain/amendments/report.ts";
import { buildAmendmentSheet } from "../../src/filings/review/amendment-sheet.ts";
import type { ReviewView } from "../../src/filings/review/review-view.ts";
import { makeSenate } from "../domain/made-reports.ts";
import { day } from "../store/made.ts";

const APPLE = {};
const MSFT = { ticker: "MSFT", assetNameRaw: "Microsoft Corporation - Common Stock" };
const own = makeSenate("cc", "2026-05-20", 1, [APPLE]);

/** Lists the ids of those earlier reports that the reviewer sees. */
async function listShown(...earlier: readonly Report[]): Promise<readonly string[]> {
  const store = {
    amendments: { loadReportsOf: async () => [...earlier, own] },
    filings: { listTrades: async () => [] },
  } as unknown as Parameters<typeof buildAmendmentSheet>[0];
  const view = {
    id: { kind: "filing", filing: own.id },
    filing: { id: own.id, politicianId: "E000001" },
    waits: [{ kind: "amendment", candidates: [] }],
    decided: [],
  } as unknown as ReviewView;
  const amendment = (await buildAmendmentSheet(store, view, null)) ?? assert.fail();
  return amendment.others.map(({ id }) => id);
}

test("shows earlier reports with a row of the same asset and day, even if the amount and the owner differ", async () => {
  const amount = { lowUsd: 15_001, highUsd: 50_000 };
  const same = makeSenate("aa", "2026-02-09", 0, [MSFT, { amount, owner: "spouse" as const }]);
  assert.deepEqual(await listShown(same), [same.id]);
  const another = makeSenate("ab", "2026-02-09", 0, [MSFT]);
  const otherDay = makeSenate("ac", "2026-02-09", 0, [{ transactionDate: day("2026-01-05") }]);
  assert.deepEqual(await listShown(another, otherDay), []);
});

test("shows only the three reports filed last", async () => {
  const many = ["01", "02", "03", "04", "05"].map((month) => makeSenate(`d${month}`, `2026-${month}-10`, 0, [APPLE]));
  assert.deepEqual(await listShown(...many), ["sd05", "sd04", "sd03"]);
});
