import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { atOnce } from "../slices.ts";
import { emptyBitmap, setBits } from "./bitmap.ts";
import { SortedOrder } from "./sorted-order.ts";

/** Key of each position, and whether it is one of those that are sorted. */
const rows = fc.array(fc.tuple(fc.option(fc.integer({ min: -5, max: 20 }), { freq: 8 }), fc.boolean()), {
  minLength: 1,
  maxLength: 400,
});

test("any page of a list, of a bitmap and of all, in both directions, is that of a stable sort", () => {
  fc.assert(
    fc.property(rows, fc.boolean(), fc.nat(400), fc.nat(400), (all, descending, skip, limit) => {
      const order = atOnce(SortedOrder.making(all.length, (position) => all[position]?.[0] ?? null));
      const sorted = (positions: Uint32Array) =>
        [...positions].sort((a, b) => {
          const [x, y] = [all[a]?.[0] ?? null, all[b]?.[0] ?? null];
          if (x === null || y === null) return Number(x === null) - Number(y === null);
          return descending ? y - x : x - y;
        });
      const every = Uint32Array.from(all.keys());
      const list = every.filter((position) => all[position]?.[1]);
      const bitmap = emptyBitmap(all.length);
      setBits(bitmap, list);
      for (const [positions, page] of [
        [every, (from: number, to: number) => order.ofAll(descending, from, to)],
        [list, (from: number, to: number) => order.ofList(list, descending, from, to)],
        [list, (from: number, to: number) => order.ofBitmap(bitmap, list.length, descending, from, to)],
      ] as const) {
        const from = Math.min(skip, positions.length);
        const to = Math.min(from + limit, positions.length);
        assert.deepEqual([...page(from, to)], sorted(positions).slice(from, to));
      }
    }),
    { numRuns: 300 },
  );
});
