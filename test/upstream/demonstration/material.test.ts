import assert from "node:assert/strict";
import { test } from "node:test";
import { createDemonstration } from "../../../src/app/demo/content/material.ts";
import { createDemoPeople } from "../../../src/app/demo/content/people.ts";
import { createDemoReports } from "../../../src/app/demo/content/reports.ts";
import type { HouseIndexRow, Material } from "../../../src/app/demo/sites/material.ts";
import { readHouseDocument } from "../../../src/filings/sources/house-clerk/read.ts";
import { readSenateDocument } from "../../../src/filings/sources/senate-efd/read.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const today = createDemonstration(NOW);
const reports = (["house", "senate"] as const).flatMap((chamber) =>
  createDemoReports(chamber, createDemoPeople("2026-11-20"), "2026-11-20" as never),
);

test("the demo has every kind of report, including one with more than a hundred rows", () => {
  const kinds = new Set(reports.map(({ kind }) => kind));
  assert.equal(kinds.size, 20);
  assert.ok(reports.some(({ trades }) => trades.length > 100));
  assert.ok(reports.some(({ filed }) => filed >= "2026-11-15"));
});

test("reads every electronic report without rejected lines, including accents and apostrophes in filers' names", async () => {
  const read = new Set<string | null>();
  for (const row of await listHouseRows(today.material)) {
    const bytes = await today.material.house.readDocument("ptr-pdfs", Number(row.year), row.docId);
    if (bytes === null || row.docId.startsWith("8")) continue;
    const raw = await readHouseDocument(bytes, row.docId).catch(() => null);
    if (raw === null) continue;
    assert.deepEqual(raw.rejected, []);
    assert.equal(raw.filer, `Hon. ${row.first} ${row.last}`);
    read.add(raw.filer);
  }
  for (const row of await today.material.senate.listRows()) {
    const page = await today.material.senate.readPage(row);
    if (page === null || row.link === "paper") continue;
    const raw = readSenateDocument(page, row.uuid);
    assert.deepEqual(raw.rejected, []);
    read.add(raw.filer);
  }
  for (const name of ["Hon. Ximena Nightjar-Peña", "Hon. Seán O'Tanglewood", "Hon. Jürgen Tallowmere"]) {
    assert.ok(read.has(name), name);
  }
});

test("keeps reports unchanged on a later day, and adds a report dated that day only on request", async () => {
  const later = createDemonstration(new Date("2026-12-03T12:00:00Z"));
  const [before, after] = [await listHouseRows(today.material), await listHouseRows(later.material)];
  const known = new Map(after.map((row) => [row.docId, row]));
  const shared = before.filter(({ docId }) => known.has(docId));
  assert.ok(shared.length > before.length - 5);
  for (const row of shared) assert.deepEqual(known.get(row.docId), row);
  const [last] = shared.slice(-1) as [HouseIndexRow];
  assert.deepEqual(await readBytes(later.material, last), await readBytes(today.material, last));

  const row = await later.publishNextReport();
  assert.ok(row && !known.has(row.docId) && row.filingDate === "12/3/2026");
  assert.equal((await listHouseRows(later.material)).at(-1)?.docId, row.docId);
  assert.ok(await readBytes(later.material, row));
});

test("one member has filed a single report with one trade, and the report is the same on any day of the year", async () => {
  const listReportsOfOneMember = async (material: Material) =>
    (await listHouseRows(material)).filter(({ last }) => last === "Applethorpe");
  const [row, ...others] = await listReportsOfOneMember(today.material);
  assert.deepEqual(others, []);
  assert.deepEqual(await listReportsOfOneMember(createDemonstration(new Date("2026-01-02T12:00:00Z")).material), [row]);
  const bytes = row === undefined ? null : await readBytes(today.material, row);
  const raw = await readHouseDocument(bytes ?? assert.fail(), row?.docId ?? "");
  assert.equal(raw.transactions.length, 1);
});

test("a company's prices include a split, and a delisted company has no prices", async () => {
  const widgets = await today.material.prices.findSecurity("ZZWID");
  assert.equal(widgets?.longName, "Wobbleworth Widgets Inc. (fictional)");
  assert.deepEqual(widgets?.splits, [{ date: "2025-06-10", numerator: 4, denominator: 1 }]);
  assert.equal(await today.material.prices.findSecurity("ZZGON"), null);
});

test("has no House index of a new year before the year's first filing", async () => {
  const { material } = createDemonstration(new Date("2027-01-03T12:00:00Z"));
  assert.equal(await material.house.readIndex(2027), null);
  const tenth = createDemonstration(new Date("2027-01-10T12:00:00Z")).material;
  assert.equal((await tenth.house.readIndex(2027))?.[0]?.filingType, "X");
});

async function listHouseRows(material: Material): Promise<HouseIndexRow[]> {
  const years = await Promise.all([2023, 2024, 2025, 2026].map((year) => material.house.readIndex(year)));
  return years.flatMap((rows) => rows ?? []).filter(({ filingType }) => filingType === "P");
}

const readBytes = (material: Material, row: HouseIndexRow) =>
  material.house.readDocument("ptr-pdfs", Number(row.year), row.docId);
