/** Tests listings that change from day to day: reports disappear, the list is cut short, or it has impossibly many reports. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { HouseIndexRow, Material } from "../../src/app/demo/sites/material.ts";
import { runIngest } from "../../src/filings/ingest/run.ts";
import { loadCoverage } from "../../src/publication/dataset/coverage.ts";
import { ALL_ON } from "../sources/all-on.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { createReport, findFiler } from "./one-filer.ts";
import { openWorkplace } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const filer = await findFiler(material);
const YEAR = new Date().getUTCFullYear();
const createRow = (docId: number): HouseIndexRow => ({
  ...filer,
  docId: String(docId),
  year: String(YEAR),
  filingDate: "10/1/2026",
});

/** Starts a House site whose index of this year the test changes. Documents with numbers below 20991000 exist; others are missing. */
async function startHouse(t: TestContext) {
  const index: { rows: readonly HouseIndexRow[] } = { rows: [] };
  const changing: Material = {
    ...material,
    house: {
      readIndex: async (year) => (year === YEAR ? index.rows : null),
      readDocument: async (_, __, docId) => (Number(docId) < 20_991_000 ? createReport(filer, docId) : null),
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
    runIngest(place.ingest, { sinceYear: YEAR, since: null, acceptLists }, new AbortController().signal);
  const checkForNew = () =>
    runIngest(place.ingest, { sinceYear: YEAR, since: null, newsOnly: true }, new AbortController().signal);
  const countRequests = (docId: number) =>
    upstream.listRequests().filter(({ path }) => path.endsWith(`/${docId}.pdf`)).length;
  const readState = async (docId: number) => (await place.store.filings.get(`h${docId}`))?.state;
  const readStatus = async () =>
    (await loadCoverage(place.store, ALL_ON)).sources.find(({ source }) => source === "house-clerk")?.status;
  return { index, place, upstream, run, checkForNew, countRequests, readState, readStatus };
}
const createRows = (from: number, count: number) => Array.from({ length: count }, (_, at) => createRow(from + at));

test("withdraws an unread filing that disappears from the index, and requests it again only once it is listed", async (t) => {
  const { index, run, countRequests, readState } = await startHouse(t);
  index.rows = [...createRows(20_990_001, 3), createRow(20_991_001)];
  await run();
  assert.equal(await readState(20_991_001), "missing_document");
  index.rows = createRows(20_990_001, 3);
  await run();
  assert.equal(await readState(20_991_001), "withdrawn");
  const before = countRequests(20_991_001);
  await run();
  assert.equal(countRequests(20_991_001), before);
  assert.equal(await readState(20_990_001), "parsed", "a filing that was read stays");
  index.rows = [...createRows(20_990_001, 3), createRow(20_991_001)];
  await run();
  assert.equal(countRequests(20_991_001), before + 1);
  assert.equal(await readState(20_991_001), "missing_document");
});

test("an index cut in half makes the source stale and withdraws no filing until the operator accepts the index", async (t) => {
  const { index, run, readState, readStatus } = await startHouse(t);
  index.rows = [...createRows(20_990_001, 8), createRow(20_991_001)];
  await run();
  assert.equal(await readStatus(), "ok");
  index.rows = [...createRows(20_990_001, 4), createRow(20_990_100)];
  const [progress] = await run();
  assert.equal(progress?.error?.code, "fewer_than_before");
  assert.match(String(progress?.error?.message), /4 of the 8 filings/);
  assert.equal(await readStatus(), "stale");
  assert.equal(await readState(20_991_001), "missing_document");
  assert.equal(await readState(20_990_100), "parsed");
  const [again] = await run();
  assert.equal(again?.error?.code, "fewer_than_before", "the same index a second time is still refused");
  const [accepted] = await run(true);
  assert.equal(accepted?.error, null);
  assert.equal(await readStatus(), "ok");
  assert.equal(await readState(20_991_001), "withdrawn");
  assert.equal((await run())[0]?.error, null);
});

test("does not import an index with more reports than members can file, and requests none of its documents", async (t) => {
  const { index, place, run, countRequests, readStatus } = await startHouse(t);
  index.rows = createRows(20_990_001, 3);
  await run();
  index.rows = [...createRows(20_990_001, 3), ...createRows(20_991_001, 1_200)];
  const [progress] = await run();
  assert.equal(progress?.error?.code, "more_than_possible");
  assert.equal(await readStatus(), "stale");
  assert.equal(countRequests(20_991_001), 0);
  assert.equal((await place.store.filings.listPending("house-clerk")).length, 0);
  index.rows = createRows(20_990_001, 4);
  assert.equal((await run())[0]?.error, null);
  assert.equal(await readStatus(), "ok");
});

test("the Senate source is stale if its search returns no reports for any year, even in a new store", async (t) => {
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
  assert.equal(senate?.listingCompletedAt, null, "reports listed later do not count as new");
  const { sources } = await loadCoverage(place.store, ALL_ON);
  assert.equal(sources.find(({ source }) => source === "senate-efd")?.status, "stale");
});

test("a check for new filings requests no other document, and coverage shows the delay from listing to serving", async (t) => {
  const { index, place, upstream, run, checkForNew, countRequests, readState } = await startHouse(t);
  index.rows = [...createRows(20_990_001, 3), createRow(20_991_001)];
  await run();
  const readDelays = async () =>
    (await loadCoverage(place.store, ALL_ON)).sources.find(({ source }) => source === "house-clerk")?.listed_to_served;
  assert.equal(await readDelays(), null, "filings of the first import do not count as new");
  const before = upstream.listRequests().length;
  await checkForNew();
  const paths = upstream.listRequests().slice(before);
  assert.deepEqual(
    paths.map(({ path }) => path),
    [`/house/public_disc/financial-pdfs/${YEAR}FD.zip`],
    "a missing document is requested once a day",
  );
  index.rows = [...index.rows, createRow(20_990_050)];
  await checkForNew();
  assert.equal(await readState(20_990_050), "parsed");
  assert.equal(countRequests(20_990_050), 1);
  assert.equal((await readDelays())?.filings, 1);
});

test("a check for new filings skips a source for an hour after a failure", async (t) => {
  const { index, place, upstream, run, checkForNew } = await startHouse(t);
  index.rows = createRows(20_990_001, 3);
  await run();
  await place.store.sources.recordFailure("house-clerk", new Date(), { code: "blocked", detail: "It refuses us." });
  const before = upstream.listRequests().length;
  await checkForNew();
  assert.equal(upstream.listRequests().length, before);
  const longAgo = new Date(Date.now() - 61 * 60_000);
  await place.store.sources.recordFailure("house-clerk", longAgo, { code: "blocked", detail: "It refuses us." });
  await checkForNew();
  assert.equal(upstream.listRequests().length, before + 1);
});
