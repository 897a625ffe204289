/** The coverage page over HTTP: all years, one year with its missing filings, and invalid years. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FILING_STATES, type FilingState } from "../../src/domain/filing.ts";
import { NOTHING_COVERED } from "../../src/publication/dataset/coverage.ts";
import { renderFreshnessSection } from "../../src/web/pages/coverage/coverage.ts";
import { computeCompleteness, formatCompleteness } from "../../src/web/parts/completeness.ts";
import { MISSING, makeLedger, PAPER } from "../contract/made-ledger.ts";
import { startService } from "../contract/service.ts";

const HTML = { headers: { accept: "text/html" } };

function createStates(some: Partial<Record<FilingState, number>>): Readonly<Record<FilingState, number>> {
  const none = Object.fromEntries(FILING_STATES.map((state) => [state, 0])) as Record<FilingState, number>;
  return { ...none, ...some };
}

test("completeness counts only members' reports, and rounds neither up to 100% nor down to 0%", () => {
  const getSentence = (some: Partial<Record<FilingState, number>>) =>
    formatCompleteness(computeCompleteness(createStates(some)));
  assert.equal(
    getSentence({ parsed: 9, superseded: 1, needs_review: 3, pending: 1, unreadable: 2, not_a_ptr: 900 }),
    "Of 16 trade reports, 10 (62.5%) are read in full; 3 are read in part, and the rest of each needs review by a person; 1 is not read yet; 2 could not be read.",
  );
  assert.match(getSentence({ parsed: 99_999, unreadable: 1 }), /\(99\.9%\)/);
  assert.match(getSentence({ parsed: 5 }), /5 \(100%\) are read in full\.$/);
  assert.equal(getSentence({ not_a_ptr: 5 }), "No trade report is known.");
});

test("shows all years with their bars, numbers and reasons, and each source with its last error", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/coverage", HTML);
  assert.equal(status, 200);
  assert.match(text, /<a href="\/coverage\?year=2026">2026<\/a>/);
  assert.match(text, /role="img" aria-label="Read in full: \d+/);
  assert.match(text, /The file ends before the end mark of a PDF\./);
  assert.match(text, /Refuses our requests.*The site refuses us \(403\)\./s);
  assert.doesNotMatch(text, / style=/);
});

test("does not say that a site failed if it was not tried", () => {
  const at = "2026-11-24T19:33:10.000Z";
  const source = {
    source: "house-clerk",
    status: "failing",
    last_attempt_at: at,
    last_success_at: null,
    listing_completed_at: null,
    last_error: "no_members: The list of members of Congress has not been downloaded yet.",
    last_error_at: at,
    listed_to_served: null,
  } as const;
  const said = String(renderFreshnessSection({ ...NOTHING_COVERED, sources: [source] }));
  assert.match(said, /Skipped at the last attempt/);
  assert.doesNotMatch(said, /Failed/);
});

test("an instance started from a public backup shows the backup's date and digest", () => {
  const from = { made_at: "2026-11-20T12:00:00.000Z", sha256: "ab".repeat(32) };
  const said = String(renderFreshnessSection({ ...NOTHING_COVERED, started_from: from }));
  assert.match(said, /public backup of <time datetime="2026-11-20T12:00:00.000Z">.*<code>(ab){32}<\/code>/);
  assert.doesNotMatch(String(renderFreshnessSection(NOTHING_COVERED)), /public backup/);
});

test("a year lists each missing or pending filing with its reason", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/coverage?year=2026", HTML);
  assert.equal(status, 200);
  assert.match(text, /How complete is 2026\?/);
  assert.match(text, new RegExp(`href="/filings/${MISSING}"`));
  assert.match(text, /It does not exist \(404\)\./);
  assert.match(text, new RegExp(`href="/filings/${PAPER}"`));
  assert.match(text, /named 11 filings for 2026/);
});

test("a year without data says so, and an invalid year is rejected with the typed value", async () => {
  await using service = await startService({ ledger: makeLedger(() => NOTHING_COVERED) });
  const none = await service.ask("/coverage?year=1999", HTML);
  assert.equal(none.status, 200);
  assert.match(none.text, /No trade report is known\./);
  const odd = await service.ask("/coverage?year=%3Cb%3E", HTML);
  assert.equal(odd.status, 400);
  assert.match(odd.text, /value="&lt;b&gt;"/);
});
