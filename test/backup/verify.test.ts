/**
 * Tests that `verify --sample` finds a changed byte, a missing file, another document at the site and a changed reading, and does
 * not count a match where it could not check.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, before, type TestContext, test } from "node:test";
import { ParseError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";
import { assembleIngest, type Ingest } from "../../src/filings/ingest/assemble.ts";
import { computeSha256, getOriginalPath } from "../../src/filings/ingest/documents-folder.ts";
import { loadPages } from "../../src/filings/ingest/scanned-report.ts";
import {
  checkStoredOriginals,
  compareOriginals,
  createResponseCapture,
} from "../../src/filings/ingest/verify/originals.ts";
import { comparePages } from "../../src/filings/ingest/verify/pages.ts";
import { SCAN_READER } from "../../src/filings/sources/scans/assemble.ts";
import type { FilingRow } from "../../src/store/filing-rows.ts";
import { openImportedPlace } from "../e2e/imported-place.ts";
import { copyDataFolder, openWorkplace, serviceEnvironment, type Workplace } from "../e2e/workplace.ts";
import { makeReading } from "../made-reading.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";

const ALL = { sample: 10_000, seed: "1" };
const forEver = new AbortController().signal;
const SEEN = makeReading(["$1,001 - $15,000"]);

let upstream: Upstream;
let imported: Workplace;

before(async () => {
  upstream = await startUpstream({ material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }), port: 0 });
  imported = await openImportedPlace(upstream.url, { DATABASE_URL: "" });
});

after(async () => {
  await imported?.close();
  await upstream?.stop();
});

interface Place extends Workplace {
  readonly filings: readonly FilingRow[];
}

async function openPlace(t: TestContext, url = upstream.url, environment: Record<string, string> = {}): Promise<Place> {
  const copy = await openWorkplace(url, { DATABASE_URL: "", ...environment }, await copyDataFolder(imported));
  t.after(() => copy.close());
  return { ...copy, filings: await Array.fromAsync(copy.store.filings.listWithDocument()) };
}

/** @param only filings to draw from; by default all. */
const checkOriginals = async ({ config, store, filings }: Place, only = filings, more: Partial<Ingest> = {}) => {
  const siteKeeper = createResponseCapture(() => new Date());
  const events = { onPublished: async () => {}, onReference: () => {} };
  const ingest = assembleIngest(config, store, createLogger("silent"), { ...events, siteKeeper });
  try {
    const withDocument = async function* () {
      yield* only;
    };
    const limited = { ...store, filings: { ...store.filings, listWithDocument: withDocument } };
    return await compareOriginals({ ...ingest, store: limited, ...more }, siteKeeper, ALL, forEver, () => {});
  } finally {
    await ingest.close();
  }
};

const checkPages = ({ ingest }: Place, read: ReadBytes) =>
  comparePages(ingest, { read, concurrency: 2 }, ALL, forEver, () => {});

const honest = (async () => SEEN.seen) as ReadBytes;

/** Stores a made-up reading of every scanned page. */
async function keepReadings({ store, ingest, filings }: Place): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const { id, documentSha256 } of filings) {
    const raw = await store.filings.readStoredReport(id);
    if (raw === undefined || documentSha256 === null || (raw.kind !== "scan" && raw.kind !== "paper")) continue;
    for (const page of await loadPages(raw, { sha256: documentSha256, bytes: new Uint8Array() }, ingest.scans)) {
      if ("failure" in page) continue;
      await store.pageReadings.save(page.sha256, {
        page: page.page,
        reader: SCAN_READER,
        json: JSON.stringify(SEEN),
      });
      kept.push(`${page.sha256} ${page.page}`);
    }
  }
  return kept;
}

const findHouseFiling = ({ filings }: Place) =>
  filings.find(({ source, state }) => source === "house-clerk" && state === "parsed") ?? assert.fail();

test("stored originals match the sites; checking stores nothing, and different page markup makes no difference", async (t) => {
  const here = await openPlace(t);
  const before = await Array.fromAsync(here.store.documents.listAll());
  const { known, lost } = await checkStoredOriginals(here.ingest, forEver);
  assert.deepEqual([known, lost], [new Set(before.map(({ sha256 }) => sha256)).size, []]);
  const found = await checkOriginals(here);
  assert.deepEqual([found.differences, found.notChecked], [[], []]);
  assert.equal(found.alike, here.filings.length);
  assert.deepEqual(await Array.fromAsync(here.store.documents.listAll()), before);
});

test("finds damaged and missing originals from the stored files alone", async (t) => {
  const here = await openPlace(t);
  const [first, second] = here.filings.map(({ documentSha256 }) => documentSha256 ?? "");
  appendFileSync(getOriginalPath(here.dataDir, first ?? ""), "x");
  rmSync(getOriginalPath(here.dataDir, second ?? ""));
  const { lost } = await checkStoredOriginals(here.ingest, forEver);
  assert.equal(lost.length, 2);
  assert.match(lost.join(), new RegExp(`${first} .*is damaged`));
  assert.match(lost.join(), new RegExp(`${second} is not in`));
});

test("finds originals that the site lacks or serves differently, even if they match their recorded digest", async (t) => {
  const here = await openPlace(t);
  const filing = findHouseFiling(here);
  const forged = Buffer.concat([
    readFileSync(getOriginalPath(here.dataDir, filing.documentSha256 ?? "")),
    Buffer.from("\n"),
  ]);
  await here.ingest.keeper.save({ url: filing.url, headers: {}, body: forged });
  assert.deepEqual((await checkStoredOriginals(here.ingest, forEver)).lost, []);
  const found = await checkOriginals(here, [{ ...filing, documentSha256: computeSha256(forged) }]);
  assert.equal(found.differences.length, 1);
  assert.ok(found.differences[0]?.startsWith(`${filing.id}: ${filing.url} has the SHA-256 ${filing.documentSha256}`));

  const empty = await startUpstream({
    material: fictionalMaterial({ today: new Date("2012-01-02T12:00:00Z") }),
    port: 0,
  });
  t.after(() => empty.stop());
  const url = `${empty.url}${filing.url.slice(upstream.url.length)}`;
  const gone = await checkOriginals(await openPlace(t, empty.url), [{ ...filing, url }]);
  assert.match(gone.differences.join(), /the site does not have it/);
});

test("different markup around a Senate page's content makes no difference, but different content does", async (t) => {
  const here = await openPlace(t);
  const filing = here.filings.find(
    ({ source, kind, state }) => source !== "house-clerk" && kind === "ptr" && state === "parsed",
  );
  assert.ok(filing?.documentSha256);
  const page = readFileSync(getOriginalPath(here.dataDir, filing.documentSha256), "utf8");
  const storePage = async (text: string) => {
    const body = Buffer.from(text);
    await here.ingest.keeper.save({ url: filing.url, headers: {}, body });
    return checkOriginals(here, [{ ...filing, documentSha256: computeSha256(body) }]);
  };
  const framed = await storePage(page.replace("</body>", "<!-- the frame of another day --></body>"));
  assert.deepEqual([framed.redrawn, framed.differences], [1, []]);
  const forged = await storePage(page.replace(/\$1,001 - \$15,000|\$15,001 - \$50,000/, "$100,001 - $250,000"));
  assert.deepEqual([forged.redrawn, forged.differences.length], [0, 1]);
});

test("does not count originals as checked if their source is off or does not answer", async (t) => {
  const here = await openPlace(t, upstream.url, { SENATE_EFD_ACCEPT_TERMS: "false" });
  const found = await checkOriginals(here);
  const senate = here.filings.filter(({ source }) => source === "senate-efd").length;
  assert.deepEqual([...found.ofSourcesOff], [["senate-efd", senate]]);
  assert.equal(found.known, here.filings.length - senate);

  const filing = findHouseFiling(here);
  const away = here.ingest.sources.map((site) => ({
    ...site,
    fetch: (_: unknown, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  }));
  const late = await checkOriginals(here, [filing], { sources: away, patienceMs: 40 });
  assert.deepEqual([late.alike, late.differences, late.notChecked.length], [0, [], 1]);
  assert.match(late.notChecked.join(), /no_progress/);
});

test("finds a changed reading, and does not count a page that timed out as a match", async (t) => {
  const here = await openPlace(t);
  const kept = await keepReadings(here);
  assert.ok(kept.length > 5);
  const same = await checkPages(here, honest);
  assert.deepEqual([same.known, same.alike, same.differences, same.notChecked], [kept.length, kept.length, [], []]);

  const lied = structuredClone(SEEN);
  Object.assign(lied.seen.rows[0] ?? assert.fail(), { handwritten: true });
  const [first = ""] = kept;
  const [sha256 = "", page] = first.split(" ");
  await here.store.pageReadings.save(sha256, {
    page: Number(page),
    reader: SCAN_READER,
    json: JSON.stringify(lied),
  });
  const [other = ""] = kept.filter((each) => each !== first).slice(-1);
  const [otherSha256 = "", otherPage] = other.split(" ");
  const older = { page: Number(otherPage), reader: "0", json: JSON.stringify(SEEN) };
  await here.store.pageReadings.save(otherSha256, older);
  const found = await checkPages(here, honest);
  assert.deepEqual([found.alike, found.ofOtherReader, found.notChecked], [kept.length - 2, 1, []]);
  assert.match(found.differences.join(), /rows\[0\]\.handwritten is true in the store, false when read again$/);

  const slow = (async () => {
    throw new ParseError("reader_timeout", "Reading took longer than 60 s.");
  }) as ReadBytes;
  const late = await checkPages(here, slow);
  assert.deepEqual([late.alike, late.differences, late.notChecked.length], [0, [], kept.length - 1]);
});

test("the command prints its findings and the seed, and exits with 1 if anything differs", async (t) => {
  const here = await openPlace(t);
  const verify = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, ["src/app/cli/main.ts", "verify", ...args], {
      env: { ...process.env, ...serviceEnvironment(upstream.url, here.dataDir, { DATABASE_URL: "" }) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { out: "", err: "" };
    child.stdout.on("data", (bytes) => (said.out += bytes));
    child.stderr.on("data", (bytes) => (said.err += bytes));
    const [status] = await once(child, "close");
    return { ...said, status: status as number | null };
  };
  assert.match((await verify("--sample", "none")).err, /--sample must be a whole number, at least 1, not "none"/);
  writeFileSync(getOriginalPath(here.dataDir, findHouseFiling(here).documentSha256 ?? ""), "");
  const { status, out } = await verify("--sample", "3", "--seed", "eight");
  assert.equal(status, 1);
  assert.match(out, /^Stored originals: (\d+) of \d+ match their digests\.\nLost: .* is damaged/);
  assert.match(out, /\nOriginals on the official sites: sampled 3 of \d+; 3 match, 0 differ, 0 could not be checked\./);
  assert.match(
    out,
    /\nScanned pages, read again: sampled 0 of 0; .*\nDraw the same sample again with --seed eight\.\n$/,
  );
});
