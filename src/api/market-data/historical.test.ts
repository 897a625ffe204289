import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar } from "../../domain/bar.ts";
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { InvalidParametersError } from "../../http/failures.ts";
import type { Answer, CallerState } from "../../http/route.ts";
import { buildHistory } from "../../prices/keeper/series/history.ts";
import type { HistoryAnswer, Market } from "../../prices/market.ts";
import { packBars } from "../../store/packed-bars.ts";
import { createHistoricalRoute } from "./historical.ts";

const NEWEST = "2026-11-20" as IsoDate;

function createDays(count: number): Bar[] {
  return Array.from({ length: count }, (_, n) => {
    return { date: addDays(NEWEST, -n), open: 10, high: 12.5, low: 9, close: 10 + n / 100, volume: 1000 + n };
  });
}

const ABOUT: Pick<HistoryAnswer, "origin" | "firstDay" | "lastDay"> = {
  origin: { providers: ["tiingo", "unrecorded"], adjustment: "unverified" },
  firstDay: addDays(NEWEST, -399),
  lastDay: NEWEST,
};
const WHAT_BARS_ARE = [
  ...["X-Price-Source", "tiingo, unrecorded"],
  ...["X-Price-Adjustment", "unverified"],
  ...["X-Price-First-Day", "2025-10-17"],
];

async function ask(bars: readonly Bar[], query: string, symbol = "AAPL", stale = false): Promise<Answer> {
  const market: Pick<Market, "getHistory"> = {
    async getHistory(given, span, interval) {
      const history = buildHistory(packBars(bars), span, interval) ?? assert.fail();
      return { symbol: toCanonicalSymbol(given) ?? assert.fail(), ...history, stale, ...ABOUT };
    },
  };
  const route = createHistoricalRoute(market as Market);
  assert.ok(route.access === "public");
  return (await route.answer({ symbol }, query, {} as CallerState)) as Answer;
}

test("the same body has the same ETag, and a different body a different one", async () => {
  const bars = createDays(400);
  const changeBar = (at: number) => bars.map((bar, n) => (n === at ? { ...bar, close: 11.11 } : bar));
  const seen = new Map<string, string>();
  for (const series of [bars, changeBar(0), changeBar(40), changeBar(399), createDays(399), createDays(20)]) {
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
  assert.equal((await ask(changeBar(399), month)).etag, tag, "an older bar differs");
  assert.equal((await ask(createDays(399), month)).etag, tag, "an older bar is missing");
  assert.notEqual((await ask(changeBar(0), month)).etag, tag);
});

test("defaults to three months of daily bars, with headers that describe them and say whether they are stale", async () => {
  const { body, headers } = await ask(createDays(400), "", "aapl", true);
  const { period, interval, symbol, data, total_points } = JSON.parse(body.toString());
  assert.deepEqual([symbol, period, interval, total_points, data.length], ["AAPL", "3mo", "1d", 92, 92]);
  assert.deepEqual(data[0], { date: "2026-11-20", open: 10, high: 12.5, low: 9, close: 10, volume: 1000 });
  assert.deepEqual(headers, ["X-Data-Stale", "true", ...WHAT_BARS_ARE]);
  assert.deepEqual((await ask(createDays(400), "")).headers, WHAT_BARS_ARE);
});

test("`from`, `to` or both replace the period, and the response shows their range as its period", async () => {
  const fetchBody = async (query: string) => JSON.parse((await ask(createDays(400), query)).body.toString());
  const both = await fetchBody("from=2026-01-05&to=2026-01-07");
  assert.deepEqual(Object.keys(both), ["symbol", "interval", "period", "data", "total_points"]);
  assert.deepEqual([both.period, both.total_points], ["2026-01-05/2026-01-07", 3]);
  assert.deepEqual([both.data[0].date, both.data[2].date], ["2026-01-07", "2026-01-05"]);
  assert.equal((await fetchBody("from=2026-11-18")).period, "2026-11-18/2026-11-20");
  assert.equal((await fetchBody("to=2025-10-18")).period, "2025-10-17/2025-10-18");
  assert.equal((await fetchBody("from=2012-01-01&to=2025-10-18")).total_points, 2, "only the stored days");
  const weeks = await ask(createDays(400), "from=2026-01-05&to=2026-01-07&interval=1wk");
  assert.equal(JSON.parse(weeks.body.toString()).total_points, 1);
  assert.notEqual(weeks.etag, (await ask(createDays(400), "from=2026-01-05&to=2026-01-11&interval=1wk")).etag);
});

test("rejects an invalid range with an explanation", async () => {
  const assertRejected = async (query: string, reasons: readonly string[], sentence: RegExp) => {
    await assert.rejects(ask(createDays(400), query), (error: unknown) => {
      assert.ok(error instanceof InvalidParametersError);
      assert.deepEqual(
        error.errors.map(({ name, reason }) => `${name} ${reason}`),
        reasons,
      );
      assert.match(error.message, sentence);
      return true;
    });
  };
  await assertRejected("from=2026-01-05&period=1y", ["period not_available"], /'from' and 'to' replace 'period'/);
  await assertRejected("from=2026-01-05&to=2026-01-04", ["to inverted"], /'to' must not be earlier than 'from'/);
  await assertRejected("from=2026-1-5&to=soon", ["from not_a_date", "to not_a_date"], /'from' must be a valid date/);
  const none =
    /AAPL .* dated from 2019-01-01 up to 2019-02-01: the first known day is 2025-10-17, the last 2026-11-20\./;
  await assertRejected("from=2019-01-01&to=2019-02-01", ["from not_available", "to not_available"], none);
  await assertRejected("from=2026-11-21", ["from not_available"], /dated from 2026-11-21: .* the last 2026-11-20\./);
});
