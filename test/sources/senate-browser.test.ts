/** Fetches the Senate's site with a real browser. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { createBrowserTransport } from "../../src/filings/sources/senate-efd/browser.ts";
import { createSenateEfdSite } from "../../src/filings/sources/senate-efd/site.ts";
import type { SourceSite } from "../../src/filings/sources/source.ts";
import { createPoliteClient, type PoliteClient, type Transport } from "../../src/outbound/client.ts";
import { CHROMIUM, withoutChromium } from "../chromium.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { read } from "./read-here.ts";
import { createMemoryKeeper } from "./stored.ts";

describe("a browser can fetch the Senate's site instead of the built-in client", { skip: withoutChromium }, () => {
  const { signal } = new AbortController();
  const keeper = createMemoryKeeper();
  let upstream: Upstream;
  let transport: Transport;
  let http: PoliteClient;
  let source: SourceSite;

  before(async () => {
    upstream = await startUpstream({
      material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }),
      port: 0,
    });
    const log = createLogger("silent");
    transport = createBrowserTransport({ executable: CHROMIUM, contact: "operator@example.org" });
    http = createPoliteClient({ ratePerSecond: 0, contact: "operator@example.org", log, transport });
    source = createSenateEfdSite({
      http,
      keeper,
      read,
      log,
      baseUrl: `${upstream.url}/senate`,
    });
  });

  after(async () => {
    await http?.close();
    await upstream?.stop();
  });

  test("accepts the agreement, lists the reports, and downloads the same bytes as the built-in client", async () => {
    const year = 2026;
    const listings = await source.list(year, signal);
    const plainHttp = createPoliteClient({ ratePerSecond: 0, contact: null, log: createLogger("silent") });
    const plain = createSenateEfdSite({
      http: plainHttp,
      keeper: createMemoryKeeper(),
      read,
      log: createLogger("silent"),
      baseUrl: `${upstream.url}/senate`,
    });
    try {
      assert.ok(listings.length > 0);
      assert.deepEqual(listings, await plain.list(year, signal));
      const ptr = listings.find(({ kind }) => kind === "ptr") ?? assert.fail("no electronic report");
      assert.equal((await source.fetch(ptr, signal)).sha256, (await plain.fetch(ptr, signal)).sha256);
    } finally {
      await plainHttp.close();
    }
  });

  test("fetches the page images of a paper report, and can search again afterward", async () => {
    const listings = (await Promise.all([2026, 2025, 2024].map((year) => source.list(year, signal)))).flat();
    const paper = listings.find(({ kind }) => kind === "paper") ?? assert.fail("no paper report");
    await source.fetch(paper, signal);
    assert.ok(keeper.urls.some((url) => url.includes("/media-host/")));
    assert.ok((await source.list(2026, signal)).length > 0);
  });

  test("sends the browser's own user agent and the operator's e-mail address", async () => {
    const asked = upstream.listRequests().filter(({ path }) => path.startsWith("/senate/search/view/"));
    const browsers = asked.filter(({ from }) => from === "operator@example.org");
    assert.ok(browsers.length > 0);
    for (const { userAgent } of browsers) assert.match(String(userAgent), /Chrome/);
  });

  test("reports the error code blocked if the site rejects the browser", async () => {
    upstream.force("/senate/search/view/", "forbidden");
    const [first] = await source.list(2026, signal);
    await assert.rejects(source.fetch(first ?? assert.fail(), signal), { code: "blocked" });
  });

  test("reports an address without a server as a network error, and a missing browser as browser_failed", async () => {
    await assert.rejects(transport.send({ url: "http://127.0.0.1:9/" }, 5000), { code: "network" });
    const missing = createBrowserTransport({ executable: "/nowhere/chromium", contact: null });
    await assert.rejects(missing.send({ url: upstream.url }, 1000), { code: "browser_failed" });
    await missing.close();
  });
});
