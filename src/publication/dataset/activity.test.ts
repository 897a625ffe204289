import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { Activity } from "./activity.ts";

test("the most traded securities count by issuer, not by symbol", () => {
  const activity = new Activity();
  const on = "2024-03-04" as IsoDate;
  const add = (
    ticker: string,
    currentTicker: string | null,
    noCurrentTicker: "another_issuer" | "ended" | null = null,
  ) =>
    activity.add({
      ...{ ticker, currentTicker, noCurrentTicker, assetType: "Stock", transactionDate: on },
      amount: { lowUsd: 1001, highUsd: 15_000 },
    });
  for (const ticker of ["FB", "FB", "META"]) add(ticker, "META");
  add("X", null, "ended");
  add("X", null, "ended");
  add("COR", null, "another_issuer");
  add("COR", "COR");
  assert.deepEqual(activity.listTopTickers(), ["META", "X", "COR"]);
});
