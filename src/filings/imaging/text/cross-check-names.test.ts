import assert from "node:assert/strict";
import { test } from "node:test";
import { crossCheckNames } from "./cross-check-names.ts";
import type { NamePass } from "./voted-name.ts";

/** Parses words with their confidence in percent: `APPLE/90 INC/95`. */
const toPass = (text: string): NamePass =>
  text.split(" ").map((word) => {
    const [letters = "", confidence] = word.split("/");
    return { text: letters, confidence: Number(confidence) / 100 };
  });
const toName = (...passes: string[]) => ({
  reading: null,
  confidence: 0,
  sure: false,
  printScore: 1.8,
  passes: passes.map(toPass),
  copyModelPasses: [],
  end: "whole" as const,
  box: { left: 0, top: 0, width: 0, height: 0 },
});
const toClear = (text: string) => {
  const words = text.replace(/(?= |$)/g, "/92");
  return toName(words, words, words);
};
const toBlank = (sure: boolean) => ({
  reading: null,
  confidence: sure ? 1 : 0,
  sure,
  printScore: null,
  passes: [],
  copyModelPasses: [],
  end: "whole" as const,
  box: { left: 0, top: 0, width: 0, height: 0 },
});

test("a truncated name is not certain", () => {
  const whole = toClear("EXAMPLE INC COM UNSOLICITED");
  assert.equal(crossCheckNames([whole])[0]?.sure, true);
  assert.equal(crossCheckNames([{ ...whole, end: "cut off" }])[0]?.sure, false);
});

test("leaves a cell without letters unchanged", () => {
  assert.deepEqual(
    crossCheckNames([toBlank(true), toBlank(false)]).map(({ sure }) => sure),
    [true, false],
  );
});

test("accepts a word from the page's sure names if one pass reads that word and most passes read an unlisted word", () => {
  const list = [
    "BEST BUY CO INC",
    "APPLE INC",
    "ENTERGY CORPORATION",
    "UNUM GROUP",
    "LINDE PLC",
    "GARMIN LTD",
    "NVR INC",
  ];
  const sure = [...list, "REGIONS FINANCIAL CORPORATION"].map((text) => toClear(`${text} CMN`));
  const read = (...passes: string[]) => {
    const { reading, sure: isSure } = crossCheckNames([toName(...passes), ...sure])[0] ?? {};
    return isSure ? reading : `${reading}?`;
  };
  const most = ["TARGET/92 OMN/80", "TARGET/92 OMN/80", "TARGET/92 OMN/80"];
  assert.equal(read(...most, "TARGET/92 CMN/40"), "TARGET CMN");
  assert.equal(read(...most), "TARGET CMN", "print draws a C like an O, and all other names end in CMN");
  const gan = ["TARGET/92 GAN/70", "TARGET/92 GAN/70", "TARGET/92 GAN/70"];
  assert.equal(read(...gan), "TARGET GAN?", "no pass reads CMN");
  const ofClass = [
    "TARGET/92 OMN/80 CLASS/92 A/92",
    "TARGET/92 OMN/80 CLASS/92 A/92",
    "TARGET/92 OMN/80 CLASS/92 A/92",
  ];
  assert.equal(read(...ofClass), "TARGET CMN CLASS A");
  assert.equal(read(...most, "TARGET/92 CMN/40", "TARGET/92 COM/40"), "TARGET OMN?", "passes read two listed words");
  const glued = ["TARGET/92 ANCMN/80", "TARGET/92 ANCMN/80", "TARGET/92 ANCMN/80", "TARGET/92 CMN/40"];
  assert.equal(read(...glued), "TARGET ANCMN?", "more than a letter is missing");
  const corporation = [
    "FORD/92 CORPGRATION/80 NEW/92",
    "FORD/92 CORPGRATION/80 NEW/92",
    "FORD/92 CORPGRATION/80 NEW/92",
  ];
  assert.equal(read(...corporation, "FORD/92 CORPORATION/30 NEW/92"), "FORD CORPORATION NEW");
});

test("the photocopy model settles a name only if the general model's passes cannot", () => {
  const clotted = toName("AVANGAID/60 CMM/50", "AVAHGAID/55 CHIN/52", "AVANGRIO/50 CIIN/41", "AVANGAIO/52 CNM/50");
  const copyModelPasses = Array.from({ length: 5 }, () => toPass("AVANGRID/91 CMN/93"));
  const [settled, before] = [{ ...clotted, copyModelPasses }, clotted].map((each) => crossCheckNames([each])[0]);
  assert.deepEqual([settled?.reading, settled?.sure, before?.sure], ["AVANGRID CMN", true, false]);
  const other = Array.from({ length: 5 }, () => toPass("DOVER/91 INC/93"));
  assert.equal(crossCheckNames([{ ...toClear("DOVER CORP"), copyModelPasses: other }])[0]?.reading, "DOVER CORP");
  assert.equal(crossCheckNames([{ ...clotted, copyModelPasses, end: "cut off" }])[0]?.sure, false);
});
