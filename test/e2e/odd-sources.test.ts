/** Sources that throw, hang, or answer with pages made to stall who reads them: each is that source's failure, and the others go on. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ingestRun, type SourceProgress } from "../../src/ingest/run.ts";
import type { SourceSite } from "../../src/sources/source.ts";
import type { PremiumStore } from "../../src/store/premium.ts";
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

const FAULTY: readonly (readonly [string, SourceSite["list"]])[] = [
  [
    "throws what is no error of ours",
    async () => {
      throw new TypeError("x is not a function");
    },
  ],
  [
    "throws a text",
    async () => {
      throw "a text";
    },
  ],
];

/** The Senate's site with what it does when it is asked for a list. */
function withSenate(sources: readonly SourceSite[], list: SourceSite["list"]): readonly SourceSite[] {
  const senate: SourceSite = {
    id: "senate-efd",
    fetch: () => new Promise(() => {}),
    listingOf: async () => null,
    list,
  };
  return sources.map((source) => (source.id === "senate-efd" ? senate : source));
}

/** The House has been read, and the Senate has failed with that code. */
async function assertAlone(
  store: PremiumStore,
  [house, failed]: readonly Readonly<SourceProgress>[],
  code: RegExp,
): Promise<void> {
  assert.equal(house?.error, null);
  assert.ok((house?.done ?? 0) > 0);
  assert.match(String(failed?.error?.code), code);
  const statuses = await store.sources.all();
  assert.match(statuses.find(({ source }) => source === "senate-efd")?.lastError?.code ?? "", code);
}

for (const [what, list] of FAULTY) {
  test(`a source that ${what} fails alone: the other is read to its end`, async (t) => {
    const { ingest, store } = await workplace(t);
    const parts = { ...ingest, sources: withSenate(ingest.sources, list) };
    const progress = await ingestRun(parts, scope, new AbortController().signal);
    await assertAlone(store, progress, /^unexpected_error$/);
  });
}

test("a source that never answers fails alone: the other is read to its end", async (t) => {
  const { ingest, store } = await workplace(t);
  // Whether there was progress is looked at when this test says so: on a busy machine any work may pause for as long as the silent source.
  t.mock.timers.enable({ apis: ["setInterval"] });
  const parts = { ...ingest, sources: withSenate(ingest.sources, () => new Promise(() => {})), patienceMs: 100 };
  let hasEnded = false;
  const run = ingestRun(parts, scope, new AbortController().signal).finally(() => {
    hasEnded = true;
  });
  run.catch(() => {});
  const isHouseDone = async () =>
    (await store.sources.all()).some(
      ({ source, lastSuccessAt, lastErrorAt }) => source === "house-clerk" && (lastSuccessAt ?? lastErrorAt) !== null,
    );
  while (!hasEnded) {
    if (await isHouseDone()) t.mock.timers.tick(parts.patienceMs);
    await sleep(20);
  }
  await assertAlone(store, await run, /^no_progress$/);
});

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
