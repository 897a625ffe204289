import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextRun } from "../pdf/text-run.ts";
import { checkContinuity } from "./continuity.ts";

function toRun(text: string, y: number): TextRun {
  return { text, x: 65, right: 70, y, size: 9, font: "Georgia", bold: false, smallCapitals: false, starts: [] };
}
const toPage = (canvasTop: number | null) => ({ runs: [], marks: [], imageShare: 0, canvasTop });
const damaged = { code: "pdf_damaged" };

test("accepts pages that continue the report's drawing in order, even if a page does not show its position", () => {
  checkContinuity([toPage(72), toPage(-528), toPage(-1176), toPage(null)]);
  checkContinuity([toPage(72), toPage(null), toPage(-1176)]);
  checkContinuity([toPage(null)]);
});

test("rejects a page that is missing, repeated or out of order", () => {
  assert.throws(() => checkContinuity([toPage(72), toPage(-1176)]), damaged);
  assert.throws(() => checkContinuity([toPage(72), toPage(-528), toPage(-528)]), damaged);
  assert.throws(() => checkContinuity([toPage(72), toPage(-1176), toPage(-528)]), damaged);
});

test("rejects two pages with the same rows in the same places if no page shows its place in the report", () => {
  const toTextPage = (...texts: string[]) => ({
    ...toPage(72),
    runs: texts.map((text, line) => toRun(text, 100 + line)),
  });
  const rows = ["01/02/2025", "01/09/2025", "02/02/2025", "02/09/2025"];
  checkContinuity([toTextPage(...rows), toTextPage(...rows.toReversed())]);
  checkContinuity([toTextPage("New", "01/02/2025"), toTextPage("New", "01/02/2025")]);
  assert.throws(() => checkContinuity([toTextPage(...rows), toTextPage("New"), toTextPage(...rows)]), damaged);
});
