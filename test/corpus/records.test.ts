/** Tests that the real filings in the folder are read as their records say. `npm run corpus` downloads them. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { RawFiling } from "../../src/domain/printed-report.ts";
import type { ScannedRow } from "../../src/domain/scanned-page.ts";
import { binarize } from "../../src/filings/imaging/raster/ink.ts";
import { renderPdfPage } from "../../src/filings/imaging/raster/pdf-page.ts";
import { parseDate } from "../../src/filings/imaging/text/date.ts";
import { toLowerAlphanumeric } from "../../src/filings/imaging/text/likeness.ts";
import { removeExample } from "../../src/filings/sources/house-clerk/paper/example.ts";
import { findTableLines } from "../../src/filings/sources/house-clerk/paper/lines.ts";
import { readHouseScanPage } from "../../src/filings/sources/house-clerk/paper/page.ts";
import { findRows } from "../../src/filings/sources/house-clerk/paper/rows.ts";
import { readTypeColumns } from "../../src/filings/sources/house-clerk/paper/type-columns.ts";
import { turnUpright } from "../../src/filings/sources/house-clerk/paper/upright-page.ts";
import { readHouseDocument } from "../../src/filings/sources/house-clerk/read.ts";
import { readSenatePaperPage } from "../../src/filings/sources/senate-efd/paper/page.ts";
import { readSenateDocument } from "../../src/filings/sources/senate-efd/read.ts";
import {
  fetchedFolder,
  getDocId,
  listDocuments,
  listPresentFilings,
  type RealFiling,
  type RecordRow,
  readDocuments,
  realFilings,
  skipUnlessHere,
} from "./manifest.ts";

/** Removes white space, because print does not show whether a line wraps after a hyphen or after a space. */
const removeSpaces = (printed: string | null | undefined) => printed?.replace(/\s+/g, "") || null;
/** Scans of which the texts are read too: typed and handwritten ones, of two printings. `bench/scan-gold.ts` reads all scans. */
const WITH_TEXTS = ["h8217571", "h8219219", "h8219483"];

test("the manifest names each filing once, across both chambers and all layouts", () => {
  assert.equal(new Set(realFilings.map(({ id }) => id)).size, realFilings.length);
  const layouts = Object.groupBy(realFilings, ({ layout }) => layout);
  assert.deepEqual(
    Object.entries(layouts).map(([layout, filings]) => [layout, filings?.length]),
    [
      ["text", 26],
      ["scan", 20],
      ["page", 25],
      ["paper", 1],
    ],
  );
});

test("every downloaded document has a record", { skip: !existsSync(fetchedFolder) && "none was fetched" }, () => {
  const known = new Set(realFilings.flatMap(listDocuments).map(({ file }) => file));
  const files = readdirSync(fetchedFolder, { recursive: true })
    .map(String)
    .filter((name) => statSync(path.join(fetchedFolder, name)).isFile())
    .map((name) => name.split(path.sep).join("/"));
  assert.deepEqual(
    files.filter((name) => !known.has(name)),
    [],
  );
});

function compareRows({ id, filer, rows }: RealFiling, read: RawFiling): void {
  assert.equal(removeSpaces(read.filer), removeSpaces(filer), id);
  assert.deepEqual(read.rejected, [], id);
  const listCells = (row: RecordRow) => Object.values(row).map(removeSpaces);
  assert.deepEqual(
    read.transactions.map((line) => [
      removeSpaces(line.owner),
      removeSpaces(line.assetName),
      removeSpaces(line.ticker),
      removeSpaces(line.transactionType),
      removeSpaces(line.transactionDate),
      removeSpaces(line.notificationDate),
      removeSpaces(line.amount),
    ]),
    rows.map(listCells),
    id,
  );
}

test("House text reports match their records", { skip: skipUnlessHere("text") }, async () => {
  for (const filing of listPresentFilings("text")) {
    const [pdf = assert.fail()] = readDocuments(filing);
    compareRows(filing, await readHouseDocument(pdf, getDocId(filing)));
  }
});

test("Senate pages match their records", { skip: skipUnlessHere("page") }, () => {
  for (const filing of listPresentFilings("page")) {
    const [page = assert.fail()] = readDocuments(filing);
    compareRows(filing, readSenateDocument(page, getDocId(filing)));
  }
});

const isClear = (printed: string | null) => printed !== "?";

test("scanned House reports have the rows of their records, and every sure type and amount is right", {
  skip: skipUnlessHere("scan"),
}, async () => {
  let [rows, sure] = [0, 0];
  for (const filing of listPresentFilings("scan")) {
    const [pdf = assert.fail()] = readDocuments(filing);
    const marks: { type: Mark; amount: Mark }[] = [];
    for (let page = 1; page <= filing.pages; page += 1) marks.push(...(await readMarks(pdf, page)));
    assert.equal(marks.length, filing.rows.length, filing.id);
    for (const [at, { type, amount }] of filing.rows.entries()) {
      const read = marks[at] ?? assert.fail();
      rows += 1;
      if (!read.type.sure || !read.amount.sure) continue;
      sure += 1;
      const where = `${filing.id}, row ${at + 1}`;
      if (isClear(type)) assert.equal(read.type.reading, type, where);
      if (isClear(amount)) assert.equal(read.amount.reading, amount, where);
    }
  }
  assert.ok(sure >= 0.95 * rows, `${sure} of ${rows} rows are certain`);
});

type Mark = { readonly reading: string | null; readonly sure: boolean };

/** Reads the marks only; reading the texts takes seconds a page. */
async function readMarks(pdf: Uint8Array, page: number): Promise<readonly { type: Mark; amount: Mark }[]> {
  const upright = turnUpright(binarize(await renderPdfPage(pdf, page)));
  if (!upright.layout) return [];
  const table = findTableLines(upright, upright.layout);
  const lines = await removeExample(upright, upright.layout, table, true);
  const columns = await readTypeColumns(upright, upright.layout, table.header);
  return findRows(lines, upright.layout, columns, true);
}

/** Asserts that certain fields are right. @returns how many of the asset's name and the two dates are certain. */
function compareTexts({ fields }: ScannedRow, row: RecordRow): number {
  const { owner, asset, transactionDate, notificationDate } = fields;
  if (asset.sure && isClear(row.asset))
    assert.equal(toLowerAlphanumeric(asset.reading ?? ""), toLowerAlphanumeric(row.asset ?? ""));
  if (owner.sure && isClear(row.owner)) assert.equal(owner.reading, row.owner);
  for (const [read, printed] of [
    [transactionDate, row.transactionDate],
    [notificationDate, row.notificationDate],
  ] as const) {
    if (read.sure && isClear(printed)) assert.equal(read.reading, printed && parseDate(printed));
  }
  return [asset, transactionDate, notificationDate].filter((field) => field.sure).length;
}

for (const filing of listPresentFilings("scan").filter(({ id }) => WITH_TEXTS.includes(id))) {
  test(`the texts of scan ${filing.id}: sure readings are right, and right readings of typed text are sure`, async () => {
    const [pdf = assert.fail()] = readDocuments(filing);
    const rows: ScannedRow[] = [];
    for (let page = 1; page <= filing.pages; page += 1) rows.push(...(await readHouseScanPage(pdf, page)).rows);
    assert.equal(rows.length, filing.rows.length);
    let [sure, misread] = [0, 0];
    for (const [at, row] of rows.entries()) {
      const record = filing.rows[at] ?? assert.fail();
      assert.equal(row.handwritten, filing.handwritten);
      sure += compareTexts(row, record);
      // A name in which all passes read a capital I as a small one (`Visa inc.`) must not be certain.
      if (row.fields.asset.reading !== record.asset) {
        assert.equal(row.fields.asset.sure, false, String(row.fields.asset.reading));
        misread += 1;
      }
    }
    assert.equal(sure, filing.handwritten ? 0 : 3 * rows.length - misread);
  });
}

for (const filing of listPresentFilings("paper")) {
  test(`the paper report ${filing.id}: every row has its recorded type and amount, and sure texts are right`, async () => {
    const [viewer = assert.fail(), ...images] = readDocuments(filing);
    assert.deepEqual(
      readSenateDocument(viewer, getDocId(filing)).images,
      filing.images.map(({ url }) => url),
    );
    const rows: ScannedRow[] = [];
    for (const image of images) rows.push(...(await readSenatePaperPage(image)).rows);
    assert.equal(rows.length, filing.rows.length);
    let sure = 0;
    for (const [at, read] of rows.entries()) {
      const row = filing.rows[at] ?? assert.fail();
      const { transactionType, amount } = read.fields;
      assert.deepEqual([transactionType.reading, transactionType.sure], [row.type, true]);
      assert.deepEqual([amount.reading, amount.sure], [row.amount, true]);
      sure += compareTexts(read, row);
    }
    assert.ok(sure > 0.9 * 3 * rows.length, `${sure} of ${3 * rows.length} certain`);
  });
}
