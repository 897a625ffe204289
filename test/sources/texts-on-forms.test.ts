import assert from "node:assert/strict";
import { test } from "node:test";
import { writePdf } from "../../src/app/demo/fictional/pdf-writer.ts";
import { blacken, createWhiteBitmap } from "../../src/app/demo/fictional/pixel-text.ts";
import { drawPrintedText } from "../../src/app/demo/fictional/typeface.ts";
import type { ScannedPage } from "../../src/domain/scanned-page.ts";
import type { Bitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import { readHouseScanPage } from "../../src/filings/sources/house-clerk/paper/page.ts";
import { type DrawnLine, drawForm, leanLeftRules } from "./drawn-form.ts";

/** Position of the asset in a line of the form, in pixels. */
const ASSET = { left: 200, top: 700 + 270, pitch: 72 };

/** Draws a form with the rows `drawn` and below them the texts, one per line, and reads it. */
async function readForm(
  texts: readonly string[],
  drawn: readonly DrawnLine[] = [],
  distort = (form: Bitmap) => form,
): Promise<ScannedPage> {
  const lines = Array.from({ length: 5 }, (_, at) => drawn[at] ?? null);
  const form = distort(drawForm({ boxes: true, gap: 0, lines }));
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

async function classifyForm(...texts: readonly string[]): Promise<string> {
  const { kind, rows } = await readForm(texts);
  assert.deepEqual(rows, []);
  return kind;
}

test("classifies an empty form and a form that says NONE or no transactions as nothing_to_report", async () => {
  assert.equal(await classifyForm(), "nothing_to_report");
  assert.equal(await classifyForm("", "No transactions to report"), "nothing_to_report");
  assert.equal(await classifyForm("NONE"), "nothing_to_report");
});

test("classifies a form that only refers to attachments as a cover", async () => {
  assert.equal(await classifyForm("See schedules attached"), "cover");
  assert.equal(await classifyForm("See attached", "broker statement"), "cover");
  assert.equal(await classifyForm("Nothing to report here,", "see attachment"), "cover");
});

test("classifies a form that has text but no transactions as a cover", async () => {
  assert.equal(await classifyForm("Fictional Widgets"), "cover");
});

test("marks a name above other text, such as an account heading, as in doubt and as spanning several lines", async () => {
  const row: DrawnLine = { type: 0, amount: 2, style: "cross" };
  const [glued] = (await readForm(["Retirement account"], [row])).rows;
  assert.deepEqual([glued?.fields.asset.sure, glued?.fields.asset.ofSeveralLines], [false, true]);
  const [alone] = (await readForm([], [row])).rows;
  assert.equal(alone?.fields.asset.ofSeveralLines, undefined);
});

test("marks every name as in doubt and as spanning several lines if owners and names share a column", async () => {
  const rows = [0, 3, 1].map((type): DrawnLine => ({ type, amount: 2, style: "cross" }));
  const { rows: read } = await readForm([], rows, leanLeftRules);
  assert.deepEqual(
    read.map(({ fields }) => [fields.asset.sure, fields.asset.ofSeveralLines]),
    rows.map(() => [false, true]),
  );
});
