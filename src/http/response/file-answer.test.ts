import assert from "node:assert/strict";
import { test } from "node:test";
import { parseByteRange } from "./file-answer.ts";

const TAG = '"a"';
const parseRange = (range: string | undefined, ifRange?: string, size = 100) =>
  parseByteRange(range, ifRange, TAG, size);

test("reads a range as defined in RFC 9110, and the first of several", () => {
  assert.deepEqual(parseRange("bytes=0-0"), { start: 0, end: 1 });
  assert.deepEqual(parseRange("bytes=10-"), { start: 10, end: 100 });
  assert.deepEqual(parseRange("bytes=10-19"), { start: 10, end: 20 });
  assert.deepEqual(parseRange("bytes=90-500"), { start: 90, end: 100 });
  assert.deepEqual(parseRange("bytes=-5"), { start: 95, end: 100 });
  assert.deepEqual(parseRange("bytes=-500"), { start: 0, end: 100 });
  assert.deepEqual(parseRange("bytes=10-19, 30-39,-1"), { start: 10, end: 20 });
});

test("an invalid byte range means the whole file", () => {
  for (const range of [
    undefined,
    "",
    "bytes=abc",
    "bytes=",
    "bytes=-",
    "items=0-5",
    "bytes=5-1",
    "bytes 0-5",
    "bytes=0x1-",
  ]) {
    assert.equal(parseRange(range), null, String(range));
  }
});

test("a range past the end cannot be satisfied", () => {
  for (const range of ["bytes=100-", "bytes=999999999-", "bytes=-0"])
    assert.equal(parseRange(range), "unsatisfiable", range);
  for (const range of ["bytes=0-", "bytes=-5"]) assert.equal(parseRange(range, undefined, 0), "unsatisfiable", range);
});

test("an If-Range that does not match gives the whole file; weak tags and dates never match", () => {
  assert.deepEqual(parseRange("bytes=10-", TAG), { start: 10, end: 100 });
  for (const other of ['"b"', 'W/"a"', "Fri, 20 Nov 2026 08:00:00 GMT"])
    assert.equal(parseRange("bytes=10-", other), null);
});
