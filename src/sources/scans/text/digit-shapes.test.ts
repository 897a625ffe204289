import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bitmap } from "../raster/bitmap.ts";
import { PagePrint } from "./digit-shapes.ts";

/** Five by seven dots each. */
const DOTS: Readonly<Record<string, readonly string[]>> = {
  "1": ["..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."],
  "2": [".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####"],
  "6": [".###.", "#....", "#....", "####.", "#...#", "#...#", ".###."],
  "8": [".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."],
};

/** The text, each dot five pixels wide and high; a separator is as wide as three fifths of a digit. */
function drawn(text: string): Bitmap {
  const line = (row: number) =>
    [...text].map((letter) => {
      const dots = DOTS[letter]?.[row];
      if (dots === undefined) return row > 2 && row < 5 ? `...${"#".repeat(10)}....` : ".".repeat(17);
      return `${[...dots].map((dot) => dot.repeat(5)).join("")}..`;
    });
  const rows = Array.from({ length: 35 }, (_, y) =>
    line(Math.floor(y / 5))
      .join("")
      .slice(0, -2),
  );
  const pixels = Uint8Array.from(rows.join(""), (dot) => (dot === "#" ? 0 : 255));
  return { width: (rows[0] as string).length, height: 35, pixels };
}

const cell = (printed: string, spelled = printed) => ({ picture: drawn(printed), spelled, firm: true });
const clear = ["16/12/22", "18/21/22", "16/22/22", "18/11/22", "16/12/22", "18/12/22", "16/21/22", "18/12/22"].map(
  (date) => cell(date),
);

test("a digit is told by the page's others: a 6 read as an 8 is contradicted, and borne out as a 6", () => {
  const print = new PagePrint([...clear, cell("16/12/22", "18/12/22")]);
  assert.equal(print.verdict(0, "16/12/22"), "borneOut");
  assert.equal(print.verdict(8, "18/12/22"), "contradicted");
  assert.equal(print.verdict(8, "16/12/22"), "borneOut");
});

test("nothing is told by digits that are seen too seldom, of no firm date, or spelled at another length", () => {
  assert.equal(new PagePrint(clear.slice(0, 2)).verdict(0, "16/12/22"), "unknown");
  const faint = clear.map((date) => ({ ...date, firm: false }));
  assert.equal(new PagePrint(faint).verdict(0, "16/12/22"), "unknown");
  assert.equal(new PagePrint(clear).verdict(0, "6/12/22"), "unknown");
  assert.equal(new PagePrint([null, ...clear]).verdict(0, "16/12/22"), "unknown");
});
