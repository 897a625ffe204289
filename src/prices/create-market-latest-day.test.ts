/** Tests how the market finds the latest trading day if providers lag, fail or differ, on a clock set by the test. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createExampleQuote } from "../../test/market/example-prices.ts";
import { SourceError } from "../base/errors.ts";
import { createLogger } from "../base/log.ts";
import type { Bar } from "../domain/bar.ts";
import { toBars } from "../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../domain/dates.ts";
import { isTradingDay } from "../domain/exchange-calendar.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { createMarket } from "./create-market.ts";
import type { MarketProvider, ProviderId, Split } from "./market.ts";
import { createInMemoryPriceTable } from "./prices-in-memory.ts";

const SMPL = "SMPL" as CanonicalSymbol;
const THURSDAY = "2026-11-19";
const FRIDAY = "2026-11-20";
/** New York is five hours behind UTC. */
const IN_HOURS = "2026-11-20T15:00:00Z";
const JUST_CLOSED = "2026-11-20T21:05:00Z";
const FINAL = "2026-11-20T21:31:00Z";
const EVENING = "2026-11-20T23:59:00Z";
const SATURDAY = "2026-11-21T15:00:00Z";
const SUNDAY = "2026-11-22T20:00:00Z";

interface Answer {
  readonly bars: readonly Bar[];
  readonly splits?: readonly Split[];
}

/** Daily bars, newest first, each with distinct prices, on the scale of its day. */
function toDays(newest: string, count = 300, scale: (day: IsoDate) => number = () => 1): Bar[] {
  const found: Bar[] = [];
  for (let date = newest as IsoDate; found.length < count; date = addDays(date, -1)) {
    if (!isTradingDay(date)) continue;
    const [at, by] = [Date.parse(date) / 86_400_000, scale(date)];
    const toPrice = (value: number) => Number((value * by).toFixed(6));
    const close = 100 + (at % 7) + (at % 31) / 10;
    const [low, high] = [toPrice(close * 0.98), toPrice(close * 1.02)];
    found.push({ date, open: toPrice(close), high, low, close: toPrice(close), volume: Math.round(1_000_000 / by) });
  }
  return found;
}

const fail = (): never => {
  throw new SourceError("server_error", "answered 502");
};

function setUp(...ids: readonly ProviderId[]) {
  const state = { now: new Date(IN_HOURS), requests: [] as string[] };
  const { table: store, bars: keptBars } = createInMemoryPriceTable();
  const answers: Partial<Record<ProviderId, () => Answer | null>> = {};
  const quotes: { of: () => Quote | null } = { of: () => null };
  const providers = ids.map(
    (id): MarketProvider => ({
      id,
      splitPolicy: id === "yahoo" || id === "tiingo" ? "adjusted" : "unverified",
      budget: { perMinute: 1_000, perMinuteForUnlistedSymbols: 1_000 },
      fetchQuote: async () => quotes.of(),
      fetchDailyBars: async () => {
        state.requests.push(id);
        const answer = (answers[id] ?? fail)();
        return answer && { companyName: "Sample Widgets Inc.", splits: [], dropped: 0, ...answer };
      },
    }),
  );
  const market = createMarket({
    providers,
    store,
    isListed: () => true,
    getName: () => null,
    log: createLogger("silent"),
    getTime: () => state.now,
    readElapsedMs: () => state.now.getTime(),
  });
  return {
    market,
    answers,
    quotes,
    keptBars,
    takeRequests: () => state.requests.splice(0),
    at(time: string) {
      state.now = new Date(time);
    },
    async history(symbol = "SMPL") {
      const { bars, stale } = await market.getHistory(symbol, "5y", "1d");
      return { bars: toBars(bars), stale, newest: toBars(bars)[0]?.date };
    },
  };
}

test("retries a day that no provider has yet, after growing waits, until a provider has that day", async () => {
  const { answers, at, history, takeRequests } = setUp("tiingo");
  answers.tiingo = () => ({ bars: toDays(THURSDAY) });
  at(FINAL);
  assert.deepEqual(await history().then(({ newest, stale }) => [newest, stale]), [THURSDAY, false]);
  await history();
  assert.equal(takeRequests().length, 1, "not at once");
  for (let minute = 0; minute < 9 * 60; minute += 5) {
    at(new Date(Date.parse(FINAL) + minute * 60_000).toISOString());
    await history();
  }
  const times = takeRequests().length;
  assert.ok(times >= 4 && times <= 6, `${times} requests in nine hours`);
  answers.tiingo = () => ({ bars: toDays(FRIDAY) });
  at(SATURDAY);
  assert.equal((await history()).newest, FRIDAY);
  at(SUNDAY);
  await history();
  assert.equal(takeRequests().length, 1, "a complete answer is fresh until Monday");
});

test("requests the next provider if the first lacks the latest day; if the next fails, the bars are stale", async () => {
  const { answers, history, takeRequests } = setUp("file", "yahoo");
  answers.file = () => ({ bars: toDays("2026-05-15") });
  answers.yahoo = () => ({ bars: toDays(THURSDAY) });
  const { newest, stale, bars } = await history();
  assert.deepEqual([newest, stale, takeRequests()], [THURSDAY, false, ["file", "yahoo"]]);
  assert.equal(bars.length, new Set([...toDays("2026-05-15"), ...toDays(THURSDAY)].map(({ date }) => date)).size);
  const other = setUp("file", "yahoo");
  other.answers.file = answers.file;
  assert.deepEqual(await other.history().then(({ newest, stale }) => [newest, stale]), ["2026-05-15", true]);
});

test("keeps a stored day that a later answer lacks; a partial day is stale once final prices exist", async () => {
  const { answers, at, history } = setUp("yahoo", "nasdaq");
  const half = toDays(FRIDAY).map((bar) => (bar.date === FRIDAY ? { ...bar, volume: 7 } : bar));
  answers.yahoo = () => ({ bars: half });
  answers.nasdaq = () => ({ bars: toDays(THURSDAY) });
  at(IN_HOURS);
  await history();
  delete answers.yahoo;
  at("2026-11-20T15:30:00Z");
  assert.deepEqual(await history().then(({ bars, stale }) => [bars[0], stale]), [half[0], false]);
  at(FINAL);
  assert.deepEqual(
    await history().then(({ bars, stale }) => [bars[0], stale]),
    [half[0], true],
    "the day's bar is known to be partial",
  );
  at(SATURDAY);
  assert.equal((await history()).stale, true);
  answers.yahoo = () => ({ bars: toDays(FRIDAY) });
  at(SUNDAY);
  assert.deepEqual(await history().then(({ bars, stale }) => [bars[0], stale]), [toDays(FRIDAY)[0], false]);
});

test("an import of older days removes nothing, and leaves out a day that is not over", async () => {
  const { market, answers, at, history, keptBars } = setUp("yahoo");
  answers.yahoo = () => ({ bars: toDays(FRIDAY, 200) });
  at(EVENING);
  await history();
  assert.deepEqual(await market.importBars(SMPL, toDays("2026-10-30", 250), "adjusted"), { added: 65, running: 0 });
  assert.equal((await history()).newest, FRIDAY);
  const other = setUp("yahoo");
  other.at(IN_HOURS);
  const rows = toDays(FRIDAY, 20).map((bar) => (bar.date === FRIDAY ? { ...bar, volume: 5 } : bar));
  assert.deepEqual(await other.market.importBars(SMPL, rows, "adjusted"), { added: 19, running: 1 });
  assert.ok((other.keptBars.get("SMPL")?.refreshedAt ?? new Date()) <= new Date(IN_HOURS));
  other.answers.yahoo = answers.yahoo;
  other.at(FINAL);
  assert.deepEqual((await other.history()).bars[0], toDays(FRIDAY)[0], "replaces the partial bar that evening");
  other.at(JUST_CLOSED);
  assert.deepEqual(
    await other.market.importBars("NEW" as CanonicalSymbol, rows, "adjusted").then(({ running }) => running),
    1,
  );
  other.at(EVENING);
  await other.market.importBars("NEW" as CanonicalSymbol, rows, "adjusted");
  assert.deepEqual(other.keptBars.get("NEW")?.refreshedAt, new Date(EVENING), "never in the future");
  assert.ok(keptBars.has("SMPL"));
});

test("rejects a conflicting import with an error that names the day and both closes, and changes no stored bar", async () => {
  const { market, answers, at, history, keptBars } = setUp("yahoo");
  answers.yahoo = () => ({ bars: toDays(FRIDAY) });
  at(EVENING);
  await history();
  const before = keptBars.get("SMPL");
  const close = toDays("2026-11-10", 1)[0]?.close ?? 0;
  for (const [scale, count] of [
    [0.92, 60],
    [0.985, 60],
    [100, 1],
  ] as const) {
    for (const policy of ["adjusted", "unverified"] as const) {
      await assert.rejects(
        market.importBars(
          SMPL,
          toDays("2026-11-10", count, () => scale),
          policy,
        ),
        (error) => {
          assert.ok(error instanceof SourceError);
          assert.ok(
            error.message.includes(`2026-11-10 is ${Number((close * scale).toFixed(6))}, but ${close} is stored`),
          );
          return true;
        },
      );
    }
  }
  assert.deepEqual(await market.importBars(SMPL, toDays("2026-11-10", 60), "unverified"), { added: 0, running: 0 });
  const former = await market.importBars(
    SMPL,
    toDays("2026-05-15", 250, () => 10),
    "unverified",
  );
  assert.equal(former.added, 81, "earlier days, rescaled to the stored scale");
  assert.deepEqual(keptBars.get("SMPL")?.bars.slice(0, 300), before?.bars);
  assert.deepEqual(keptBars.get("SMPL")?.bars[320], toDays(FRIDAY, 321)[320]);
});

test("rejects days from before the symbol belonged to this security", async () => {
  const { market, keptBars } = setUp("yahoo");
  const meta = "META" as CanonicalSymbol;
  await assert.rejects(
    market.importBars(meta, toDays("2022-01-27", 20), "adjusted"),
    /META was the symbol of today's METV/,
  );
  assert.equal(keptBars.size, 0);
});

const TEN: Pick<Answer, "splits"> = { splits: [{ date: FRIDAY as IsoDate, ratio: 10 }] };

test("a provider that has not applied a split does not undo the adjustment by a provider that has", async () => {
  const { answers, at, history } = setUp("tiingo", "yahoo");
  answers.yahoo = () => ({ bars: toDays(FRIDAY, 300, () => 0.1), ...TEN });
  answers.tiingo = () => ({ bars: toDays("2026-11-18") });
  at("2026-11-19T14:40:00Z");
  await history();
  delete answers.tiingo;
  at("2026-11-20T14:40:00Z");
  assert.deepEqual(
    (await history()).bars,
    toDays(FRIDAY, 302, () => 0.1),
  );
  answers.tiingo = () => ({ bars: toDays(THURSDAY) });
  at(IN_HOURS);
  assert.deepEqual(await history(), { bars: toDays(FRIDAY, 302, () => 0.1), stale: false, newest: FRIDAY });
});

test("rejects an unverified provider's prices on mixed split scales, and marks the stored bars stale", async () => {
  const { market, answers, at, history } = setUp("yahoo", "nasdaq");
  at(IN_HOURS);
  const adjusted = toDays(THURSDAY, 300, () => 0.1);
  await market.importBars(SMPL, adjusted, "adjusted");
  answers.nasdaq = () => ({ bars: toDays(THURSDAY, 300, (day) => (day < "2026-08-03" ? 1 : 0.1)) });
  at(FINAL);
  assert.deepEqual(await history(), { bars: adjusted, stale: true, newest: THURSDAY });
});

test("serves all days on the new price scale even if the provider applies a split late", async () => {
  const { answers, at, history } = setUp("yahoo");
  const splits = [{ date: "2026-11-18" as IsoDate, ratio: 10 }];
  const toRaw = (day: IsoDate) => (day < "2026-11-18" ? 1 : 0.1);
  answers.yahoo = () => ({ bars: toDays("2026-11-17") });
  at("2026-11-17T22:00:00Z");
  await history();
  for (const [day, scale] of [
    ["2026-11-18", toRaw],
    ["2026-11-19", toRaw],
    ["2026-11-20", () => 0.1],
    ["2026-11-23", () => 0.1],
  ] as const) {
    answers.yahoo = () => ({ bars: toDays(day, 300, scale), splits });
    at(`${day}T22:00:00Z`);
    const count = (await history()).bars.length;
    assert.deepEqual(
      (await history()).bars,
      toDays(day, count, () => 0.1),
      day,
    );
  }
});

test("does not serve a quote from before a split that the bars already include", async () => {
  const { market, answers, quotes, at, history } = setUp("yahoo");
  const price = toDays(THURSDAY, 1)[0]?.close ?? 0;
  const last = createExampleQuote({
    price,
    change: null,
    changePercent: null,
    pricedAt: new Date("2026-11-19T21:00:02Z"),
  });
  quotes.of = () => last;
  answers.yahoo = () => ({ bars: toDays(THURSDAY) });
  at("2026-11-19T22:00:00Z");
  assert.equal((await market.getQuote("SMPL")).quote.price, price);
  await history();
  answers.yahoo = () => ({ bars: toDays(THURSDAY, 300, () => 0.1), ...TEN });
  quotes.of = fail;
  at("2026-11-20T14:35:00Z");
  await history();
  const { quote, stale } = await market.getQuote("SMPL");
  assert.deepEqual([quote.price, stale], [Number((price / 10).toFixed(6)), true]);
  assert.ok((quote.week52High ?? 0) < 12);
});
