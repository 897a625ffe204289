/** Tests stored originals that are lost or damaged: reported, downloaded again, and damaged bytes are never served or read. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { getOriginalPath } from "../../src/filings/ingest/documents-folder.ts";
import { openOriginal } from "../../src/filings/ingest/originals.ts";
import { reparse } from "../../src/filings/ingest/reparse.ts";
import { runIngest } from "../../src/filings/ingest/run.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { allTrades, openWorkplace, type Workplace } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const { signal } = new AbortController();

async function openImportedWorkplace(t: TestContext) {
  const upstream = await startUpstream({ material, port: 0 });
  const place = await openWorkplace(upstream.url);
  t.after(async () => {
    await place.close();
    await upstream.stop();
  });
  const run = () => runIngest(place.ingest, { sinceYear: 2026, since: null }, signal);
  await run();
  return { upstream, place, run };
}

async function listStoredReports({ store, dataDir }: Workplace) {
  const filings = (await Array.fromAsync(store.filings.listWithDocument())).filter(({ state }) => state === "parsed");
  return filings.map((filing) => ({
    filing,
    sha256: filing.documentSha256 ?? "",
    file: getOriginalPath(dataDir, filing.documentSha256 ?? ""),
  }));
}

const hashFile = async (file: string) =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

test("downloads an index again if its stored file is empty or missing, even if the index has not changed", async (t) => {
  const { upstream, place, run } = await openImportedWorkplace(t);
  const url = `${upstream.url}/house/public_disc/financial-pdfs/2026FD.zip`;
  const index = await place.store.documents.findLatest(url);
  assert.ok(index);
  const file = getOriginalPath(place.dataDir, index.sha256);
  for (const spoil of [() => truncate(file, 0), () => rm(file)]) {
    await spoil();
    upstream.clearLog();
    const progress = await run();
    assert.deepEqual(
      progress.map(({ error }) => error),
      [null, null],
    );
    const asked = upstream.listRequests().filter((request) => url.endsWith(request.path));
    assert.deepEqual(
      asked.map(({ conditional, status }) => [conditional, status]),
      [[false, 200]],
    );
    assert.equal(await hashFile(file), index.sha256);
  }
  upstream.clearLog();
  await run();
  assert.deepEqual(
    upstream
      .listRequests()
      .filter((request) => url.endsWith(request.path))
      .map(({ conditional, status }) => [conditional, status]),
    [[true, 304]],
  );
});

test("if the documents folder is emptied, downloads everything again and changes no published trade", async (t) => {
  const { place, run } = await openImportedWorkplace(t);
  const before = JSON.stringify(await allTrades(place.store));
  const reports = await listStoredReports(place);
  assert.ok(reports.length > 3);
  for (const name of readdirSync(path.join(place.dataDir, "documents"))) {
    await rm(path.join(place.dataDir, "documents", name), { recursive: true });
  }
  await run();
  assert.equal(JSON.stringify(await allTrades(place.store)), before);
  for (const { filing } of reports) {
    const { documentSha256 } = (await place.store.filings.get(filing.id)) ?? {};
    assert.equal(await hashFile(getOriginalPath(place.dataDir, documentSha256 ?? "")), documentSha256, filing.id);
  }
});

test("never serves or reads a damaged document: `reparse` reports the filing, and the next run downloads it again", async (t) => {
  const { place, run } = await openImportedWorkplace(t);
  const [damaged] = (await listStoredReports(place)).filter(({ filing }) => filing.source === "house-clerk");
  assert.ok(damaged);
  assert.ok(await openOriginal(place.dataDir, damaged.sha256));
  const bytes = await readFile(damaged.file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
  await writeFile(damaged.file, bytes);
  assert.equal(await openOriginal(place.dataDir, damaged.sha256), undefined);
  const unread: string[] = [];
  let done = 0;
  const tally = await reparse(place.ingest, signal, {
    publish: false,
    scans: false,
    onUnread: (id, reason) => unread.push(`${id} ${reason.code}`),
    onProgress: (progress) => {
      done = progress.done;
      assert.ok(progress.done <= progress.known);
    },
  });
  assert.deepEqual(unread, [`${damaged.filing.id} original_damaged`]);
  assert.equal(tally.filings, 0);
  assert.equal(done, (await Array.fromAsync(place.store.filings.listWithDocument())).length);
  await run();
  assert.equal(await hashFile(damaged.file), damaged.sha256);
  assert.ok(await openOriginal(place.dataDir, damaged.sha256));
});

test("requests an unreadable document again in the next run, and reads it once the site sends all of it", async (t) => {
  const whole = material.house.readDocument;
  let cut = true;
  const broken = {
    ...material,
    house: {
      ...material.house,
      readDocument: async (...args: Parameters<typeof whole>) => {
        const bytes = await whole(...args);
        if (!cut || bytes === null || !args.join().includes("ptr-pdfs")) return bytes;
        const text = Buffer.from(bytes).toString("latin1");
        return Buffer.from(text.replace(/stream[\s\S]*endstream/, "stream\nendstream"), "latin1");
      },
    },
  };
  const upstream = await startUpstream({ material: broken, port: 0 });
  const place = await openWorkplace(upstream.url, { SENATE_EFD_ACCEPT_TERMS: "false" });
  t.after(async () => {
    await place.close();
    await upstream.stop();
  });
  const run = () => runIngest(place.ingest, { sinceYear: 2026, since: null }, signal);
  await run();
  const unreadable = (await place.store.filings.listPending("house-clerk")).filter(
    ({ state }) => state === "unreadable",
  );
  assert.ok(unreadable.length > 3);
  upstream.clearLog();
  await run();
  for (const { docId } of unreadable) {
    const asked = upstream.listRequests().filter((request) => request.path.endsWith(`/${docId}.pdf`));
    assert.equal(asked.length, 1, docId);
  }
  cut = false;
  await run();
  for (const { id } of unreadable) {
    const { state, reason } = (await place.store.filings.get(id)) ?? {};
    // One document of the stand-in belongs to another filing, whether it is complete or not.
    assert.ok(state !== "unreadable" || reason?.code === "pdf_wrong_document", `${id} ${reason?.code}`);
  }
});
