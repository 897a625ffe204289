import assert from "node:assert/strict";
import { test } from "node:test";
import { frontPage } from "./front-page.ts";

test("links stay below the path prefix of a proxy, whatever host the page was asked by", () => {
  const page = frontPage("https://example.org/congress/api/v1", null, null).toString();
  for (const path of ["/docs", "/openapi.json", "/health/ready"])
    assert.ok(page.includes(`href="/congress${path}"`), path);
  assert.ok(page.includes('href="https://example.org/congress/api/v1/market-data/public/quote/AAPL"'));
  const own = frontPage("http://localhost:3000/api/v1", null, null).toString();
  assert.ok(own.includes('href="/docs"'));
});

test("fictional data shows a security that it has", () => {
  const page = frontPage("http://localhost:3000/api/v1", "Fictional.", "ZZHLD.B").toString();
  assert.ok(page.includes("/market-data/public/historical/ZZHLD.B"));
  assert.ok(!page.includes("AAPL"));
});
