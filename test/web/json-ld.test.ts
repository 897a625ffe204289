/** The schema.org data for search engines on the pages of trades and securities. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLinks } from "../../src/web/links.ts";
import { buildTradeJsonLd } from "../../src/web/pages/trade/trade-json-ld.ts";
import { startService } from "../contract/service.ts";
import { buildTradeDataset } from "../dataset/made-trades.ts";
import { listing, NOON, politician, trade } from "../store/made.ts";

const links = createLinks("https://api.example/api/v1");
const filing = {
  ...listing("20990001", { url: "https://stand-in.example/public_disc/ptr-pdfs/2026/20990001.pdf" }),
  id: "h20990001",
  state: "parsed" as const,
  reason: null,
  documentSha256: null,
  politicianId: "E000001",
  firstListedAt: NOON,
  lastListedAt: NOON,
  rowsRead: 1,
};

test("describes a trade as a person's buy or sell action, with its amount range and its report", () => {
  const described = buildTradeJsonLd(links, { trade: trade("20990001", 1), politician: "Ann Example", filing });
  assert.deepEqual(JSON.parse(JSON.stringify(described)), {
    "@context": "https://schema.org",
    "@type": "BuyAction",
    name: "Purchase of Apple Inc. by Ann Example",
    identifier: "txn_h20990001_01",
    url: "https://api.example/trades/txn_h20990001_01",
    startTime: "2026-01-20",
    agent: {
      "@type": "Person",
      name: "Ann Example",
      identifier: "E000001",
      url: "https://api.example/politicians/E000001",
    },
    object: {
      "@type": "FinancialProduct",
      name: "Apple Inc.",
      identifier: "AAPL",
      url: "https://api.example/tickers/AAPL",
    },
    priceSpecification: { "@type": "PriceSpecification", priceCurrency: "USD", minPrice: 1001, maxPrice: 15000 },
    subjectOf: {
      "@type": "Report",
      name: "Periodic transaction report of Ann Example",
      identifier: "h20990001",
      datePublished: "2026-02-09",
      url: "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20990001.pdf",
    },
  });
  const open = buildTradeJsonLd(links, {
    trade: trade("20990001", 1, {
      transactionType: "sale_full",
      ticker: "",
      amount: { lowUsd: 50_000_001, highUsd: null },
    }),
    politician: "Ann Example",
    filing,
  });
  const text = JSON.stringify(open);
  assert.match(text, /"SellAction"/);
  assert.doesNotMatch(text, /maxPrice|tickers/);
});

test("names an option trade as an option trade", () => {
  const option = { type: "Put", strike: "$50", expiry: null };
  const sale = trade("20990001", 1, { transactionType: "sale_partial", assetType: "Stock Option", option });
  const described = JSON.parse(
    JSON.stringify(buildTradeJsonLd(links, { trade: sale, politician: "Ann Example", filing })),
  );
  assert.equal(described.name, "Partial sale of put options on Apple Inc. by Ann Example");
  assert.equal(described.object.name, "Apple Inc., Put option, strike $50");
});

test("names a security with its symbol", async () => {
  const dataset = await buildTradeDataset([trade("9", 1)], [politician("E000001")]);
  await using service = await startService({ datasets: { getCurrent: () => dataset, findCached: () => dataset } });
  const { text } = await service.ask("/tickers/AAPL", { headers: { accept: "text/html" } });
  const said = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? "");
  assert.equal(said["@type"], "FinancialProduct");
  assert.equal(said.identifier, "AAPL");
  assert.equal(said.url, "https://api.example/tickers/AAPL");
});
