/** The Senate's paper form: drawn forms in several positions, and the forms of the corpus. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { encodeGif } from "../../src/app/demo/fictional/gif.ts";
import type { Bitmap } from "../../src/app/demo/fictional/pdf-writer.ts";
import { blacken, createWhiteBitmap, isBlack, rotateClockwise } from "../../src/app/demo/fictional/pixel-text.ts";
import { drawSenatePage, type PaperLine } from "../../src/app/demo/fictional/senate-paper.ts";
import type { ScannedPage, ScannedRow } from "../../src/domain/scanned-page.ts";
import { readSenatePaperPage } from "../../src/filings/sources/senate-efd/paper/page.ts";
import { getDocId, listPresentFilings } from "../corpus/manifest.ts";
import { corpusDir } from "../corpus.ts";

const LINES: readonly PaperLine[] = [
  { asset: "(S) Pretend Family LLC:" },
  { asset: "(S) Madeup Holdings LLC", indented: true, date: "1/8/26", types: [0], amounts: [4] },
  { asset: "(DC) Fancied Metals Fund", indented: true, date: "1/9/26", types: [1], amounts: [6] },
  { asset: "Example Widgets Inc", date: "1/12/26", types: [2], amounts: [10] },
];

const listFields = ({ fields, holder }: ScannedRow) => [
  fields.owner.reading,
  fields.asset.reading,
  fields.transactionType.reading,
  fields.transactionDate.reading,
  fields.amount.reading,
  holder ?? null,
];
const READ = [
  ["Spouse", "Madeup Holdings LLC", "Purchase", "01/08/2026", "$250,001 - $500,000", "Pretend Family LLC"],
  ["Child", "Fancied Metals Fund", "Sale", "01/09/2026", "Over $1,000,000", "Pretend Family LLC"],
  ["Self", "Example Widgets Inc", "Exchange", "01/12/2026", "Over $50,000,000", null],
];
const listUnsureFields = ({ fields }: ScannedRow) =>
  Object.entries(fields).flatMap(([name, { sure }]) => (sure ? [] : [name]));

const readPage = (page: Bitmap): Promise<ScannedPage> => readSenatePaperPage(encodeGif(page));

test("skips the printed examples, and reads rows in the electronic form's terms, with each asset's investment vehicle", async () => {
  const page = await readPage(drawSenatePage(LINES));
  assert.equal(page.kind, "transactions");
  assert.equal(page.form, "senate");
  assert.equal(page.amendment, false);
  assert.deepEqual(page.rows.map(listFields), READ);
  assert.deepEqual(page.rows.flatMap(listUnsureFields), []);
  for (const { fields } of page.rows) {
    assert.deepEqual([fields.notificationDate.reading, fields.notificationDate.sure], [null, true]);
  }
});

test("rotates a sideways page and straightens a skewed page before reading the rows", async () => {
  const sideways = await readPage(rotateClockwise(drawSenatePage(LINES)));
  assert.equal(sideways.turnDegrees, 270);
  assert.deepEqual(sideways.rows.map(listFields), READ);
  const askew = await readPage(skewPage(drawSenatePage(LINES), 1));
  assert.ok(Math.abs(askew.skew.level) > 0.5);
  assert.deepEqual(
    askew.rows.map((row) => [listFields(row)[2], listFields(row)[4]]),
    READ.map((row) => [row[2], row[4]]),
  );
});

test("reads fields with two marks, no mark or unassigned text as in doubt", async () => {
  const { rows } = await readPage(
    drawSenatePage([
      { asset: "Twice Marked Inc", date: "1/8/26", types: [0, 1], amounts: [1, 3] },
      { asset: "Not Marked Inc", date: "1/8/26" },
      { asset: "and what else it says" },
    ]),
  );
  assert.equal(rows.length, 3);
  for (const field of ["transactionType", "amount"] as const) {
    assert.deepEqual(
      rows.map((row) => row.fields[field].sure),
      [false, false, false],
    );
  }
  assert.equal(rows[1]?.fields.asset.sure, false, "the line below may continue the name");
  assert.equal(rows[0]?.fields.asset.sure, true);
});

test("the owner of a row without an owner prefix under the spouse's investment vehicle is in doubt", async () => {
  const { rows } = await readPage(
    drawSenatePage([
      { asset: "(S) Pretend Family LLC:" },
      { asset: "Madeup Holdings LLC", indented: true, date: "1/8/26", types: [0], amounts: [4] },
    ]),
  );
  assert.equal(rows[0]?.fields.owner.sure, false);
});

test("a ticked box marks an amendment, a form without rows reports nothing, and a page without ink is blank", async () => {
  assert.equal((await readPage(drawSenatePage(LINES, { amendment: true }))).amendment, true);
  const nothing = await readPage(drawSenatePage([]));
  assert.deepEqual([nothing.kind, nothing.rows], ["nothing_to_report", []]);
  assert.equal((await readPage(createWhiteBitmap(1700, 2200))).kind, "blank");
});

test("does not mistake another table, or a form with other column headings, for the Senate's paper form", async () => {
  const table = createWhiteBitmap(1700, 2200);
  for (let x = 200; x <= 1500; x += 130) blacken(table, x, 400, 3, 1400);
  for (let y = 400; y <= 1800; y += 70) blacken(table, 200, y, 1303, 3);
  assert.equal((await readPage(table)).kind, "unknown");
  const mirrored = drawSenatePage(LINES, { reorderHeadings: (all) => all.toReversed() });
  assert.deepEqual([(await readPage(mirrored)).kind, (await readPage(mirrored)).rows], ["unknown", []]);
});

const paper = corpusDir === null ? null : path.join(corpusDir, "senate/paper");
const ROWS = [0, 9, 12, 10, 4, 0, 7, 10, 9, 4];
const RECORDED = listPresentFilings("paper").map(getDocId);

test("reads every row, type and amount bracket of the corpus's paper reports that have no checked record", {
  skip: paper === null && "no corpus",
}, async () => {
  const files = (await readdir(paper as string, { recursive: true }))
    .filter((file) => file.endsWith(".gif") && !RECORDED.includes(path.dirname(file)))
    .sort();
  const pages: ScannedPage[] = [];
  for (const file of files) pages.push(await readSenatePaperPage(await readFile(path.join(paper as string, file))));
  assert.deepEqual(
    pages.map(({ rows }) => rows.length),
    ROWS,
  );
  assert.deepEqual(
    pages.map(({ kind }) => kind),
    ROWS.map((rows) => (rows === 0 ? "letter" : "transactions")),
  );
  const rows = pages.flatMap((page) => page.rows);
  assert.ok(rows.every(({ fields }) => fields.transactionType.sure && fields.amount.sure));
  assert.ok(
    rows.every(
      ({ fields, holder }) => (fields.owner.reading === "Spouse" || !fields.owner.sure) && holder !== undefined,
    ),
  );
  const countSure = (name: "asset" | "transactionDate") => rows.filter(({ fields }) => fields[name].sure).length;
  assert.ok(countSure("asset") > 0.8 * rows.length, `${countSure("asset")} of ${rows.length} names`);
  assert.ok(
    countSure("transactionDate") > 0.5 * rows.length,
    `${countSure("transactionDate")} of ${rows.length} dates`,
  );
});

function skewPage(page: Bitmap, degrees: number): Bitmap {
  const out = createWhiteBitmap(page.width, page.height);
  const angle = (degrees * Math.PI) / 180;
  const [middleX, middleY] = [page.width / 2, page.height / 2];
  for (let y = 0; y < page.height; y += 1) {
    for (let x = 0; x < page.width; x += 1) {
      const fromX = Math.round((x - middleX) * Math.cos(angle) + (y - middleY) * Math.sin(angle) + middleX);
      const fromY = Math.round((y - middleY) * Math.cos(angle) - (x - middleX) * Math.sin(angle) + middleY);
      if (isBlack(page, fromX, fromY)) blacken(out, x, y, 1, 1);
    }
  }
  return out;
}
