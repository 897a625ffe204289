/** Tests lists with one document under two people: it belongs to the one whose name it prints; the other row is only counted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FilingListing } from "../../src/domain/filing.ts";
import { reparse } from "../../src/filings/ingest/reparse.ts";
import { runIngest } from "../../src/filings/ingest/run.ts";
import type { SourceSite } from "../../src/filings/sources/source.ts";
import { allTrades, openFictionalWorkplace, type Workplace } from "./workplace.ts";

const scope = { sinceYear: 2026, since: null };
const signal = new AbortController().signal;

/** Inserts before each row a copy with the name and seat of another filer in the list. */
function withDoubledRows(site: SourceSite): SourceSite {
  const list = async (year: number) => {
    const rows = await site.list(year, signal);
    const findOther = (row: FilingListing) => rows.find(({ filer }) => filer.last !== row.filer.last) ?? row;
    return rows.flatMap((row) => {
      const { filer, stateDistrict } = findOther(row);
      return [{ ...row, filer, stateDistrict }, row];
    });
  };
  return { ...site, list };
}

const listOwners = async ({ store }: Workplace) =>
  (await allTrades(store)).map(({ id, politicianId }) => [id, politicianId] as const);

test("a document listed under two people belongs to the one whose name it prints", async (t) => {
  const [once, twice] = await Promise.all([openFictionalWorkplace(t), openFictionalWorkplace(t)]);
  await runIngest(once.ingest, scope, signal);
  const parts = { ...twice.ingest, sources: twice.ingest.sources.map(withDoubledRows) };
  for (const { source, error } of await runIngest(parts, scope, signal)) assert.equal(error, null, source);
  const expected = await listOwners(once);
  assert.ok(expected.length > 0);
  const found = new Map(await listOwners(twice));
  const differing = expected
    .filter(([id, politicianId]) => found.get(id) !== politicianId)
    .map(([id]) => [id, found.get(id)]);
  assert.deepEqual([differing, found.size], [[], expected.length]);
  for (const { rows, filings } of await twice.store.filings.readListedYears()) assert.equal(rows, 2 * filings);

  const all = (await Array.fromAsync(twice.store.filings.listWithDocument())).filter(({ kind }) => kind === "ptr");
  const texts = all.filter(({ state }) => state === "parsed");
  assert.ok(texts.length > 0);
  for (const { alsoListed } of texts) assert.equal(alsoListed?.length, 1);
  const waiting = (await Array.fromAsync(once.store.filings.listWithDocument())).filter(
    ({ state }) => state === "needs_ocr",
  );
  assert.ok(waiting.length > 0);
  for (const { id } of waiting) {
    const filing = await twice.store.filings.get(id);
    assert.deepEqual([filing?.state, filing?.reason?.code], ["unreadable", "listed_for_several"], id);
  }
  const options = { publish: true, scans: false, onDifference: (one: unknown) => assert.fail(JSON.stringify(one)) };
  await reparse(parts, signal, options);
});
