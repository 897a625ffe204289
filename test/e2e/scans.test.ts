/** Tests paper reports from the stand-in to published trades: read page by page, uncertain where the form is, and resumable. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { shortenForPaperForm } from "../../src/app/demo/fictional/assets.ts";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { startService } from "../../src/app/server.ts";
import { readConfig } from "../../src/base/config.ts";
import { ParseError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";
import { formatReason } from "../../src/domain/reason.ts";
import { computeSha256 } from "../../src/filings/ingest/documents-folder.ts";
import { readScans, type ScanProgress } from "../../src/filings/ingest/read-scans.ts";
import { createScanReader } from "../../src/filings/ingest/scanned-report.ts";
import { buildFilingId, getSource } from "../../src/filings/sources/all.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { allTrades, openWorkplace, serviceEnvironment, temporaryFolder, type Workplace } from "./workplace.ts";

const fictional = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const scan =
  fictional.truth.find(({ docId, kind }) => kind === "scan" && (fictional.paperRows.get(docId) ?? []).length > 3) ??
  assert.fail("no scan has four rows");
/** Only the Senate's paper reports and one House scan. */
const material: Material = {
  ...fictional,
  house: {
    ...fictional.house,
    readIndex: async (year) =>
      (await fictional.house.readIndex(year))?.filter(({ docId }) => docId === scan.docId) ?? null,
  },
  senate: {
    ...fictional.senate,
    listRows: async () => (await fictional.senate.listRows()).filter(({ link }) => link === "paper"),
  },
};
const papers = fictional.truth.filter(({ kind }) => kind === "paper");
const neverAborted = new AbortController().signal;

let upstream: Upstream;
let complete: Workplace;
/** Digests of the documents that contain the pages. */
let documents: readonly string[];

before(async () => {
  upstream = await startUpstream({ material, port: 0 });
  complete = await openWorkplace(upstream.url, { OCR: "true" });
  await complete.run();
  await readScans(complete.ingest, neverAborted);
  documents = await listPageDocuments();
});

after(async () => {
  await complete?.close();
  await upstream?.stop();
});

async function readPaperStates({ store }: Workplace): Promise<(string | null | undefined)[][]> {
  return Promise.all(
    [...papers, scan].map(async ({ source, docId }) => {
      const filing = await store.filings.get(buildFilingId(source, docId));
      return [filing?.state, filing?.reason && formatReason(filing.reason)];
    }),
  );
}

async function readContent({ store }: Workplace): Promise<string> {
  return JSON.stringify({ trades: await allTrades(store), coverage: await store.filings.computeCoverageRows() });
}

/** Digests of the documents that contain the pages: the scan, and each image of the paper reports. */
async function listPageDocuments(): Promise<string[]> {
  const { store } = complete;
  const scanned = (await store.filings.get(buildFilingId(scan.source, scan.docId)))?.documentSha256;
  const found = scanned ? [scanned] : [];
  for (const { docId } of papers) {
    for (const page of [1, 2]) {
      const image = await store.documents.findLatest(
        `${upstream.url}/senate/media-host/media/fictional/${docId}/${page}.gif`,
      );
      if (image) found.push(image.sha256);
    }
  }
  return found;
}

/** Number of stored page readings of these documents. */
async function countStoredPages({ store }: Workplace): Promise<number> {
  const kept = await Promise.all(documents.map((sha256) => store.pageReadings.readStoredPages(sha256)));
  return kept.flat().length;
}

/** Returns the readings that `complete` has stored, for tests of which pages are read and when. */
const readStored = (async (_reader, bytes, input) => {
  const { page } = input as { readonly page: number };
  const readings = await complete.store.pageReadings.readStoredPages(computeSha256(bytes));
  const { json } = readings.find((reading) => reading.page === page) ?? assert.fail(`page ${page} was not read`);
  return (JSON.parse(json) as { readonly seen: unknown }).seen;
}) as ReadBytes;

const keepLettersAndDigits = (text: string) => text.replace(/[^A-Za-z0-9]/g, "");
const TYPES: Readonly<Record<string, string>> = {
  P: "purchase",
  S: "sale_full",
  "S (partial)": "sale_partial",
  E: "exchange",
  Purchase: "purchase",
  // The Senate's form has one column for full and partial sales.
  "Sale (Full)": "sale_full",
  "Sale (Partial)": "sale_full",
};

test("publishes the rows whose fields are all certain, with their position; other rows await review", async () => {
  assert.ok(papers.length >= 3);
  const trades = await allTrades(complete.store);
  let printed = 0;
  for (const { source, docId, memberId } of [...papers, scan]) {
    const rows = fictional.paperRows.get(docId) ?? [];
    assert.ok(rows.length >= 2);
    printed += rows.length;
    const filing = await complete.store.filings.get(buildFilingId(source, docId));
    const read = trades.filter((trade) => trade.filingId === filing?.id);
    const waiting = await complete.store.filings.listRejectedLines(filing?.id ?? "");
    assert.deepEqual(
      [...read, ...waiting].map(({ line }) => line).sort((a, b) => a - b),
      rows.map((_, at) => at + 1),
    );
    assert.equal(filing?.state, "needs_review");
    assert.equal(filing.reason?.detail, `${waiting.length} of ${rows.length} rows need review by a person.`);
    for (const trade of read) {
      const row = rows[trade.line - 1] ?? assert.fail();
      const toIsoDate = (text: string) => text.replace(/(\d+)\/(\d+)\/(\d+)/, "$3-$1-$2");
      assert.equal(trade.confidence, "ocr");
      assert.equal(trade.politicianId, memberId);
      assert.equal(trade.page, 1);
      assert.ok(trade.box !== null && trade.box.width > 500 && trade.box.height > 20);
      assert.equal(trade.amountRaw, row.amount);
      assert.equal(trade.transactionDate, toIsoDate(row.transactionDate));
      assert.equal(trade.transactionType, TYPES[row.transactionType]);
      assert.equal(trade.notificationDate, "notificationDate" in row ? toIsoDate(row.notificationDate) : null);
      const name =
        "assetName" in row ? shortenForPaperForm(row.assetName, 30) : shortenForPaperForm(row.assetParts.join(" "), 24);
      assert.equal(keepLettersAndDigits(trade.assetNameRaw), keepLettersAndDigits(name));
    }
    for (const { reason, text } of waiting) {
      assert.equal(reason, "uncertain");
      assert.match(text, /^Uncertain: [a-z, ]+\. .+ \| \d\d\/\d\d\/20\d\d \|/);
    }
    assert.match(waiting.find(({ line }) => line === rows.length)?.text ?? "", /^Uncertain: .*amount\./);
  }
  assert.ok(trades.length > printed / 2, `${trades.length} of ${printed} rows were published`);
});

test("with OCR off, scans and paper reports are downloaded and counted, but not read", async () => {
  const place = await openWorkplace(upstream.url);
  try {
    await place.run();
    assert.equal(await readScans(place.ingest, neverAborted), null);
    assert.deepEqual(new Set((await readPaperStates(place)).map(([state]) => state)), new Set(["needs_ocr"]));
    assert.equal(await countStoredPages(place), 0);
  } finally {
    await place.close();
  }
});

test("scan reading interrupted at any page continues with the next page, without lost or duplicate trades", async () => {
  const dataDir = await temporaryFolder();
  const watching = await openWorkplace(upstream.url, {}, dataDir);
  try {
    for (const enough of [1, 3]) {
      const child = spawn(process.execPath, ["src/app/cli/main.ts", "ingest"], {
        env: { ...process.env, ...serviceEnvironment(upstream.url, dataDir, { OCR: "true" }) },
        stdio: "ignore",
      });
      const exit = once(child, "exit");
      while (child.exitCode === null && (await countStoredPages(watching)) < enough) await sleep(100);
      child.kill("SIGKILL");
      await exit;
      const kept = await countStoredPages(watching);
      assert.ok(kept >= enough && kept < 2 * papers.length + 2, `${kept} pages were stored`);
    }
    const kept = await countStoredPages(watching);
    const place = await openWorkplace(upstream.url, { OCR: "true" }, dataDir);
    let read = 0;
    const { ocr } = place.ingest.scans;
    assert.ok(ocr);
    const counting = ((...job: Parameters<ReadBytes>) => {
      read += 1;
      return ocr.read(...job);
    }) as ReadBytes;
    const scans = { ...place.ingest.scans, ocr: { ...ocr, read: counting } };
    await readScans({ ...place.ingest, scans }, neverAborted);
    assert.equal(read, 2 * papers.length + 2 - kept);
    assert.deepEqual(await readPaperStates(place), await readPaperStates(complete));
    assert.deepEqual(await allTrades(place.store), await allTrades(complete.store));
    await place.ingest.close();
    await place.store.close();
  } finally {
    await watching.close();
  }
});

test("scan reading pauses for a due run, and continues afterwards", async () => {
  const dataDir = await temporaryFolder();
  const happened: string[] = [];
  const reading = Promise.withResolvers<void>();
  const done = Promise.withResolvers<Readonly<ScanProgress>>();
  const config = readConfig(serviceEnvironment(upstream.url, dataDir, { OCR: "true" }));
  const service = await startService(config, createLogger("silent"), {
    onRunStart: () => happened.push("run"),
    onProgress: () => {},
    onRunEnd: () => happened.push("run ended"),
    onScanning: ({ pages }) => {
      if (pages > 0) reading.resolve();
    },
    onScansRead: (progress) => {
      happened.push("scans read");
      done.resolve(progress);
    },
  });
  try {
    await reading.promise;
    await service.lookForFilings();
    assert.deepEqual(happened, ["run", "run ended", "run", "run ended"]);
    assert.ok((await done.promise).known > 0);
    assert.deepEqual(happened.slice(4), ["scans read"]);
  } finally {
    await service.close();
  }
  const after = await openWorkplace(upstream.url, {}, dataDir);
  assert.deepEqual(await readPaperStates(after), await readPaperStates(complete));
  await after.close();
});

test("a page that exceeds the reading limits does not stop other pages, and is retried next time", async () => {
  const place = await openWorkplace(upstream.url, { OCR: "true" });
  try {
    await place.run();
    let pages = 0;
    const failing = ((...job: Parameters<ReadBytes>) => {
      pages += 1;
      if (pages === 1) return Promise.reject(new ParseError("reader_timeout", "Reading took longer than 60 s."));
      return readStored(...job);
    }) as ReadBytes;
    await readScans(
      { ...place.ingest, scans: { ...place.ingest.scans, ocr: { read: failing, concurrency: 1 } } },
      neverAborted,
    );
    assert.equal(await countStoredPages(place), 2 * papers.length + 1);
    const reasons = (await readPaperStates(place)).filter(([, reason]) => reason?.startsWith("reader_"));
    assert.deepEqual(reasons, [["needs_review", "reader_timeout: Page 1: Reading took longer than 60 s."]]);
    const again = await readScans(place.ingest, neverAborted);
    assert.equal(again?.known, 1);
    assert.equal(await readContent(place), await readContent(complete));
    assert.equal((await readScans(place.ingest, neverAborted))?.known, 0);
  } finally {
    await place.close();
  }
});

test("rereads the pages read by another release, and keeps the trades of a page that exceeds the reading limits", async () => {
  const place = await openWorkplace(upstream.url, { OCR: "true" });
  try {
    await place.run();
    const scans = { ...place.ingest.scans, ocr: { read: readStored, concurrency: 1 } };
    await readScans({ ...place.ingest, scans }, neverAborted);
    const { pageReadings } = place.store;
    for (const sha256 of documents) {
      for (const reading of await pageReadings.readStoredPages(sha256))
        await pageReadings.save(sha256, { ...reading, reader: "1" });
    }
    let pages = 0;
    const failing = ((...job: Parameters<ReadBytes>) => {
      pages += 1;
      if (pages === 1) return Promise.reject(new ParseError("reader_timeout", "Reading took more than 120 s."));
      return readStored(...job);
    }) as ReadBytes;
    const again = await readScans(
      { ...place.ingest, scans: { ...place.ingest.scans, ocr: { read: failing, concurrency: 1 } } },
      neverAborted,
    );
    assert.equal(again?.known, papers.length + 1);
    assert.equal(pages, 2 * papers.length + 2);
    assert.equal(await readContent(place), await readContent(complete));
    assert.equal((await readScans(place.ingest, neverAborted))?.known, 1, "the page that exceeded its limits");
    assert.equal((await readScans(place.ingest, neverAborted))?.known, 0);
    assert.equal(await readContent(place), await readContent(complete));
  } finally {
    await place.close();
  }
});

test("the trades of a scan stay published if the filing is downloaded again, even with OCR off", async () => {
  const place = await openWorkplace(upstream.url, {}, complete.dataDir);
  const before = await readContent(complete);
  try {
    const filing = await place.store.filings.get(`s${papers[0]?.docId}`);
    assert.ok(filing?.documentSha256);
    const bytes = await place.ingest.keeper.read(filing.documentSha256);
    const raw = await place.ingest.read(getSource(filing.source).read.document, bytes, { docId: filing.docId });
    const original = { sha256: filing.documentSha256, bytes };
    const failIfRead = (() => assert.fail("a page was read again")) as ReadBytes;
    const read = createScanReader(place.ingest.scans, { read: failIfRead, concurrency: 1 }, neverAborted);
    assert.deepEqual(await place.ingest.scans.stored(raw, original), await read(raw, original));
    await place.run();
    assert.equal(await readContent(complete), before);
  } finally {
    await place.ingest.close();
    await place.store.close();
  }
});
