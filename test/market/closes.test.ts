import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../../src/base/errors.ts";
import { createClosesAllocator, toDayNumber } from "../../src/domain/bar-columns.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { readFinalCloses } from "../../src/prices/keeper/series/closes.ts";
import type { StoredDividends } from "../../src/store/market.ts";
import { packBars } from "../../src/store/packed-bars.ts";
import { day } from "../store/made.ts";
import { createFlatBars, createTestMarket, YAHOO_ORIGIN } from "./made-providers.ts";

const SYMBOL = "AAPL" as CanonicalSymbol;
const ORIGIN = { providers: ["yahoo"], adjustment: "splits" } as const;
const createBar = (date: string, close: number) => ({
  ...{ date: day(date), close },
  ...{ open: close, high: close, low: close, volume: 1 },
});
const PACKED = packBars([createBar("2026-02-20", 12.5), createBar("2026-02-19", 12), createBar("2026-02-18", 11)]);

function readCloses(
  refreshedAt: string,
  now: string,
  isListed: boolean | null = true,
  dividends: StoredDividends | null = null,
) {
  const stored = { packed: PACKED, refreshedAt: new Date(refreshedAt), companyName: null, origin: ORIGIN, dividends };
  return readFinalCloses(SYMBOL, stored, { isListed, now: new Date(now) });
}

test("closes come oldest first, in dollars", () => {
  const found = readCloses("2026-02-21T12:00:00Z", "2026-02-21T12:00:00Z");
  assert.deepEqual([...(found?.days ?? [])], ["2026-02-18", "2026-02-19", "2026-02-20"].map(day).map(toDayNumber));
  assert.deepEqual([...(found?.close ?? [])], [11, 12, 12.5]);
  assert.equal(found?.finalDay, "2026-02-20");
});

test("a bar fetched while its day was in progress is not a close", () => {
  assert.deepEqual([...(readCloses("2026-02-20T17:00:00Z", "2026-02-24T12:00:00Z")?.close ?? [])], [11, 12]);
});

test("a security has ended once it is unlisted and its last price is old", () => {
  assert.equal(readCloses("2026-02-21T12:00:00Z", "2026-02-24T12:00:00Z", false)?.ended, false);
  assert.equal(readCloses("2026-02-21T12:00:00Z", "2026-03-24T12:00:00Z", false)?.ended, true);
  assert.equal(readCloses("2026-02-21T12:00:00Z", "2026-03-24T12:00:00Z", true)?.ended, false);
  assert.equal(readCloses("2026-02-21T12:00:00Z", "2026-03-24T12:00:00Z", null)?.ended, false);
});

test("returns stored dividends with the range of days that they cover, and null if no dividends are stored", () => {
  const cash = new Map([[toDayNumber(day("2026-02-19")), 0.25]]);
  const stored = {
    from: toDayNumber(day("2026-02-18")),
    to: toDayNumber(day("2026-02-20")),
    cash,
    providers: ["yahoo"],
  };
  const at = "2026-02-21T12:00:00Z";
  assert.deepEqual(readCloses(at, at, true, stored)?.dividends, stored);
  assert.equal(readCloses(at, at)?.dividends, null);
});

test("closes of thousands of securities reuse the same memory without mixing", async () => {
  const { market, kept } = createTestMarket({}, "2026-11-20T22:00:00Z");
  const storeBars = (symbol: string, count: number, close: number) =>
    kept.bars.set(symbol, {
      bars: createFlatBars("2026-11-20", count, close),
      refreshedAt: new Date("2026-11-20T22:00:00Z"),
      companyName: null,
      origin: YAHOO_ORIGIN,
      dividends: null,
    });
  const lengths = [5, 90, 30, 60].map((count, at) => [storeBars(`SMP${at}`, count, 10 + at), count] as const);
  const columns = createClosesAllocator();
  for (const at of lengths.keys()) {
    const [alone, found] = [await market.readCloses(`SMP${at}`), await market.readCloses(`SMP${at}`, columns)];
    assert.deepEqual(found, alone);
    assert.equal(found?.close.length, lengths[at]?.[1]);
  }
  assert.equal(
    (await market.readCloses("SMP2", columns))?.close.buffer,
    (await market.readCloses("SMP3", columns))?.close.buffer,
  );
});

test("bulk reads bypass the cache, and a failed read of the store is an error, not missing prices", async () => {
  const { market, kept } = createTestMarket({}, "2026-11-20T22:00:00Z");
  const stored = {
    refreshedAt: new Date("2026-11-20T22:00:00Z"),
    companyName: null,
    origin: YAHOO_ORIGIN,
    dividends: null,
  };
  for (const symbol of ["SMPL", "SMPM"]) kept.bars.set(symbol, { ...stored, bars: createFlatBars("2026-11-20", 5) });
  const columns = createClosesAllocator();
  await market.readCloses("SMPL");
  await market.readCloses("SMPM", columns);
  kept.table.readPackedBars = async () => {
    throw new UnavailableError("service_unavailable", "The store is away.", 5);
  };
  assert.equal((await market.readCloses("SMPL"))?.days.length, 5);
  await assert.rejects(market.readCloses("SMPM"), UnavailableError);
  for (const symbol of ["SMPL", "SMPM"]) await assert.rejects(market.readCloses(symbol, columns), UnavailableError);
});
