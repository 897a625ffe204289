/** Tests the counts of stored prices, in the API and in the metrics. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { PriceCoverageSchema } from "../../src/api/performance/price-coverage.ts";
import { createReturns, registerPriceCoverageGauges } from "../../src/app/service/returns.ts";
import { makeDataset } from "../contract/made-dataset.ts";
import { makeInventory, makeMarket } from "../contract/made-market.ts";
import { json, startService } from "../contract/service.ts";

const COVERAGE = "/api/v1/coverage/prices";

test("counts each security and each trade once, as priced or under the reason why a price is missing", async () => {
  await using service = await startService();
  const answer = await service.ask(COVERAGE);
  const counted = PriceCoverageSchema.parse(json(answer));
  assert.deepEqual(counted, json(answer));
  for (const { n, n_priced: priced, n_unpriced: unpriced } of [counted.securities, counted.trades]) {
    assert.equal(
      n,
      Object.values(unpriced).reduce((sum, each) => sum + each, priced),
    );
  }
  assert.equal(counted.trades.n, makeDataset().getCurrent().tradeCount);
  assert.ok(counted.securities.n_priced > 0 && counted.trades.n_priced > 0);
  assert.deepEqual(counted.last_failure, {
    ticker: "BRK.B",
    at: "2026-02-20T12:00:00.000Z",
    reason: "yahoo answered 429.",
  });
  assert.equal(answer.headers["x-dataset-version"], counted.dataset_version);
});

test("returns 503 if the stored prices cannot be read, and the counts once the prices can be read again", async () => {
  let isAway = true;
  const inventory = {
    ...makeInventory(),
    readSpans: async () => (isAway ? Promise.reject(new Error("away")) : makeInventory().readSpans()),
  };
  await using service = await startService({ returns: createReturns(makeMarket(), inventory) });
  assert.equal((await service.ask(COVERAGE)).status, 503);
  isAway = false;
  assert.equal((await service.ask(COVERAGE)).status, 200);
});

test("the metrics have the same counts as the price coverage, and keep the last counts while the store is down", async () => {
  let isAway = false;
  const returns = createReturns(makeMarket(), makeInventory());
  const registry = new Registry();
  const datasets = makeDataset();
  registerPriceCoverageGauges(registry, () =>
    isAway ? Promise.reject(new Error("away")) : returns.computePriceCoverage(datasets.getCurrent()),
  );
  const { securities, trades } = await returns.computePriceCoverage(datasets.getCurrent());
  const metrics = await registry.metrics();
  assert.match(metrics, new RegExp(`^priced_securities\\{state="priced"\\} ${securities.priced}$`, "m"));
  assert.match(metrics, new RegExp(`^priced_trades\\{state="priced"\\} ${trades.priced}$`, "m"));
  assert.match(metrics, new RegExp(`^priced_trades\\{state="no_ticker"\\} ${trades.unpriced.no_ticker}$`, "m"));
  isAway = true;
  assert.equal(await registry.metrics(), metrics);
});
