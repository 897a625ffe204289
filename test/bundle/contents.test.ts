/** Everything that a bundle may hold, by file and by field, made from a store that holds much that it may not. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { issueKey } from "../../src/api/http/credentials/issue-key.ts";
import { folderFiles } from "../../src/bundle/bundle-files.ts";
import { openBundle } from "../../src/bundle/open-bundle.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { takeBundledDecisions } from "../../src/ingest/bundle/take-bundled-decisions.ts";
import { appendDecision, readDecisions } from "../../src/ingest/decisions.ts";
import { importedPlace } from "../e2e/imported-place.ts";
import { serviceEnvironment, temporaryFolder, type Workplace } from "../e2e/workplace.ts";
import { accountWithEndpoints, alertDraft } from "../store/premium-made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { bundleOf, keepMadeReadings } from "./made-bundle.ts";

/** The author of the decision alone is meant to be found. */
const PRIVATE = /SECRET|private\.example|sk_live|hook|"bars"|ZZPRICE/;

const DECIDED = { at: "2026-11-20T12:00:00Z", author: "Ann Example", reason: "It is printed so." };

let upstream: Upstream;
let place: Workplace;
/** A filing on whose filer a person has decided. */
let decided: string;

before(async () => {
  upstream = await startUpstream({ material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }), port: 0 });
  place = await importedPlace(upstream.url);
  const { store } = place;
  const { account } = await accountWithEndpoints(store, "SECRET-account", 2);
  const alert = await store.alerts.create(
    account,
    alertDraft({ name: "SECRET-alert", notificationEmail: "me@private.example" }),
    new Date(),
  );
  const mail = { subject: "SECRET-subject", text: "SECRET-text" };
  await store.emails.queueTest(alert, "me@private.example", mail, new Date());
  await issueKey(store.keys, account, { expiresAt: null }, new Date());
  await store.market.writeBars("ZZPRICE" as CanonicalSymbol, {
    bars: [],
    refreshedAt: new Date(),
    companyName: "SECRET-company",
    origin: { providers: ["yahoo"], adjustment: "splits" },
    dividends: null,
  });
  await writeFile(join(place.dataDir, "master.key"), "SECRET-master-key");
  await mkdir(join(place.dataDir, "exports"), { recursive: true });
  await writeFile(join(place.dataDir, "exports", "SECRET.csv"), "SECRET");
  await keepMadeReadings(place);
  const { filings } = await store.filings.list({ states: ["parsed"] }, { limit: 1, skip: 0 });
  decided = filings[0]?.id ?? assert.fail();
  const decision = { ...DECIDED, subject: "filer", filing: decided, politician: "X000001" } as const;
  await appendDecision(place.config.DECISIONS, decision);
});

after(async () => {
  await place?.close();
  await upstream?.stop();
});

test("a bundle holds filings, their documents, readings of pages and decisions, and nothing else", async (t) => {
  const folder = join(await temporaryFolder(), "bundle");
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { manifest, lost } = await bundleOf(place, folder);
  assert.deepEqual(lost, []);

  const names = (await readdir(folder)).map((name) => name.replace(/-[0-9a-f]{12}\./, "-DIGEST.")).sort();
  assert.deepEqual(names, [
    "CITATION.cff",
    "README.md",
    "SHA256SUMS",
    "bundle.json",
    "decisions-DIGEST.ndjson",
    "documents-0001.index.ndjson",
    "documents-0001.zip",
    "filings-DIGEST.ndjson.gz",
    "readings-0001.index.ndjson",
    "readings-0001.ndjson.gz",
    "zenodo.json",
  ]);
  const keys = (value: object) => Object.keys(value).sort().join(" ");
  const text = async (end: RegExp) => {
    const name = (await readdir(folder)).find((each) => end.test(each)) ?? assert.fail(String(end));
    const bytes = await readFile(join(folder, name));
    return name.endsWith(".gz") ? gunzipSync(bytes).toString() : bytes.toString();
  };
  const lines = async (end: RegExp) =>
    (await text(end))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  const filings = await lines(/^filings/);
  for (const line of filings) {
    assert.equal(
      keys(line),
      "doc_id document filed_date filer id images kind source state state_district title url year",
    );
    assert.equal(keys(line["filer"] as object), "first last prefix suffix");
    assert.match(String(line["url"]), /^https:\/\/(disclosures-clerk\.house|efdsearch\.senate)\.gov\//);
  }
  const [, ...placed] = await lines(/^documents-0001\.index/);
  for (const line of placed) assert.equal(keys(line), "bytes offset sha256");
  const [head, ...read] = await lines(/^readings-0001\.index/);
  assert.equal(keys(head ?? {}), "bytes part sha256");
  for (const line of read) assert.equal(keys(line), "bytes document offset pages reader sha256 text_bytes");
  const readings = await lines(/^readings-0001\.ndjson/);
  for (const line of readings) assert.equal(keys(line), "document page reader reading");
  assert.equal(readings.length, manifest.pages);
  assert.ok(readings.length > 1);
  assert.deepEqual(await lines(/^decisions/), [
    { ...DECIDED, subject: "filer", filing: decided, politician: "X000001" },
  ]);
  assert.equal(
    keys(manifest),
    "dataset_version decisions documents files filings format lists made_at made_by pages publisher reader",
  );

  // What is in the archive are documents that filings name, under their digests, at the places that the index says.
  const named = new Set(
    filings.flatMap(({ document, images }) => [
      document,
      ...(images as { sha256: string }[]).map(({ sha256 }) => sha256),
    ]),
  );
  const zip = await readFile(join(folder, "documents-0001.zip"));
  const entries = Object.entries(unzipSync(zip));
  assert.equal(entries.length, placed.length);
  for (const [name, bytes] of entries) {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    assert.equal(name, `documents/${sha256.slice(0, 2)}/${sha256}`);
    assert.ok(named.has(sha256));
    const { offset, bytes: size } = placed.find((line) => line["sha256"] === sha256) as {
      offset: number;
      bytes: number;
    };
    assert.ok(zip.subarray(offset, offset + size).equals(bytes));
  }
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    assert.doesNotMatch((name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1"), PRIVATE, name);
  }
  const { stdout } = await promisify(execFile)("sha256sum", ["-c", "--strict", "SHA256SUMS"], { cwd: folder });
  assert.equal(stdout.trim().split("\n").length, names.length - 1);
  assert.equal(
    manifest.filings.reduce((sum, each) => sum + each.filings, 0),
    filings.length,
  );
});

test("names of people are in a bundle only where they were asked for, and leave the folder with the next one", async (t) => {
  const folder = join(await temporaryFolder(), "bundle");
  t.after(() => rm(folder, { recursive: true, force: true }));
  const command = (what: string) =>
    promisify(execFile)(process.execPath, ["src/cli/main.ts", "archive", "bundle", "--with", what, folder], {
      env: { ...process.env, ...serviceEnvironment("http://127.0.0.1:9", place.dataDir) },
    });
  const authors = async () => {
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "latin1")));
    return texts.filter((text) => text.includes("Ann Example")).length;
  };
  await command("originals,readings,decisions");
  assert.equal(await authors(), 1);
  const bundle = await openBundle(folderFiles(folder), true, new AbortController().signal);
  const file = join(place.dataDir, "taken.ndjson");
  for (const expected of [1, 0]) {
    assert.equal(await takeBundledDecisions(file, bundle, new AbortController().signal), expected);
  }
  assert.deepEqual(
    (await readDecisions(file)).all.map(({ author, reason }) => [author, reason]),
    [["Ann Example", "It is printed so."]],
  );

  await command("originals,readings");
  assert.equal(await authors(), 0);
  assert.doesNotMatch(await readFile(join(folder, "README.md"), "utf8"), /decisions/);
  const without = await openBundle(folderFiles(folder), true, new AbortController().signal);
  assert.equal(without.manifest.decisions, 0);
  assert.equal(await takeBundledDecisions(file, without, new AbortController().signal), 0);
  await assert.rejects(command("readings"), /originals,readings,decisions/);
});

test("parts are closed before they grow too large; a second writing keeps them, and one that was cut short goes on", async (t) => {
  const folder = join(await temporaryFolder(), "bundle");
  t.after(() => rm(folder, { recursive: true, force: true }));
  const most = 400_000;
  const { manifest } = await bundleOf(place, folder, { mostPartBytes: most });
  const zips = manifest.files.filter(({ name }) => name.endsWith(".zip"));
  assert.ok(zips.length > 2, `${zips.length} parts`);
  for (const { bytes } of zips) assert.ok(bytes <= most, `${bytes}`);

  const again = await bundleOf(place, folder, { mostPartBytes: most });
  assert.deepEqual(again.manifest, manifest);

  // Cut short between a part and its index, within a draft, and before the manifest.
  const last = zips.at(-1)?.name ?? assert.fail();
  await rm(join(folder, last.replace(".zip", ".index.ndjson")));
  await rm(join(folder, "bundle.json"));
  await writeFile(join(folder, "0000.draft"), "half");
  const resumed = await bundleOf(place, folder, { mostPartBytes: most });
  assert.deepEqual(resumed.manifest, manifest);
  assert.ok(!(await readdir(folder)).includes("0000.draft"));

  await writeFile(join(folder, "notes.txt"), "mine");
  await assert.rejects(bundleOf(place, folder), /holds notes\.txt/);
});
