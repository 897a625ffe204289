/** Bars and dividends back to the first trade of each symbol, on both databases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { toBars, toDayNumber } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import { listMissingSessions } from "../../src/domain/sessions.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import { createMarket } from "../../src/prices/create-market.ts";
import type { DailyBars, MarketProvider } from "../../src/prices/market.ts";
import {
  type BackfilledTrade,
  backfillPrices,
  isBackfillDue,
  listTradedSpans,
} from "../../src/prices/prefetch/reaching.ts";
import type { Store } from "../../src/store/store.ts";
import { testWithStore } from "../store/with-store.ts";
import { flatDays } from "./made-providers.ts";

const NOW = new Date("2026-11-20T23:00:00Z");
const day = (text: string) => text as IsoDate;
const symbolOf = (text: string) => toCanonicalSymbol(text) ?? assert.fail(text);
const log = createLogger("silent");

const trade = (ticker: string, transactionDate: string, currentTicker: string | null = ticker): BackfilledTrade => ({
  ticker,
  currentTicker,
  noCurrentTicker: currentTicker === null ? "not_listed" : null,
  transactionDate: day(transactionDate),
});

test("the benchmark comes first, then symbols by newest trade, a delisted one under its own", async () => {
  const trades = [
    trade("OLD", "2014-03-03"),
    trade("NEW", "2026-11-02"),
    trade("FB", "2013-05-06", "META"),
    trade("META", "2025-01-06"),
    trade("GONE", "2015-02-03", null),
    trade("USED", "2016-02-03", null),
    trade("SPY", "2020-01-06"),
    trade("", "2012-06-04", null),
  ];
  const spans = await listTradedSpans(trades, (symbol) => symbol !== "GONE");
  assert.deepEqual(spans, [
    { symbol: "SPY", first: "2012-06-04", last: "2012-06-04" },
    { symbol: "NEW", first: "2026-11-02", last: "2026-11-02" },
    { symbol: "META", first: "2013-05-06", last: "2025-01-06" },
    { symbol: "GONE", first: "2015-02-03", last: "2015-02-03" },
    { symbol: "OLD", first: "2014-03-03", last: "2014-03-03" },
  ]);
  assert.deepEqual(await listTradedSpans([], () => true), []);
});

test("a symbol is due if days or dividends since its first trade are missing and were not requested lately", () => {
  const first = day("2014-03-03");
  const whole = {
    firstDay: first,
    lastDay: day("2026-11-20"),
    dividendsFrom: first,
    dividendsTo: null,
    requested: null,
  };
  const due = (change: Partial<typeof whole> | { requested: { from: IsoDate | null; at: Date } }) =>
    isBackfillDue({ first }, { ...whole, ...change }, NOW);
  const asked = (from: IsoDate | null, hours: number) => ({
    firstDay: day("2020-01-02"),
    dividendsFrom: day("2020-01-02"),
    requested: { from, at: new Date(NOW.getTime() - hours * 3_600_000) },
  });
  assert.equal(isBackfillDue({ first }, undefined, NOW), true);
  assert.deepEqual(
    [due({}), due({ firstDay: day("2014-03-04") }), due({ dividendsFrom: day("2014-03-04") })],
    [false, true, true],
  );
  assert.deepEqual([due(asked(first, 24)), due(asked(first, 24 * 31)), due(asked(first, -2))], [false, true, true]);
  assert.deepEqual([due(asked(null, 0.5)), due(asked(null, 2))], [false, true]);
  // A symbol whose earlier trades became known since.
  assert.equal(due(asked(day("2016-01-04"), 24)), true);
});

test("a first trade on a weekend or holiday is filled back to its next trading day, and no further", () => {
  for (const [first, next, after] of [
    ["2014-03-01", "2014-03-03", "2014-03-04"],
    ["2014-07-04", "2014-07-07", "2014-07-08"],
  ] as const) {
    const from = (firstDay: string) => ({
      firstDay: day(firstDay),
      lastDay: day("2026-11-20"),
      dividendsFrom: day(firstDay),
      dividendsTo: null,
      requested: null,
    });
    assert.equal(isBackfillDue({ first: day(first) }, from(after), NOW), true, `${first}, filled from ${after} on`);
    assert.equal(isBackfillDue({ first: day(first) }, from(next), NOW), false, `${first}, filled from ${next} on`);
  }
});

/** A provider of every day since 2012, as Yahoo is one; it can go away, and does not know every symbol. */
function madeProvider(id: "yahoo" | "nasdaq" = "yahoo") {
  const state = { asked: [] as string[], isDown: false };
  const lastDay = (symbol: string) => (symbol === "GONE" ? "2019-06-28" : "2026-11-20");
  const provider: MarketProvider = {
    id,
    splitPolicy: "adjusted",
    ...(id === "yahoo" && { hasEveryDay: true as const }),
    budget: { perMinute: 1_000, perMinuteForUnlistedSymbols: 1_000 },
    fetchDailyBars: async (symbol, _, since): Promise<DailyBars | null> => {
      state.asked.push(`${symbol} since ${since}`);
      if (state.isDown) throw new SourceError("server_error", "answered 502");
      if (symbol === "NOBODY") return null;
      const bars = flatDays(lastDay(symbol), 3_800).filter(({ date }) => date >= (since ?? "2020-11-20"));
      const [newest, oldest] = [bars[0]?.date, bars.at(-1)?.date];
      if (newest === undefined || oldest === undefined) return null;
      const cash = new Map([[toDayNumber(day("2015-03-02")), 1]]);
      const dividends =
        id === "yahoo" ? { from: toDayNumber(oldest), to: toDayNumber(newest), cash, refused: [] } : null;
      return { bars, companyName: null, splits: [], dropped: 0, dividends };
    },
  };
  return { provider, state };
}

function marketOf(store: Store, providers: readonly MarketProvider[]) {
  const options = {
    providers,
    store: store.market,
    log,
    getTime: () => NOW,
    isListed: () => true,
    getName: () => null,
  };
  return createMarket(options);
}

const SPANS = ["AAA", "GONE", "NOBODY", "CCC"].map((symbol) => ({
  symbol: symbolOf(symbol),
  first: day("2014-03-03"),
  last: day("2019-01-02"),
}));

async function reached(
  store: Store,
  provider: MarketProvider,
  signal = new AbortController().signal,
  wait = async () => {},
) {
  const { backfill } = marketOf(store, [provider]);
  const options = {
    backfill,
    inventory: store.priceInventory,
    findMissingSessions: async () => [],
    log,
    getTime: () => NOW,
    wait,
  };
  return backfillPrices(SPANS, options, signal);
}

testWithStore("backfill resumes where it stopped, and requests nothing twice", async (store) => {
  const { provider, state } = madeProvider();
  const before = await store.priceInventory.readFillMark();
  const stop = new AbortController();
  let waits = 0;
  await reached(store, provider, stop.signal, async () => {
    waits += 1;
    if (waits === 2) stop.abort();
  });
  assert.deepEqual(state.asked, ["AAA since 2012-01-01", "GONE since 2012-01-01"]);
  assert.deepEqual(await reached(store, provider), { due: 2, reached: 2, failed: 0 });
  assert.deepEqual(state.asked.slice(2), ["NOBODY since 2012-01-01", "CCC since 2012-01-01"]);
  assert.deepEqual(await reached(store, provider), { due: 0, reached: 0, failed: 0 });
  assert.notEqual(await store.priceInventory.readFillMark(), before);
  const spans = await store.priceInventory.readSpans();
  const { requested: asked, ...own } = spans.get("AAA") ?? assert.fail();
  const first = day("2012-01-03");
  const last = day("2026-11-20");
  assert.deepEqual(own, { firstDay: first, lastDay: last, dividendsFrom: first, dividendsTo: last });
  assert.deepEqual(asked, { from: day("2014-03-03"), at: NOW });
  // A delisted symbol keeps its bars and its last day; one that nobody knows is only noted as asked for.
  assert.deepEqual([spans.get("GONE")?.lastDay, spans.get("NOBODY")?.firstDay], ["2019-06-28", null]);
  assert.equal((await store.market.readBars(symbolOf("GONE")))?.dividends?.cash.get(toDayNumber(day("2015-03-02"))), 1);
});

testWithStore("the stored five years stay, and history is served as before", async (store) => {
  const { provider } = madeProvider();
  const market = marketOf(store, [provider]);
  const before = await market.getHistory("AAA", "5y", "1d");
  assert.equal(before.firstDay, "2020-11-20");
  await reached(store, provider);
  const after = await marketOf(store, [provider]).getHistory("AAA", "5y", "1d");
  assert.deepEqual([toBars(after.bars), after.tag], [toBars(before.bars), before.tag]);
  assert.equal(after.firstDay, "2012-01-03");
});

testWithStore(
  "a provider that fails during backfill is asked again an hour later, and nothing is lost",
  async (store) => {
    const { provider, state } = madeProvider();
    await reached(store, provider, undefined, async () => {
      state.isDown = true;
    });
    const spans = await store.priceInventory.readSpans();
    assert.deepEqual([spans.get("AAA")?.firstDay, spans.get("GONE")?.firstDay], ["2012-01-03", null]);
    assert.deepEqual(
      [spans.get("AAA")?.requested?.from, spans.get("GONE")?.requested],
      ["2014-03-03", { from: null, at: NOW }],
    );
    assert.equal(
      isBackfillDue({ first: day("2014-03-03") }, spans.get("GONE"), new Date(NOW.getTime() + 3_600_000)),
      true,
    );
    const missed = (await store.priceInventory.readMisses()).get("GONE");
    assert.deepEqual([missed?.kind, missed?.triedAt], ["failed", NOW]);
    assert.match(missed?.reason ?? "", /answered 502/);
    // Once the provider is back, nothing waits to be repeated.
    const { backfill } = marketOf(store, [madeProvider().provider]);
    const later = () => new Date(NOW.getTime() + 3_600_000);
    const options = {
      backfill,
      inventory: store.priceInventory,
      findMissingSessions: async () => [],
      log,
      getTime: later,
      wait: async () => {},
    };
    await backfillPrices(SPANS, options, new AbortController().signal);
    const kinds = Array.from(await store.priceInventory.readMisses(), ([symbol, { kind }]) => `${symbol} ${kind}`);
    assert.deepEqual(kinds, ["NOBODY unknown"]);
  },
);

testWithStore(
  "a provider without dividends adds bars, and settles the matter only if no other has every day",
  async (store) => {
    const nasdaq = madeProvider("nasdaq");
    assert.deepEqual(await reached(store, nasdaq.provider), { due: 4, reached: 4, failed: 0 });
    assert.equal((await store.priceInventory.readSpans()).get("AAA")?.dividendsFrom, null);
    const yahoo = madeProvider();
    yahoo.state.isDown = true;
    const outcome = await marketOf(store, [yahoo.provider, nasdaq.provider]).backfill(symbolOf("DDD"));
    assert.equal(outcome.kind, "later");
    assert.equal((await store.priceInventory.readSpans()).get("DDD")?.firstDay, "2012-01-03");
  },
);

testWithStore("asks every provider once a day for a session missing from the benchmark", async (store) => {
  const hole = day("2019-03-05");
  const holed = (id: "yahoo" | "nasdaq", lacks: boolean) => {
    const { provider, state } = madeProvider(id);
    const dailyBars: MarketProvider["fetchDailyBars"] = async (...asked) => {
      const told = await provider.fetchDailyBars?.(...asked);
      return told ? { ...told, bars: told.bars.filter(({ date }) => !lacks || date !== hole) } : null;
    };
    return { provider: { ...provider, fetchDailyBars: dailyBars }, state };
  };
  const symbol = symbolOf("SPY");
  const missing = async () => {
    const stored = await store.market.readBars(symbol);
    return listMissingSessions(Int32Array.from(stored?.bars ?? [], ({ date }) => toDayNumber(date)).reverse());
  };
  const spans = [{ symbol, first: day("2014-03-03"), last: day("2019-01-02") }];
  const reachAt = async (providers: readonly MarketProvider[], hours: number) => {
    const { backfill } = marketOf(store, providers);
    const clock = () => new Date(NOW.getTime() + hours * 3_600_000);
    const options = { backfill, inventory: store.priceInventory, log, getTime: clock, wait: async () => {} };
    return backfillPrices(spans, { ...options, findMissingSessions: missing }, new AbortController().signal);
  };
  const yahoo = holed("yahoo", true);
  assert.equal((await reachAt([yahoo.provider], 0)).due, 1);
  assert.deepEqual(await missing(), [hole]);
  assert.equal((await reachAt([yahoo.provider], 1)).due, 0, "not every few minutes");
  const nasdaq = holed("nasdaq", false);
  assert.equal((await reachAt([yahoo.provider, nasdaq.provider], 25)).due, 1);
  assert.deepEqual(await missing(), [], "what the first provider lacks comes from the second");
  assert.ok(nasdaq.state.asked.length > 0);
  assert.equal((await reachAt([yahoo.provider, nasdaq.provider], 60)).due, 0);
});
