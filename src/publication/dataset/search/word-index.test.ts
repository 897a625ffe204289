import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { foldSearchText, hasWordWithPrefix, splitSearchWords } from "../../../domain/search-words.ts";
import { runWithoutPauses } from "../slices.ts";
import { WordIndexWriter } from "./word-index.ts";

const pieces = fc.constantFrom(
  "a",
  "ab",
  "b",
  "-",
  "&",
  ".",
  "'",
  " ",
  "\n",
  "É",
  "é",
  "電",
  "7",
  "77",
  "--",
  "\u00a0",
  "\t",
);
const texts = fc.array(pieces, { maxLength: 12 }).map((each) => each.join(""));

function buildIndex(some: readonly string[], others: readonly string[]) {
  const writer = new WordIndexWriter(2);
  writer.addTexts(some, others);
  return runWithoutPauses(writer.buildInSteps());
}

test("a word finds the same texts as a full scan", () => {
  const columns = fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(columns, texts, (rows, query) => {
      const index = buildIndex(
        rows.map(([text]) => text),
        rows.map(([, text]) => text),
      );
      for (const word of splitSearchWords(query)) {
        const marks = index.computeWordMasks([word]);
        const found = [...rows.keys()].filter((row) => marks.some((column) => column[row] === 1));
        const expected = [...rows.keys()].filter((row) =>
          rows[row]?.some((text) => hasWordWithPrefix(foldSearchText(text), word)),
        );
        assert.deepEqual(found, expected, word);
      }
    }),
    { numRuns: 500 },
  );
});

test("indexes a line of five thousand dashes like any word", () => {
  const index = buildIndex(["-".repeat(5000), "a -- b"], ["", ""]);
  assert.deepEqual(index.computeWordMasks(["--"]), [Uint32Array.of(1, 1), Uint32Array.of(0, 0)]);
  assert.deepEqual(index.computeWordMasks(["-".repeat(4000), "a"]), [Uint32Array.of(1, 2), Uint32Array.of(0, 0)]);
});
