import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Bar } from "../../domain/bar.ts";
import { columnsOf } from "../../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { historyBody } from "./history-body.ts";
import { HistorySchema } from "./history-schema.ts";

const symbols = ["A", "BRK.B", "ABC123.WS", "ABR$D"].map((text) => canonicalSymbol(text) ?? assert.fail());
const cent = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100);
const millionth = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((number) => number / 1e6);
const price = fc.oneof(cent, millionth);
const row = fc.tuple(price, price, price, price, fc.maxSafeNat(), fc.integer({ min: 1, max: 400 }));

test("a body is what JSON.stringify makes of the same history", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.constantFrom(...symbols), (rows, symbol) => {
      let date = "2031-01-01" as IsoDate;
      const data = rows.map(([open, high, low, close, volume, gap]): Bar => {
        date = addDays(date, -gap);
        return { date, open, high, low, close, volume };
      });
      const history = { symbol, interval: "1wk", period: "5y", data, total_points: data.length };
      assert.equal(historyBody(symbol, "5y", "1wk", columnsOf(data)).toString(), JSON.stringify(history));
    }),
    { numRuns: 300 },
  );
});

test("days before 1970 and far ahead are written too", () => {
  const data = ["2099-12-31", "1970-01-01", "1969-12-31", "1962-01-02"].map(
    (date): Bar => ({ date: date as IsoDate, open: 1, high: 2, low: 0.5, close: 1.25, volume: 7 }),
  );
  const body = JSON.parse(historyBody(symbols[0] ?? assert.fail(), "5y", "1d", columnsOf(data)).toString());
  assert.deepEqual(HistorySchema.parse(body).data, data);
});

test("a body is its own: the next one does not write over it", () => {
  const bars = (close: number): Bar[] => [
    { date: "2026-11-20" as IsoDate, open: 1, high: 9, low: 1, close, volume: 1 },
  ];
  const first = historyBody(symbols[0] ?? assert.fail(), "1mo", "1d", columnsOf(bars(2)));
  const before = first.toString();
  historyBody(symbols[1] ?? assert.fail(), "5y", "1mo", columnsOf(bars(3)));
  assert.equal(first.toString(), before);
});
