import assert from "node:assert/strict";
import { test } from "node:test";
import { TradePricesSchema } from "../../src/api/disclosures/trade-prices-schema.ts";
import { assertProblem, json, startService } from "./service.ts";

const PATH = "/api/v1/trades/prices";
const ID = "txn_h20999999_01";

test("a batch has each trade's prices in the requested order, and lists unknown ids", async () => {
  await using service = await startService();
  const list = json(await service.ask("/api/v1/trades?limit=3&ticker=AAPL")) as { trades: { id: string }[] };
  const ids = [...list.trades.map(({ id }) => id), "txn_h1_99", "no id", ID, ID];
  const body = json(await service.ask(`${PATH}?ids=${ids.map(encodeURIComponent).join(",")}`));
  const parsed = TradePricesSchema.parse(body);
  assert.deepEqual(parsed, body);
  assert.deepEqual(
    parsed.prices.map(({ id }) => id),
    [...new Set(ids)].filter((id) => /^txn_h\d{5}/.test(id)),
  );
  assert.deepEqual(parsed.not_found, ["txn_h1_99", "no id"]);
  for (const { id, prices } of parsed.prices) {
    assert.deepEqual(json(await service.ask(`/api/v1/trades/${id}`))["prices"], prices);
    assert.equal(prices.last.close === null, prices.last.missing !== null);
    assert.equal(prices.symbol === null, prices.last.missing !== null);
  }
  assert.ok(parsed.prices.some(({ prices }) => prices.last.close !== null));
});

test("rejects more than a hundred ids, and an empty list", async () => {
  await using service = await startService();
  const many = Array.from({ length: 101 }, (_, n) => `txn_h${20_000_000 + n}_01`);
  const { errors } = assertProblem(await service.ask(`${PATH}?ids=${many.join(",")}`), "invalid_parameter");
  assert.equal(errors[0]?.max, 100);
  assertProblem(await service.ask(PATH), "invalid_parameter");
});
