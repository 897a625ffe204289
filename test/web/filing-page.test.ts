/** The page of a filing over HTTP: its state in words, its lines, and missing parts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FilingRecord } from "../../src/api/disclosures/filing-schema.ts";
import { createBlankFiling } from "../../src/domain/printed-report.ts";
import { HOUSE, MISSING, makeLedger, PAPER } from "../contract/made-ledger.ts";
import { startService } from "../contract/service.ts";

const HTML = { headers: { accept: "text/html" } };

test("a filing's page has each of its lines with its outcome", async () => {
  await using service = await startService();
  const { status, text } = await service.ask(`/filings/${HOUSE}`, HTML);
  assert.equal(status, 200);
  assert.match(text, /<strong>Read\.<\/strong>/);
  assert.match(text, /href="\/trades\/txn_h20990001_03"/);
  assert.match(
    text,
    /href="\/trades\/txn_h20990001_01".*: replaced by <a href="[^"]+">line \d+ of a later filing<\/a>/s,
  );
  assert.match(text, /A line as printed.*The filer marked the row as deleted\./s);
  assert.match(text, /It corrects <a href="\/filings\/h20980001">/);
  assert.match(text, /It is corrected by <a href="\/filings\/h20990009">/);
  assert.match(text, /<code>[0-9a-f]{64}<\/code>/);
  assert.doesNotMatch(text, / style=/);
});

test("lists the pages of a paper report, with their images and what was read on each", async () => {
  const made = makeLedger();
  const skew = { level: 0, upright: 0, fan: 0 };
  const page = { turnDegrees: 0 as const, skew, failure: null };
  const report = {
    ...createBlankFiling({ source: "senate-efd", kind: "paper" as const, docId: PAPER.slice(1) }),
    scan: {
      pages: [
        { ...page, kind: "transactions" as const },
        { ...page, kind: "unknown" as const },
      ],
    },
  };
  await using service = await startService({ ledger: { ...made, readPrinted: async () => report } });
  const { text } = await service.ask(`/filings/${PAPER}`, HTML);
  assert.match(text, /Scan, not read yet/);
  assert.match(text, new RegExp(`href="/api/v1/filings/${PAPER}/document\\?page=2">2</a>`));
  assert.match(text, /Not recognized; needs review<\/td><td class="number"><span class="unknown">not known/);
});

test("the page of a filing without a document says why, and an unknown filing's page shows what an id looks like", async () => {
  await using service = await startService();
  const missing = await service.ask(`/filings/${MISSING}`, HTML);
  assert.equal(missing.status, 200);
  assert.match(missing.text, /Document missing\./);
  assert.match(missing.text, /It does not exist \(404\)\./);
  assert.doesNotMatch(missing.text, /0 trades/, "an unread filing has no number of trades");
  const unknown = await service.ask("/filings/h1", HTML);
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /An id is <code>h<\/code>/);
  assert.equal((await service.ask("/filings/h1")).headers["content-type"], "application/problem+json");
});

test("splits a long filing into pages, and shows the last page for a page number that does not exist", async () => {
  const made = makeLedger();
  const lengthen = (record: FilingRecord | undefined): FilingRecord | undefined =>
    record && {
      ...record,
      rejected: Array.from({ length: 250 }, (_, at) => ({
        line: at + 1,
        reason: "uncertain" as const,
        text: `Row <${at + 1}>`,
      })),
    };
  await using service = await startService({
    ledger: { ...made, findFiling: async (id) => lengthen(await made.findFiling(id)) },
  });
  const first = await service.ask(`/filings/${HOUSE}`, HTML);
  assert.match(first.text, /250 lines not served/);
  assert.match(first.text, /Row &lt;100&gt;/);
  assert.doesNotMatch(first.text, /Row &lt;101&gt;/);
  for (const wanted of ["3", "99"]) {
    const last = await service.ask(`/filings/${HOUSE}?lines=${wanted}`, HTML);
    assert.match(last.text, /Row &lt;250&gt;/);
  }
});
