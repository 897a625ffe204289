import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalSymbol } from "./symbol.ts";

test("spellings of one symbol are one", () => {
  for (const spelling of ["brk-b", "BRK/B", "BRK.B", "Brk.b"]) assert.equal(canonicalSymbol(spelling), "BRK.B");
  for (const none of ["", "1A", "TOOLONGG", "A B", "BRK..B", "AAPL\n"]) assert.equal(canonicalSymbol(none), null, none);
});

test("letters that only fold into those of a symbol make none", () => {
  for (const folded of ["ZZ\u017fTL", "\u0131BM", "\u00dfA", "BR\u212a.B", "\ufb01SV", "\uff21APL"]) {
    assert.equal(canonicalSymbol(folded), null, folded);
  }
});
