/** Tests lists that change from one day to the next: withdrawn, cut, poisoned. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { HouseIndexRow, Material } from "../../src/app/demo/sites/material.ts";
import { runIngest } from "../../src/filings/ingest/run.ts";
import { loadCoverage } from "../../src/publication/dataset/coverage.ts";
import { ALL_ON } from "../sources/all-on.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { oneFiler, reportOf } from "./one-filer.ts";
import { openWorkplace } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const filer = await oneFiler(material);
const rowOf = (docId: number): HouseIndexRow => ({ ...filer, docId: String(docId), filingDate: "10/1/2026" });

/** The House with an index of 2026 that changes; documents of numbers below 20991000 are there, others are not. */
async function house(t: TestContext) {
  const given: { rows: readonly HouseIndexRow[] } = { rows: [] };
  const changing: Material = {
    ...material,
    house: {
      readIndex: async (year) => (year === 2026 ? given.rows : null),
      readDocument: async (_, __, docId) => (Number(docId) < 20_991_000 ? reportOf(filer, docId) : null),
    },
    senate: { ...material.senate, listRows: async () => [] },
  };
  const upstream = await startUpstream({ material: changing, port: 0 });
  const place = await openWorkplace(upstream.url, { SENATE_EFD_ACCEPT_TERMS: "false" });
  t.after(async () => {
    await place.close();
    await upstream.stop();
  });
  const run = (acceptLists = false) =>
    runIngest(place.ingest, { sinceYear: 2026, since: null, acceptLists }, new AbortController().signal);
  const look = () =>
    runIngest(place.ingest, { sinceYear: 2026, since: null, newsOnly: true }, new AbortController().signal);
  const asked = (docId: number) => upstream.listRequests().filter(({ path }) => path.endsWith(`/${docId}.pdf`)).length;
  const state = async (docId: number) => (await place.store.filings.get(`h${docId}`))?.state;
  const status = async () =>
    (await loadCoverage(place.store, ALL_ON)).sources.find(({ source }) => source === "house-clerk")?.status;
  return { given, place, upstream, run, look, asked, state, status };
}
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => rowOf(from + at));

test("withdraws a filing missing from a later index, and stops requesting it until it is listed again", async (t) => {
  const { given, run, asked, state } = await house(t);
  given.rows = [...range(20_990_001, 3), rowOf(20_991_001)];
  await run();
  assert.equal(await state(20_991_001), "missing_document");
  given.rows = range(20_990_001, 3);
  await run();
  assert.equal(await state(20_991_001), "withdrawn");
  const before = asked(20_991_001);
  await run();
  assert.equal(asked(20_991_001), before);
  assert.equal(await state(20_990_001), "parsed", "what was read stays");
  given.rows = [...range(20_990_001, 3), rowOf(20_991_001)];
  await run();
  assert.equal(asked(20_991_001), before + 1);
  assert.equal(await state(20_991_001), "missing_document");
});

test("an index cut in half is stale: withdraws nothing, reads the listed reports, and recovers if accepted", async (t) => {
  const { given, run, state, status } = await house(t);
  given.rows = [...range(20_990_001, 8), rowOf(20_991_001)];
  await run();
  assert.equal(await status(), "ok");
  given.rows = [...range(20_990_001, 4), rowOf(20_990_100)];
  const [progress] = await run();
  assert.equal(progress?.error?.code, "fewer_than_before");
  assert.match(String(progress?.error?.message), /4 of the 8 filings/);
  assert.equal(await status(), "stale");
  assert.equal(await state(20_991_001), "missing_document");
  assert.equal(await state(20_990_100), "parsed");
  const [again] = await run();
  assert.equal(again?.error?.code, "fewer_than_before", "it is not believed because it comes twice");
  const [accepted] = await run(true);
  assert.equal(accepted?.error, null);
  assert.equal(await status(), "ok");
  assert.equal(await state(20_991_001), "withdrawn");
  assert.equal((await run())[0]?.error, null);
});

test("does not import an index with more reports than members can file, and requests none of its documents", async (t) => {
  const { given, place, run, asked, status } = await house(t);
  given.rows = range(20_990_001, 3);
  await run();
  given.rows = [...range(20_990_001, 3), ...range(20_991_001, 1_200)];
  const [progress] = await run();
  assert.equal(progress?.error?.code, "more_than_possible");
  assert.equal(await status(), "stale");
  assert.equal(asked(20_991_001), 0);
  assert.equal((await place.store.filings.listPending("house-clerk")).length, 0);
  given.rows = range(20_990_001, 4);
  assert.equal((await run())[0]?.error, null);
  assert.equal(await status(), "ok");
});

test("a Senate search without any report in any year is stale, even in a new store", async (t) => {
  const upstream = await startUpstream({
    material: { ...material, senate: { ...material.senate, listRows: async () => [] } },
    port: 0,
  });
  const place = await openWorkplace(upstream.url);
  t.after(async () => {
    await place.close();
    await upstream.stop();
  });
  const progress = await place.run();
  assert.equal(progress.find(({ source }) => source === "house-clerk")?.error, null);
  assert.equal(progress.find(({ source }) => source === "senate-efd")?.error?.code, "no_reports");
  const senate = (await place.store.sources.listAll()).find(({ source }) => source === "senate-efd");
  assert.equal(senate?.listingCompletedAt, null, "what is listed later is no news");
  const { sources } = await loadCoverage(place.store, ALL_ON);
  assert.equal(sources.find(({ source }) => source === "senate-efd")?.status, "stale");
});

test("a check for new filings reads only what is new, and coverage shows the delay to readers", async (t) => {
  const { given, place, upstream, run, look, asked, state } = await house(t);
  given.rows = [...range(20_990_001, 3), rowOf(20_991_001)];
  await run();
  const delays = async () =>
    (await loadCoverage(place.store, ALL_ON)).sources.find(({ source }) => source === "house-clerk")?.listed_to_served;
  assert.equal(await delays(), null, "what the first import brought is no news");
  const before = upstream.listRequests().length;
  await look();
  const paths = upstream.listRequests().slice(before);
  assert.deepEqual(
    paths.map(({ path }) => path),
    ["/house/public_disc/financial-pdfs/2026FD.zip"],
    "a document that was missing is asked for once a day",
  );
  given.rows = [...given.rows, rowOf(20_990_050)];
  await look();
  assert.equal(await state(20_990_050), "parsed");
  assert.equal(asked(20_990_050), 1);
  assert.equal((await delays())?.filings, 1);
});

test("checks leave a failed source alone for an hour", async (t) => {
  const { given, place, upstream, run, look } = await house(t);
  given.rows = range(20_990_001, 3);
  await run();
  await place.store.sources.recordFailure("house-clerk", new Date(), { code: "blocked", detail: "It refuses us." });
  const before = upstream.listRequests().length;
  await look();
  assert.equal(upstream.listRequests().length, before);
  const longAgo = new Date(Date.now() - 61 * 60_000);
  await place.store.sources.recordFailure("house-clerk", longAgo, { code: "blocked", detail: "It refuses us." });
  await look();
  assert.equal(upstream.listRequests().length, before + 1);
});
