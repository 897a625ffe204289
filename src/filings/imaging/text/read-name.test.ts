import assert from "node:assert/strict";
import { test } from "node:test";
import { toNamePass } from "./read-name.ts";

/** A line of words as the engine returns them: `+/6` is six pixels high, any other word twenty. */
const createLine = (text: string) =>
  text.split(" ").map((word) => {
    const [letters = "", height = "20"] = word.split("/");
    return { text: letters, confidence: 0.9, box: { left: 0, top: 0, width: 10, height: Number(height) } };
  });
const passOf = (...lines: string[]) => toNamePass(lines.map(createLine)).map(({ text }) => text);

test("drops specks and the remains of ruled lines at the ends of a name, but keeps symbols between words", () => {
  assert.deepEqual(passOf("| ./3 EXAMPLE WIDGETS ./3 INC __/4 ~"), ["EXAMPLE", "WIDGETS", "INC"]);
  assert.deepEqual(passOf("Example Advisory +/6 Widgets"), ["Example", "Advisory", "+", "Widgets"]);
  assert.deepEqual(passOf("EXWI - EXAMPLE WIDGETS"), ["EXWI", "-", "EXAMPLE", "WIDGETS"]);
  assert.deepEqual(passOf("ARTHUR ) EXAMPLE"), ["ARTHUR", ")", "EXAMPLE"]);
});

test("keeps an upright stroke between or after words, because it may be a numeral", () => {
  assert.deepEqual(passOf("SAMPLE FUND |"), ["SAMPLE", "FUND", "|"]);
  assert.deepEqual(passOf("SAMPLE FUND |/5"), ["SAMPLE", "FUND"]);
  assert.deepEqual(passOf("SAMPLE PARTNERS | LP", "| CMN"), ["SAMPLE", "PARTNERS", "|", "LP", "CMN"]);
});
