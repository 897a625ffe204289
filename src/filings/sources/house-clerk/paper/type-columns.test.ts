import assert from "node:assert/strict";
import { test } from "node:test";
import { findClosestHeading } from "./heading.ts";
import { assignColumnTypes, findHeaderAboveBand } from "./type-columns.ts";
import { readTypeMark } from "./type-mark.ts";

test("recognizes headings by similarity, even if poorly printed", () => {
  assert.equal(findClosestHeading("Burrhass")?.kind, "P");
  assert.equal(findClosestHeading("Eachanay")?.kind, "E");
  assert.equal(findClosestHeading("Capital Goin over $200")?.kind, "gains");
  assert.equal(findClosestHeading("| ]"), null);
});

test("three columns need no headings; four without headings are uncertain from the third on", () => {
  assert.deepEqual(assignColumnTypes([null, null, null], ["P", "S", "E"]), {
    columns: ["P", "S", "E"],
    sure: true,
    areAllSure: true,
  });
  const four = assignColumnTypes([null, null, null, null], ["P", "S", "S (partial)", "E"]);
  assert.deepEqual([four.sure, four.areAllSure], [true, false]);
  assert.equal(readTypeMark(four, [0, 200, 0, 0]).sure, true);
  assert.deepEqual(readTypeMark(four, [0, 0, 200, 0]), { reading: "S (partial)", confidence: 1, sure: false });
});

test("a sale with a partial mark is partial; one with only a gains mark is not", () => {
  const five = assignColumnTypes(["P", "S", "E", "gains", "partial"], ["P", "S", "E", "gains", "partial"]);
  assert.equal(readTypeMark(five, [0, 30, 0, 30, 30]).reading, "S (partial)");
  assert.equal(readTypeMark(five, [0, 30, 0, 30, 0]).reading, "S");
  assert.equal(readTypeMark(five, [30, 0, 0, 0, 0]).sure, true);
});

test("accepts an unusual order of columns only if the headings are clear", () => {
  assert.equal(assignColumnTypes(["S", "P", null], ["P", "S", "E"]).columns[0], "S");
  assert.equal(assignColumnTypes(["S", "S", null], ["P", "S", "E"]).columns[0], "P");
});

test("a mark on the rule of the partial sale column leaves the kind of sale uncertain", () => {
  const five = { columns: ["P", "S", "E", "gains", "partial"], sure: true, areAllSure: true } as const;
  const marks = [0, 71, 0, 0, 0];
  assert.deepEqual(
    [readTypeMark(five, marks, 0, [0, 0, 0, 0, 40]).reading, readTypeMark(five, marks, 0, [0, 0, 0, 0, 40]).sure],
    ["S", false],
  );
  assert.equal(readTypeMark(five, marks, 0, [0, 30, 0, 30, 5]).sure, true);
  assert.equal(readTypeMark(five, [70, 0, 0, 0, 0], 0, [0, 0, 0, 0, 40]).sure, true, "a purchase is never partial");
});

test("headings end at the black band below them, even if the band is speckled", () => {
  const [width, height] = [200, 120];
  const at = new Uint8Array(width * height);
  for (let y = 70; y < 110; y += 1) at.fill(1, y * width, (y + 1) * width);
  for (let place = 0; place < at.length; place += 7) at[place] = 0;
  at.fill(1, 40 * width, 43 * width);
  const columns = { types: [10, 50, 90].map((from) => ({ from, to: from + 38 })) };
  const header = { from: 10, to: 115 };
  const page = { ink: { width, height, at }, scale: 1 };
  assert.deepEqual(findHeaderAboveBand(page, columns, header), { from: 10, to: 70 }, "a rule is not a band");
  assert.deepEqual(findHeaderAboveBand(page, columns, { from: 10, to: 60 }), { from: 10, to: 60 });
  assert.deepEqual(
    findHeaderAboveBand(page, columns, { from: 66, to: 118 }),
    { from: 66, to: 118 },
    "no heading is above it",
  );
});
