import assert from "node:assert/strict";
import { test } from "node:test";
import { crossCheckNames } from "./cross-check-names.ts";
import type { NamePass } from "./voted-name.ts";

/** Words with their confidences: `APPLE/90 INC/95`. */
const ocrPass = (text: string): NamePass =>
  text.split(" ").map((word) => {
    const [letters = "", confidence] = word.split("/");
    return { text: letters, confidence: Number(confidence) / 100 };
  });
const name = (...passes: string[]) => ({
  reading: null,
  confidence: 0,
  sure: false,
  printed: 1.8,
  passes: passes.map(ocrPass),
});
const clear = (text: string) => {
  const words = text.replace(/(?= |$)/g, "/92");
  return name(words, words, words);
};
const blank = (sure: boolean) => ({ reading: null, confidence: sure ? 1 : 0, sure, printed: null, passes: [] });

test("where looks at many of a page's words differ, those that agree must be surer", () => {
  const doubtful = name("MORALS/75", "MORALS/70", "MORALS/72");
  const unlike = Array.from({ length: 4 }, () => name("AD0J/60 ITI/55", "ADQI/61 IIT/52", "AOQJ/60 TTI/51"));
  assert.equal(crossCheckNames([doubtful, ...unlike])[0]?.sure, false);
  assert.equal(crossCheckNames([clear("STANLEY"), ...unlike])[0]?.sure, true);
  assert.equal(crossCheckNames([doubtful, ...unlike.slice(0, 2)])[0]?.sure, true, "too few to tell");
});

test("a cell without letters stays as it is", () => {
  assert.deepEqual(
    crossCheckNames([blank(true), blank(false)]).map(({ sure }) => sure),
    [true, false],
  );
});
