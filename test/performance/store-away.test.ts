import assert from "node:assert/strict";
import { test } from "node:test";
import { createReturns } from "../../src/app/service/returns.ts";
import { UnavailableError } from "../../src/base/errors.ts";
import { makeDataset } from "../contract/made-dataset.ts";
import { makeInventory } from "../contract/made-market.ts";

test("while the store is down, returns earlier results, and rejects other requests", async () => {
  let isAway = false;
  const market = {
    // The prices of the benchmark stay in memory.
    readCloses: async (symbol: string) => {
      if (isAway && symbol !== "SPY") throw new UnavailableError("service_unavailable", "away", 5);
      return null;
    },
    isListed: () => true,
  };
  const returns = createReturns(market, makeInventory());
  const dataset = makeDataset().getCurrent();
  const ask = (horizon: 5 | 63) =>
    returns.answerForMembers(dataset, {}, { anchors: ["copy"], horizons: [horizon], caller: "a" });
  const [before] = await ask(63);
  isAway = true;
  const [again] = await ask(63);
  assert.equal(again?.result, before?.result);
  await assert.rejects(ask(5), UnavailableError);
});
