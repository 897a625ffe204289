import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeNames } from "./judge-names.ts";
import type { NameLook } from "./voted-name.ts";

/** `APPLE/90 INC/95` -> two words so sure. */
const look = (text: string): NameLook =>
  text.split(" ").map((word) => {
    const [letters = "", confidence] = word.split("/");
    return { text: letters, confidence: Number(confidence) / 100 };
  });
const name = (...looks: string[]) => ({
  reading: null,
  confidence: 0,
  sure: false,
  printed: 1.8,
  looks: looks.map(look),
});
const clear = (text: string) => {
  const words = text.replace(/(?= |$)/g, "/92");
  return name(words, words, words);
};
const blank = (sure: boolean) => ({ reading: null, confidence: sure ? 1 : 0, sure, printed: null, looks: [] });

test("a word of the page decides between looks at another of its names", () => {
  const doubtful = name("NVENT/92 FUNDRISE/60", "NVENT/90 FUNDRLSE/70", "NVENT/93 FUNDRISE/82", "NVENT/91 FUNDRlSE/71");
  const [alone] = judgeNames([doubtful]);
  assert.deepEqual([alone?.reading, alone?.sure], ["NVENT FUNDRISE", false]);
  const [beside] = judgeNames([doubtful, clear("FUNDRISE ONE"), clear("FUNDRISE REALTY")]);
  assert.deepEqual([beside?.reading, beside?.sure], ["NVENT FUNDRISE", true]);
});

test("where looks at many of a page's words differ, those that agree must be surer", () => {
  const doubtful = name("MORALS/75", "MORALS/70", "MORALS/72");
  const unlike = Array.from({ length: 4 }, () => name("AD0J/60 ITI/55", "ADQI/61 IIT/52", "AOQJ/60 TTI/51"));
  assert.equal(judgeNames([doubtful, ...unlike])[0]?.sure, false);
  assert.equal(judgeNames([clear("STANLEY"), ...unlike])[0]?.sure, true);
  assert.equal(judgeNames([doubtful, ...unlike.slice(0, 2)])[0]?.sure, true, "too few to tell");
});

test("a cell without letters stays as it is", () => {
  assert.deepEqual(
    judgeNames([blank(true), blank(false)]).map(({ sure }) => sure),
    [true, false],
  );
});
