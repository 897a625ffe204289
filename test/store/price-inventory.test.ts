import assert from "node:assert/strict";
import { toDayNumber } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { day, NOON } from "./made.ts";
import { testWithStore } from "./with-store.ts";

testWithStore(
  "lists when prices were stored, and which symbols could not be fetched",
  async ({ market, priceInventory }) => {
    assert.deepEqual(
      [await priceInventory.readRefreshTimes(), await priceInventory.readFailures()],
      [new Map(), new Map()],
    );
    const symbol = "SMPL" as CanonicalSymbol;
    await market.writeBars(symbol, {
      bars: [],
      refreshedAt: NOON,
      companyName: null,
      origin: { providers: ["yahoo"], adjustment: "splits" },
      dividends: null,
    });
    await priceInventory.recordFailure("GONE", { triedAt: NOON, kind: "failed", reason: "answered 502" });
    const later = { triedAt: new Date("2026-11-21"), kind: "unknown", reason: "no provider knows it" } as const;
    await priceInventory.recordFailure("GONE", later);
    await priceInventory.recordFailure("BACK", later);
    await priceInventory.clearFailure("BACK");
    assert.deepEqual(await priceInventory.readRefreshTimes(), new Map([["SMPL", NOON]]));
    assert.deepEqual(await priceInventory.readFailures(), new Map([["GONE", later]]));
  },
);

testWithStore(
  "stores dividends with the bars, and the range of days for which dividends are known",
  async ({ market, priceInventory }) => {
    const symbol = "SMPL" as CanonicalSymbol;
    const bars = {
      bars: [{ date: "2026-11-20" as IsoDate, open: 10, high: 11, low: 9, close: 10, volume: 100 }],
      refreshedAt: NOON,
      companyName: null,
      origin: { providers: ["yahoo"], adjustment: "splits" } as const,
    };
    const dividends = {
      from: toDayNumber("2026-01-02" as IsoDate),
      to: toDayNumber("2026-11-20" as IsoDate),
      cash: new Map([[20_500, 0.25]]),
      providers: ["yahoo", "tiingo"],
    };
    assert.equal((await market.readBars(symbol))?.dividends ?? null, null);
    await market.writeBars(symbol, { ...bars, dividends });
    assert.deepEqual((await market.readBars(symbol))?.dividends, dividends);
    await market.writeBars(symbol, { ...bars, dividends: { ...dividends, cash: new Map() } });
    assert.deepEqual((await market.readBars(symbol))?.dividends?.cash, new Map());
    await market.writeBars(symbol, { ...bars, dividends: null });
    assert.equal((await market.readBars(symbol))?.dividends ?? null, null);
    await market.writeBars(symbol, { ...bars, dividends });
    assert.equal(await priceInventory.deleteSymbol(symbol), true);
    assert.equal((await market.readBars(symbol))?.dividends ?? null, null);
  },
);

testWithStore("reads bars and dividends on one scale while a split is written", async ({ market }) => {
  const symbol = "SPLT" as CanonicalSymbol;
  const createBars = (scale: number) => ({
    bars: [{ date: day("2026-11-20"), open: scale, high: scale, low: scale, close: scale, volume: 100 }],
    refreshedAt: NOON,
    companyName: null,
    origin: { providers: ["yahoo"], adjustment: "splits" } as const,
    dividends: { from: 20_000, to: 20_700, cash: new Map([[20_500, scale]]), providers: ["yahoo"] },
  });
  await market.writeBars(symbol, createBars(1));
  const writing = (async () => {
    for (let turn = 0; turn < 40; turn += 1) await market.writeBars(symbol, createBars(turn % 2 === 0 ? 10 : 1));
    return "written";
  })();
  const waitOneTurn = () => new Promise((resolve) => setImmediate(resolve, "read"));
  while ((await Promise.race([writing, waitOneTurn()])) === "read") {
    const stored = await market.readBars(symbol);
    assert.equal(stored?.dividends?.cash.get(20_500), stored?.bars[0]?.close);
  }
});
