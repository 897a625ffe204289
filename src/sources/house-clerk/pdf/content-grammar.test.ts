import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOfContent } from "./content-grammar.ts";

const TEXT = "BT /F5 12.6 Tf 1 0 0 -1 .75 -289. Tm <002C> Tj 5.6 0 Td [<00270028> -12 (a \\) b)] TJ ET";

test("a whole content is without fault", () => {
  for (const content of [
    "",
    " q Q ",
    `q ${TEXT} Q`,
    "q .5 .5 .5 RG 0 270 55 58 re\nf* Q\r\n",
    "/P <</MCID 0>> BDC EMC",
    "-1 +.5 10. 0.25 re W* n /Cs1 cs d0",
  ]) {
    assert.equal(faultOfContent(Buffer.from(content, "latin1")), null, content);
  }
});

test("one that is cut has something open", () => {
  const whole = `q q ${TEXT} Q ${TEXT} Q`;
  for (let length = 1; length < whole.length; length++) {
    assert.notEqual(faultOfContent(Buffer.from(whole.slice(0, length))), null, whole.slice(0, length));
  }
});

test("what is no word of the language, and what closes more than it opened, is told", () => {
  for (const content of [
    "q Q Q",
    "ET",
    "BT BT ET ET",
    "q 1 0 0 1 cmm Q",
    "<00> Tj",
    "<00zz> Tj",
    "q \0\0 Q",
    "1.2.3 w",
    "<0027 Tj",
    "(a b Tj",
    "1- w",
    ". w",
    "/ gs",
    "> w",
    "q0 Q",
    "1234567890123456 w",
  ]) {
    assert.notEqual(faultOfContent(Buffer.from(content, "latin1")), null, content);
  }
});
