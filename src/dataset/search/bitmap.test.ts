import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { andInto, countBits, emptyBitmap, hasBit, positionsOf, setBits, setRange } from "./bitmap.ts";
import { CodeIndex } from "./code-index.ts";
import { SpanIndex } from "./span-index.ts";

const LENGTH = 500;
const sets = fc.uniqueArray(fc.nat(LENGTH - 1)).map((each) => Uint32Array.from(each).sort());

function bitmapOf(positions: Uint32Array) {
  const bitmap = emptyBitmap(LENGTH);
  setBits(bitmap, positions);
  return bitmap;
}

test("a bitmap counts its positions and gives any part of them, ascending", () => {
  fc.assert(
    fc.property(sets, fc.nat(LENGTH), fc.nat(LENGTH), (positions, some, other) => {
      const [from, to] = [some, other].map((index) => Math.min(index, positions.length)).sort((a, b) => a - b);
      const bitmap = bitmapOf(positions);
      assert.equal(countBits(bitmap), positions.length);
      assert.deepEqual(positionsOf(bitmap, from ?? 0, to ?? 0), positions.slice(from, to));
    }),
  );
});

test("intersections and ranges are those of sets", () => {
  fc.assert(
    fc.property(sets, sets, fc.nat(LENGTH), fc.nat(LENGTH), (some, others, from, to) => {
      const both = emptyBitmap(LENGTH);
      andInto(bitmapOf(some), bitmapOf(others), both);
      assert.deepEqual(
        positionsOf(both, 0, countBits(both)),
        some.filter((position) => others.includes(position)),
      );
      const range = emptyBitmap(LENGTH);
      setRange(range, from, to);
      for (let position = 0; position < LENGTH; position += 1) {
        assert.equal(hasBit(range, position), position >= from && position < to);
      }
    }),
  );
});

test("an index of codes lists the positions of each, whether few or many have it, and each once", () => {
  const codes = fc.array(fc.array(fc.oneof(fc.constantFrom(0, 1), fc.nat(40)), { maxLength: 4 }), { maxLength: 200 });
  fc.assert(
    fc.property(codes, (codesAt) => {
      const index = CodeIndex.of(codesAt.length, 41, (position, visit) => codesAt[position]?.forEach(visit));
      assert.equal(
        index.isPartition,
        codesAt.every((each) => new Set(each).size === 1),
      );
      for (let code = 0; code < 41; code += 1) {
        const expected = Uint32Array.from([...codesAt.keys()].filter((position) => codesAt[position]?.includes(code)));
        assert.equal(index.count(code), expected.length);
        assert.deepEqual(index.positions(code).slice(), expected);
        const bitmap = emptyBitmap(codesAt.length);
        index.addTo(bitmap, code);
        assert.deepEqual(positionsOf(bitmap, 0, expected.length), expected);
      }
    }),
  );
});

test("a span of an order is the same set whichever beginnings it is made from", () => {
  const order = Uint32Array.from({ length: LENGTH }, (_, at) => (at * 7) % LENGTH);
  const making = SpanIndex.making(order);
  let step = making.next();
  while (!step.done) step = making.next();
  const spans = step.value;
  fc.assert(
    fc.property(fc.nat(LENGTH), fc.nat(LENGTH), (some, other) => {
      const [from, to] = [Math.min(some, other), Math.max(some, other)];
      const bitmap = emptyBitmap(LENGTH);
      spans.writeTo(bitmap, from, to);
      assert.deepEqual(positionsOf(bitmap, 0, to - from), order.slice(from, to).sort());
    }),
  );
});
