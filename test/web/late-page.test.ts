/** The page of late disclosures over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_COVERED, type YearCoverage } from "../../src/publication/dataset/coverage.ts";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import type { LateRow } from "../../src/publication/dataset/facts/late-record.ts";
import { makeDataset } from "../contract/made-dataset.ts";
import { makeLedger } from "../contract/made-ledger.ts";
import { startService } from "../contract/service.ts";

const HTML = { headers: { accept: "text/html" } };

/** Starts a service with these late members in 2026, and with only one of ten reports of 2025 read. */
function startLateService(rows: readonly LateRow[]) {
  const datasets = makeDataset();
  const facts = {
    listLateRowsByPerson: async () => rows,
    listLateRowsByYear: async () => [2026, 2025].map((year) => ({ ...createRow("", 3, 10), year })),
  };
  const getCurrent = () => Object.create(datasets.getCurrent(), { facts: { value: facts } }) as Dataset;
  const createStates = (parsed: number, unreadable: number) => ({
    ...NOTHING_COVERED.totals.states,
    parsed,
    unreadable,
  });
  const createYear = (of: number, parsed: number, unreadable: number): YearCoverage => ({
    ...NOTHING_COVERED.totals,
    source: "house-clerk",
    year: of,
    index: null,
    reasons: { filings: {}, lines: {} },
    states: createStates(parsed, unreadable),
  });
  const coverage = {
    ...NOTHING_COVERED,
    years: [createYear(2026, 10, 0), createYear(2025, 1, 9), createYear(2013, 0, 4)],
  };
  return startService({ datasets: { ...datasets, getCurrent }, ledger: makeLedger(() => coverage) });
}

function createRow(id: string, late: number, judged: number): LateRow {
  return {
    ...{ id, name: `Member ${id}`, state: "VT", chamber: "house", party: "Independent", year: null },
    ...{ reports: 9, lateReports: Math.min(late, 4), trades: judged, judged, late, lateInGrace: Math.min(late, 2) },
    daysLate: late === 0 ? null : { count: late, lower: 1, median: 12, upper: 40, most: 87 },
    daysToDisclose: null,
  };
}

const listNames = (text: string) => [...text.matchAll(/href="\/politicians\/(X\d+)"/g)].map(([, id]) => id);

test("lists only members with late trades, states the rule, and shows the total next to each percentage", async () => {
  await using service = await startLateService([
    createRow("X000001", 2, 4),
    createRow("X000002", 0, 90),
    createRow("X000003", 3, 30),
  ]);
  const { status, text } = await service.ask("/late", HTML);
  assert.equal(status, 200);
  assert.match(text, /more than 30 days after the member was notified of it/);
  assert.match(text, /is judged by its first report/);
  assert.deepEqual(listNames(text), ["X000003", "X000001"]);
  assert.match(text, /<strong>2<\/strong> of 3 members with a disclosed trade were late at least once/);
  assert.match(text, /50% <small>of 4<\/small>/);
  assert.match(text, /aria-sort="descending"><a href="\/late#members">Late reports/);
  assert.doesNotMatch(text, / style=|<script>|NaN|undefined|Infinity/);
});

test("separates late trades within and after the grace period, and shows the days late", async () => {
  await using service = await startLateService([createRow("X000001", 5, 9), createRow("X000003", 3, 30)]);
  const { text } = await service.ask("/late", HTML);
  assert.match(
    text,
    /late at least once: 4 trades within the 30-day grace period, in which no fee is due, and 4 after it\./,
  );
  assert.match(
    text,
    /For the first 30 days after the deadline, the grace period, no fee is due \(5 U\.S\.C\. 13106\(d\)\)/,
  );
  assert.match(text, /<td class="number">87 days <small>median 12<\/small><\/td>/);
  assert.match(text, /Within grace period<\/th><th scope="col" class="number">After grace period/);
  const sorted = await service.ask("/late?sort=after_grace", HTML);
  assert.deepEqual(listNames(sorted.text), ["X000001", "X000003"]);
  assert.match(sorted.text, /aria-sort="descending"><a href="\/late\?sort=after_grace#members">After grace period/);
});

test("the ranking by percentage of late trades lists only members with at least 20 judged trades", async () => {
  await using service = await startLateService([
    createRow("X000001", 2, 19),
    createRow("X000002", 5, 20),
    createRow("X000003", 6, 20),
  ]);
  const { text } = await service.ask("/late?sort=share", HTML);
  assert.deepEqual(listNames(text), ["X000003", "X000002"]);
  assert.match(
    text,
    /Only members with at least 20 judged trades are ranked by their share of late trades, which leaves 2 members\./,
  );
  assert.match(text, /<strong>3<\/strong> of 3 members/);
});

test("marks a year with few reports read, and names a year whose reports have no known trades", async () => {
  await using service = await startLateService([createRow("X000001", 2, 4)]);
  const { text } = await service.ask("/late", HTML);
  assert.match(text, /year=2025">2025<\/a> <small>only 1 of 10 reports read<\/small>/);
  assert.match(text, /year=2026">2026<\/a><\/th>/);
  assert.match(text, /No trades are known from the reports of 2013 \(4 reports\)\./);
  const senate = await service.ask("/late?chamber=senate", HTML);
  assert.doesNotMatch(senate.text, /2013/, "the unread reports are from the House");
});

test("if nobody was late, says how many members were judged", async () => {
  await using service = await startLateService([createRow("X000002", 0, 90)]);
  assert.match((await service.ask("/late", HTML)).text, /None of 1 member with a matching disclosed trade was late/);
});

test("has links that change the sort order, and can be filtered by year and chamber", async () => {
  await using service = await startLateService([createRow("X000001", 2, 4)]);
  const sorted = await service.ask("/late?sort=median", HTML);
  assert.match(sorted.text, /aria-sort="descending"><a href="\/late\?sort=median#members">Median days/);
  const form = await service.ask("/late?year=&chamber=house&party=", HTML);
  assert.deepEqual([form.status, form.headers["location"]], [308, "/late?chamber=house"]);
  await using other = await startService();
  assert.match((await other.ask("/late?chamber=senate&year=1999", HTML)).text, /No matching trade was disclosed/);
});

test("rejects invalid filters, and names each value in the error", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/late?chamber=lords&year=%3Cb%3E", HTML);
  assert.equal(status, 400);
  assert.match(text, /“lords” is not one of: senate, house\./);
  assert.match(text, /“&lt;b&gt;” is not a year/);
});
