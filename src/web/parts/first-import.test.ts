import assert from "node:assert/strict";
import { test } from "node:test";
import type { SourceFreshness } from "../../publication/dataset/coverage.ts";
import type { ImportState, SiteState } from "../site-state.ts";
import { renderFirstImport } from "./first-import.ts";

const REFUSED = "network: https://example.org/ cannot be reached: connect ECONNREFUSED 192.0.2.1:443.";

/** Renders the text of the page before anything is published. */
function renderWords(importing: Partial<ImportState>, lastError: string | null): string {
  const source = { source: "house-clerk", status: lastError === null ? "never" : "failing", last_success_at: null };
  const sources = [
    { ...source, last_error: lastError, last_error_at: "2026-11-24T19:33:10.000Z" },
    { source: "senate-efd", status: "off", last_success_at: null, last_error: null, last_error_at: null },
  ] as SourceFreshness[];
  const state = {
    getImportState: () => ({ isUnderWay: false, progress: [], nextAttemptAt: null, ...importing }),
    getCoverage: () => ({ sources, years: [], totals: { states: { needs_ocr: 0 } } }),
  } as unknown as SiteState;
  return String(renderFirstImport(state))
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'");
}

test("until a site has answered or failed, the page says whether an import is running", () => {
  assert.match(renderWords({ isUnderWay: true }, null), /Contacting the directories and official sites\./);
  assert.match(renderWords({}, null), /No import is running right now\. This process does not download filings;/);
  const nextAttemptAt = new Date("2026-11-24T06:30:00Z");
  assert.match(
    renderWords({ nextAttemptAt: nextAttemptAt }, null),
    /No import is running right now\. Next attempt: 2026-11-24 06:30 UTC/,
  );
});

test('does not say "never answered" about a site that was not tried because no member is known', () => {
  const text = renderWords({}, "no_members: The list of members of Congress has not been downloaded.");
  assert.match(text, /The House Clerk's site: not asked\. The list of members of Congress has not been downloaded\./);
  assert.doesNotMatch(text, /never answered/);
  assert.match(
    text,
    /The Senate's site is off\. To turn it on, accept its agreement .* restart with SENATE_EFD_ACCEPT_TERMS=true\./,
  );
});

test("an unreachable site shows the cause in words, since when, and the next attempt", () => {
  const text = renderWords({ nextAttemptAt: new Date("2026-11-24T19:34:10Z") }, REFUSED);
  assert.match(text, /The House Clerk's site: https:\/\/example\.org\/ cannot be reached: connect ECONNREFUSED/);
  assert.match(text, /No answer so far; the last attempt was at 2026-11-24 19:33 UTC\./);
  assert.match(text, /Next attempt: 2026-11-24 19:34 UTC, or right away if you restart the service\./);
  assert.match(renderWords({ isUnderWay: true }, REFUSED), /Retrying now\./);
  assert.match(renderWords({}, REFUSED), /This process does not download filings;/);
  assert.doesNotMatch(text, /network:|No import is running/);
});
