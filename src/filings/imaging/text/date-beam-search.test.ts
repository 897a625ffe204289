import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeDates } from "./date-beam-search.ts";
import { ALPHABET } from "./date-net.ts";

/** Network output steps, each with its probabilities; the remainder goes to `_`, the CTC blank. */
function createSteps(...seen: Readonly<Record<string, number>>[]): Float32Array[] {
  return seen.map((chances) => {
    const step = new Float32Array(ALPHABET.length);
    let rest = 1;
    for (const [character, chance] of Object.entries(chances)) {
      step[ALPHABET.indexOf(character)] = chance;
      rest -= chance;
    }
    step[0] = rest;
    return step;
  });
}
const spell = (text: string) => [...text].map((character) => ({ [character]: 1 }));
const decodeRounded = (given: Float32Array[]) =>
  decodeDates(given).map(({ date, chance }) => [date, Math.round(chance * 100) / 100]);

test("repeated steps are one character, unless a gap separates them", () => {
  assert.deepEqual(decodeRounded(createSteps(...spell("66/99/220"))), [["06/09/2020", 1]]);
  const elevens = [{ "1": 1 }, {}, { "1": 1 }, ...spell("/"), { "1": 1 }, {}, { "1": 1 }, ...spell("/20")];
  assert.deepEqual(decodeRounded(createSteps(...elevens)), [["11/11/2020", 1]]);
});

test("an ambiguous digit gives two dates, with a probability each", () => {
  const chances = decodeRounded(createSteps({ "6": 0.7, "8": 0.3 }, ...spell("/9/20")));
  assert.deepEqual(chances, [
    ["06/09/2020", 0.7],
    ["08/09/2020", 0.3],
  ]);
});

test("sums the probabilities of spellings that differ only in leading zeros or the century", () => {
  assert.deepEqual(decodeRounded(createSteps({ "0": 0.5 }, ...spell("6-0"), {}, ...spell("9-2020"))), [
    ["06/09/2020", 1],
  ]);
  const century = [{ "2": 0.5 }, { "0": 0.5 }];
  assert.deepEqual(decodeRounded(createSteps(...spell("6/9/"), ...century, {}, ...spell("20"))), [["06/09/2020", 0.5]]);
});

test("does not make a date from letters, impossible days or half a date", () => {
  for (const text of ["6/9/2?", "?6/9/20", "13/9/20", "2/30/20", "6/9", "6/9-20", ""]) {
    assert.deepEqual(decodeRounded(createSteps(...spell(text))), [], text);
  }
  assert.deepEqual(decodeRounded(createSteps({ "?": 0.4 }, ...spell("6/9/20"))), [["06/09/2020", 0.6]]);
});
