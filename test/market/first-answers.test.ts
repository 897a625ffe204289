/** Tests first answers that are reversed or shifted, and a newest day that jumps as a split would make it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar } from "../../src/domain/bar.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import { readChart } from "../../src/prices/providers/yahoo/answer.ts";
import { createFlatBars, createQuote, createTestMarket, type ProviderAnswers } from "./made-providers.ts";

const FRIDAY = "2026-11-13";
const MONDAY = "2026-11-16";
const CLOSED = `${FRIDAY}T21:00:00Z`;
const toEvening = (day: string) => `${day}T23:00:00Z`;
const listCloses = (bars: readonly Bar[]) => [...new Set(bars.map(({ close }) => close))];
const confirming = { barsMustBeConfirmedByQuote: true } as const;

/** Days that rise from 20 to 97, newest first. */
const rising = createFlatBars(FRIDAY, 78).map((bar, at): Bar => {
  const close = 97 - at;
  return { ...bar, open: close, high: close, low: close, close };
});
const replaceDays = (bars: readonly Bar[], days: readonly Bar[]) =>
  bars.map((bar, at) => ({ ...bar, date: days[at]?.date ?? bar.date }));
const WRONG: Readonly<Record<string, readonly Bar[]>> = {
  "reversed against their days": replaceDays(rising.toReversed(), rising),
  "shifted by half a year": replaceDays(rising, createFlatBars("2026-05-13", 78)),
  "shifted by two weeks": replaceDays(rising, createFlatBars("2026-10-29", 78)),
  "shifted by forty places": rising.map((bar, at) => ({ ...(rising[(at + 40) % 78] ?? bar), date: bar.date })),
};

for (const [fault, bars] of Object.entries(WRONG)) {
  const good: ProviderAnswers = { bars: () => ({ bars: rising }), quote: () => createQuote(97, CLOSED, { change: 1 }) };
  const bad: ProviderAnswers = { bars: () => ({ bars }), quote: () => createQuote(97, CLOSED, { change: 1 }) };
  const charted: ProviderAnswers = {
    bars: () => ({ bars, quoted: { price: 97, change: null, pricedAt: new Date(CLOSED) } }),
    quote: () => createQuote(97, CLOSED, { change: 1 }),
  };
  for (const [how, wrong] of [
    ["its own quote", bad],
    ["the price in the same answer", charted],
  ] as const) {
    test(`a provider's first bars ${fault} are rejected by ${how}, in every order of providers`, async () => {
      for (const answers of [
        { yahoo: wrong, nasdaq: good, tiingo: wrong },
        { nasdaq: wrong, yahoo: wrong, tiingo: good },
        { tiingo: good, nasdaq: wrong },
      ]) {
        const { getHistory } = createTestMarket(answers, toEvening(FRIDAY), confirming);
        assert.deepEqual((await getHistory()).bars, rising);
      }
      const { getHistory, kept } = createTestMarket({ nasdaq: wrong }, toEvening(FRIDAY), confirming);
      await assert.rejects(getHistory(), { code: "upstream_unavailable" });
      assert.equal(kept.bars.size, 0);
    });
  }
}

/** Eight old shares became one on Monday, but Nasdaq has not applied this split to the days before. */
const late = [...createFlatBars(MONDAY, 1, 14.4), ...createFlatBars(FRIDAY, 40, 1.84)];
const quoteWithChange = (change: number | null) => () => createQuote(14.4, `${MONDAY}T21:00:00Z`, { change });

for (const [name, quote] of [
  ["its previous close is on the new scale", quoteWithChange(-0.32)],
  ["it has no previous close", quoteWithChange(null)],
  ["its quote is of the day before", () => createQuote(1.84, CLOSED, { change: 0 })],
] as const) {
  for (const isStored of [false, true]) {
    test(`a provider's bars with a possible unreported split are stale if ${name}${isStored ? ", with days stored" : ""}`, async () => {
      const { getHistory, kept, setTime } = createTestMarket(
        { nasdaq: { bars: () => ({ bars: isStored && !kept.bars.has("SMPL") ? late.slice(1) : late }), quote } },
        toEvening(isStored ? FRIDAY : MONDAY),
        confirming,
      );
      if (isStored) {
        const stored = {
          bars: late.slice(1),
          refreshedAt: new Date(toEvening(FRIDAY)),
          companyName: null,
          dividends: null,
        };
        kept.bars.set("SMPL", { ...stored, origin: { providers: ["nasdaq"], adjustment: "splits" } });
      }
      for (const time of [toEvening(MONDAY), `${MONDAY}T23:05:00Z`, "2026-11-17T02:00:00Z"]) {
        setTime(time);
        const { bars, stale } = await getHistory();
        assert.deepEqual([listCloses(bars), bars[0]?.date, stale], [[1.84], FRIDAY, true], time);
      }
    });
  }
}

test("serves a real jump confirmed by the previous close as fresh", async () => {
  const { getHistory } = createTestMarket(
    { nasdaq: { bars: () => ({ bars: late }), quote: quoteWithChange(14.4 - 1.84) } },
    toEvening(MONDAY),
    confirming,
  );
  const { bars, stale } = await getHistory();
  assert.deepEqual([listCloses(bars), stale], [[14.4, 1.84], false]);
});

test("a doubtful jump is resolved once a split is applied to the bars or reported by the next provider", async () => {
  const now = createFlatBars(MONDAY, 41, 14.72).map((bar, at): Bar => (at === 0 ? { ...bar, ...late[0] } : bar));
  const answers = { nasdaq: { bars: () => ({ bars: late }), quote: quoteWithChange(-0.32) } as ProviderAnswers };
  const { getHistory, setTime } = createTestMarket(answers, toEvening(MONDAY), confirming);
  assert.equal((await getHistory()).stale, true);
  answers.nasdaq.bars = () => ({ bars: now });
  setTime("2026-11-17T13:00:00Z");
  const healed = await getHistory();
  assert.deepEqual([listCloses(healed.bars), healed.stale], [[14.4, 14.72], false]);
  const splits = [{ date: MONDAY as IsoDate, ratio: 0.125 }];
  const quoted = { price: 14.4, change: null, pricedAt: new Date(`${MONDAY}T21:00:00Z`) };
  const both = createTestMarket(
    {
      nasdaq: { bars: () => ({ bars: late }), quote: quoteWithChange(-0.32) },
      yahoo: { bars: () => ({ bars: now, splits, quoted }) },
    },
    toEvening(MONDAY),
    confirming,
  );
  const { bars, stale } = await both.getHistory();
  assert.deepEqual([listCloses(bars), stale], [[14.4, 14.72], false]);
});

/** A chart of Monday to Friday, at the opening in New York. */
function createChart(zone: string, change: (times: number[]) => number[] = (times) => times) {
  const times = [9, 10, 11, 12, 13].map((day) => Date.UTC(2026, 10, day, 14, 30) / 1000);
  const column = () => [10, 11, 12, 13, 14];
  const quote = [{ open: column(), high: column(), low: column(), close: column(), volume: column() }];
  const meta = { symbol: "SMPL", currency: "USD", exchangeTimezoneName: zone };
  return { meta, timestamp: change(times), indicators: { quote } };
}
const readChartDays = (chart: object) =>
  readChart(chart, "SMPL", new Date(toEvening(FRIDAY))).bars.map(({ date }) => date);

test("bars have the days of New York's exchanges, whatever time zone the answer names", () => {
  const week = ["2026-11-13", "2026-11-12", "2026-11-11", "2026-11-10", "2026-11-09"];
  for (const zone of ["America/New_York", "US/Eastern", "Europe/Berlin", "Nowhere/Else"]) {
    assert.deepEqual(readChartDays(createChart(zone)), week, zone);
  }
  for (const zone of ["Australia/Sydney", "Pacific/Auckland"])
    assert.deepEqual(readChartDays(createChart(zone)), [], zone);
  const weekend = createChart("Asia/Tokyo", (times) => times.map((at) => at + 2 * 86_400));
  assert.deepEqual(readChartDays(weekend), []);
});

test("rejects a chart whose timestamps are in reverse order", () => {
  assert.throws(() => readChartDays(createChart("America/New_York", (times) => times.toReversed())), /not in order/);
});
