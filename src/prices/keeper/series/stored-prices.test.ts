import assert from "node:assert/strict";
import { test } from "node:test";
import { createExampleQuote } from "../../../../test/market/example-prices.ts";
import { UnavailableError } from "../../../base/errors.ts";
import { createLogger } from "../../../base/log.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import { createInMemoryPriceTable } from "../../prices-in-memory.ts";
import { createStoredPrices } from "./stored-prices.ts";

const SMPL = "SMPL" as CanonicalSymbol;

test("does not query a failed store for five seconds, then retries with one query at a time", async () => {
  const { table } = createInMemoryPriceTable();
  let now = 0;
  let queries = 0;
  let answerQuery: () => Promise<void> = () => Promise.reject(new UnavailableError("service_unavailable", "away", 5));
  const readPackedBars: typeof table.readPackedBars = async (symbol) => {
    queries += 1;
    await answerQuery();
    return table.readPackedBars(symbol);
  };
  const prices = createStoredPrices({ ...table, readPackedBars }, createLogger("silent"), () => now);
  const isSure = async () => (await prices.readBars(SMPL)).isSure;
  assert.equal(await isSure(), false);
  now = 4_999;
  assert.deepEqual([await isSure(), queries], [false, 1], "not queried");
  now = 5_000;
  assert.deepEqual([await isSure(), queries], [false, 2], "still failing");
  now = 10_000;
  const back = Promise.withResolvers<void>();
  answerQuery = () => back.promise;
  const trial = isSure();
  assert.deepEqual([await isSure(), queries], [false, 3], "another query is in progress");
  back.resolve();
  assert.equal(await trial, true);
  assert.deepEqual([await isSure(), await isSure(), queries], [true, true, 5]);
});

test("keeps a quote in memory, and finds another process's newer quote only on a fresh read", async () => {
  const { table, quotes } = createInMemoryPriceTable();
  const storeElsewhere = (price: number, minute: number) =>
    quotes.set(SMPL, { quote: createExampleQuote({ price }), fetchedAt: new Date(Date.UTC(2026, 10, 20, 15, minute)) });
  const prices = createStoredPrices(table, createLogger("silent"), () => 0);
  const read = async (isAnew: boolean) => {
    const { value, from } = await prices.readQuote(SMPL, isAnew);
    return [value?.quote.price, from];
  };
  storeElsewhere(10, 1);
  assert.deepEqual(
    [await read(false), await read(false)],
    [
      [10, "store"],
      [10, "memory"],
    ],
  );
  storeElsewhere(11, 2);
  assert.deepEqual(
    [await read(false), await read(true), await read(true)],
    [
      [10, "memory"],
      [11, "store"],
      [11, "memory"],
    ],
  );
  storeElsewhere(9, 0);
  assert.deepEqual(await read(true), [11, "memory"], "an older quote does not replace it");
});
