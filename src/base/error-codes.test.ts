import assert from "node:assert/strict";
import { test } from "node:test";
import { parseReason, reasonText } from "../domain/reason.ts";
import { codeIn, ERROR_CODES, REJECTIONS, storedCode } from "./error-codes.ts";

test("looks up a code only in the catalog, never in an object's prototype", () => {
  assert.equal(codeIn(ERROR_CODES, "pdf_truncated"), "pdf_truncated");
  for (const text of ["pdf_torn", "constructor", ""]) assert.equal(codeIn(ERROR_CODES, text), null, text);
});

test("keeps a stored code that the catalog does not have", () => {
  assert.equal(storedCode(REJECTIONS, "deleted"), "deleted");
  assert.equal(storedCode(REJECTIONS, "pencilled"), "pencilled");
  assert.equal(reasonText(parseReason("reader_tired: It slept.")), "reader_tired: It slept.");
});
