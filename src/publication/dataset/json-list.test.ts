import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type JsonList, JsonListWriter } from "./json-list.ts";

function listOf(values: readonly unknown[]): JsonList {
  const writer = new JsonListWriter();
  for (const value of values) writer.append(JSON.stringify(value));
  return writer.toJsonList();
}

function read(pieces: readonly Buffer[]): unknown {
  return JSON.parse(`[${Buffer.concat(pieces).toString("utf8")}]`);
}

test("any slice of a list has the values that were appended", () => {
  const cases = fc.tuple(fc.array(fc.string({ unit: "binary" })), fc.nat(), fc.nat());
  fc.assert(
    fc.property(cases, ([values, a, b]) => {
      const list = listOf(values);
      const [from, to] = [a, b].map((n) => n % (values.length + 1)).sort((x, y) => x - y) as [number, number];
      assert.equal(list.length, values.length);
      assert.deepEqual(read(list.slice(from, to)), values.slice(from, to));
    }),
  );
});

test("finds values across chunks, even one larger than a chunk", () => {
  const values = Array.from({ length: 4000 }, (_, index) => `${index} ${"é中".repeat(index % 400)}`);
  values[1500] = "x".repeat(3_000_000);
  const list = listOf(values);
  for (const [from, to] of [
    [0, 4000],
    [1499, 1502],
    [1500, 1501],
    [0, 1],
    [3999, 4000],
    [4000, 4000],
    [700, 1400],
  ] as const) {
    assert.deepEqual(read(list.slice(from, to)), values.slice(from, to), `${from} to ${to}`);
  }
  for (let index = 0; index < values.length; index += 1) {
    assert.deepEqual(read(list.slice(index, index + 1)), [values[index]]);
  }
  assert.deepEqual(read(list.pick(Uint32Array.of(3999, 0, 1500, 2))), [
    values[3999],
    values[0],
    values[1500],
    values[2],
  ]);
});

test("slice and pick return nothing for an empty list", () => {
  const list = listOf([]);
  assert.equal(list.length, 0);
  assert.deepEqual(list.slice(0, 0), []);
  assert.deepEqual(list.pick(new Uint32Array()), []);
});

test("a short list uses no more memory than its bytes", () => {
  const { parts } = listOf([{ a: 1 }, "é"]);
  assert.deepEqual(
    parts.chunks.map(({ buffer }) => buffer.byteLength),
    [13],
  );
});
