/** Tests trade search over reports imported from the stand-in, from the store to the response. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { TickerListSchema } from "../../src/api/disclosures/ticker-schema.ts";
import { TradeDetailSchema } from "../../src/api/disclosures/trade-detail-schema.ts";
import { TradeListSchema } from "../../src/api/disclosures/trade-schema.ts";
import { findSeat } from "../../src/domain/party.ts";
import { matchesTrade, type TradeFilter } from "../../src/domain/trade-filter.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { json, startService } from "../contract/service.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { openImportedPlace } from "./imported-place.ts";
import { allTrades } from "./workplace.ts";

const upstream = await startUpstream({
  material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }),
  port: 0,
});
const place = await openImportedPlace(upstream.url);
const { store } = place;
const holder = new DatasetHolder(store);
await holder.reload();
const service = await startService({
  datasets: holder,
  records: {
    ...store.publications,
    findFiling: store.filings.get,
    readIndustries: store.companies.readIndustriesOf,
  },
});
after(async () => {
  await service.close();
  await place.close();
  await upstream.stop();
});

const trades = await allTrades(store);
const people = new Map(
  (await store.reference.listPoliticians()).map((each) => [each.id, { name: each.name, state: findSeat(each).state }]),
);

test("every listed trade has a detail response that contains the fields of the list", async () => {
  assert.ok(trades.length > 50, `${trades.length} trades`);
  const sources = new Set<string>();
  for (let skip = 0; skip < trades.length; skip += 100) {
    const page = TradeListSchema.parse(json(await service.ask(`/api/v1/trades?limit=100&skip=${skip}`)));
    for (const [index, fields] of page.trades.entries()) {
      if (index % 7 !== 0) continue;
      const answer = await service.ask(`/api/v1/trades/${fields.id}`);
      assert.equal(answer.status, 200, answer.text);
      const detail = TradeDetailSchema.parse(json(answer));
      assert.deepEqual({ ...detail, ...fields }, detail);
      assert.match(detail.filing.document_url, /^https:\/\/(disclosures-clerk\.house|efdsearch\.senate)\.gov\/./);
      sources.add(detail.filing.source);
    }
  }
  assert.deepEqual([...sources].sort(), ["house-clerk", "senate-efd"]);
});

test("each filter returns the same trades as checking every trade one by one", async () => {
  const sample = trades[Math.floor(trades.length / 2)];
  assert.ok(sample);
  const filters: readonly (readonly [string, TradeFilter])[] = [
    [`politician_id=${sample.politicianId}`, { politicianId: [sample.politicianId] }],
    [`ticker=${sample.ticker}`, { ticker: [sample.ticker] }],
    ["chamber=senate&transaction_type=purchase", { chamber: "senate", transactionType: ["purchase"] }],
    ["late=true", { late: true }],
    ["min_amount=15001", { minAmountUsd: 15_001 }],
    [`state=${people.get(sample.politicianId)?.state}`, { state: people.get(sample.politicianId)?.state ?? "" }],
  ];
  for (const [query, filter] of filters) {
    const expected = trades.filter((each) =>
      matchesTrade(filter, each, people.get(each.politicianId) ?? { name: "", state: "" }),
    );
    const { total, trades: found } = TradeListSchema.parse(
      json(await service.ask(`/api/v1/trades?${query}&limit=100`)),
    );
    assert.equal(total, expected.length, query);
    assert.deepEqual(
      found.map(({ id }) => id),
      expected.slice(0, 100).map(({ id }) => id),
    );
  }
});

test("trade counts of all tickers add up to the trades with a ticker", async () => {
  let sum = 0;
  for (let skip = 0, total = 1; skip < total; skip += 200) {
    const page = TickerListSchema.parse(json(await service.ask(`/api/v1/tickers/?limit=200&skip=${skip}`)));
    total = page.total;
    for (const each of page.tickers) sum += each.trades;
  }
  assert.equal(sum, trades.filter(({ ticker }) => ticker !== "").length);
});
