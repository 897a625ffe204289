import assert from "node:assert/strict";
import { test } from "node:test";
import { createDocsPages } from "./docs-page.ts";

test("the API page has its own title, has styles for phones, and loads its files from below a path prefix", async () => {
  const openApi = async () => ({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} });
  const pages = new Map(
    createDocsPages(openApi, "https://example.org/congress/api/v1").map((page) => [page.path, page]),
  );
  const fetchPage = async (path: string) => String((await pages.get(path)?.answer())?.body);
  const page = await fetchPage("/docs");
  assert.ok(page.startsWith("<!DOCTYPE html>"));
  assert.match(page, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
  assert.match(page, /<title>API reference · Congressional trading data<\/title>/);
  assert.match(page, /src="\/congress\/docs\/static\/swagger-ui-bundle\.js"/);
  assert.match(await fetchPage("/docs/"), /src="\.\/static\/swagger-ui-bundle\.js"/);
  assert.match(await fetchPage("/docs/static/own/theme.css"), /max-width: 640px/);
  assert.match(await fetchPage("/docs/static/own/initializer.js"), /dom_id: "#swagger-ui"/);
  assert.match(await fetchPage("/docs/static/swagger-ui-bundle.js"), /SwaggerUIBundle/);
});

test("a page that could not be built is built again on the next request", async () => {
  let builds = 0;
  const [document] = createDocsPages(async () => {
    builds += 1;
    if (builds === 1) throw new Error("not yet");
    return { openapi: "3.1.0" };
  }, "https://example.org/api/v1").filter(({ path }) => path === "/docs/json");
  const renderPage = async () => document?.answer();
  await assert.rejects(renderPage, /not yet/);
  assert.equal(String((await renderPage())?.body), '{"openapi":"3.1.0"}');
  await renderPage();
  assert.equal(builds, 2);
});
