import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalSymbol } from "./symbol.ts";

test("the spellings of one symbol have one canonical form", () => {
  for (const spelling of ["brk-b", "BRK/B", "BRK.B", "Brk.b"]) assert.equal(canonicalSymbol(spelling), "BRK.B");
  for (const none of ["", "1A", "TOOLONGG", "A B", "BRK..B", "AAPL\n"]) assert.equal(canonicalSymbol(none), null, none);
});

test("letters that become a symbol's only by folding are no symbol", () => {
  for (const folded of ["ZZ\u017fTL", "\u0131BM", "\u00dfA", "BR\u212a.B", "\ufb01SV", "\uff21APL"]) {
    assert.equal(canonicalSymbol(folded), null, folded);
  }
});
