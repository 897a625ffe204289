import assert from "node:assert/strict";
import { test } from "node:test";
import type { Layout } from "../../../imaging/tables/layout.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { splitLines } from "./split-lines.ts";

const [WIDTH, HEIGHT, PITCH] = [700, 900, 36];
const createColumn = (from: number, width: number): Strip => ({ from, to: from + width });
const layout: Layout = {
  owner: null,
  asset: createColumn(0, 400),
  types: [],
  transactionDate: createColumn(400, 140),
  notificationDate: createColumn(540, 140),
  amounts: [],
  fit: 3,
  isRegular: true,
};
const createLine = (at: number, lines = 1): Strip => ({ from: at * PITCH, to: (at + lines) * PITCH - 4 });

/** Draws a page with text in the given columns, at heights counted in lines. */
function drawPage(texts: readonly (readonly [Strip, number])[]) {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const [{ from }, at] of texts) {
    for (let letter = 0; letter < 5; letter += 1) {
      for (let y = 0; y < 16; y += 1) {
        const start = (Math.round(at * PITCH) + 8 + y) * WIDTH + from + 20 + 16 * letter;
        pixels.fill(0, start, start + 10);
      }
    }
  }
  return { width: WIDTH, height: HEIGHT, pixels };
}

const columns = [layout.asset, layout.transactionDate, layout.notificationDate as Strip];
const createRow = (at: number) => columns.map((each) => [each, at] as const);
/** Six lines with rules, a tall line of four that lost the rules between them, and one more line. */
const LINES = [...[0, 1, 2, 3, 4, 5].map((at) => createLine(at)), createLine(6, 4), createLine(10)];
const ROWS = Array.from({ length: 11 }, (_, at) => createRow(at)).flat();

test("splits a line four times the usual height into four lines, each with its own text and dates", () => {
  const split = splitLines(drawPage(ROWS), layout, LINES, 1);
  assert.equal(split.length, 11);
  for (const [at, { from, to }] of split.entries()) {
    assert.ok(from <= at * PITCH + 8 && to >= at * PITCH + 24, `text ${at} lies whole in its line`);
  }
});

test("splits off a heading among the texts as a separate line", () => {
  const heading = drawPage(ROWS.filter(([{ from }, at]) => at !== 8 || from === 0));
  assert.equal(splitLines(heading, layout, LINES, 1).length, 11);
});

test("a single row with a long text stays one row", () => {
  const long = drawPage([...ROWS.filter(([{ from }, at]) => at < 7 || at > 9 || from === 0)]);
  assert.deepEqual(splitLines(long, layout, LINES, 1), LINES);
});

test("does not split a line if dates are between two texts, another row would fit, or the spacing is uneven", () => {
  const astray = ROWS.map(([each, at]) => [each, each.from > 0 && at > 5 && at < 9 ? at + 0.5 : at] as const);
  assert.deepEqual(splitLines(drawPage(astray), layout, LINES, 1), LINES);
  assert.deepEqual(splitLines(drawPage(ROWS.filter(([, at]) => at !== 9)), layout, LINES, 1), LINES);
  assert.deepEqual(splitLines(drawPage(ROWS.filter(([, at]) => at !== 7)), layout, LINES, 1), LINES);
});

test("does not split a line if too few other lines show the usual spacing", () => {
  const few = [createLine(0), createLine(6, 4), createLine(10)];
  assert.deepEqual(splitLines(drawPage(ROWS), layout, few, 1), few);
});
