/** Days before those that are fetched for everybody, and what is told of where bars are from. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toBars } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Says } from "./made-providers.ts";
import { down, flatDays, madeMarketOf } from "./made-providers.ts";

const FRIDAY = "2026-11-20";
const EVENING = "2026-11-20T23:00:00Z";
const SIX_YEARS = 1_509;
const FIRST_DAY = "2012-01-03";
/** Every day of trading since 2012, at one price. */
const ALL = flatDays(FRIDAY, 4_000).filter(({ date }) => date >= FIRST_DAY);
const OF_2015 = { from: "2015-03-02" as IsoDate, to: "2015-03-06" as IsoDate };

/** Six years unless older days are asked for. */
const withHistory: Says = { bars: (_, since) => ({ bars: since === undefined ? ALL.slice(0, SIX_YEARS) : ALL }) };
const until = (says: Says, first: string): Says => ({
  bars: (symbol, since) => {
    const told = says.bars?.(symbol, since) ?? assert.fail();
    return { ...told, bars: told.bars.filter(({ date }) => date >= first) };
  },
});

function setUp(says: Parameters<typeof madeMarketOf>[0], hasEveryDay = true) {
  const made = madeMarketOf(says, EVENING, hasEveryDay ? { hasEveryDay: true } : {});
  const span = async (from: string | null, to: string | null = null) => {
    const asked = { from: from as IsoDate | null, to: to as IsoDate | null };
    const { bars, ...rest } = await made.market.getHistory("SMPL", asked, "1d");
    return { dates: toBars(bars).map(({ date }) => date), ...rest };
  };
  const kept = () => made.kept.bars.get("SMPL") ?? assert.fail();
  return { ...made, span, storedBars: kept };
}

test("older days are fetched on demand, joined to the stored ones, and stored", async () => {
  const { span, asked, storedBars, history } = setUp({ yahoo: withHistory });
  await history();
  assert.deepEqual(asked(), ["yahoo bars"], "a period asks for no older days");
  const found = await span(OF_2015.from, OF_2015.to);
  assert.deepEqual(found.dates, ["2015-03-06", "2015-03-05", "2015-03-04", "2015-03-03", "2015-03-02"]);
  assert.deepEqual([found.firstDay, found.lastDay, found.stale], [FIRST_DAY, FRIDAY, false]);
  assert.deepEqual(asked(), ["yahoo bars since 2012-01-01"]);
  assert.deepEqual(storedBars().bars, ALL);
  assert.equal((await span("2012-01-01")).dates.length, ALL.length);
  assert.deepEqual(asked(), [], "they are there now");
});

test("a range within the stored days requests no older ones", async () => {
  const { span, asked } = setUp({ yahoo: withHistory });
  assert.equal((await span("2026-11-16")).dates.length, 5);
  assert.deepEqual(asked(), ["yahoo bars"]);
});

test("a security that started later has no older days, and they are not requested every time", async () => {
  const { span, asked, elapsed } = setUp({ yahoo: until(withHistory, "2019-05-10"), nasdaq: withHistory });
  elapsed(0);
  assert.deepEqual((await span(OF_2015.from, OF_2015.to)).dates, []);
  const found = await span("2015-01-01", "2019-05-13");
  assert.deepEqual([found.dates, found.firstDay, found.stale], [["2019-05-13", "2019-05-10"], "2019-05-10", false]);
  assert.deepEqual(asked(), ["yahoo bars", "yahoo bars since 2012-01-01"], "a provider that has every day is believed");
  elapsed(3_600_000);
  await span(OF_2015.from);
  assert.deepEqual(asked(), ["yahoo bars since 2012-01-01"]);
});

test("if a provider does not reach far enough back, asks the next one, and names both", async () => {
  const short = until(withHistory, "2016-11-21");
  const { span, asked, storedBars } = setUp({ nasdaq: short, tiingo: withHistory }, false);
  const found = await span(OF_2015.from, OF_2015.to);
  assert.equal(found.dates.length, 5);
  assert.deepEqual(found.origin, { providers: ["tiingo", "nasdaq"], adjustment: "splits" });
  assert.deepEqual(storedBars().origin, found.origin);
  assert.deepEqual(asked(), ["nasdaq bars", "nasdaq bars since 2012-01-01", "tiingo bars since 2012-01-01"]);
});

test("while older days are unavailable, stored ones are stale, and a range without any is unavailable", async () => {
  const says: Says = { bars: (symbol, since) => (since === undefined ? withHistory.bars?.(symbol) : down()) ?? null };
  const { span } = setUp({ yahoo: says });
  const found = await span("2019-01-01");
  assert.deepEqual([found.dates.length, found.stale], [SIX_YEARS, true]);
  await assert.rejects(span(OF_2015.from, OF_2015.to), { code: "upstream_unavailable" });
});

test("rescales older days by the reported split, or rejects them", async () => {
  const splits = [{ date: "2018-06-11" as IsoDate, ratio: 4 }];
  const before = (price: number) =>
    ALL.map((bar) => (bar.date < "2018-06-11" ? { ...bar, close: price, open: price, high: price, low: price } : bar));
  const told = (bars: typeof ALL): Says => ({
    bars: (_, since) => (since === undefined ? { bars: ALL.slice(0, SIX_YEARS) } : { bars, splits }),
  });
  const worked = setUp({ yahoo: told(before(400)) });
  assert.equal((await worked.span(OF_2015.from, OF_2015.to)).dates.length, 5);
  assert.deepEqual(new Set(worked.storedBars().bars.map(({ close }) => close)), new Set([100]));
  const other = ALL.map((bar) => ({ ...bar, open: 93, high: 93, low: 93, close: 93 }));
  const conflict = setUp({
    yahoo: { bars: (_, since) => ({ bars: since === undefined ? ALL.slice(0, SIX_YEARS) : other }) },
  });
  await assert.rejects(conflict.span(OF_2015.from, OF_2015.to), { code: "upstream_unavailable" });
  assert.equal(conflict.storedBars().bars.length, SIX_YEARS);
});

test("a discontinued security's period counts back from its last day, and is fetched that far", async () => {
  const ended = (last: string, isDown = false): Says => ({
    bars: (_, since) => {
      if (isDown && since !== undefined) return down();
      const bars = ALL.filter(({ date }) => date <= last && date >= (since ?? "2020-11-20"));
      return bars.length === 0 ? null : { bars };
    },
  });
  const { market, asked, storedBars } = setUp({ yahoo: ended("2020-12-23") });
  assert.equal((await market.getHistory("SMPL", "3mo", "1d")).bars.count, 64);
  assert.deepEqual(asked(), ["yahoo bars", "yahoo bars since 2012-01-01"]);
  assert.equal((await market.getHistory("SMPL", "5y", "1d")).bars.count, 1_259);
  assert.deepEqual([asked(), storedBars().bars.at(-1)?.date], [[], FIRST_DAY]);
  const cut = await setUp({ yahoo: ended("2020-12-23", true) }).market.getHistory("SMPL", "3mo", "1d");
  assert.deepEqual([cut.bars.count, cut.stale], [23, true], "what could not be fetched is said to be missing");
});

test("fetches an unlisted security in full at once, however long ago it ended", async () => {
  const bars = ALL.filter(({ date }) => date >= "2014-01-02" && date <= "2016-09-07");
  const says: Says = { bars: (_, since) => (since === undefined ? null : { bars }) };
  const { market, asked } = setUp({ yahoo: says });
  const { bars: period, lastDay, stale } = await market.getHistory("GONE", "3mo", "1d");
  assert.deepEqual([period.count, lastDay, stale], [64, "2016-09-07", false]);
  assert.equal((await market.getHistory("GONE", "5y", "1d")).bars.count, bars.length);
  assert.deepEqual(asked(), ["yahoo bars since 2012-01-01"]);
});

test("days imported from files make the series unverified, unless declared adjusted", async () => {
  const symbol = "SMPL" as CanonicalSymbol;
  const old = ALL.slice(SIX_YEARS - 20, SIX_YEARS + 40);
  for (const [policy, adjustment] of [
    ["unverified", "unverified"],
    ["adjusted", "splits"],
  ] as const) {
    const { market, history, span } = setUp({ yahoo: withHistory });
    await history();
    assert.deepEqual((await span(FRIDAY)).origin, { providers: ["yahoo"], adjustment: "splits" });
    await market.importBars(symbol, old, policy);
    assert.deepEqual((await span(FRIDAY)).origin, { providers: ["file", "yahoo"], adjustment });
  }
});
