/** Readings of scanned pages from another instance: what is taken, what a sample refuses, and what two instances that follow each other keep. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";
import type { PageReading } from "../../src/domain/scanned-page.ts";
import { askBundles } from "../../src/ingest/bundle/ask-bundles.ts";
import { bundleAt } from "../../src/ingest/bundle/bundle-address.ts";
import { takeReadings } from "../../src/ingest/bundle/take-readings.ts";
import type { IngestParts } from "../../src/ingest/parts.ts";
import { readScans } from "../../src/ingest/read-scans.ts";
import { createLogger } from "../../src/log.ts";
import { tradeRecords } from "../../src/service/trade-records.ts";
import { SCAN_READER } from "../../src/sources/scans/assemble.ts";
import { importedPlace } from "../e2e/imported-place.ts";
import { allTrades, temporaryFolder, type Workplace } from "../e2e/workplace.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { replace } from "./altered-bundle.ts";
import { bundleOf, keepMadeReadings, madeReading, waitingPages } from "./made-bundle.ts";

const forEver = new AbortController().signal;
const HONEST = madeReading(["$1,001 - $15,000", "$15,001 - $50,000"]);
const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
let upstream: Upstream;
let first: Workplace;
let folder: string;

before(async () => {
  upstream = await startUpstream({ material, port: 0 });
  first = await importedPlace(upstream.url);
  await keepMadeReadings(first, HONEST);
  folder = join(await temporaryFolder(), "bundle");
  await bundleOf(first, folder);
});

after(async () => {
  await first?.close();
  await upstream?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Reading {
  readonly place: Workplace;
  readonly parts: IngestParts;
  /** Pages that were read here. */
  readonly read: () => number;
}

/** A place whose scanned pages wait, and whose reader sees on each the same two rows. */
async function waitingPlace(t: TestContext, seen: PageReading = HONEST): Promise<Reading> {
  const place = await importedPlace(upstream.url);
  t.after(() => place.close());
  let pages = 0;
  const read = (async () => {
    pages += 1;
    return "seen" in seen ? seen.seen : assert.fail();
  }) as ReadBytes;
  const { ingest } = place;
  return { place, parts: { ...ingest, scans: { ...ingest.scans, ocr: { read, atOnce: 1 } } }, read: () => pages };
}

async function take(parts: IngestParts, { config }: Workplace, address = folder) {
  const bundle = bundleAt(address, config, createLogger("silent"));
  return takeReadings(parts, await bundle.open(forEver), forEver).finally(() => bundle.close());
}

interface Line {
  document: string;
  page: number;
  reader: string;
  reading: PageReading;
}

/** The bundle with readings changed, all its sums fitting, as a publisher would see to. */
async function lying(t: TestContext, change: (line: Line, at: number) => void, textBytes?: number): Promise<string> {
  const copy = join(await temporaryFolder(), "bundle");
  await cp(folder, copy, { recursive: true });
  t.after(() => rm(copy, { recursive: true, force: true }));
  const part = "readings-0001.ndjson.gz";
  const index = "readings-0001.index.ndjson";
  const old = await readFile(join(copy, part));
  const [, ...lines] = (await readFile(join(copy, index), "utf8")).trimEnd().split("\n");
  const sum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  const members: Buffer[] = [];
  let offset = 0;
  let at = 0;
  const placed = lines.map((line) => {
    const entry = JSON.parse(line) as { offset: number; bytes: number };
    const text = gunzipSync(old.subarray(entry.offset, entry.offset + entry.bytes)).toString();
    const changed = text
      .trimEnd()
      .split("\n")
      .map((each) => {
        const value = JSON.parse(each) as Line;
        change(value, at);
        at += 1;
        return `${JSON.stringify(value)}\n`;
      });
    const bytes = Buffer.from(changed.join(""));
    const member = gzipSync(bytes);
    members.push(member);
    const { reader } = JSON.parse(changed[0] ?? "") as Line;
    const now = {
      ...entry,
      reader,
      offset,
      bytes: member.length,
      text_bytes: textBytes ?? bytes.length,
      sha256: sum(bytes),
    };
    offset += member.length;
    return JSON.stringify(now);
  });
  const whole = Buffer.concat(members);
  await replace(copy, part, whole);
  const head = JSON.stringify({ part, bytes: whole.length, sha256: sum(whole) });
  await replace(copy, index, Buffer.from(`${[head, ...placed].join("\n")}\n`));
  return copy;
}

function withAmount(reading: PageReading, amount: string): PageReading {
  const changed = structuredClone(reading);
  const row = "seen" in changed ? changed.seen.rows[0] : undefined;
  if (row === undefined) return assert.fail();
  Object.assign(row.fields.amount, { reading: amount });
  return changed;
}

test("a sample is read here; alike, the readings are taken, published, and known to be another's until they are read here", async (t) => {
  const { place, parts, read } = await waitingPlace(t);
  const pages = await waitingPages(place);
  assert.ok(pages.length > 2);
  // The store has it that fifty pages of this publisher were read here before.
  await place.store.taken.noteChecked({ publisher: "https://first.example", reader: SCAN_READER }, 50);
  const result = await take(parts, place);
  assert.deepEqual(result, {
    offered: pages.length,
    checked: 1,
    taken: pages.length - 1,
    refused: false,
    differences: [],
  });
  assert.equal(read(), 1);
  await readScans(parts, forEver, () => {}, { pages: "stored" });
  assert.deepEqual(await place.store.pageReadings.waiting(), []);
  assert.equal(read(), 1);
  const trades = await allTrades(place.store);
  assert.ok(trades.some(({ confidence, amountRaw }) => confidence === "ocr" && amountRaw === "$15,001 - $50,000"));
  const counted = async () => (await place.store.taken.counts()).map(({ documents, pages: read }) => [documents, read]);
  assert.deepEqual(await counted(), [[0, pages.length - 1]]);
  const { takenFrom } = tradeRecords(place.config, place.store);
  const ocr = trades.filter(({ confidence }) => confidence === "ocr");
  const origins = await Promise.all(ocr.map(takenFrom));
  assert.ok(origins.some((from) => from?.publisher === "https://first.example"));
  for (const trade of trades) if (trade.confidence === "printed") assert.equal(await takenFrom(trade), null);
  const from = await Promise.all(pages.map(({ sha256, page }) => place.store.taken.page(sha256, page)));
  assert.equal(from.filter((each) => each?.publisher === "https://first.example").length, pages.length - 1);
  for (const { sha256, page } of pages) {
    await place.store.pageReadings.keep(sha256, { page, reader: SCAN_READER, json: JSON.stringify(HONEST) });
  }
  assert.deepEqual(await counted(), []);
});

test("an amount changed on every page: the first page of the sample refuses all, nothing is published, and pages are read here", async (t) => {
  const { place, parts, read } = await waitingPlace(t);
  const copy = await lying(t, (line) => {
    line.reading = withAmount(line.reading, "$1,000,001 - $5,000,000");
  });
  const before = (await allTrades(place.store)).length;
  const result = await take(parts, place, copy);
  assert.equal(result.taken, 0);
  assert.match(
    result.differences[0] ?? "",
    // Chance decides which page of a document is drawn first.
    /page \d+, row 1, amount: "\$1,001 - \$15,000" here, "\$1,000,001 - \$5,000,000" there/,
  );
  assert.equal((await allTrades(place.store)).length, before);
  assert.deepEqual(await place.store.taken.waiting({ publisher: "https://first.example", reader: SCAN_READER }), []);
  const trust = await place.store.taken.trust({ publisher: "https://first.example", reader: SCAN_READER });
  assert.ok(trust.refusedAt !== null && trust.report?.includes("$5,000,000"));
  // Once refused, an honest one of the same publisher is not taken either.
  assert.deepEqual(await take(parts, place), { offered: 0, checked: 0, taken: 0, refused: true, differences: [] });
  // Until the operator forgives: then a whole first sample is read, which here is every page.
  const of = { publisher: "https://first.example", reader: SCAN_READER };
  await place.store.taken.forgive(of);
  const again = await take(parts, place);
  assert.deepEqual([again.refused, again.checked, again.differences], [false, again.offered, []]);
  assert.equal((await place.store.taken.trust(of)).checkedPages, again.checked);
  await readScans(parts, forEver);
  assert.deepEqual(await place.store.pageReadings.waiting(), []);
  assert.ok(read() >= (await waitingPages(first)).length);
  assert.ok(
    (await allTrades(place.store)).every(
      ({ amountRaw, confidence }) => confidence !== "ocr" || !amountRaw.includes("5,000,000"),
    ),
  );
});

test("what was taken before a lie was found is read again here", async (t) => {
  const { place, parts, read } = await waitingPlace(t);
  const pages = await waitingPages(place);
  const of = { publisher: "https://first.example", reader: SCAN_READER };
  await place.store.taken.noteChecked(of, 50);
  await take(parts, place);
  await readScans(parts, forEver, () => {}, { pages: "stored" });
  const before = read();
  await place.store.taken.refuse(of, new Date(), "a page differs");
  await readScans(parts, forEver);
  assert.equal(read() - before, pages.length - 1);
});

for (const [what, code, copy] of [
  [
    "one that is no reading",
    "bundle_malformed",
    (t: TestContext) => lying(t, (line) => Object.assign(line.reading, { seen: { rows: "none" } })),
  ],
  [
    "one of another document",
    "bundle_malformed",
    (t: TestContext) => lying(t, (line) => Object.assign(line, { document: "0".repeat(64) })),
  ],
  ["a bomb", "bundle_too_large", (t: TestContext) => lying(t, () => {}, 10)],
] as const) {
  test(`${what}: refused as ${code}, and nothing is taken`, async (t) => {
    const { place, parts } = await waitingPlace(t);
    await assert.rejects(take(parts, place, await copy(t)), { code });
    assert.deepEqual(await place.store.taken.waiting({ publisher: "https://first.example", reader: SCAN_READER }), []);
    const config = { ...place.config, FOLLOW: await copy(t) };
    await askBundles(parts, config, forEver);
    assert.equal((await place.store.taken.asked(config.FOLLOW))?.gave, false);
    await readScans(parts, forEver);
    assert.deepEqual(await place.store.pageReadings.waiting(), []);
  });
}

test("readings by another version of the reader, older or newer, are not taken and replace nothing", async (t) => {
  const { place, parts, read } = await waitingPlace(t);
  for (const reader of [-1, 1].map((versions) => String(Number(SCAN_READER) + versions))) {
    const copy = await lying(t, (line) => {
      line.reader = reader;
    });
    assert.equal((await take(parts, place, copy)).offered, 0);
  }
  await readScans(parts, forEver);
  const own = read();
  assert.ok(own > 0);
  // Two that follow each other: nothing waits here any more, so nothing is asked and nothing changes.
  const before = JSON.stringify(await allTrades(place.store));
  await askBundles(parts, { ...place.config, FOLLOW: folder }, forEver);
  assert.equal(await place.store.taken.asked(folder), undefined);
  assert.equal(JSON.stringify(await allTrades(place.store)), before);
});

test("one that follows asks hourly, and one that only started from a bundle asks once", async (t) => {
  const { place, parts } = await waitingPlace(t, madeReading([]));
  let now = new Date("2026-11-21T12:00:00Z");
  const clocked = { ...parts, now: () => now };
  const config = { ...place.config, START_FROM: folder, FOLLOW: null };
  await askBundles(clocked, config, forEver);
  assert.deepEqual(await place.store.taken.asked(folder), { at: now, gave: true });
  const firstTime = now;
  now = new Date("2026-11-21T14:00:00Z");
  await askBundles(clocked, config, forEver);
  assert.deepEqual((await place.store.taken.asked(folder))?.at, firstTime);
  await askBundles(clocked, { ...config, FOLLOW: folder }, forEver);
  assert.deepEqual((await place.store.taken.asked(folder))?.at, now);
});
