/** Tests the backfill of bars and dividends to each symbol's first trade, on both databases. */
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
import { createFlatBars } from "./made-providers.ts";

const NOW = new Date("2026-11-20T23:00:00Z");
const day = (text: string) => text as IsoDate;
const toSymbol = (text: string) => toCanonicalSymbol(text) ?? assert.fail(text);
const log = createLogger("silent");

const createTrade = (
  ticker: string,
  transactionDate: string,
  currentTicker: string | null = ticker,
): BackfilledTrade => ({
  ticker,
  currentTicker,
  noCurrentTicker: currentTicker === null ? "not_listed" : null,
  transactionDate: day(transactionDate),
});

test("lists the benchmark first, then symbols by newest trade; a delisted security keeps its former symbol", async () => {
  const trades = [
    createTrade("OLD", "2014-03-03"),
    createTrade("NEW", "2026-11-02"),
    createTrade("FB", "2013-05-06", "META"),
    createTrade("META", "2025-01-06"),
    createTrade("GONE", "2015-02-03", null),
    createTrade("USED", "2016-02-03", null),
    createTrade("SPY", "2020-01-06"),
    createTrade("", "2012-06-04", null),
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

test("a backfill is due if days or dividends since the first trade are missing and were not requested lately", () => {
  const first = day("2014-03-03");
  const whole = {
    firstDay: first,
    lastDay: day("2026-11-20"),
    dividendsFrom: first,
    dividendsTo: null,
    requested: null,
  };
  const isDue = (change: Partial<typeof whole> | { requested: { from: IsoDate | null; at: Date } }) =>
    isBackfillDue({ first }, { ...whole, ...change }, NOW);
  const createRequested = (from: IsoDate | null, hours: number) => ({
    firstDay: day("2020-01-02"),
    dividendsFrom: day("2020-01-02"),
    requested: { from, at: new Date(NOW.getTime() - hours * 3_600_000) },
  });
  assert.equal(isBackfillDue({ first }, undefined, NOW), true);
  assert.deepEqual(
    [isDue({}), isDue({ firstDay: day("2014-03-04") }), isDue({ dividendsFrom: day("2014-03-04") })],
    [false, true, true],
  );
  assert.deepEqual(
    [isDue(createRequested(first, 24)), isDue(createRequested(first, 24 * 31)), isDue(createRequested(first, -2))],
    [false, true, true],
  );
  assert.deepEqual([isDue(createRequested(null, 0.5)), isDue(createRequested(null, 2))], [false, true]);
  // Earlier trades of the symbol became known after the request.
  assert.equal(isDue(createRequested(day("2016-01-04"), 24)), true);
});

test("for a first trade on a weekend or holiday, a backfill is due only if the next trading day is missing", () => {
  for (const [first, next, after] of [
    ["2014-03-01", "2014-03-03", "2014-03-04"],
    ["2014-07-04", "2014-07-07", "2014-07-08"],
  ] as const) {
    const createSpan = (firstDay: string) => ({
      firstDay: day(firstDay),
      lastDay: day("2026-11-20"),
      dividendsFrom: day(firstDay),
      dividendsTo: null,
      requested: null,
    });
    assert.equal(
      isBackfillDue({ first: day(first) }, createSpan(after), NOW),
      true,
      `${first}, filled from ${after} on`,
    );
    assert.equal(
      isBackfillDue({ first: day(first) }, createSpan(next), NOW),
      false,
      `${first}, filled from ${next} on`,
    );
  }
});

/** A provider like Yahoo, with every day since 2012; it can be down, and does not know every symbol. */
function createProvider(id: "yahoo" | "nasdaq" = "yahoo") {
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
      const bars = createFlatBars(lastDay(symbol), 3_800).filter(({ date }) => date >= (since ?? "2020-11-20"));
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

function openMarket(store: Store, providers: readonly MarketProvider[]) {
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
  symbol: toSymbol(symbol),
  first: day("2014-03-03"),
  last: day("2019-01-02"),
}));

async function runBackfill(
  store: Store,
  provider: MarketProvider,
  signal = new AbortController().signal,
  wait = async () => {},
) {
  const { backfill } = openMarket(store, [provider]);
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
  const { provider, state } = createProvider();
  const before = await store.priceInventory.readPriceRevision();
  const stop = new AbortController();
  let waits = 0;
  await runBackfill(store, provider, stop.signal, async () => {
    waits += 1;
    if (waits === 2) stop.abort();
  });
  assert.deepEqual(state.asked, ["AAA since 2012-01-01", "GONE since 2012-01-01"]);
  assert.deepEqual(await runBackfill(store, provider), { due: 2, reached: 2, failed: 0 });
  assert.deepEqual(state.asked.slice(2), ["NOBODY since 2012-01-01", "CCC since 2012-01-01"]);
  assert.deepEqual(await runBackfill(store, provider), { due: 0, reached: 0, failed: 0 });
  assert.notEqual(await store.priceInventory.readPriceRevision(), before);
  const spans = await store.priceInventory.readSpans();
  const { requested: asked, ...own } = spans.get("AAA") ?? assert.fail();
  const first = day("2012-01-03");
  const last = day("2026-11-20");
  assert.deepEqual(own, { firstDay: first, lastDay: last, dividendsFrom: first, dividendsTo: last });
  assert.deepEqual(asked, { from: day("2014-03-03"), at: NOW });
  // A delisted symbol keeps its bars and its last day; of a symbol that no provider knows, only the request is recorded.
  assert.deepEqual([spans.get("GONE")?.lastDay, spans.get("NOBODY")?.firstDay], ["2019-06-28", null]);
  assert.equal((await store.market.readBars(toSymbol("GONE")))?.dividends?.cash.get(toDayNumber(day("2015-03-02"))), 1);
});

testWithStore("the stored five years stay, and history is served as before", async (store) => {
  const { provider } = createProvider();
  const market = openMarket(store, [provider]);
  const before = await market.getHistory("AAA", "5y", "1d");
  assert.equal(before.firstDay, "2020-11-20");
  await runBackfill(store, provider);
  const after = await openMarket(store, [provider]).getHistory("AAA", "5y", "1d");
  assert.deepEqual([toBars(after.bars), after.tag], [toBars(before.bars), before.tag]);
  assert.equal(after.firstDay, "2012-01-03");
});

testWithStore(
  "a provider that fails during backfill is requested again an hour later, and nothing is lost",
  async (store) => {
    const { provider, state } = createProvider();
    await runBackfill(store, provider, undefined, async () => {
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
    const missed = (await store.priceInventory.readFailures()).get("GONE");
    assert.deepEqual([missed?.kind, missed?.triedAt], ["failed", NOW]);
    assert.match(missed?.reason ?? "", /answered 502/);
    // Once the provider is back, no failed symbol is left to retry.
    const { backfill } = openMarket(store, [createProvider().provider]);
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
    const kinds = Array.from(await store.priceInventory.readFailures(), ([symbol, { kind }]) => `${symbol} ${kind}`);
    assert.deepEqual(kinds, ["NOBODY unknown"]);
  },
);

testWithStore(
  "a provider without dividends adds bars, and completes a backfill only if no other provider has every day",
  async (store) => {
    const nasdaq = createProvider("nasdaq");
    assert.deepEqual(await runBackfill(store, nasdaq.provider), { due: 4, reached: 4, failed: 0 });
    assert.equal((await store.priceInventory.readSpans()).get("AAA")?.dividendsFrom, null);
    const yahoo = createProvider();
    yahoo.state.isDown = true;
    const outcome = await openMarket(store, [yahoo.provider, nasdaq.provider]).backfill(toSymbol("DDD"));
    assert.equal(outcome.kind, "later");
    assert.equal((await store.priceInventory.readSpans()).get("DDD")?.firstDay, "2012-01-03");
  },
);

testWithStore("requests a session missing from the benchmark from every provider once a day", async (store) => {
  const hole = day("2019-03-05");
  const createProviderWithHole = (id: "yahoo" | "nasdaq", lacks: boolean) => {
    const { provider, state } = createProvider(id);
    const dailyBars: MarketProvider["fetchDailyBars"] = async (...asked) => {
      const told = await provider.fetchDailyBars?.(...asked);
      return told ? { ...told, bars: told.bars.filter(({ date }) => !lacks || date !== hole) } : null;
    };
    return { provider: { ...provider, fetchDailyBars: dailyBars }, state };
  };
  const symbol = toSymbol("SPY");
  const listMissing = async () => {
    const stored = await store.market.readBars(symbol);
    return listMissingSessions(Int32Array.from(stored?.bars ?? [], ({ date }) => toDayNumber(date)).reverse());
  };
  const spans = [{ symbol, first: day("2014-03-03"), last: day("2019-01-02") }];
  const backfillAt = async (providers: readonly MarketProvider[], hours: number) => {
    const { backfill } = openMarket(store, providers);
    const clock = () => new Date(NOW.getTime() + hours * 3_600_000);
    const options = { backfill, inventory: store.priceInventory, log, getTime: clock, wait: async () => {} };
    return backfillPrices(spans, { ...options, findMissingSessions: listMissing }, new AbortController().signal);
  };
  const yahoo = createProviderWithHole("yahoo", true);
  assert.equal((await backfillAt([yahoo.provider], 0)).due, 1);
  assert.deepEqual(await listMissing(), [hole]);
  assert.equal((await backfillAt([yahoo.provider], 1)).due, 0, "not every few minutes");
  const nasdaq = createProviderWithHole("nasdaq", false);
  assert.equal((await backfillAt([yahoo.provider, nasdaq.provider], 25)).due, 1);
  assert.deepEqual(await listMissing(), [], "what the first provider lacks comes from the second");
  assert.ok(nasdaq.state.asked.length > 0);
  assert.equal((await backfillAt([yahoo.provider, nasdaq.provider], 60)).due, 0);
});
