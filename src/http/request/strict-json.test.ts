import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MalformedJsonError, parseStrictJson } from "./strict-json.ts";

const read = (text: string) => parseStrictJson(Buffer.from(text));

test("parses the output of JSON.stringify unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('"__proto__"'));
      assert.deepEqual(read(text), JSON.parse(text));
      assert.deepEqual(read(JSON.stringify(value, null, 2)), JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test("rejects whatever JSON.parse rejects", () => {
  const bad = [
    "",
    " ",
    "{",
    "[1,]",
    "{,}",
    '{"a"}',
    '{"a":}',
    "01",
    "1.",
    ".5",
    "+1",
    "NaN",
    "Infinity",
    "-",
    "tru",
    "'a'",
  ];
  bad.push('"\t"', '"\\x"', '"\\u12"', '"a', "{} {}", "[1 2]", "\u00a01", "// x\n1", "{a:1}", "nulll", '{"a":1,}');
  for (const text of bad) {
    assert.throws(() => JSON.parse(text), text);
    assert.throws(() => read(text), MalformedJsonError, text);
  }
});

test("rejects JSON that two parsers could read differently", () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":{}}',
    '{"a":{"__proto__":1}}',
    '"\\ud800"',
    '"\\udc00a"',
  ]) {
    assert.throws(() => read(text), MalformedJsonError, text);
  }
  for (const bytes of [
    Buffer.from("{}", "utf16le"),
    Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
    Buffer.from([0x22, 0xff, 0x22]),
  ]) {
    assert.throws(() => parseStrictJson(bytes), MalformedJsonError);
  }
});

test("skips a byte order mark, counts a surrogate pair as one character, and allows out-of-range numbers", () => {
  assert.deepEqual(parseStrictJson(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])), {});
  assert.equal(read('"\\ud83d\\ude00"'), "😀");
  assert.equal(read("1e309"), Number.POSITIVE_INFINITY);
});

test("limits the depth, however deep the input", () => {
  assert.doesNotThrow(() => read("[".repeat(32) + "]".repeat(32)));
  for (const depth of [40, 10_000, 1_000_000]) {
    assert.throws(() => read("[".repeat(depth) + "]".repeat(depth)), /deeper than 32/);
    assert.throws(() => read('{"a":'.repeat(depth)), /deeper than 32/);
  }
});

test("reads a long string", () => {
  const text = "x\\n".repeat(30_000);
  assert.equal(read(`"${text}"`), "x\n".repeat(30_000));
});
