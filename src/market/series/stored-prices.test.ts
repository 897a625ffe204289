import assert from "node:assert/strict";
import { test } from "node:test";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import { UnavailableError } from "../../errors.ts";
import { createLogger } from "../../log.ts";
import { exampleQuote, pricesInMemory } from "../example-prices.ts";
import { createStoredPrices } from "./stored-prices.ts";

const SMPL = "SMPL" as CanonicalSymbol;

test("a store that did not answer is left alone for five seconds, then one question at a time tries it", async () => {
  const { table, quotes } = pricesInMemory();
  quotes.set(SMPL, { quote: exampleQuote(), fetchedAt: new Date("2026-11-20T15:00:00Z") });
  let now = 0;
  let asked = 0;
  let answer: () => Promise<void> = () => Promise.reject(new UnavailableError("service_unavailable", "away", 5));
  const readQuote: typeof table.readQuote = async (symbol) => {
    asked += 1;
    await answer();
    return table.readQuote(symbol);
  };
  const prices = createStoredPrices({ ...table, readQuote }, createLogger("silent"), () => now);
  const isSure = async () => (await prices.quote(SMPL)).isSure;
  assert.equal(await isSure(), false);
  now = 4_999;
  assert.deepEqual([await isSure(), asked], [false, 1], "not asked");
  now = 5_000;
  assert.deepEqual([await isSure(), asked], [false, 2], "still away");
  now = 10_000;
  const back = Promise.withResolvers<void>();
  answer = () => back.promise;
  const trial = isSure();
  assert.deepEqual([await isSure(), asked], [false, 3], "another asks meanwhile");
  back.resolve();
  assert.equal(await trial, true);
  assert.deepEqual([await isSure(), await isSure(), asked], [true, true, 5]);
});
