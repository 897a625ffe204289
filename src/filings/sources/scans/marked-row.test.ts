import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImagedLine } from "../../../domain/evidence.ts";
import { drawMarkedRow } from "./marked-row.ts";

const WIDTH = 1000;
const line: ImagedLine = {
  kind: "imaged",
  documentPage: 1,
  page: 1,
  turnDegrees: 0,
  skew: { level: 0, upright: 0, fan: 0 },
  box: { left: 200, top: 700, width: 600, height: 30 },
  firstRowTop: 400,
  words: [],
};
/** The row with 20 pixels above and below it. */
const ROW_HEIGHT = 70;

const draw = (name: string, dark: (x: number, y: number) => boolean, changes: Partial<ImagedLine> = {}) => {
  const pixels = new Uint8Array(WIDTH * WIDTH).fill(255);
  for (let at = 0; at < pixels.length; at += 1) if (dark(at % WIDTH, Math.floor(at / WIDTH))) pixels[at] = 0;
  return drawMarkedRow(Buffer.from(name), { ...line, ...changes }, () => ({ width: WIDTH, height: WIDTH, pixels }));
};

test("shows a row below the table's header, and cuts out the first row together with the header", async () => {
  const isCaption = (x: number, y: number) => y > 250 && y < 380 && x > 200 && x % 10 === 0;
  const later = await draw("with a head", isCaption);
  assert.equal(later.height, 190 + 10 + ROW_HEIGHT);
  assert.equal((await draw("with a head", isCaption, { box: { ...line.box, top: 400 } as never })).height, 190 + 50);
});

test("on a continuation page, shows the row alone if only specks, a rule and a page number are above", async () => {
  const isSpeck = (x: number, y: number) =>
    (y === 398 && x > 200) || (y === 300 && x % 150 === 0) || (y > 250 && y < 300 && x > 900 && x < 950);
  assert.equal((await draw("without a head", isSpeck)).height, ROW_HEIGHT);
  assert.equal((await draw("without anything above", () => false, { firstRowTop: 3 })).height, ROW_HEIGHT);
});
