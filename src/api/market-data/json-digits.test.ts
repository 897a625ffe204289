import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pieceOf, putDecimal, putPiece, putText, putWhole } from "./json-digits.ts";

const view = new DataView(new ArrayBuffer(64));

function written(put: (view: DataView, at: number) => number): string {
  const end = put(view, 3);
  return Buffer.from(view.buffer, 3, end - 3).toString("latin1");
}

const decimals = fc.integer({ min: 0, max: 6 });
/** Numbers of every length, so that short ones are as frequent as long ones, and half of them with zeros at the end. */
const whole = fc
  .tuple(fc.maxSafeNat(), fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 6 }))
  .map(([number, shorter, zeros]) => Math.floor(Math.floor(number / 10 ** shorter) / 10 ** zeros) * 10 ** zeros);

test("a decimal is what JSON.stringify prints for the same price", () => {
  fc.assert(
    fc.property(whole, decimals, (value, places) => {
      assert.equal(
        written((on, at) => putDecimal(on, at, value, places)),
        JSON.stringify(value / 10 ** places),
      );
    }),
    { numRuns: 20_000 },
  );
});

test("every decimal with up to five digits, at every number of places", () => {
  for (let places = 0; places <= 6; places += 1) {
    for (let value = 0; value < 100_000; value += 1) {
      const digits = written((on, at) => putDecimal(on, at, value, places));
      if (digits !== JSON.stringify(value / 10 ** places)) assert.fail(`${value} / 10^${places}: ${digits}`);
    }
  }
});

test("decimals beside whole numbers, and at the borders of 31 bits, of 15 digits and of 2^53", () => {
  const borders = [2 ** 31, 1e15, Number.MAX_SAFE_INTEGER - 50, ...Array.from({ length: 15 }, (_, n) => 10 ** n)];
  for (const border of borders) {
    for (let value = Math.max(0, border - 50); value <= border + 50; value += 1) {
      for (let places = 0; places <= 6; places += 1) {
        assert.equal(
          written((on, at) => putDecimal(on, at, value, places)),
          JSON.stringify(value / 10 ** places),
        );
      }
    }
  }
});

test("a whole number is what JSON.stringify prints, sums beyond 2^53 too", () => {
  fc.assert(
    fc.property(fc.oneof(whole, fc.bigInt(0n, 10n ** 20n).map(Number)), (value) => {
      assert.equal(
        written((on, at) => putWhole(on, at, value)),
        JSON.stringify(value),
      );
    }),
    { numRuns: 20_000 },
  );
});

test("pieces of every length stand where they belong, one after another", () => {
  const text = '"abcdefghijklmnop"';
  for (let length = 0; length <= 16; length += 1) {
    const put = (on: DataView, at: number) => {
      const next = putPiece(on, putText(on, at, "<"), pieceOf(text.slice(0, length)));
      return putText(on, next, ">");
    };
    assert.equal(written(put), `<${text.slice(0, length)}>`);
  }
  assert.throws(() => pieceOf(text), /up to 16 characters/);
});
