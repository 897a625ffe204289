/** Sources that throw, hang, or answer with pages made to stall who reads them: each is that source's failure, and the others go on. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { ingestRun } from "../../src/ingest/run.ts";
import type { SourceSite } from "../../src/sources/source.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { openWorkplace } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const scope = { sinceYear: 2026, since: null };

async function workplace(t: TestContext, environment: Record<string, string> = {}) {
  const upstream = await startUpstream({ material, port: 0 });
  const place = await openWorkplace(upstream.url, environment);
  t.after(async () => {
    await place.close();
    await upstream.stop();
  });
  return place;
}

const FAULTY: readonly (readonly [string, Pick<SourceSite, "list">, RegExp])[] = [
  [
    "throws what is no error of ours",
    {
      list: async () => {
        throw new TypeError("x is not a function");
      },
    },
    /^unexpected_error$/,
  ],
  [
    "throws a text",
    {
      list: async () => {
        throw "a text";
      },
    },
    /^unexpected_error$/,
  ],
  ["never answers", { list: () => new Promise(() => {}) }, /^no_progress$/],
];

for (const [what, faulty, code] of FAULTY) {
  test(`a source that ${what} fails alone: the other is read to its end`, async (t) => {
    const { ingest, store } = await workplace(t);
    const senate: SourceSite = {
      id: "senate-efd",
      fetch: () => new Promise(() => {}),
      listingOf: async () => null,
      ...faulty,
    };
    const sources = ingest.sources.map((source) => (source.id === "senate-efd" ? senate : source));
    const patienceMs = 15_000;
    const parts = { ...ingest, sources, patienceMs: what === "never answers" ? 3_000 : patienceMs };
    const progress = await ingestRun(parts, scope, new AbortController().signal);
    const [house, failed] = progress;
    assert.equal(house?.error, null);
    assert.ok((house?.done ?? 0) > 0);
    assert.match(String(failed?.error?.code), code);
    const statuses = await store.sources.all();
    assert.match(statuses.find(({ source }) => source === "senate-efd")?.lastError?.code ?? "", code);
  });
}

const title = "<html><head><title>eFD: Home</title></head><body>";
/** Pages that a site may send in place of its agreement's page, and of a row of its search. */
const PAGES: readonly (readonly [string, string])[] = [
  ["6 MB of comments that begin", title + "<!--".repeat(1_500_000)],
  ["1.5 million paragraphs", title + "<p>".repeat(1_500_000)],
  ["100,000 nested blocks", `${title}${"<div>".repeat(100_000)}`],
  [
    "a form that leads nowhere",
    `${title}<form id="agreement_form" action="http://["><input name="csrfmiddlewaretoken" value="t"></form></body></html>`,
  ],
];

for (const [what, body] of PAGES) {
  test(`a home page of ${what} ends in the Senate's failure, and holds nothing up`, async (t) => {
    const site = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
    });
    await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
    t.after(() => {
      site.closeAllConnections();
      site.close();
    });
    const SENATE_EFD_URL = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const { ingest } = await workplace(t, { SENATE_EFD_URL });
    let longest = 0;
    let last = performance.now();
    const pulse = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 20);
    const progress = await ingestRun(ingest, scope, new AbortController().signal);
    clearInterval(pulse);
    const [house, senate] = progress;
    assert.equal(house?.error, null);
    assert.ok((house?.done ?? 0) > 0);
    assert.match(String(senate?.error?.code), /^(reader_|unexpected_)/);
    assert.ok(longest < 3_000, `the process stood still for ${longest} ms`);
  });
}
