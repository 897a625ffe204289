import assert from "node:assert/strict";
import { test } from "node:test";
import { isGeorgia, toLetter } from "./glyphs.ts";

const createGlyph = (originalCharCode: number, unicode: string) => ({
  originalCharCode,
  unicode,
  width: 500,
  isSpace: false,
});

test("a Georgia glyph is the character at the glyph number plus 29, even if the ToUnicode map says otherwise", () => {
  assert.deepEqual(toLetter(createGlyph(39, "d"), true), { text: "D", smallCapital: false });
  assert.deepEqual(toLetter(createGlyph(3, " "), true), { text: " ", smallCapital: false });
  assert.deepEqual(toLetter(createGlyph(97, "?"), true), { text: "~", smallCapital: false });
});

test("reads small capitals, which map to NUL, as lower-case letters and marks them", () => {
  assert.deepEqual(toLetter(createGlyph(643, "\0"), true), { text: "a", smallCapital: true });
  assert.deepEqual(toLetter(createGlyph(668, "\0"), true), { text: "z", smallCapital: true });
});

test("for glyph numbers above the known range and for other fonts, uses the ToUnicode map", () => {
  assert.equal(toLetter(createGlyph(300, "’"), true).text, "’");
  assert.equal(toLetter(createGlyph(39, "⇒"), false).text, "⇒");
  assert.equal(toLetter(createGlyph(300, "\u00a0"), true).text, " ");
});

test("takes the case of an accented letter from the glyph number if the ToUnicode map gives the same letter", () => {
  assert.equal(toLetter(createGlyph(112, "É"), true).text, "é");
  assert.equal(toLetter(createGlyph(101, "é"), true).text, "É");
  assert.equal(toLetter(createGlyph(120, "ñ"), true).text, "ñ");
  assert.equal(toLetter(createGlyph(176, "œ"), true).text, "œ");
  assert.equal(toLetter(createGlyph(112, "ü"), true).text, "ü");
  assert.equal(toLetter(createGlyph(135, "•"), true).text, "•");
  assert.equal(toLetter(createGlyph(177, "–"), true).text, "–");
});

test("an unmapped glyph is visible as such, not as a space or another letter", () => {
  assert.equal(toLetter(createGlyph(700, "\0"), true).text, "\ufffd");
  assert.equal(toLetter(createGlyph(112, "p"), true).text, "\ufffd");
  assert.equal(toLetter(createGlyph(5, "\0"), false).text, "\ufffd");
  assert.equal(toLetter(createGlyph(5, "\t"), false).text, " ");
});

test("recognizes Georgia by its names in both generations, and no other font", () => {
  for (const name of ["Georgia", "Georgia-Bold", "ABCDEF+Georgia", "MJDIWA+Georgia,Bold"]) assert.ok(isGeorgia(name));
  for (const name of ["CambriaMath", "HDGFCY+Marlett", "GeorgiaPro", "NotGeorgia"]) assert.ok(!isGeorgia(name));
});
