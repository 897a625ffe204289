/** A bundle that an instance serves, and another that starts from it while it runs. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import type { BundleManifest } from "../../src/bundle/format.ts";
import { ServedBundle } from "../../src/bundle/served-bundle.ts";
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";
import { askBundles } from "../../src/ingest/bundle/ask-bundles.ts";
import { SCAN_READER } from "../../src/sources/scans/assemble.ts";
import { assertProblem, startService } from "../contract/service.ts";
import { importedPlace } from "../e2e/imported-place.ts";
import { serve } from "../e2e/serving.ts";
import { allTrades, openWorkplace, serviceEnvironment, temporaryFolder, type Workplace } from "../e2e/workplace.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { bundleOf, keepMadeReadings, madeReading, waitingPages } from "./made-bundle.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const MADE = madeReading(["$1,001 - $15,000"]);
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let upstream: Upstream;
let first: Workplace;

before(async () => {
  upstream = await startUpstream({ material, port: 0 });
  first = await importedPlace(upstream.url);
  await keepMadeReadings(first, MADE);
});

after(async () => {
  await first?.close();
  await upstream?.stop();
});

async function bundleFolder(t: TestContext): Promise<string> {
  const folder = join(await temporaryFolder(), "bundle");
  t.after(() => rm(folder, { recursive: true, force: true }));
  await bundleOf(first, folder);
  return folder;
}

test("without BUNDLE_DIR nothing is served, and the answer says so", async () => {
  await using service = await startService();
  const { detail } = assertProblem(await service.ask("/data/bundle/bundle.json"), "not_found");
  assert.match(String(detail), /BUNDLE_DIR/);
  assert.doesNotMatch((await service.ask("/data")).text, /data\/bundle/);
});

test("each file is served with its digest, in parts too, and nothing else of the folder", async (t) => {
  const folder = await bundleFolder(t);
  await using service = await startService({ bundle: new ServedBundle(folder), limits: { freeQuota: 2 } });
  assert.match((await service.ask("/data")).text, /START_FROM=\S+\/data\/bundle<.*href="\/data\/bundle\/bundle\.json"/);
  const names = await readdir(folder);
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    const whole = await service.ask(`/data/bundle/${name}`, { headers: { "accept-encoding": "identity" } });
    assert.equal(whole.status, 200, name);
    assert.ok(whole.bytes.equals(bytes), name);
    assert.equal(whole.headers["repr-digest"], `sha-256=:${Buffer.from(digest(bytes), "hex").toString("base64")}:`);
    const isFixed = /^(documents|readings|filings|decisions)-/.test(name);
    assert.equal(/immutable/.test(String(whole.headers["cache-control"])), isFixed, name);
    const range = { range: `bytes=${bytes.length - 5}-${bytes.length - 1}`, "accept-encoding": "identity" };
    const again = await service.ask(`/data/bundle/${name}`, {
      headers: { "if-none-match": String(whole.headers["etag"]) },
    });
    assert.equal(again.status, 304, name);
    if (bytes.length === 0) continue;
    const part = await service.ask(`/data/bundle/${name}`, { headers: range });
    assert.equal(part.status, 206, name);
    assert.ok(part.bytes.equals(bytes.subarray(-5)), name);
  }
  for (const name of ["..%2fmaster.key", "%2e%2e", "documents-0009.zip", "0000.draft", "constructor"]) {
    assert.equal((await service.ask(`/data/bundle/${name}`)).status, 404, name);
  }
});

test("after the folder got a newer bundle, files of the one before are still given", async (t) => {
  const folder = await bundleFolder(t);
  const served = new ServedBundle(folder);
  const filings = (await readdir(folder)).find((name) => name.startsWith("decisions-")) ?? assert.fail();
  assert.ok(await served.file(filings));
  await bundleOf(first, folder, {
    now: new Date("2026-11-21T12:00:00Z"),
    decisions: [
      {
        at: "2026-11-20T12:00:00Z",
        author: "Ann Example",
        reason: "It is printed so.",
        subject: "filer",
        filing: "h20990001",
        politician: "X000001",
      },
    ],
  });
  const text = (await served.file("bundle.json"))?.at;
  const { files } = JSON.parse(String(text)) as BundleManifest;
  assert.ok(!files.some(({ name }) => name === filings));
  for (const { name } of files) assert.ok(await served.file(name), name);
  assert.ok(await served.file(filings));
});

test("a second instance starts from a running first one, and follows it", async (t) => {
  const folder = await bundleFolder(t);
  const dataDir = await temporaryFolder();
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const running = await serve(
    serviceEnvironment(upstream.url, dataDir, { INGEST: "false", BUNDLE_DIR: folder, LOG_LEVEL: "silent" }),
  );
  t.after(() => running.stop());
  const address = `${new URL(running.base).origin}/data/bundle`;
  const second = await temporaryFolder();
  upstream.clearLog();
  const child = spawn(process.execPath, ["src/cli/main.ts", "import", "bundle", address, "--json"], {
    env: { ...process.env, ...serviceEnvironment(upstream.url, second) },
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
  const place = await openWorkplace(upstream.url, {}, second);
  t.after(() => place.close());
  assert.equal(JSON.stringify(await allTrades(place.store)), JSON.stringify(await allTrades(first.store)));
  assert.equal((await place.store.taken.counts())[0]?.publisher, address);
  const { filings: missing } = await first.store.filings.list(
    { states: ["missing_document"] },
    { limit: 1000, skip: 0 },
  );
  const asked = upstream.requests().filter(({ path }) => /\.pdf$|\/search\/view\/|\.gif$/.test(path));
  assert.equal(asked.length, missing.length);

  // As if fifty pages of this publisher had been read here before.
  await place.store.taken.noteChecked({ publisher: address, reader: SCAN_READER }, 50);
  const read = (async () => ("seen" in MADE ? MADE.seen : assert.fail())) as unknown as ReadBytes;
  const parts = { ...place.ingest, scans: { ...place.ingest.scans, ocr: { read, atOnce: 1 } } };
  await askBundles(parts, { ...place.config, FOLLOW: address }, new AbortController().signal);
  assert.equal((await place.store.taken.asked(address))?.gave, true);
  const pages = await waitingPages(first);
  const [counted] = await place.store.taken.counts();
  assert.deepEqual([counted?.publisher, counted?.pages], [address, pages.length - 1]);
  assert.ok((await allTrades(place.store)).some(({ confidence }) => confidence === "ocr"));
});
