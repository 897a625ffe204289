import assert from "node:assert/strict";
import { test } from "node:test";
import { writePdf } from "../../src/app/demo/fictional/pdf-writer.ts";
import { blacken, createWhiteBitmap } from "../../src/app/demo/fictional/pixel-text.ts";
import { drawPrintedText } from "../../src/app/demo/fictional/typeface.ts";
import type { ScannedPage } from "../../src/domain/scanned-page.ts";
import type { Bitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import { readHouseScanPage } from "../../src/filings/sources/house-clerk/paper/page.ts";
import { type DrawnLine, drawnForm, leanLeftRules } from "./drawn-form.ts";

/** Position of the asset in a line of the form. */
const ASSET = { left: 200, top: 700 + 270, pitch: 72 };

/** A form with these texts, each on a line of its own, below the rows that are drawn. */
async function formWith(
  texts: readonly string[],
  drawn: readonly DrawnLine[] = [],
  distort = (form: Bitmap) => form,
): Promise<ScannedPage> {
  const lines = Array.from({ length: 5 }, (_, at) => drawn[at] ?? null);
  const form = distort(drawnForm({ boxes: true, gap: 0, lines }));
  const image = createWhiteBitmap(form.width, form.height);
  for (const [at, pixel] of form.pixels.entries()) {
    if (pixel === 0) blacken(image, at % form.width, Math.floor(at / form.width), 1, 1);
  }
  for (const [at, text] of texts.entries()) {
    drawPrintedText(image, ASSET.left, ASSET.top + (drawn.length + at) * ASSET.pitch + 22, text);
  }
  const content = "q 792 0 0 612 0 0 cm /Im0 Do Q";
  const pdf = writePdf([{ width: 792, height: 612, content, image }], { Title: "Fictional sample" });
  return await readHouseScanPage(pdf, 1);
}

async function kindOf(...texts: readonly string[]): Promise<string> {
  const { kind, rows } = await formWith(texts);
  assert.deepEqual(rows, []);
  return kind;
}

test("an empty form, and one that says there is nothing, report nothing", async () => {
  assert.equal(await kindOf(), "nothing_to_report");
  assert.equal(await kindOf("", "No transactions to report"), "nothing_to_report");
  assert.equal(await kindOf("NONE"), "nothing_to_report");
});

test("a form that only says schedules are attached does not report nothing", async () => {
  assert.equal(await kindOf("See schedules attached"), "cover");
  assert.equal(await kindOf("See attached", "broker statement"), "cover");
  assert.equal(await kindOf("Nothing to report here,", "see attachment"), "cover");
});

test("unclear text on a form does not mean that there is nothing to report", async () => {
  assert.equal(await kindOf("Fictional Widgets"), "cover");
});

test("marks a name read with text below it, which may be an account heading, as several lines", async () => {
  const row: DrawnLine = { type: 0, amount: 2, style: "cross" };
  const [glued] = (await formWith(["Retirement account"], [row])).rows;
  assert.deepEqual([glued?.fields.asset.sure, glued?.fields.asset.ofSeveralLines], [false, true]);
  const [alone] = (await formWith([], [row])).rows;
  assert.equal(alone?.fields.asset.ofSeveralLines, undefined);
});

test("marks every name as several lines where owners and names share a column", async () => {
  const rows = [0, 3, 1].map((type): DrawnLine => ({ type, amount: 2, style: "cross" }));
  const { rows: read } = await formWith([], rows, leanLeftRules);
  assert.deepEqual(
    read.map(({ fields }) => [fields.asset.sure, fields.asset.ofSeveralLines]),
    rows.map(() => [false, true]),
  );
});
