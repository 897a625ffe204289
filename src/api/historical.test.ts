import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar } from "../domain/bar.ts";
import { addDays, type IsoDate } from "../domain/dates.ts";
import { canonicalSymbol } from "../domain/symbol.ts";
import { historyOf } from "../market/history.ts";
import type { Market } from "../market/market.ts";
import { packBars } from "../store/packed-bars.ts";
import { historical } from "./historical.ts";
import type { Answer, Standing } from "./route.ts";

const NEWEST = "2026-11-20" as IsoDate;

function days(count: number): Bar[] {
  return Array.from({ length: count }, (_, n) => {
    return { date: addDays(NEWEST, -n), open: 10, high: 12.5, low: 9, close: 10 + n / 100, volume: 1000 + n };
  });
}

async function ask(bars: readonly Bar[], query: string, symbol = "AAPL", stale = false): Promise<Answer> {
  const market: Pick<Market, "history"> = {
    async history(given, period, interval) {
      const history = historyOf(packBars(bars), period, interval) ?? assert.fail();
      return { symbol: canonicalSymbol(given) ?? assert.fail(), ...history, stale };
    },
  };
  const route = historical(market as Market);
  assert.ok(route.access === "public");
  return (await route.answer({ symbol }, query, {} as Standing)) as Answer;
}

test("the same body has the same tag, and another body another", async () => {
  const bars = days(400);
  const changed = (at: number) => bars.map((bar, n) => (n === at ? { ...bar, close: 11.11 } : bar));
  const seen = new Map<string, string>();
  for (const series of [bars, changed(0), changed(40), changed(399), days(399), days(20)]) {
    for (const symbol of ["AAPL", "BRK-B", "ABR$D"]) {
      for (const period of ["1mo", "3mo", "6mo", "1y", "5y"]) {
        for (const interval of ["1d", "1wk", "1mo"]) {
          const { body, etag } = await ask(series, `period=${period}&interval=${interval}`, symbol);
          assert.match(etag ?? "", /^W\/"[\x21\x23-\x7e]+"$/);
          const text = body.toString();
          assert.equal(seen.get(etag ?? "") ?? text, text);
          seen.set(etag ?? "", text);
        }
      }
    }
  }
  const month = "period=1mo&interval=1d";
  const tag = (await ask(bars, month)).etag;
  assert.equal((await ask(changed(399), month)).etag, tag, "an older bar is another");
  assert.equal((await ask(days(399), month)).etag, tag, "an older bar is gone");
  assert.notEqual((await ask(changed(0), month)).etag, tag);
});

test("three months of days unless told, and stale ones say so", async () => {
  const { body, headers } = await ask(days(400), "", "aapl", true);
  const { period, interval, symbol, data, total_points } = JSON.parse(body.toString());
  assert.deepEqual([symbol, period, interval, total_points, data.length], ["AAPL", "3mo", "1d", 92, 92]);
  assert.deepEqual(data[0], { date: "2026-11-20", open: 10, high: 12.5, low: 9, close: 10, volume: 1000 });
  assert.deepEqual(headers, ["X-Data-Stale", "true"]);
  assert.deepEqual((await ask(days(400), "")).headers, []);
});
