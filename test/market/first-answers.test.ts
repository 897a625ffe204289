/** First answers that are reversed or shifted, and a newest day that steps as a split would make it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar } from "../../src/domain/bar.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import { readChart } from "../../src/prices/providers/yahoo/answer.ts";
import { flatDays, madeMarketOf, madeQuote, type Says } from "./made-providers.ts";

const FRIDAY = "2026-11-13";
const MONDAY = "2026-11-16";
const CLOSED = `${FRIDAY}T21:00:00Z`;
const evening = (day: string) => `${day}T23:00:00Z`;
const closes = (bars: readonly Bar[]) => [...new Set(bars.map(({ close }) => close))];
const confirming = { barsMustBeConfirmedByQuote: true } as const;

/** Days that rise from 20 to 97, newest first. */
const rising = flatDays(FRIDAY, 78).map((bar, at): Bar => {
  const close = 97 - at;
  return { ...bar, open: close, high: close, low: close, close };
});
const withDays = (bars: readonly Bar[], days: readonly Bar[]) =>
  bars.map((bar, at) => ({ ...bar, date: days[at]?.date ?? bar.date }));
const WRONG: Readonly<Record<string, readonly Bar[]>> = {
  "reversed against their days": withDays(rising.toReversed(), rising),
  "shifted by half a year": withDays(rising, flatDays("2026-05-13", 78)),
  "shifted by two weeks": withDays(rising, flatDays("2026-10-29", 78)),
  "shifted by forty places": rising.map((bar, at) => ({ ...(rising[(at + 40) % 78] ?? bar), date: bar.date })),
};

for (const [fault, bars] of Object.entries(WRONG)) {
  const good: Says = { bars: () => ({ bars: rising }), quote: () => madeQuote(97, CLOSED, { change: 1 }) };
  const bad: Says = { bars: () => ({ bars }), quote: () => madeQuote(97, CLOSED, { change: 1 }) };
  const charted: Says = {
    bars: () => ({ bars, quoted: { price: 97, change: null, pricedAt: new Date(CLOSED) } }),
    quote: () => madeQuote(97, CLOSED, { change: 1 }),
  };
  for (const [how, wrong] of [
    ["its own quote", bad],
    ["the price in the same answer", charted],
  ] as const) {
    test(`a first answer ${fault} is rejected by ${how}, in every order of providers`, async () => {
      for (const says of [
        { yahoo: wrong, nasdaq: good, tiingo: wrong },
        { nasdaq: wrong, yahoo: wrong, tiingo: good },
        { tiingo: good, nasdaq: wrong },
      ]) {
        const { history } = madeMarketOf(says, evening(FRIDAY), confirming);
        assert.deepEqual((await history()).bars, rising);
      }
      const { history, kept } = madeMarketOf({ nasdaq: wrong }, evening(FRIDAY), confirming);
      await assert.rejects(history(), { code: "upstream_unavailable" });
      assert.equal(kept.bars.size, 0);
    });
  }
}

/** Eight old shares became one on Monday; Nasdaq has not worked it into the days before. */
const late = [...flatDays(MONDAY, 1, 14.4), ...flatDays(FRIDAY, 40, 1.84)];
const priced = (change: number | null) => () => madeQuote(14.4, `${MONDAY}T21:00:00Z`, { change });

for (const [name, quote] of [
  ["its previous close is on the new scale", priced(-0.32)],
  ["it tells no previous close", priced(null)],
  ["its quote is of the day before", () => madeQuote(1.84, CLOSED, { change: 0 })],
] as const) {
  for (const isStored of [false, true]) {
    test(`an unreported possible split is stale if ${name}${isStored ? ", with days stored" : ""}`, async () => {
      const { history, kept, at } = madeMarketOf(
        { nasdaq: { bars: () => ({ bars: isStored && !kept.bars.has("SMPL") ? late.slice(1) : late }), quote } },
        evening(isStored ? FRIDAY : MONDAY),
        confirming,
      );
      if (isStored) {
        const stored = {
          bars: late.slice(1),
          refreshedAt: new Date(evening(FRIDAY)),
          companyName: null,
          dividends: null,
        };
        kept.bars.set("SMPL", { ...stored, origin: { providers: ["nasdaq"], adjustment: "splits" } });
      }
      for (const time of [evening(MONDAY), `${MONDAY}T23:05:00Z`, "2026-11-17T02:00:00Z"]) {
        at(time);
        const { bars, stale } = await history();
        assert.deepEqual([closes(bars), bars[0]?.date, stale], [[1.84], FRIDAY, true], time);
      }
    });
  }
}

test("serves a real jump confirmed by the previous close as fresh", async () => {
  const { history } = madeMarketOf(
    { nasdaq: { bars: () => ({ bars: late }), quote: priced(14.4 - 1.84) } },
    evening(MONDAY),
    confirming,
  );
  const { bars, stale } = await history();
  assert.deepEqual([closes(bars), stale], [[14.4, 1.84], false]);
});

test("a doubtful step is resolved once the split is applied, or the next provider reports it", async () => {
  const now = flatDays(MONDAY, 41, 14.72).map((bar, at): Bar => (at === 0 ? { ...bar, ...late[0] } : bar));
  const says = { nasdaq: { bars: () => ({ bars: late }), quote: priced(-0.32) } as Says };
  const { history, at } = madeMarketOf(says, evening(MONDAY), confirming);
  assert.equal((await history()).stale, true);
  says.nasdaq.bars = () => ({ bars: now });
  at("2026-11-17T13:00:00Z");
  const healed = await history();
  assert.deepEqual([closes(healed.bars), healed.stale], [[14.4, 14.72], false]);
  const splits = [{ date: MONDAY as IsoDate, ratio: 0.125 }];
  const quoted = { price: 14.4, change: null, pricedAt: new Date(`${MONDAY}T21:00:00Z`) };
  const both = madeMarketOf(
    {
      nasdaq: { bars: () => ({ bars: late }), quote: priced(-0.32) },
      yahoo: { bars: () => ({ bars: now, splits, quoted }) },
    },
    evening(MONDAY),
    confirming,
  );
  const { bars, stale } = await both.history();
  assert.deepEqual([closes(bars), stale], [[14.4, 14.72], false]);
});

/** A chart of Monday to Friday, at the opening in New York. */
function chartOf(zone: string, change: (times: number[]) => number[] = (times) => times) {
  const times = [9, 10, 11, 12, 13].map((day) => Date.UTC(2026, 10, day, 14, 30) / 1000);
  const column = () => [10, 11, 12, 13, 14];
  const quote = [{ open: column(), high: column(), low: column(), close: column(), volume: column() }];
  const meta = { symbol: "SMPL", currency: "USD", exchangeTimezoneName: zone };
  return { meta, timestamp: change(times), indicators: { quote } };
}
const chartDays = (chart: object) => readChart(chart, "SMPL", new Date(evening(FRIDAY))).bars.map(({ date }) => date);

test("days are those of New York's exchanges, whatever time zone the answer names", () => {
  const week = ["2026-11-13", "2026-11-12", "2026-11-11", "2026-11-10", "2026-11-09"];
  for (const zone of ["America/New_York", "US/Eastern", "Europe/Berlin", "Nowhere/Else"]) {
    assert.deepEqual(chartDays(chartOf(zone)), week, zone);
  }
  for (const zone of ["Australia/Sydney", "Pacific/Auckland"]) assert.deepEqual(chartDays(chartOf(zone)), [], zone);
  const weekend = chartOf("Asia/Tokyo", (times) => times.map((at) => at + 2 * 86_400));
  assert.deepEqual(chartDays(weekend), []);
});

test("rejects a chart whose times run backward relative to its values", () => {
  assert.throws(() => chartDays(chartOf("America/New_York", (times) => times.toReversed())), /not in order/);
});
