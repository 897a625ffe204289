import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bitmap } from "../raster/bitmap.ts";
import { decodeDates } from "./date-beam-search.ts";
import { ALPHABET, runDateNetwork } from "./date-net.ts";

/** A dot-matrix font of five by seven dots. */
const DOTS: Readonly<Record<string, readonly string[]>> = {
  "0": [".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."],
  "1": ["..#..", ".##..", "..#..", "..#..", "..#..", "..#..", ".###."],
  "2": [".###.", "#...#", "....#", "...#.", "..#..", ".#...", "#####"],
  "3": [".###.", "#...#", "....#", "..##.", "....#", "#...#", ".###."],
  "4": ["...#.", "..##.", ".#.#.", "#..#.", "#####", "...#.", "...#."],
  "5": ["#####", "#....", "####.", "....#", "....#", "#...#", ".###."],
  "6": [".###.", "#....", "#....", "####.", "#...#", "#...#", ".###."],
  "7": ["#####", "....#", "...#.", "..#..", ".#...", ".#...", ".#..."],
  "8": [".###.", "#...#", "#...#", ".###.", "#...#", "#...#", ".###."],
  "9": [".###.", "#...#", "#...#", ".####", "....#", "....#", ".###."],
  "/": [".....", "....#", "...#.", "..#..", ".#...", "#....", "....."],
  "-": [".....", ".....", ".....", ".###.", ".....", ".....", "....."],
  X: ["#...#", "#...#", ".#.#.", "..#..", ".#.#.", "#...#", "#...#"],
};

/** Draws a text in the dot-matrix font. @param dot width and height of a dot in pixels. */
function drawText(text: string, dot: number): Bitmap {
  const rows = Array.from({ length: 7 }, (_, row) =>
    [...text].map((letter) => (DOTS[letter] as readonly string[])[row]).join("."),
  );
  const width = (rows[0] as string).length * dot;
  const pixels = new Uint8Array(width * 7 * dot).map((_, at) => {
    const [x, y] = [Math.floor((at % width) / dot), Math.floor(at / width / dot)];
    return rows[y]?.[x] === "#" ? 0 : 255;
  });
  return { width, height: 7 * dot, pixels };
}

test("reads dates printed with dots, at several sizes", () => {
  for (const date of ["02/13/2020", "6/9/21", "07-24-18", "11/30/2025", "8/4/19"]) {
    for (const dot of [3, 5]) {
      const [likeliest] = decodeDates(runDateNetwork(drawText(date, dot)));
      const [month = "", day = "", year = ""] = date.split(/[/-]/);
      assert.equal(likeliest?.date, `${month.padStart(2, "0")}/${day.padStart(2, "0")}/20${year.slice(-2)}`, date);
      assert.ok(likeliest.chance > 0.6, `${date} at ${dot}: ${likeliest.chance}`);
    }
  }
});

test("if the text is not a date, gives every candidate date a probability below 50%", () => {
  for (const text of ["XX", "X", "2/X/20", "1234567"]) {
    assert.ok((decodeDates(runDateNetwork(drawText(text, 3)))[0]?.chance ?? 0) < 0.5, text);
  }
});

test("the probabilities of a step sum to 1, and equal pictures give equal probabilities", () => {
  const steps = runDateNetwork(drawText("6/9/21", 3));
  assert.ok(steps.length > 10);
  for (const step of steps) {
    assert.equal(step.length, ALPHABET.length);
    assert.ok(Math.abs(step.reduce((sum, chance) => sum + chance, 0) - 1) < 1e-5);
  }
  assert.deepEqual(runDateNetwork(drawText("6/9/21", 3)), steps);
});
