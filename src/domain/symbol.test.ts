import assert from "node:assert/strict";
import { test } from "node:test";
import { SymbolSpellings, toCanonicalSymbol } from "./symbol.ts";

test("all spellings of a symbol have the same canonical form", () => {
  for (const spelling of ["brk-b", "BRK/B", "BRK.B", "Brk.b"]) assert.equal(toCanonicalSymbol(spelling), "BRK.B");
  for (const none of ["", "1A", "TOOLONGG", "A B", "BRK..B", "AAPL\n"])
    assert.equal(toCanonicalSymbol(none), null, none);
});

test("letters that only become a symbol by Unicode folding are not a symbol", () => {
  for (const folded of ["ZZ\u017fTL", "\u0131BM", "\u00dfA", "BR\u212a.B", "\ufb01SV", "\uff21APL"]) {
    assert.equal(toCanonicalSymbol(folded), null, folded);
  }
});

test("any unambiguous spelling finds a symbol", () => {
  const listed = new SymbolSpellings([
    "BRK.B",
    "BRK.A",
    "BAC",
    "BAC$L",
    "BAC.PL",
    "BAC$B",
    "T.PA",
    "AB.C",
    "ABC",
    "X.PA",
    "XP.A",
    "AAPL",
  ]);
  for (const [given, found] of [
    ["BRKB", "BRK.B"],
    ["brk b", "BRK.B"],
    [" BRK  B ", "BRK.B"],
    ["BRK_B", "BRK.B"],
    ["BAC.PRL", "BAC$L"],
    ["BAC-PL", "BAC$L"],
    ["BAC PR L", "BAC$L"],
    ["BAC^L", "BAC$L"],
    ["BACpL", "BAC$L"],
    ["BAC.PRB", "BAC$B"],
    ["TPA", "T.PA"],
    ["ABC", "ABC"],
    ["AB C", "AB.C"],
    ["aapl", "AAPL"],
  ] as const) {
    assert.equal(listed.find(given), found, given);
  }
  for (const none of [
    "",
    "BRK",
    "BR.KB",
    "B RKB",
    "XPA",
    "AA.PL",
    "BRKC",
    "BACL",
    "ZZZZ",
    "\u212aRK",
    "BRK.B.B",
    "A".repeat(300),
  ]) {
    assert.equal(listed.find(none), null, none);
  }
});
