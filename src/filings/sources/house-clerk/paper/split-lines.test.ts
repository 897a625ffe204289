import assert from "node:assert/strict";
import { test } from "node:test";
import type { Layout } from "../../../imaging/tables/layout.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { splitLines } from "./split-lines.ts";

const [WIDTH, HEIGHT, PITCH] = [700, 900, 36];
const column = (from: number, width: number): Strip => ({ from, to: from + width });
const layout: Layout = {
  owner: null,
  asset: column(0, 400),
  types: [],
  transactionDate: column(400, 140),
  notificationDate: column(540, 140),
  amounts: [],
  fit: 3,
  isRegular: true,
};
const line = (at: number, lines = 1): Strip => ({ from: at * PITCH, to: (at + lines) * PITCH - 4 });

/** Draws a page with text in the given columns, at heights counted in lines. */
function page(texts: readonly (readonly [Strip, number])[]) {
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
const row = (at: number) => columns.map((each) => [each, at] as const);
/** Six lines with rules, four that have lost theirs, and one more. */
const LINES = [...[0, 1, 2, 3, 4, 5].map((at) => line(at)), line(6, 4), line(10)];
const ROWS = Array.from({ length: 11 }, (_, at) => row(at)).flat();

test("splits a line as tall as four, with four texts and dates, between them", () => {
  const split = splitLines(page(ROWS), layout, LINES, 1);
  assert.equal(split.length, 11);
  for (const [at, { from, to }] of split.entries()) {
    assert.ok(from <= at * PITCH + 8 && to >= at * PITCH + 24, `text ${at} lies whole in its line`);
  }
});

test("a heading among the texts gets a line of its own", () => {
  const heading = page(ROWS.filter(([{ from }, at]) => at !== 8 || from === 0));
  assert.equal(splitLines(heading, layout, LINES, 1).length, 11);
});

test("a single row with a long text stays one row", () => {
  const long = page([...ROWS.filter(([{ from }, at]) => at < 7 || at > 9 || from === 0)]);
  assert.deepEqual(splitLines(long, layout, LINES, 1), LINES);
});

test("does not split with dates between two texts, room for another row, or unequal spacing", () => {
  const astray = ROWS.map(([each, at]) => [each, each.from > 0 && at > 5 && at < 9 ? at + 0.5 : at] as const);
  assert.deepEqual(splitLines(page(astray), layout, LINES, 1), LINES);
  assert.deepEqual(splitLines(page(ROWS.filter(([, at]) => at !== 9)), layout, LINES, 1), LINES);
  assert.deepEqual(splitLines(page(ROWS.filter(([, at]) => at !== 7)), layout, LINES, 1), LINES);
});

test("does not split without reference lines that show the spacing", () => {
  const few = [line(0), line(6, 4), line(10)];
  assert.deepEqual(splitLines(page(ROWS), layout, few, 1), few);
});
