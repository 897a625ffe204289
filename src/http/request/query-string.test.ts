import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { InvalidParametersError } from "../failures.ts";
import { createQueryReader, parseQuery } from "./query-string.ts";

const read = createQueryReader(
  z.object({ limit: z.int().min(1).max(100).default(10), side: z.enum(["Left", "Right"]).optional() }),
  "refused",
);

function catchErrors(query: string) {
  try {
    read(query);
  } catch (error) {
    assert.ok(error instanceof InvalidParametersError);
    return error;
  }
  return assert.fail(`${query} was accepted`);
}

test("applies defaults, reads values, and caps values above the maximum", () => {
  assert.deepEqual(read(""), { limit: 10 });
  assert.deepEqual(read("limit=7&side=LEFT"), { limit: 7, side: "Left" });
  assert.deepEqual(read("limit=101"), { limit: 100 });
  assert.deepEqual(read("limit=9007199254740991"), { limit: 100 });
  assert.deepEqual(read("&&%6Cimit=7&"), { limit: 7 });
});

test("a cached query is the same object, and immutable", () => {
  assert.equal(read("limit=7"), read("limit=7"));
  assert.throws(() => Object.assign(read("limit=7"), { limit: 8 }), TypeError);
  assert.deepEqual(read("limit=7"), { limit: 7 });
});

test("reports each wrong parameter with the reason and the allowed values", () => {
  const { message, errors } = catchErrors("limit=ten&side=up&x=1");
  assert.deepEqual(errors, [
    { in: "query", name: "limit", reason: "not_an_integer", value: "ten", min: 1, max: 100 },
    { in: "query", name: "side", reason: "not_allowed", value: "up", allowed: ["Left", "Right"] },
    { in: "query", name: "x", reason: "unknown_parameter" },
  ]);
  assert.equal(
    message,
    "Query parameter 'limit' must be an integer from 1 to 100. Query parameter 'side' must be one of Left, Right. " +
      "Unknown query parameter 'x'. Known: 'limit', 'side'.",
  );
});

test("gives the reason that fits each wrong value", () => {
  for (const [query, reason] of [
    ["limit=0", "too_small"],
    ["limit=-5", "too_small"],
    ["limit=9007199254740992", "too_large"],
    [`limit=${"9".repeat(400)}`, "too_large"],
    ["limit=1.0", "not_an_integer"],
    ["limit=%2B5", "not_an_integer"],
    ["limit=1_000", "not_an_integer"],
    ["limit=\u{0665}", "not_an_integer"],
    ["limit", "not_an_integer"],
    ["limit=1&limit=1", "repeated"],
    ["limit=1,2", "repeated"],
    ["side=Left,Right", "repeated"],
    ["side=", "not_allowed"],
    ["toString=1", "unknown_parameter"],
  ] as const) {
    assert.equal(catchErrors(query).errors[0]?.reason, reason, query);
  }
});

test("parses a query like a form, and keeps text that cannot be decoded", () => {
  assert.deepEqual(
    [...parseQuery("a=1+2&a=%41&b&=c&d=%zz&e=1=2")],
    [
      ["a", ["1 2", "A"]],
      ["b", [""]],
      ["", ["c"]],
      ["d", ["%zz"]],
      ["e", ["1=2"]],
    ],
  );
});
