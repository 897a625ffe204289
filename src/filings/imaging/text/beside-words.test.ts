import assert from "node:assert/strict";
import { test } from "node:test";
import { type UsualWords, voteOnName } from "./voted-name.ts";

/** Parses words with their confidence in percent: `APPLE/90 INC/95`. */
const toPass = (text: string) =>
  text.split(" ").map((word) => {
    const [letters = "", confidence = "92"] = word.split("/");
    return { text: letters, confidence: Number(confidence) / 100 };
  });
const LIST: UsualWords = { last: new Set(), anywhere: new Set(), ends: new Set(["cmn"]) };
const voteOn = (passes: readonly string[], usual?: UsualWords) => {
  const { text, sure } = voteOnName(passes.map(toPass), usual);
  return sure ? text : `${text}?`;
};
const repeat = (text: string, count = 4) => Array.from({ length: count }, () => text);

test("uses a single pass's word if listed names have that word next to its neighbor and no other pass has a listed word", () => {
  const read = (one: string) => voteOn([...repeat("CNARTER/60 COMMUNICATIONS", 3), one, "CHANTER/50 COMMUNICATIONS"]);
  assert.equal(read("CHARTER/55 COMMUNICATIONS"), "CHARTER COMMUNICATIONS");
  assert.equal(voteOn([...repeat("ZQARTER/60 FOOBAZQ", 3), "CHARTER/55 FOOBAZQ"]), "ZQARTER FOOBAZQ?");
});

test("never inserts a word that no pass read, whatever its neighbor", () => {
  assert.equal(voteOn(repeat("WYNN RESORTS, UMITED/80 CMN")), "WYNN RESORTS, UMITED CMN?");
  assert.equal(voteOn(repeat("METUFE/70 INC CMN"), LIST), "METUFE INC CMN?");
});

test("a name stays uncertain if passes read its second word differently or not at all", () => {
  const passes = ["POWERSHARES/80 QOQ/40", "POWERSHARES/80", "POWERSHARES/80 QQQ/50", "POWERSHARES/80 Q0Q/40"];
  assert.match(voteOn(passes), /\?$/);
});

test("a word is uncertain if listed names never have it next to its neighbor but have an easily confused word there", () => {
  assert.equal(voteOn(repeat("Vail Resorts")), "Vail Resorts");
  assert.equal(voteOn(repeat("THE BANK OF MONTREAL")), "THE BANK OF MONTREAL");
  assert.equal(voteOn(repeat("THE RANK OF MONTREAL")), "THE RANK OF MONTREAL?");
  assert.equal(voteOn(repeat("MAT/80 BANK CORP")), "MAT BANK CORP?");
  assert.equal(voteOn(repeat("MARSH & MCLENNAN CD/90 INC")), "MARSH & MCLENNAN CD INC?");
  assert.equal(voteOn(repeat("AIR PRODUCTS B CHEMICALS")), "AIR PRODUCTS B CHEMICALS?");
});
