/** Tests days before those that are fetched by default, and the reported origin of bars. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toBars } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import type { ProviderAnswers } from "./made-providers.ts";
import { createFlatBars, createTestMarket, failAsDown } from "./made-providers.ts";

const FRIDAY = "2026-11-20";
const EVENING = "2026-11-20T23:00:00Z";
const SIX_YEARS = 1_509;
const FIRST_DAY = "2012-01-03";
/** Every trading day since 2012, at one price. */
const ALL = createFlatBars(FRIDAY, 4_000).filter(({ date }) => date >= FIRST_DAY);
const WEEK_OF_2015 = { from: "2015-03-02" as IsoDate, to: "2015-03-06" as IsoDate };

/** Returns six years, unless older days are requested. */
const withHistory: ProviderAnswers = {
  bars: (_, since) => ({ bars: since === undefined ? ALL.slice(0, SIX_YEARS) : ALL }),
};
const dropDaysBefore = (answers: ProviderAnswers, first: string): ProviderAnswers => ({
  bars: (symbol, since) => {
    const answer = answers.bars?.(symbol, since) ?? assert.fail();
    return { ...answer, bars: answer.bars.filter(({ date }) => date >= first) };
  },
});

function setUp(answers: Parameters<typeof createTestMarket>[0], hasEveryDay = true) {
  const made = createTestMarket(answers, EVENING, hasEveryDay ? { hasEveryDay: true } : {});
  const getRange = async (from: string | null, to: string | null = null) => {
    const asked = { from: from as IsoDate | null, to: to as IsoDate | null };
    const { bars, ...rest } = await made.market.getHistory("SMPL", asked, "1d");
    return { dates: toBars(bars).map(({ date }) => date), ...rest };
  };
  const storedBars = () => made.kept.bars.get("SMPL") ?? assert.fail();
  return { ...made, getRange, getStoredBars: storedBars };
}

test("fetches older days on demand, and adds the older days to the stored days", async () => {
  const { getRange, takeRequests, getStoredBars, getHistory } = setUp({ yahoo: withHistory });
  await getHistory();
  assert.deepEqual(takeRequests(), ["yahoo bars"], "a period requests no older days");
  const found = await getRange(WEEK_OF_2015.from, WEEK_OF_2015.to);
  assert.deepEqual(found.dates, ["2015-03-06", "2015-03-05", "2015-03-04", "2015-03-03", "2015-03-02"]);
  assert.deepEqual([found.firstDay, found.lastDay, found.stale], [FIRST_DAY, FRIDAY, false]);
  assert.deepEqual(takeRequests(), ["yahoo bars since 2012-01-01"]);
  assert.deepEqual(getStoredBars().bars, ALL);
  assert.equal((await getRange("2012-01-01")).dates.length, ALL.length);
  assert.deepEqual(takeRequests(), [], "they are stored now");
});

test("requests no older days for a range within the stored days", async () => {
  const { getRange, takeRequests } = setUp({ yahoo: withHistory });
  assert.equal((await getRange("2026-11-16")).dates.length, 5);
  assert.deepEqual(takeRequests(), ["yahoo bars"]);
});

test("requests the missing days before a security's first day at most once an hour", async () => {
  const { getRange, takeRequests, setElapsed } = setUp({
    yahoo: dropDaysBefore(withHistory, "2019-05-10"),
    nasdaq: withHistory,
  });
  setElapsed(0);
  assert.deepEqual((await getRange(WEEK_OF_2015.from, WEEK_OF_2015.to)).dates, []);
  const found = await getRange("2015-01-01", "2019-05-13");
  assert.deepEqual([found.dates, found.firstDay, found.stale], [["2019-05-13", "2019-05-10"], "2019-05-10", false]);
  assert.deepEqual(
    takeRequests(),
    ["yahoo bars", "yahoo bars since 2012-01-01"],
    "a provider that has every day is trusted",
  );
  setElapsed(3_600_000);
  await getRange(WEEK_OF_2015.from);
  assert.deepEqual(takeRequests(), ["yahoo bars since 2012-01-01"]);
});

test("if a provider's days do not reach far enough back, asks the next provider, and names both providers", async () => {
  const short = dropDaysBefore(withHistory, "2016-11-21");
  const { getRange, takeRequests, getStoredBars } = setUp({ nasdaq: short, tiingo: withHistory }, false);
  const found = await getRange(WEEK_OF_2015.from, WEEK_OF_2015.to);
  assert.equal(found.dates.length, 5);
  assert.deepEqual(found.origin, { providers: ["tiingo", "nasdaq"], adjustment: "splits" });
  assert.deepEqual(getStoredBars().origin, found.origin);
  assert.deepEqual(takeRequests(), ["nasdaq bars", "nasdaq bars since 2012-01-01", "tiingo bars since 2012-01-01"]);
});

test("while older days are unavailable, serves stored days as stale, and rejects a range without stored days", async () => {
  const answers: ProviderAnswers = {
    bars: (symbol, since) => (since === undefined ? withHistory.bars?.(symbol) : failAsDown()) ?? null,
  };
  const { getRange } = setUp({ yahoo: answers });
  const found = await getRange("2019-01-01");
  assert.deepEqual([found.dates.length, found.stale], [SIX_YEARS, true]);
  await assert.rejects(getRange(WEEK_OF_2015.from, WEEK_OF_2015.to), { code: "upstream_unavailable" });
});

test("rescales older days by a reported split, and rejects older days that contradict stored days", async () => {
  const splits = [{ date: "2018-06-11" as IsoDate, ratio: 4 }];
  const setPriceBefore = (price: number) =>
    ALL.map((bar) => (bar.date < "2018-06-11" ? { ...bar, close: price, open: price, high: price, low: price } : bar));
  const createAnswers = (bars: typeof ALL): ProviderAnswers => ({
    bars: (_, since) => (since === undefined ? { bars: ALL.slice(0, SIX_YEARS) } : { bars, splits }),
  });
  const worked = setUp({ yahoo: createAnswers(setPriceBefore(400)) });
  assert.equal((await worked.getRange(WEEK_OF_2015.from, WEEK_OF_2015.to)).dates.length, 5);
  assert.deepEqual(new Set(worked.getStoredBars().bars.map(({ close }) => close)), new Set([100]));
  const other = ALL.map((bar) => ({ ...bar, open: 93, high: 93, low: 93, close: 93 }));
  const conflict = setUp({
    yahoo: { bars: (_, since) => ({ bars: since === undefined ? ALL.slice(0, SIX_YEARS) : other }) },
  });
  await assert.rejects(conflict.getRange(WEEK_OF_2015.from, WEEK_OF_2015.to), { code: "upstream_unavailable" });
  assert.equal(conflict.getStoredBars().bars.length, SIX_YEARS);
});

test("counts a discontinued security's period back from its last day, and fetches the whole period", async () => {
  const createEnded = (last: string, isDown = false): ProviderAnswers => ({
    bars: (_, since) => {
      if (isDown && since !== undefined) return failAsDown();
      const bars = ALL.filter(({ date }) => date <= last && date >= (since ?? "2020-11-20"));
      return bars.length === 0 ? null : { bars };
    },
  });
  const { market, takeRequests, getStoredBars } = setUp({ yahoo: createEnded("2020-12-23") });
  assert.equal((await market.getHistory("SMPL", "3mo", "1d")).bars.count, 64);
  assert.deepEqual(takeRequests(), ["yahoo bars", "yahoo bars since 2012-01-01"]);
  assert.equal((await market.getHistory("SMPL", "5y", "1d")).bars.count, 1_259);
  assert.deepEqual([takeRequests(), getStoredBars().bars.at(-1)?.date], [[], FIRST_DAY]);
  const cut = await setUp({ yahoo: createEnded("2020-12-23", true) }).market.getHistory("SMPL", "3mo", "1d");
  assert.deepEqual([cut.bars.count, cut.stale], [23, true], "days that could not be fetched make the result stale");
});

test("fetches all days of an unlisted security in one request, however long ago trading ended", async () => {
  const bars = ALL.filter(({ date }) => date >= "2014-01-02" && date <= "2016-09-07");
  const answers: ProviderAnswers = { bars: (_, since) => (since === undefined ? null : { bars }) };
  const { market, takeRequests } = setUp({ yahoo: answers });
  const { bars: period, lastDay, stale } = await market.getHistory("GONE", "3mo", "1d");
  assert.deepEqual([period.count, lastDay, stale], [64, "2016-09-07", false]);
  assert.equal((await market.getHistory("GONE", "5y", "1d")).bars.count, bars.length);
  assert.deepEqual(takeRequests(), ["yahoo bars since 2012-01-01"]);
});

test("days imported from files make the series unverified, unless declared adjusted", async () => {
  const symbol = "SMPL" as CanonicalSymbol;
  const old = ALL.slice(SIX_YEARS - 20, SIX_YEARS + 40);
  for (const [policy, adjustment] of [
    ["unverified", "unverified"],
    ["adjusted", "splits"],
  ] as const) {
    const { market, getHistory, getRange } = setUp({ yahoo: withHistory });
    await getHistory();
    assert.deepEqual((await getRange(FRIDAY)).origin, { providers: ["yahoo"], adjustment: "splits" });
    await market.importBars(symbol, old, policy);
    assert.deepEqual((await getRange(FRIDAY)).origin, { providers: ["file", "yahoo"], adjustment });
  }
});
