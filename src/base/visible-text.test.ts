import assert from "node:assert/strict";
import { test } from "node:test";
import { toVisibleText } from "./visible-text.ts";

test("makes escapes and direction marks visible, and leaves the rest unchanged", () => {
  assert.equal(toVisibleText("\u001b[2J\u009b1mEvil\u0007\r"), "␛[2J\ufffd1mEvil␇␍");
  assert.equal(toVisibleText("abc\u202egnp\u2066.exe\u200f\u061c"), "abc\ufffdgnp\ufffd.exe\ufffd\ufffd");
  assert.equal(toVisibleText("\0\u007f"), "␀␡");
  for (const kept of ["Nydia M. Velázquez", "line\nline\ttab", "Ł ñ 日本 🏛", "soft\u00adhyphen", "a\u200bb"]) {
    assert.equal(toVisibleText(kept), kept);
  }
});
