import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "../../base/log.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { PriceInventoryTable, PriceMiss } from "../../store/price-inventory.ts";
import type { FillOutcome } from "../create-market.ts";
import {
  listTradedSymbols,
  prefetchPrices,
  prefetchUntilStopped,
  type WarmingProgress,
  type WarmingScope,
} from "./warming.ts";

const EVENING = new Date("2026-11-20T23:00:00Z");
const LATER = { kind: "later", about: "providers", retryAfterSeconds: 30, reason: "answered 502" } as const;
const toSymbols = (text: string) => text.split(" ") as CanonicalSymbol[];

function setUp() {
  const refreshed = new Map<string, Date>();
  const misses = new Map<string, PriceMiss>();
  const inventory: Pick<PriceInventoryTable, "readRefreshTimes" | "readFailures" | "clearFailure" | "recordFailure"> = {
    readRefreshTimes: async () => refreshed,
    readFailures: async () => misses,
    recordFailure: async (symbol, miss) => void misses.set(symbol, miss),
    clearFailure: async (symbol) => void misses.delete(symbol),
  };
  const state = { now: EVENING, requested: [] as string[], waits: [] as number[] };
  let getOutcome: (symbol: string) => FillOutcome = () => ({ kind: "filled" });
  const stop = new AbortController();
  const reports: WarmingProgress[] = [];
  const options = {
    inventory,
    log: createLogger("silent"),
    getTime: () => state.now,
    readElapsedMs: () => state.now.getTime(),
    onProgress: (progress: WarmingProgress) => void reports.push(progress),
    wait: async (ms: number) => {
      state.waits.push(ms);
      state.now = new Date(state.now.getTime() + ms);
    },
    fill: async (symbol: string): Promise<FillOutcome> => {
      state.requested.push(symbol);
      const answer = getOutcome(symbol);
      if (answer.kind === "filled") refreshed.set(symbol, state.now);
      return answer;
    },
  };
  return {
    state,
    refreshed,
    misses,
    stop,
    reports,
    options,
    answer: (next: typeof getOutcome) => {
      getOutcome = next;
    },
    async round(symbols: string, scope: WarmingScope = "both") {
      const done = await prefetchPrices(toSymbols(symbols), scope, options, stop.signal);
      return { done, requested: state.requested.splice(0) };
    },
  };
}

test("lists the current symbols of all trades, most traded first, without invalid symbols", async () => {
  const trades = ["META", "AAPL", "META", null, "91282CJZ5"].map((currentTicker) => ({ currentTicker }));
  assert.deepEqual(await listTradedSymbols(trades), ["META", "AAPL"]);
});

test("a round requests missing and stale prices two seconds apart, and the next round has nothing to do", async () => {
  const { round, refreshed, state } = setUp();
  refreshed.set("OLD", new Date("2026-11-19T22:00:00Z"));
  refreshed.set("NEW", new Date("2026-11-20T21:40:00Z"));
  assert.deepEqual((await round("OLD NEW NONE", "missing")).requested, ["NONE"]);
  const { done, requested } = await round("OLD NEW NONE");
  assert.deepEqual([requested, done.known, done.filled], [["OLD"], 1, 1]);
  assert.deepEqual(state.waits, []);
  assert.deepEqual((await round("OLD NEW NONE")).requested, []);
  assert.deepEqual((await round("A B C")).requested, ["A", "B", "C"]);
  assert.deepEqual(state.waits, [2_000, 2_000]);
});

test("retries a symbol after an hour if the request failed, and after a month if no provider knows the symbol", async () => {
  const { round, answer, misses, state } = setUp();
  answer((symbol) => (symbol === "GONE" ? { kind: "unknown" } : LATER));
  assert.deepEqual((await round("GONE DOWN")).requested, ["GONE", "DOWN", "DOWN", "DOWN"]);
  assert.deepEqual(
    [...misses].map(([symbol, { kind }]) => [symbol, kind]),
    [
      ["GONE", "unknown"],
      ["DOWN", "failed"],
    ],
  );
  assert.deepEqual((await round("GONE DOWN")).requested, []);
  state.now = new Date(state.now.getTime() + 3_600_000);
  answer(() => ({ kind: "filled" }));
  assert.deepEqual((await round("GONE DOWN")).requested, ["DOWN"]);
  assert.deepEqual([...misses.keys()], ["GONE"], "a symbol that is found is removed from the misses");
  state.now = new Date(state.now.getTime() + 30 * 86_400_000);
  assert.deepEqual((await round("GONE")).requested, ["GONE"]);
});

test("a round waits as long as an unavailable provider asks, and reports the wait", async () => {
  const { round, answer, reports, state } = setUp();
  let times = 0;
  answer(() => (times++ === 0 ? { ...LATER, retryAfterSeconds: 900, reason: "left alone" } : { kind: "filled" }));
  assert.equal((await round("SMPL")).done.filled, 1);
  assert.deepEqual(state.waits, [900_000]);
  const waiting = reports.find((each) => each.waiting !== null)?.waiting;
  assert.deepEqual([waiting?.reason, waiting?.until.toISOString()], ["left alone", "2026-11-20T23:15:00.000Z"]);
});

test("postpones a failed symbol, and continues with the other symbols", async () => {
  const { round, answer, misses, state } = setUp();
  answer((symbol) => (symbol.startsWith("BAD") && state.requested.length < 8 ? LATER : { kind: "filled" }));
  const { requested, done } = await round("A BADA B C BADB D");
  assert.deepEqual(requested, ["A", "BADA", "B", "C", "BADB", "D", "BADA", "BADB", "BADA"]);
  assert.deepEqual([done.filled, done.failed, misses.size], [6, 0, 0]);
  const doubtful = { ...LATER, about: "symbol", reason: "some price providers did not answer" } as const;
  answer((symbol) => (symbol === "DOUBT" ? doubtful : { kind: "filled" }));
  assert.deepEqual(
    (await round("DOUBT E F")).requested,
    ["DOUBT", "E", "F"],
    "a failure of this symbol alone is not retried in this round",
  );
  assert.deepEqual(misses.get("DOUBT" as CanonicalSymbol)?.kind, "failed");
});

test("counts a symbol as filled if only the latest trading day is missing, and retries an hour later", async () => {
  const { round, answer, misses, state } = setUp();
  answer(() => ({ kind: "behind" }));
  const { done } = await round("SMPL");
  assert.deepEqual([done.filled, done.failed], [1, 0]);
  assert.match(misses.get("SMPL" as CanonicalSymbol)?.reason ?? "", /prices for the symbol's latest trading day/);
  assert.deepEqual((await round("SMPL")).requested, []);
  state.now = new Date(state.now.getTime() + 3_600_000);
  assert.deepEqual((await round("SMPL")).requested, ["SMPL"]);
});

test("after two failures in a row, waits longer between symbols, and retries the failed symbols at the end", async () => {
  const { round, answer, state } = setUp();
  answer(() => (state.now.getTime() - EVENING.getTime() < 60_000 ? LATER : { kind: "filled" }));
  const { requested, done } = await round("A B C D E");
  assert.deepEqual(requested, ["A", "B", "C", "D", "E", "A", "B", "C"]);
  assert.deepEqual([done.filled, state.waits.slice(0, 3)], [5, [2_000, 30_000, 30_000]]);
});

test("retries a symbol less and less often if every round fails", async () => {
  const { options, answer, state, stop } = setUp();
  answer(() => ({ ...LATER, about: "symbol" }));
  const failures = new Map<string, number>();
  const askedAt: number[] = [];
  for (let hour = 0; hour < 72; hour += 1) {
    await prefetchPrices(toSymbols("DOUBT"), "both", { ...options, failures }, stop.signal);
    if (state.requested.splice(0).length > 0) askedAt.push(hour);
    state.now = new Date(EVENING.getTime() + (hour + 1) * 3_600_000);
  }
  assert.deepEqual(askedAt, [0, 1, 3, 7, 15, 31, 55]);
});

test("a round of 1,000 symbols takes no extra time if 100 symbols fail", async () => {
  const { round, answer, state } = setUp();
  answer((symbol) => (symbol.endsWith("0") ? { ...LATER, about: "symbol" } : { kind: "filled" }));
  const { done } = await round(Array.from({ length: 1_000 }, (_, n) => `S${n}`).join(" "));
  assert.deepEqual([done.filled, done.failed], [900, 100]);
  assert.equal(state.now.getTime() - EVENING.getTime(), 999 * 2_000);
});

test("the next round continues where the last one stopped", async () => {
  const { options, refreshed, state } = setUp();
  const stop = new AbortController();
  const fill = async (symbol: string) => {
    if (symbol === "B") stop.abort();
    return options.fill(symbol);
  };
  const ended = await prefetchPrices(toSymbols("A B C"), "both", { ...options, fill }, stop.signal);
  assert.ok(ended.done < 3);
  assert.deepEqual([...refreshed.keys()], ["A", "B"], "the request in progress is completed");
  state.requested.length = 0;
  await prefetchPrices(toSymbols("A B C"), "both", options, new AbortController().signal);
  assert.deepEqual(state.requested, ["C"]);
});

test("runs rounds until stopped, even after an error, and requests only missing prices during trading hours", async () => {
  const { options, refreshed, state } = setUp();
  state.now = new Date("2026-11-20T15:00:00Z");
  refreshed.set("OLD", new Date("2026-11-19T22:00:00Z"));
  let rounds = 0;
  const third = Promise.withResolvers<void>();
  const listSymbols = async () => {
    rounds += 1;
    if (rounds === 1) throw new Error("the database is away");
    if (rounds === 2) return toSymbols("OLD NONE");
    state.now = EVENING;
    if (rounds === 4) third.resolve();
    return toSymbols("OLD NONE");
  };
  const warming = prefetchUntilStopped(listSymbols, options);
  await third.promise;
  await warming.stop();
  assert.deepEqual(state.requested, ["NONE", "OLD", "NONE"].slice(0, state.requested.length));
  assert.ok(state.requested.includes("OLD"));
});
