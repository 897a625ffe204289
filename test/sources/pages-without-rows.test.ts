import assert from "node:assert/strict";
import { test } from "node:test";
import { blacken, createWhiteBitmap, isBlack } from "../../src/app/demo/fictional/pixel-text.ts";
import { drawPrintedText } from "../../src/app/demo/fictional/typeface.ts";
import type { Bitmap } from "../../src/filings/imaging/raster/bitmap.ts";
import type { Layout } from "../../src/filings/imaging/tables/layout.ts";
import { classifyPageWithoutRows } from "../../src/filings/sources/house-clerk/paper/empty-table.ts";
import type { TableLine } from "../../src/filings/sources/house-clerk/paper/lines.ts";
import { classifyOtherPage } from "../../src/filings/sources/house-clerk/paper/page-kind.ts";
import type { UprightPage } from "../../src/filings/sources/house-clerk/paper/upright-page.ts";

const HEADING = ["Accounts of the spouse", "Second part of the report"];

type Draw = (image: ReturnType<typeof createWhiteBitmap>) => void;

function drawPage(texts: readonly string[], draw: Draw = () => {}): Bitmap {
  const image = createWhiteBitmap(2200, 1700);
  for (const [at, text] of texts.entries()) drawPrintedText(image, 500, 500 + 90 * at, text);
  draw(image);
  const { width, height } = image;
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    isBlack(image, at % width, Math.floor(at / width)) ? 0 : 255,
  );
  return { width, height, pixels };
}

async function classifyPage(texts: readonly string[], draw?: Draw) {
  return (await classifyOtherPage(drawPage([...HEADING, ...texts], draw), false)).kind;
}

test("classifies a divider page with a few printed words as a letter", async () => {
  assert.equal(await classifyPage([]), "letter");
});

test("classifies a page with a date, an amount, more words or other ink as unknown, since the page may have rows", async () => {
  assert.equal(await classifyPage(["Fictional Widgets", "06/11/2020"]), "unknown");
  assert.equal(await classifyPage(["Fictional Widgets", "$15,000"]), "unknown");
  assert.equal(await classifyPage(["Fictional Widgets bought"]), "unknown");
  const scrawl = await classifyPage([], (image) => {
    for (let at = 0; at < 900; at += 1) blacken(image, 500 + at, 900 + Math.round(40 * Math.sin(at / 15)), 6, 6);
  });
  assert.equal(scrawl, "unknown");
});

/** Classifies a form with one line of text, whose lines may be incomplete or whose columns may be irregular. */
async function classifyUnclearForm(
  text: string,
  line: Partial<TableLine>,
  form: { isWhole: boolean; isRegular: boolean; isBare?: boolean; isHeaded?: boolean },
) {
  const page = { page: drawPage([text]) } as UprightPage;
  const layout = { asset: { from: 480, to: 1400 }, isRegular: form.isRegular } as Layout;
  const lines = [{ strip: { from: 480, to: 560 }, hasAsset: true, ...line }] as unknown as TableLine[];
  const header = form.isHeaded ? { from: 200, to: 470 } : null;
  const table = { header, lines, isComplete: form.isWhole, hasNoRows: form.isBare ?? false };
  return await classifyPageWithoutRows(page, layout, table, lines, true);
}

test("classifies an unclear form that only refers to attachments as a cover, unless a line has dates or marks", async () => {
  for (const form of [
    { isWhole: false, isRegular: true },
    { isWhole: true, isRegular: false },
  ]) {
    assert.equal(await classifyUnclearForm("SEE SCHEDULES ATTACHED", {}, form), "cover");
    assert.equal(await classifyUnclearForm("Fictional Widgets", {}, form), "unknown");
    assert.equal(await classifyUnclearForm("SEE SCHEDULES ATTACHED", { hasDate: true }, form), "unknown");
    assert.equal(
      await classifyUnclearForm("SEE SCHEDULES ATTACHED", { hasType: true, hasAmount: true }, form),
      "unknown",
    );
  }
});

test("classifies an unclear form with a header and nothing to the right of the assets as a cover, whatever the text", async () => {
  for (const form of [
    { isWhole: false, isRegular: true },
    { isWhole: true, isRegular: false },
  ]) {
    assert.equal(
      await classifyUnclearForm("Fictional Widgets", {}, { ...form, isHeaded: true, isBare: true }),
      "cover",
    );
    assert.equal(await classifyUnclearForm("Fictional Widgets", {}, { ...form, isHeaded: true }), "unknown");
    assert.equal(await classifyUnclearForm("Fictional Widgets", {}, { ...form, isBare: true }), "unknown");
  }
  const partly = { isWhole: false, isRegular: true, isHeaded: true, isBare: true };
  assert.equal(await classifyUnclearForm("Nothing to report", { hasAsset: false }, partly), "cover");
});
