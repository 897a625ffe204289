import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Bar } from "../domain/bar.ts";
import { toBars, toDayNumber } from "../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../domain/dates.ts";
import { packBars, readNewestDay, readOldestDay, unpackBars, unpackCloses, unpackColumns } from "./packed-bars.ts";

const DAY = "2026-11-20" as IsoDate;

function createBar(price: number, volume: number, date: IsoDate = DAY): Bar {
  return { date, open: price, high: price, low: price, close: price, volume };
}

function listCloses(packed: Uint8Array): readonly (readonly number[])[] {
  const { days, close } = unpackCloses(packed);
  return Array.from(days, (day, at) => [day, close[at] as number]);
}

test("unpacking returns the packed bars, to six decimals", () => {
  const bars: Bar[] = [
    { date: DAY, open: 138.270004, high: 140.5, low: 0.0001, close: 138.27, volume: 41_234_567 },
    { date: addDays(DAY, -1), open: 1, high: 1.123456, low: 0, close: 1, volume: 0 },
  ];
  assert.deepEqual(unpackBars(packBars(bars)), bars);
  assert.deepEqual(unpackBars(packBars([])), []);
});

test("a bar with the same prices as its neighbor takes few bytes, and a bar with very different prices stays exact", () => {
  for (const [price, volume, bytes] of [
    [138.27, 41_234_567, 2 + 4 * 1 + 4],
    [0, 65_535, 2 + 4 * 1 + 2],
    [0, 65_536, 2 + 4 * 1 + 3],
    [4_294.967294, 4_294_967_295, 2 + 4 * 1 + 4],
    [812_345.123456, 4_294_967_296, 2 + 4 * 1 + 8],
    [4_000_000_000, Number.MAX_SAFE_INTEGER, 2 + 4 * 1 + 8],
  ] as const) {
    const newer = createBar(price, 1, addDays(DAY, 1));
    const packed = packBars([newer, createBar(price, volume)]);
    assert.equal(packed.byteLength - packBars([newer]).byteLength, bytes, `bytes of ${price}`);
    assert.deepEqual(unpackBars(packed), [newer, createBar(price, volume)]);
    const apart = [createBar(price, 1), { ...createBar(0, volume, addDays(DAY, -1)), high: price }];
    assert.deepEqual(unpackBars(packBars(apart)), apart);
  }
});

test("packs bars on days far apart, and before 1970", () => {
  const bars = ["2026-11-20", "2026-09-19", "2026-07-18", "1969-12-31", "1962-01-02"].map((day) =>
    createBar(1, 1, day as IsoDate),
  );
  assert.deepEqual(unpackBars(packBars(bars)), bars);
  assert.equal(readOldestDay(packBars(bars)), toDayNumber("1962-01-02" as IsoDate));
});

test("reads only the bars after a given day, with the same bytes as a series of just these bars", () => {
  const bars = [0, 1, 4, 70].map((gap) => createBar(10 + gap, 100, addDays(DAY, -gap)));
  const packed = packBars(bars);
  assert.equal(readNewestDay(packed), toDayNumber(DAY));
  for (let back = 1; back < 80; back += 1) {
    const { columns, bytes } = unpackColumns(packed, toDayNumber(DAY) - back);
    const wanted = bars.filter((each) => each.date > addDays(DAY, -back));
    assert.deepEqual(toBars(columns), wanted);
    assert.deepEqual(bytes, unpackColumns(packBars(bars.slice(0, wanted.length))).bytes);
  }
  assert.equal(unpackColumns(packed, toDayNumber(DAY) + 9).columns.count, 0);
  assert.equal(readNewestDay(packBars([])), null);
  assert.equal(readOldestDay(packBars([])), null);
});

test("still reads the first packing format, whole and in part", () => {
  const fixed = Buffer.from(
    "0104040402000000d8500000d750000050c3000064c3000060ea00006aea0000409c00004a9c000078e6000082e600000500000006000000",
    "hex",
  );
  const bars = [
    { date: "2026-08-31", open: 5, high: 6, low: 4, close: 5.9, volume: 5 },
    { date: "2026-08-30", open: 5.002, high: 6.001, low: 4.001, close: 5.901, volume: 6 },
  ];
  assert.deepEqual(unpackBars(fixed), bars);
  assert.deepEqual(listCloses(fixed), bars.map(({ date, close }) => [toDayNumber(date as IsoDate), close]).reverse());
  assert.equal(readNewestDay(fixed), toDayNumber("2026-08-31" as IsoDate));
  assert.equal(readOldestDay(fixed), toDayNumber("2026-08-30" as IsoDate));
  assert.deepEqual(toBars(unpackColumns(fixed, toDayNumber("2026-08-30" as IsoDate)).columns), bars.slice(0, 1));
  const wide = new DataView(new ArrayBuffer(8 + 44));
  new Uint8Array(wide.buffer).set([1, 6, 8, 8, 1, 0, 0, 0]);
  wide.setInt32(8, 1, true);
  for (let column = 0; column < 4; column += 1) wide.setFloat64(12 + 8 * column, 812_345_123_456, true);
  wide.setFloat64(44, Number.MAX_SAFE_INTEGER, true);
  const { columns } = unpackColumns(new Uint8Array(wide.buffer));
  assert.deepEqual(toBars(columns), [createBar(812_345.123456, Number.MAX_SAFE_INTEGER, "1970-01-02" as IsoDate)]);
  assert.throws(() => unpackBars(fixed.subarray(0, 50)), /2 packed bars take 56 bytes, not 50/);
  assert.throws(() => unpackBars(fixed.subarray(0, 5)), /8 bytes at least, not 5/);
});

test("returns prices with four decimals exactly, at any magnitude", () => {
  const price = fc.integer({ min: 0, max: 4e13 }).map((n) => n / 1e4);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(price, fc.maxSafeNat(), fc.integer({ min: 1, max: 400 })), { maxLength: 40 }),
      (rows) => {
        let date = DAY;
        const bars = rows.map(([p, volume, gap]) => {
          date = addDays(date, -gap);
          return createBar(p, volume, date);
        });
        const packed = packBars(bars);
        assert.deepEqual(unpackBars(packed), bars);
        assert.deepEqual(listCloses(packed), bars.map(({ date, close }) => [toDayNumber(date), close]).reverse());
        assert.equal(readOldestDay(packed), bars.length === 0 ? null : toDayNumber(date));
      },
    ),
    { numRuns: 200 },
  );
});

test("packed bars may lie anywhere within a larger buffer", () => {
  const packed = packBars([createBar(12.5, 7)]);
  const shifted = new Uint8Array(packed.byteLength + 3);
  shifted.set(packed, 3);
  assert.deepEqual(unpackBars(shifted.subarray(3)), [createBar(12.5, 7)]);
});

test("rejects values that cannot be stored exactly, and damaged data", () => {
  assert.throws(
    () => packBars([createBar(1, 1), createBar(1, 1)]),
    /newest first.*2026-11-20 is followed by 2026-11-20/,
  );
  assert.throws(() => packBars([createBar(-1, 1)]), /open of 2026-11-20 must be from 0/);
  assert.throws(() => packBars([createBar(Number.NaN, 1)]), /not NaN/);
  assert.throws(() => packBars([createBar(1, 2 ** 54)]), /volume of 2026-11-20/);
  const packed = packBars([createBar(1, 1), createBar(70_000, 1e15, addDays(DAY, -70))]);
  for (let length = 10; length < packed.byteLength; length += 1) {
    assert.throws(() => unpackBars(packed.subarray(0, length)), RangeError);
    assert.throws(() => unpackCloses(packed.subarray(0, length)), RangeError);
  }
  assert.throws(() => unpackBars(packed.subarray(0, 20)), /2 packed bars do not fit into 20 bytes/);
  assert.throws(() => unpackBars(Buffer.concat([packed, packed])), /do not fit/);
  assert.throws(() => unpackBars(packed.subarray(0, 9)), /format 1 or 2, not 2/);
  assert.throws(() => unpackBars(new Uint8Array([9, 0, 0, 0, 0, 0, 0, 0, 0, 0])), /format 1 or 2, not 9/);
  assert.throws(() => unpackBars(new Uint8Array([2, 0, 0, 0, 0, 7, 0, 0, 0, 0])), /up to 6 decimals, not 7/);
  assert.throws(() => unpackBars(new Uint8Array()), /not nothing/);
});
