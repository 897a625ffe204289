/** Tests reading the text of cells, on tables drawn here: printed rows are read letter by letter, and blank cells as blank. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { type Bitmap, rotateBitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import { renderPdfPage } from "../../src/filings/imaging/raster/pdf-page.ts";
import { readPageWords } from "../../src/filings/imaging/text/page-words.ts";
import { type RowCells, readRowTexts } from "../../src/filings/imaging/text/read-rows.ts";

import { createPdf } from "./drawn-pdf.ts";

/** A page of 792 x 612 points is drawn at 200 dpi. */
const PIXELS_PER_POINT = 200 / 72;
const COLUMNS = [60, 100, 330, 400, 470, 560, 700];
const TOP = 500;
const ROW_HEIGHT = 22;

/** A one-page PDF of a ruled table with a text in each cell. @param size of the letters, in points. */
function createTablePdf(rows: readonly (readonly string[])[], size: number): Uint8Array {
  const rules = [
    ...COLUMNS.map((x) => `${x} ${TOP} m ${x} ${TOP - ROW_HEIGHT * rows.length} l S`),
    ...Array.from({ length: rows.length + 1 }, (_, row) => TOP - row * ROW_HEIGHT).map((y) => `60 ${y} m 700 ${y} l S`),
  ];
  const texts = rows.flatMap((cells, row) =>
    cells.map((text, column) => {
      const at = `${(COLUMNS[column] ?? 0) + 4} ${TOP - (row + 1) * ROW_HEIGHT + 7}`;
      return `BT /F ${size} Tf ${at} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`;
    }),
  );
  const content = [...rules, ...texts].join("\n");
  return createPdf(content);
}

function getCell(row: number, column: number) {
  const [from = 0, to = 0] = COLUMNS.slice(column, column + 2);
  return {
    left: from * PIXELS_PER_POINT,
    top: (612 - TOP + row * ROW_HEIGHT) * PIXELS_PER_POINT,
    width: (to - from) * PIXELS_PER_POINT,
    height: ROW_HEIGHT * PIXELS_PER_POINT,
  };
}

function getCells(row: number): RowCells {
  return {
    owner: getCell(row, 0),
    asset: getCell(row, 1),
    transactionDate: getCell(row, 2),
    notificationDate: getCell(row, 3),
  };
}

const PRINTED = [
  ["SP", "Harbor Lantern Holdings, Inc.", "07/21/2020", "08/12/2020", "Purchase", "$1,001 - $15,000"],
  ["", "Quiet Meadow Bancorp Common Stock", "7/24/20", "8/12/20", "S (partial)", "$250,001 - $500,000"],
  ["JT", "Tidewater Orchard 4.5% due 2031", "07-24-2020", "08-12-2020", "Sale", "$15,001 - $50,000"],
  ["DC", "Copper Kettle Energy Class A", "07/22/20", "", "Exchange", "$5,000,001 - $25,000,000"],
] as const;

for (const size of [7, 11]) {
  test(`reads printed rows of ${size} points in full with certainty, and a blank cell as blank`, async () => {
    const page = await renderPdfPage(createTablePdf(PRINTED, size), 1);
    const rows = await readRowTexts(
      page,
      PRINTED.map((_, row) => getCells(row)),
    );
    assert.deepEqual(
      rows.map(({ handwritten, owner, asset, transactionDate, notificationDate }) => [
        handwritten,
        ...[owner, asset, transactionDate, notificationDate].map(({ reading, sure }) =>
          sure ? reading : `? ${reading}`,
        ),
      ]),
      [
        [false, "SP", "Harbor Lantern Holdings, Inc.", "07/21/2020", "08/12/2020"],
        [false, null, "Quiet Meadow Bancorp Common Stock", "07/24/2020", "08/12/2020"],
        [false, "JT", "Tidewater Orchard 4.5% due 2031", "07/24/2020", "08/12/2020"],
        [false, "DC", "Copper Kettle Energy Class A", "07/22/2020", null],
      ],
    );
  });
}

/** In the lower right corner of the first asset cell: the white plus on black that Acrobat prints if a text does not fit. */
const PLUS_SIGN = "319 480 8 8 re f 1 1 1 RG 1 w 323 482 m 323 486 l S 321 484 m 325 484 l S 0 0 0 RG";

/** A PDF of one row of a form, whose asset field shows only as much of its text as fits. */
function createFormPdf(asset: string, sign: string): Uint8Array {
  const texts = [
    [64, "SP"],
    [334, "07/21/2020"],
    [404, "08/12/2020"],
  ].map(([x, text]) => `BT /F 11 Tf ${x} 487 Td (${text}) Tj ET`);
  const rules = [...COLUMNS.map((x) => `${x} 500 m ${x} 478 l S`), "60 500 m 700 500 l S", "60 478 m 700 478 l S"];
  const field = `q 100 478 229.7 22 re W n BT /F 11 Tf 104 489 Td (${asset}) Tj ET Q`;
  return createPdf([...rules, ...texts, field, sign].join("\n"));
}

test("reads the whole words of a truncated name, with an ellipsis for the rest", async () => {
  const read = async (asset: string, sign = "") => {
    const page = await renderPdfPage(createFormPdf(asset, sign), 1);
    const [row] = await readRowTexts(page, [getCells(0)]);
    return [row?.asset.reading, row?.asset.sure];
  };
  const cut = "Harbor Lantern Holdings Inc. Stock Unsolicited order";
  assert.deepEqual(await read(cut), ["Harbor Lantern Holdings Inc. Stock …", true]);
  assert.deepEqual(await read(cut, PLUS_SIGN), ["Harbor Lantern Holdings Inc. Stock …", true]);
  assert.deepEqual(await read("Harbor Lantern Holdings Inc.", PLUS_SIGN), ["Harbor Lantern Holdings Inc. …", true]);
  assert.deepEqual(await read("Harbor Lantern Holdings Inc."), ["Harbor Lantern Holdings Inc.", true]);
  const [, isSure] = await read("Harborlanternholdingsincorporatedcommonstockunsolicited");
  assert.equal(isSure, false, "no word is complete");
});

test("returns an invalid owner code or date as uncertain", async () => {
  const page = await renderPdfPage(createTablePdf([["mkn", "Harbor Lantern Holdings", "pending", "13/45/20"]], 10), 1);
  const [row] = await readRowTexts(page, [getCells(0)]);
  assert.deepEqual([row?.owner.sure, row?.transactionDate.sure, row?.notificationDate.sure], [false, false, false]);
  assert.equal(row?.transactionDate.reading, "pending");
  assert.equal(row?.asset.sure, true);
});

/** Draws a wavering line, as a pen does: ink that is no letters. */
function scribble(page: Bitmap, box: { left: number; top: number; width: number; height: number }): void {
  for (let x = 12; x < box.width - 12; x += 0.25) {
    const y = box.height / 2 + Math.sin(x / 4) * (6 + (x % 17)) * 0.8 + Math.cos(x / 11) * 5;
    const at = Math.round(box.top + y) * page.width + Math.round(box.left + x);
    for (const place of [at, at + 1, at + page.width]) page.pixels[place] = 0;
  }
}

test("distinguishes handwriting from print, and treats handwritten cells as uncertain", async () => {
  const page = await renderPdfPage(createTablePdf([["", "", "", ""]], 10), 1);
  scribble(page, getCell(0, 1));
  scribble(page, getCell(0, 2));
  const [row] = await readRowTexts(page, [getCells(0)]);
  assert.equal(row?.handwritten, true);
  assert.deepEqual([row?.asset.sure, row?.transactionDate.sure], [false, false]);
  assert.equal(row?.owner.sure, true, "the cell is blank");
});

test("reads the words of an upright page, and none of a page on its side", async () => {
  const page = await renderPdfPage(createTablePdf(PRINTED, 11), 1);
  const upright = (await readPageWords(page)).map(({ text }) => text);
  for (const word of ["Harbor", "Quiet", "Orchard", "Copper"]) assert.ok(upright.includes(word), upright.join(" "));
  const sideways = (await readPageWords(rotateBitmap(page, 90))).map(({ text }) => text);
  assert.equal(sideways.filter((word) => ["Harbor", "Quiet", "Orchard", "Copper"].includes(word)).length, 0);
});

test("equal images give equal words, and the process exits by itself after reading", () => {
  const engine = new URL("../../src/filings/imaging/text/engine.ts", import.meta.url).href;
  const program = `
    const { recogniseLines } = await import(${JSON.stringify(engine)});
    const pixels = Uint8Array.from({ length: 6400 }, (_, at) => ((at % 160) % 20 < 4 && at > 1600 && at < 4800 ? 0 : 255));
    const strokes = { width: 160, height: 40, pixels };
    const [one, other] = await Promise.all([recogniseLines(strokes, "line"), recogniseLines(strokes, "line")]);
    process.stdout.write(JSON.stringify(one.length > 0 && JSON.stringify(one) === JSON.stringify(other)));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { timeout: 60_000 });
  assert.equal(output.toString(), "true");
});
