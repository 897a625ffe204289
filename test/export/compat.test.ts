/** Tests trades in the formats of discontinued services, over a real store and HTTP. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { makeDataFiles } from "../../src/app/service/data-files/make.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { DataFiles } from "../../src/publication/export/data-files/data-files.ts";
import type { Store } from "../../src/store/store.ts";
import { BASE_URL, startService } from "../contract/service.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { testWithStore } from "../store/with-store.ts";

const SENATE_ID = "00000000-0000-4000-8000-000000000001";
const SENATE_URL = `https://efdsearch.senate.gov/search/view/ptr/${SENATE_ID}/`;

/** Publishes one report of each chamber: the House's has a purchase and a sale without a ticker, the Senate's has a sale. */
async function publish(store: Store): Promise<void> {
  const senateListing = listing("", {
    source: "senate-efd",
    docId: SENATE_ID,
    filer: { prefix: null, first: "Bo", last: "Sample", suffix: null },
    stateDistrict: null,
    url: SENATE_URL,
  });
  const house = [
    trade("20990001", 1, { owner: "dependent" }),
    trade("20990001", 2, {
      ticker: "",
      company: "County <script> bond",
      amount: { lowUsd: 50_000_001, highUsd: null },
      transactionType: "sale_partial",
      owner: null,
      capGainsOver200: null,
    }),
  ];
  const senate = trade("20990001", 1, {
    id: `txn_s${SENATE_ID.replaceAll("-", "")}_01`,
    filingId: senateListing.id,
    chamber: "senate",
    politicianId: "S000002",
    party: "Republican",
    transactionType: "sale_full",
    assetTypeRaw: "Stock",
    amount: { lowUsd: 318.74, highUsd: 318.74 },
    comment: "ours",
    owner: "spouse",
    capGainsOver200: null,
    disclosureDate: day("2026-02-10"),
    page: null,
  });
  await store.filings.recordListings([listing("20990001"), senateListing], NOON);
  await store.publications.publish({
    at: NOON,
    outcomes: [
      outcome("20990001", house),
      { ...outcome("20990001", [senate]), filingId: senateListing.id, politicianId: "S000002" },
    ],
    politicians: [
      politician("E000001"),
      politician("S000002", { name: "Bo Sample" }, { chamber: "senate", state: "VT", district: null }),
    ],
  });
}

testWithStore("programs written for other services get what they expect", async (store, { options }) => {
  await publish(store);
  const dataFiles = new DataFiles(options.dataDir);
  const datasets = new DatasetHolder(store);
  await datasets.reload();
  await using service = await startService({ datasets, dataFiles });
  const house = "/compat/house-stock-watcher/all_transactions.json";
  assert.equal((await service.ask(house)).status, 404, "no files have been made");
  await makeDataFiles({ store, files: dataFiles, sources: [], baseUrl: BASE_URL });

  const plain = await service.ask(house);
  assert.equal(plain.headers["content-type"], "application/json; charset=utf-8");
  assert.match(String(plain.headers["cache-control"]), /^public, max-age=30/);
  assert.equal(plain.headers["access-control-allow-origin"], "*");
  assert.equal(plain.headers["x-ratelimit-limit"], undefined, "whole files are not counted");
  const coded = await service.ask(house, { headers: { "accept-encoding": "gzip" } });
  assert.equal(coded.headers["content-encoding"], "gzip");
  assert.equal(gunzipSync(coded.bytes).toString(), plain.text);
  assert.notEqual(coded.headers.etag, plain.headers.etag);
  const again = await service.ask(house, { headers: { "if-none-match": plain.headers.etag } });
  assert.equal(again.status, 304);
  assert.equal((await service.ask("/compat/house-stock-watcher/data/all_transactions.json")).text, plain.text);

  const [second, first] = JSON.parse(plain.text) as [object, object];
  assert.deepEqual(first, {
    disclosure_year: 2026,
    disclosure_date: "02/09/2026",
    transaction_date: "2026-01-20",
    owner: "dependent",
    ticker: "AAPL",
    asset_description: "Apple Inc.",
    type: "purchase",
    amount: "$1,001 - $15,000",
    representative: "Ann Example E000001",
    district: "CA11",
    state: "CA",
    ptr_link: "https://disclosures-clerk.house.gov/20990001.pdf",
    cap_gains_over_200_usd: false,
    industry: null,
    sector: null,
    party: "Democrat",
  });
  assert.deepEqual(
    { ...second },
    {
      ...first,
      owner: "--",
      ticker: "--",
      asset_description: "County <script> bond",
      type: "sale_partial",
      amount: "$50,000,000 +",
      cap_gains_over_200_usd: null,
    },
  );

  const senate = await service.ask("/compat/senate-stock-watcher/aggregate/all_transactions.json");
  assert.deepEqual(JSON.parse(senate.text), [
    {
      transaction_date: "01/20/2026",
      owner: "Spouse",
      ticker: "AAPL",
      asset_description: "Apple Inc.",
      asset_type: "Stock",
      type: "Sale (Full)",
      amount: "$318.74",
      comment: "ours",
      party: "Republican",
      state: "VT",
      industry: null,
      sector: null,
      senator: "Bo Sample",
      ptr_link: SENATE_URL,
      disclosure_date: "02/10/2026",
    },
  ]);
});
