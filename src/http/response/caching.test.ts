import assert from "node:assert/strict";
import { test } from "node:test";
import { formatWeakTag, matchesIfMatch, matchesIfNoneMatch } from "./caching.ts";

const tag = formatWeakTag("v1?limit=10&skip=0");

test("a tag matches as weak or strong, in a list, or by `*`", () => {
  for (const header of [tag, tag.slice(2), `"a", ${tag}`, `${tag},"b"`, `W/"a,b" , ${tag} , "c"`, "*", " * "]) {
    assert.equal(matchesIfNoneMatch(header, tag), true, header);
  }
});

test("malformed headers, other tags and a missing header do not match", () => {
  for (const header of [
    undefined,
    "",
    "v1",
    '"v1"',
    'w/"v1?limit=10&skip=0"',
    `x ${tag}`,
    `"a" ${tag}`,
    `"${tag}`,
    "**",
  ]) {
    assert.equal(matchesIfNoneMatch(header, tag), false, header);
  }
});

test("If-Match succeeds with the exact tag, or without a header", () => {
  for (const header of [undefined, "*", '"a"', '"b", "a"', 'W/"a" , "a"'])
    assert.equal(matchesIfMatch(header, '"a"'), true);
  for (const header of ["", '"b"', 'W/"a"', "a", '"a']) assert.equal(matchesIfMatch(header, '"a"'), false, header);
  assert.equal(matchesIfMatch(tag, tag), true);
  assert.equal(matchesIfMatch(tag.slice(2), tag), false);
});
