/** Tests `GET {base_url}`, the index at which a client program starts. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  assertCommonHeaders,
  assertProblem,
  assertRateHeaders,
  BASE_URL,
  createFakeClock,
  json,
  startService,
} from "./service.ts";

const service = await startService();
after(() => service.close());

/** Fills in a value for each parameter of a path. */
const fillTemplate = (template: string) =>
  template
    .replace(BASE_URL, "/api/v1")
    .replace("{symbol}", "AAPL")
    .replace("/politicians/{id}", "/politicians/X000001")
    .replace("/trades/{id}", "/trades/txn_h20999999_01")
    .replace("/filings/{id}", "/filings/h20990001");

/** The queries of endpoints that require one. */
const QUERIES: Readonly<Record<string, string>> = {
  changes: "?from=2026-02-20.1",
  trade_prices: "?ids=txn_h20999999_01",
  quotes: "?symbols=AAPL",
};

test("the base URL, with or without a slash, returns name, version, plans, addresses, and the usual headers", async () => {
  const answer = await service.ask("/api/v1");
  assert.equal(answer.status, 200);
  assertCommonHeaders(answer);
  assertRateHeaders(answer);
  const { name, version, plans, links } = json(answer);
  assert.equal(name, "congress-trades");
  assert.match(String(version), /^\d+\.\d+\.\d+$/);
  assert.deepEqual(plans, [{ name: "free", rate_limit: { limit: 1_000_000, window_seconds: 60 }, needs_key: false }]);
  assert.deepEqual(links, {
    pages: "https://api.example/",
    docs: "https://api.example/docs",
    openapi: "https://api.example/openapi.json",
    status: "https://api.example/health/ready",
  });
  assert.equal((await service.ask("/api/v1/")).text, answer.text);
  const unchanged = await service.ask("/api/v1", { headers: { "If-None-Match": String(answer.headers.etag) } });
  assert.equal(unchanged.status, 304);
  assert.equal((await service.ask("/api/v1", { method: "HEAD" })).status, 200);
});

test("every address in the index works", async () => {
  const { endpoints, links } = json(await service.ask("/api/v1")) as {
    endpoints: Record<string, string>;
    links: Record<string, string>;
  };
  assert.ok(Object.keys(endpoints).length > 15);
  assert.equal(endpoints["recent_trades"], `${BASE_URL}/trades/recent/list`);
  for (const [name, template] of Object.entries(endpoints)) {
    const { status, text } = await service.ask(fillTemplate(template) + (QUERIES[name] ?? ""));
    assert.ok(status === 200, `${name}: ${status} ${text.slice(0, 200)}`);
  }
  for (const link of Object.values(links)) {
    assert.equal((await service.ask(link.replace("https://api.example", ""))).status, 200, link);
  }
});

test("the index counts as a request, rejects unknown parameters, and omits a health address served elsewhere", async () => {
  await using limited = await startService({ limits: { freeQuota: 1 }, operationsApart: true, ...createFakeClock() });
  const { links } = json(await limited.ask("/api/v1")) as { links: Record<string, unknown> };
  assert.equal(links["status"], null);
  assertProblem(await limited.ask("/api/v1"), "rate_limit_exceeded");
  assertProblem(await service.ask("/api/v1?x=1"), "invalid_parameter");
  assertProblem(await service.ask("/api/v1", { method: "POST" }), "method_not_allowed");
});
