import assert from "node:assert/strict";
import { test } from "node:test";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { createLinks } from "./links.ts";
import type { View } from "./page.ts";
import { createSearchEngineFiles } from "./sitemap.ts";

const TRADES = 60_001;

/** Two trades per filing, one industry, no people and nothing else. */
const dataset = {
  tradeCount: TRADES,
  politicianCount: 0,
  listPoliticianPage: () => ({ body: Buffer.from('{"politicians":[]}'), total: 0 }),
  listTickerPage: () => ({ body: Buffer.from('{"tickers":[]}'), total: 0 }),
  facts: { listIndustries: () => [{ sic: "3571" }] },
  getSummaryAt: (position: number) => ({
    id: `txn_h${position >> 1}_0${(position & 1) + 1}`,
    filingId: `h${position >> 1}`,
  }),
  findTradesOfFiling: (id: string) => [Number(id.slice(1)) * 2],
} as unknown as Dataset;

test("splits more than 50,000 addresses into files, and names each address once", async () => {
  const links = createLinks("https://data.example/api/v1");
  const files = createSearchEngineFiles({ links, paths: ["/", "/coverage"], noIndex: false });
  const ask = async (path: string, file?: string) => {
    const view = { dataset, parameters: file === undefined ? {} : { file } } as unknown as View;
    return String(await files.find((each) => each.path === path)?.render(view));
  };
  const listLocations = (text: string) =>
    Array.from(text.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address ?? "");

  const index = await ask("/sitemap.xml");
  assert.match(index, /<sitemapindex /);
  const named = listLocations(index);
  assert.deepEqual(named.slice(0, 2), [
    "https://data.example/sitemaps/subjects.xml",
    "https://data.example/sitemaps/trades-1.xml",
  ]);
  const parts = await Promise.all(named.map((each) => ask("/sitemaps/:file", each.split("/").at(-1))));
  const all = parts.map(listLocations);
  assert.ok(all.flat().includes("https://data.example/industries/3571"));
  assert.ok(all.every(({ length }) => length <= 50_000));
  assert.equal(new Set(all.flat()).size, 3 + TRADES + Math.ceil(TRADES / 2));
  assert.equal(all.flat().length, 3 + TRADES + Math.ceil(TRADES / 2));
});
