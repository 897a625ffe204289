import assert from "node:assert/strict";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { testOnBoth } from "./both-databases.ts";
import { NOON } from "./made.ts";

testOnBoth("what is kept of prices, and what could not be fetched", async ({ market, priceStock }) => {
  assert.deepEqual([await priceStock.refreshed(), await priceStock.misses()], [new Map(), new Map()]);
  const symbol = "SMPL" as CanonicalSymbol;
  await market.writeBars(symbol, {
    bars: [],
    refreshedAt: NOON,
    companyName: null,
    origin: { providers: ["yahoo"], adjustment: "splits" },
  });
  await priceStock.missed("GONE", { triedAt: NOON, kind: "failed", reason: "answered 502" });
  const later = { triedAt: new Date("2026-11-21"), kind: "unknown", reason: "no provider knows it" } as const;
  await priceStock.missed("GONE", later);
  await priceStock.missed("BACK", later);
  await priceStock.found("BACK");
  assert.deepEqual(await priceStock.refreshed(), new Map([["SMPL", NOON]]));
  assert.deepEqual(await priceStock.misses(), new Map([["GONE", later]]));
});
