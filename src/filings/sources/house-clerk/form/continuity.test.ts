import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextRun } from "../pdf/text-run.ts";
import { checkContinuity } from "./continuity.ts";

function run(text: string, y: number): TextRun {
  return { text, x: 65, right: 70, y, size: 9, font: "Georgia", bold: false, smallCapitals: false, starts: [] };
}
const at = (canvasTop: number | null) => ({ runs: [], marks: [], imageShare: 0, canvasTop });
const damaged = { code: "pdf_damaged" };

test("pages are in order if each shows the drawing from the end of the previous page", () => {
  checkContinuity([at(72), at(-528), at(-1176), at(null)]);
  checkContinuity([at(72), at(null), at(-1176)]);
  checkContinuity([at(null)]);
});

test("rejects a page that is missing, repeated or out of order", () => {
  assert.throws(() => checkContinuity([at(72), at(-1176)]), damaged);
  assert.throws(() => checkContinuity([at(72), at(-528), at(-528)]), damaged);
  assert.throws(() => checkContinuity([at(72), at(-1176), at(-528)]), damaged);
});

test("if no page shows its place, two with the same rows at the same places are one page twice", () => {
  const page = (...texts: string[]) => ({ ...at(72), runs: texts.map((text, line) => run(text, 100 + line)) });
  const rows = ["01/02/2025", "01/09/2025", "02/02/2025", "02/09/2025"];
  checkContinuity([page(...rows), page(...rows.toReversed())]);
  checkContinuity([page("New", "01/02/2025"), page("New", "01/02/2025")]);
  assert.throws(() => checkContinuity([page(...rows), page("New"), page(...rows)]), damaged);
});
