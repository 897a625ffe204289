import assert from "node:assert/strict";
import { test } from "node:test";
import { formatWeakTag, matchesIfMatch, matchesIfNoneMatch } from "./caching.ts";

const tag = formatWeakTag("v1?limit=10&skip=0");

test("If-None-Match matches a tag as weak or strong, in a list, or by `*`", () => {
  for (const header of [tag, tag.slice(2), `"a", ${tag}`, `${tag},"b"`, `W/"a,b" , ${tag} , "c"`, "*", " * "]) {
    assert.equal(matchesIfNoneMatch(header, tag), true, header);
  }
});

test("If-None-Match does not match if the header is malformed, missing or has other tags", () => {
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

test("the If-Match check passes if the header is absent, is `*`, or lists the exact tag", () => {
  for (const header of [undefined, "*", '"a"', '"b", "a"', 'W/"a" , "a"'])
    assert.equal(matchesIfMatch(header, '"a"'), true);
  for (const header of ["", '"b"', 'W/"a"', "a", '"a']) assert.equal(matchesIfMatch(header, '"a"'), false, header);
  assert.equal(matchesIfMatch(tag, tag), true);
  assert.equal(matchesIfMatch(tag.slice(2), tag), false);
});
