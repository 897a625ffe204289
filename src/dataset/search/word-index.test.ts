import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasWord, searchText, searchWords } from "../../domain/search-words.ts";
import { atOnce } from "../slices.ts";
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

/** Positions by text of two columns. */
function indexOf(some: readonly string[], others: readonly string[]) {
  const writer = new WordIndexWriter(2);
  writer.take(some, others);
  const codes = Uint32Array.from(some.keys());
  return atOnce(writer.finish(some.length, codes, codes));
}

test("a word finds the trades of which some text has it, as looking at each text does", () => {
  const columns = fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(columns, texts, (rows, query) => {
      const index = indexOf(
        rows.map(([text]) => text),
        rows.map(([, text]) => text),
      );
      for (const word of searchWords(query)) {
        const found = new Set([...index.withPrefix(word)].flatMap((code) => [...index.trades.positions(code)]));
        const expected = [...rows.keys()].filter((row) => rows[row]?.some((text) => hasWord(searchText(text), word)));
        assert.deepEqual(
          [...found].sort((a, b) => a - b),
          expected,
          word,
        );
      }
    }),
    { numRuns: 500 },
  );
});

test("a line of five thousand dashes is a word like another", () => {
  const index = indexOf(["-".repeat(5000), "a -- b"], ["", ""]);
  assert.deepEqual(new Set(index.withPrefix("--")).size, 2);
  assert.deepEqual(new Set(index.withPrefix("-".repeat(4000))).size, 1);
});
