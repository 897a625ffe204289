import assert from "node:assert/strict";
import { test } from "node:test";
import { formatReason, parseReason } from "../domain/reason.ts";
import { ERROR_CODES, findCode, REJECTIONS, readStoredCode } from "./error-codes.ts";

test("looks up a code only in the catalog, never in an object's prototype", () => {
  assert.equal(findCode(ERROR_CODES, "pdf_truncated"), "pdf_truncated");
  for (const text of ["pdf_torn", "constructor", ""]) assert.equal(findCode(ERROR_CODES, text), null, text);
});

test("keeps a stored code that the catalog does not have", () => {
  assert.equal(readStoredCode(REJECTIONS, "deleted"), "deleted");
  assert.equal(readStoredCode(REJECTIONS, "pencilled"), "pencilled");
  assert.equal(formatReason(parseReason("reader_tired: It slept.")), "reader_tired: It slept.");
});
