/** An instance that starts from another's bundle: the official lists say what exists, the bundle gives the bytes, and nothing else is believed. */
import assert from "node:assert/strict";
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { servedFiles } from "../../src/bundle/bundle-files.ts";
import { openBundle } from "../../src/bundle/open-bundle.ts";
import { loadCoverage } from "../../src/dataset/coverage.ts";
import { type AddressedBundle, bundleAt } from "../../src/ingest/bundle/bundle-address.ts";
import { checkOriginals } from "../../src/ingest/bundle/check-originals.ts";
import { runBesideBundle } from "../../src/ingest/bundle/start-from.ts";
import { createLogger } from "../../src/log.ts";
import { createPoliteClient } from "../../src/outbound/client.ts";
import { tradeRecords } from "../../src/service/trade-records.ts";
import { importedPlace } from "../e2e/imported-place.ts";
import { allTrades, openWorkplace, temporaryFolder, type Workplace } from "../e2e/workplace.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { alterDocument, alterFilings, alterManifest } from "./altered-bundle.ts";
import { bundleOf, MADE_AT } from "./made-bundle.ts";
import { serveFolder } from "./static-server.ts";

const forEver = new AbortController().signal;
const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
let upstream: Upstream;
let first: Workplace;
let folder: string;

before(async () => {
  upstream = await startUpstream({ material, port: 0 });
  first = await importedPlace(upstream.url);
  folder = join(await temporaryFolder(), "bundle");
  await bundleOf(first, folder);
});

after(async () => {
  await first?.close();
  await upstream?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function freshPlace(t: TestContext): Promise<Workplace> {
  const place = await openWorkplace(upstream.url);
  t.after(() => place.close());
  upstream.clearLog();
  return place;
}

async function start(place: Workplace, address = folder, signal = forEver) {
  return startBeside(place, bundleAt(address, place.config, createLogger("silent")), signal);
}

async function startBeside(place: Workplace, bundle: AddressedBundle, signal = forEver) {
  try {
    const scope = { sinceYear: place.config.INGEST_SINCE_YEAR, since: null };
    return await runBesideBundle(place.ingest, place.config, bundle, scope, signal, () => {});
  } finally {
    await bundle.close();
  }
}

/** Requests to the sites for documents and page images. */
const documentsAsked = () =>
  upstream.requests().filter(({ path }) => /\.pdf$|\/search\/view\/|\.gif$/.test(path)).length;

async function content({ store }: Workplace): Promise<string> {
  const { filings } = await store.filings.list({}, { limit: 10_000, skip: 0 });
  const states = filings.map(({ id, state, documentSha256 }) => `${id} ${state} ${documentSha256}`);
  return JSON.stringify({ states, trades: await allTrades(store), coverage: await store.filings.coverage() });
}

/** The bundle with something changed. */
async function altered(t: TestContext): Promise<string> {
  const copy = join(await temporaryFolder(), "bundle");
  await cp(folder, copy, { recursive: true });
  t.after(() => rm(copy, { recursive: true, force: true }));
  return copy;
}

test("lists come from the sites, documents from the bundle; filings, states, digests, trades and coverage are those of a first import", async (t) => {
  const place = await freshPlace(t);
  const { use, lists, progress } = await start(place);
  assert.ok(progress.every(({ error }) => error === null));
  assert.deepEqual(use.refused, []);
  assert.deepEqual(lists, []);
  assert.ok(use.taken > 50);
  assert.equal(await content(place), await content(first));
  const known = (await first.store.filings.list({}, { limit: 10_000, skip: 0 })).filings;
  // What the sites lack is asked for there too.
  assert.equal(documentsAsked(), known.filter(({ state }) => state === "missing_document").length);

  // The sites are asked for the originals afterwards, without validators.
  const unchecked = await place.store.taken.unchecked("house-clerk", 10_000);
  assert.ok(unchecked.length > 10);
  assert.equal(
    (await place.store.taken.document(unchecked[0]?.url ?? ""))?.madeAt.toISOString(),
    MADE_AT.toISOString(),
  );
  const takenFrom = async () => {
    const { takenFrom: of } = tradeRecords(place.config, place.store);
    return Promise.all((await allTrades(place.store)).map(of));
  };
  for (const from of await takenFrom()) assert.equal(from?.publisher, "https://first.example");
  const [counted] = (await loadCoverage(place.store, [])).from_bundles;
  assert.equal(counted?.publisher, "https://first.example");
  assert.ok((counted?.documents ?? 0) >= use.taken && counted?.pages === 0);
  upstream.clearLog();
  const some = await checkOriginals(place.ingest, forEver, 3);
  assert.deepEqual(some, { checked: 6, changed: [] });
  assert.ok(upstream.requests().every(({ conditional }) => !conditional));
  const rest = await checkOriginals(place.ingest, forEver, 10_000);
  assert.deepEqual(rest.changed, []);
  for (const source of ["house-clerk", "senate-efd"]) {
    assert.deepEqual(await place.store.taken.unchecked(source, 10), []);
  }
  assert.deepEqual(new Set(await takenFrom()), new Set([null]));
  assert.deepEqual((await loadCoverage(place.store, [])).from_bundles, []);
  assert.equal(await content(place), await content(first));
});

test("from a file server too, by ranges", async (t) => {
  const place = await freshPlace(t);
  const server = await serveFolder(t, folder);
  const { use } = await start(place, server.url);
  assert.deepEqual(use.refused, []);
  assert.equal(await content(place), await content(first));
  const [filing] = await place.store.taken.unchecked("house-clerk", 1);
  assert.equal((await place.store.taken.document(filing?.url ?? ""))?.publisher, server.url);
});

test("an original that the official site has otherwise is fetched, read and published instead", async (t) => {
  const place = await freshPlace(t);
  const copy = await altered(t);
  // A publisher that gives one report's bytes for another's, under a digest that fits: everything is as it promises.
  const forged = await alterFilings(copy, (filings) => {
    const ptrs = filings.filter(
      ({ source, state, document }) => source === "senate-efd" && state === "parsed" && document,
    );
    const [one, other] = ptrs;
    assert.ok(one && other);
    one.document = other.document;
    return one.id;
  });
  const { use } = await start(place, copy);
  assert.deepEqual(use.refused, []);
  assert.notEqual(await content(place), await content(first));
  const { changed } = await checkOriginals(place.ingest, forEver, 10_000);
  assert.deepEqual(changed, [forged]);
  const [here, there] = await Promise.all([place, first].map(({ store }) => store.filings.get(forged)));
  assert.equal(here?.documentSha256, there?.documentSha256);
  assert.equal(here?.state, there?.state);
  const trades = await Promise.all(
    [place, first].map(async ({ store }) =>
      (await store.filings.trades(forged)).map(({ trade }) => [trade.id, trade.amountRaw]),
    ),
  );
  assert.deepEqual(trades[0], trades[1]);
});

test("a document with one byte changed is refused by its digest, and asked for at the site", async (t) => {
  const place = await freshPlace(t);
  const copy = await altered(t);
  const sha256 = await alterDocument(copy);
  const { use } = await start(place, copy);
  assert.deepEqual(
    use.refused.map(({ code }) => code),
    ["bundle_damaged"],
  );
  assert.match(use.refused[0]?.message ?? "", new RegExp(`should be ${sha256}`));
  assert.equal(await content(place), await content(first));
});

test("filings that no official list names are not taken; those that the bundle lacks are fetched", async (t) => {
  const place = await freshPlace(t);
  const copy = await altered(t);
  const { added, removed } = await alterFilings(copy, (filings) => {
    const [one] = filings.filter(({ source, state }) => source === "house-clerk" && state === "parsed");
    assert.ok(one);
    const made = { ...one, id: "h20999999", doc_id: "20999999" };
    filings.splice(filings.indexOf(one), 1, made);
    return { added: made.id, removed: one.id };
  });
  const { lists, use } = await start(place, copy);
  assert.deepEqual(use.refused, []);
  assert.deepEqual(
    lists.map(({ notListed, notInBundle }) => [notListed, notInBundle]),
    [[[added], [removed]]],
  );
  assert.equal(await place.store.filings.get(added), undefined);
  assert.equal(await content(place), await content(first));
});

const lies: readonly [what: string, code: string, lie: (copy: string) => Promise<void>][] = [
  [
    "wrong sums in the manifest",
    "bundle_damaged",
    (copy) => alterManifest(copy, (text) => text.replaceAll(/"sha256": "[0-9a-f]{4}/g, '"sha256": "0000')),
  ],
  [
    "a path that leads out of the folder",
    "bundle_malformed",
    (copy) => alterManifest(copy, (text) => text.replace("documents-0001.zip", "../documents-0001.zip")),
  ],
  [
    "a manifest that is cut off",
    "bundle_malformed",
    (copy) => alterManifest(copy, (text) => text.slice(0, text.length / 2)),
  ],
  [
    "lists that unpack to more than is read",
    "bundle_too_large",
    async (copy) =>
      void (await alterFilings(copy, (filings) => {
        const line = filings[0];
        if (line) line.title = "x".repeat(2 ** 21);
      })),
  ],
  [
    "files that are missing",
    "bundle_unreachable",
    async (copy) => {
      for (const name of await readdir(copy)) if (/^documents-.*index/.test(name)) await rm(join(copy, name));
    },
  ],
];
for (const [what, code, lie] of lies) {
  test(`${what}: refused as ${code}, and everything is fetched from the sites`, async (t) => {
    const place = await freshPlace(t);
    const copy = await altered(t);
    await lie(copy);
    const { use } = await start(place, copy);
    assert.equal(use.taken, 0);
    assert.ok(use.refused.length > 0 && use.refused.length <= 3);
    assert.deepEqual(new Set(use.refused.map((each) => each.code)), new Set([code]));
    assert.equal(await content(place), await content(first));
  });
}

for (const [way, file, code] of [
  ["no-ranges", "documents-0001.zip", "bundle_unreachable"],
  ["cut", "filings", "bundle_unreachable"],
  ["endless", "filings", "bundle_too_large"],
  ["endless", "bundle.json", "bundle_too_large"],
] as const) {
  test(`a server that is ${way} with ${file}: refused as ${code}, and the sites are asked`, async (t) => {
    const place = await freshPlace(t);
    const server = await serveFolder(t, folder);
    server.misbehave.set(file, way);
    const { use } = await start(place, server.url);
    assert.deepEqual(new Set(use.refused.map((each) => each.code)), new Set([code]));
    assert.equal(await content(place), await content(first));
  });
}

for (const [way, file] of [
  ["silent", "bundle.json"],
  ["silent", "documents-0001.zip"],
  ["dripping", "documents-0001.zip"],
] as const) {
  test(`a server that is ${way} with ${file}: left alone after its time, and the sites are asked`, async (t) => {
    const place = await freshPlace(t);
    const server = await serveFolder(t, folder);
    server.misbehave.set(file, way);
    const http = createPoliteClient({
      ratePerSecond: 0,
      contact: null,
      log: createLogger("silent"),
      limits: { totalTimeoutMs: 700, retryPausesMs: [] },
    });
    const bundle = {
      open: (signal: AbortSignal) => openBundle(servedFiles(server.url, http), false, signal),
      close: () => http.close(),
    };
    const { use } = await startBeside(place, bundle);
    assert.deepEqual(new Set(use.refused.map((each) => each.code)), new Set(["bundle_unreachable"]));
    assert.equal(use.refused.length, 3);
    assert.equal(await content(place), await content(first));
  });
}
