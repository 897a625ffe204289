import assert from "node:assert/strict";
import { test } from "node:test";
import { type UsualWords, voteOnName } from "./voted-name.ts";

/** Words with their confidences: `APPLE/90 INC/95`. */
const ocrPass = (text: string) =>
  text.split(" ").map((word) => {
    const [letters = "", confidence = "92"] = word.split("/");
    return { text: letters, confidence: Number(confidence) / 100 };
  });
const LIST: UsualWords = { last: new Set(), anywhere: new Set(), ends: new Set(["cmn"]) };
const nameOf = (passes: readonly string[], usual?: UsualWords) => {
  const { text, sure } = voteOnName(passes.map(ocrPass), usual);
  return sure ? text : `${text}?`;
};
const alike = (text: string, count = 4) => Array.from({ length: count }, () => text);

test("uses a word from a single pass if it is listed next to its neighbor and no other pass has a listed word", () => {
  const read = (one: string) => nameOf([...alike("CNARTER/60 COMMUNICATIONS", 3), one, "CHANTER/50 COMMUNICATIONS"]);
  assert.equal(read("CHARTER/55 COMMUNICATIONS"), "CHARTER COMMUNICATIONS");
  assert.equal(nameOf([...alike("ZQARTER/60 FOOBAZQ", 3), "CHARTER/55 FOOBAZQ"]), "ZQARTER FOOBAZQ?");
});

test("never inserts a word that no pass read, whatever its neighbor", () => {
  assert.equal(nameOf(alike("WYNN RESORTS, UMITED/80 CMN")), "WYNN RESORTS, UMITED CMN?");
  assert.equal(nameOf(alike("METUFE/70 INC CMN"), LIST), "METUFE INC CMN?");
});

test("a word is not a reading of another that has more text before or after it", () => {
  const passes = ["POWERSHARES/80 QOQ/40", "POWERSHARES/80", "POWERSHARES/80 QQQ/50", "POWERSHARES/80 Q0Q/40"];
  assert.match(nameOf(passes), /\?$/);
});

test("doubts a word never seen next to its neighbor if an easily confused word has been", () => {
  assert.equal(nameOf(alike("Vail Resorts")), "Vail Resorts");
  assert.equal(nameOf(alike("THE BANK OF MONTREAL")), "THE BANK OF MONTREAL");
  assert.equal(nameOf(alike("THE RANK OF MONTREAL")), "THE RANK OF MONTREAL?");
  assert.equal(nameOf(alike("MAT/80 BANK CORP")), "MAT BANK CORP?");
  assert.equal(nameOf(alike("MARSH & MCLENNAN CD/90 INC")), "MARSH & MCLENNAN CD INC?");
  assert.equal(nameOf(alike("AIR PRODUCTS B CHEMICALS")), "AIR PRODUCTS B CHEMICALS?");
});
