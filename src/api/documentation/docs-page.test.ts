import assert from "node:assert/strict";
import { test } from "node:test";
import { docsPage } from "./docs-page.ts";

test("the page of the interface has its own title, fits a phone and finds its files below a path prefix", async () => {
  const openApi = () => ({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} });
  const docs = docsPage(openApi, "https://example.org/congress/api/v1");
  try {
    const page = String((await docs.answer("/docs")).body);
    assert.ok(page.startsWith("<!DOCTYPE html>"));
    assert.match(page, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
    assert.match(page, /<title>API reference · Congressional trading data<\/title>/);
    assert.match(page, /src="\/congress\/docs\/static\/swagger-ui-bundle\.js"/);
    assert.match(String((await docs.answer("/docs/")).body), /src="\.\/static\/swagger-ui-bundle\.js"/);
    assert.match(String((await docs.answer("/docs/static/theme/narrow.css")).body), /max-width: 640px/);
  } finally {
    await docs.close();
  }
});
