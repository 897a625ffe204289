/** Two instances that follow each other, one of which has a newer reader: nothing older takes the place of anything newer. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderFiles } from "../../src/bundle/bundle-files.ts";
import { openBundle } from "../../src/bundle/open-bundle.ts";
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";
import { askBundles } from "../../src/ingest/bundle/ask-bundles.ts";
import { takeReadings } from "../../src/ingest/bundle/take-readings.ts";
import { readScans } from "../../src/ingest/read-scans.ts";
import { SCAN_READER } from "../../src/sources/scans/assemble.ts";
import { allTrades, copyOf, openWorkplace, temporaryFolder, type Workplace } from "../e2e/workplace.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { bundleOf, keepMadeReadings, madeReading, waitingPages } from "./made-bundle.ts";

const forEver = new AbortController().signal;
const OLDER = madeReading(["$1,001 - $15,000"]);
const NEWER = madeReading(["$15,001 - $50,000", "$50,001 - $100,000"]);

test("an upgraded reader's pages stay, whoever follows whom, and take the place of an older one's, read here or taken", async (t) => {
  const upstream = await startUpstream({
    material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }),
    port: 0,
  });
  const places: Workplace[] = [];
  const folders = [join(await temporaryFolder(), "bundle"), join(await temporaryFolder(), "bundle")] as const;
  t.after(async () => {
    for (const place of places) await place.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    await upstream.stop();
  });
  const open = async (folder?: string) => {
    const place = await openWorkplace(upstream.url, {}, folder);
    places.push(place);
    return place;
  };
  let read = 0;
  const reads = (async () => {
    read += 1;
    return "seen" in NEWER ? NEWER.seen : assert.fail();
  }) as unknown as ReadBytes;
  const parts = ({ ingest }: Workplace) => ({
    ...ingest,
    scans: { ...ingest.scans, ocr: { read: reads, atOnce: 1 } },
  });
  const follow = (place: Workplace, folder: string) =>
    askBundles(parts(place), { ...place.config, FOLLOW: folder }, forEver);
  const readers = async (place: Workplace, documents: readonly string[]) => {
    const rows = await Promise.all(documents.map((sha256) => place.store.pageReadings.of(sha256)));
    return rows.flat().map(({ reader, page, json }) => `${reader} ${page} ${json}`);
  };
  const amounts = async ({ store }: Workplace) =>
    (await allTrades(store)).filter(({ confidence }) => confidence === "ocr").map(({ amountRaw }) => amountRaw);

  // All have read with an older release; then the second is upgraded and reads again.
  const one = await open();
  await one.run();
  const [other, late, third] = [
    await open(await copyOf(one)),
    await open(await copyOf(one)),
    await open(await copyOf(one)),
  ];
  const pages = await waitingPages(one);
  const documents = [...new Set(pages.map(({ sha256 }) => sha256))];
  for (const place of [one, other, late]) {
    await keepMadeReadings(place, OLDER, "6");
    await readScans(parts(place), forEver, () => {}, { pages: "stored" });
  }
  const published = await amounts(one);
  await bundleOf(one, folders[0]);
  await bundleOf(other, folders[1]);
  await readScans(parts(other), forEver);
  assert.equal(read, pages.length);
  const upgraded = await readers(other, documents);
  assert.ok(upgraded.length > 2 && upgraded.every((each) => each.startsWith(`${SCAN_READER} `)));
  await bundleOf(other, folders[1]);

  // The upgraded one follows the older: its own pages and trades stay.
  const newest = await amounts(other);
  assert.notDeepEqual(newest, published);
  await follow(other, folders[0]);
  assert.deepEqual(await readers(other, documents), upgraded);
  assert.deepEqual(await amounts(other), newest);

  // A third, of this release, that starts from both takes nothing of the older reader, even from the bundle that has both.
  await third.store.taken.noteChecked({ publisher: "https://first.example", reader: SCAN_READER }, 50);
  read = 0;
  await follow(third, folders[0]);
  assert.deepEqual(await readers(third, documents), []);
  await follow(third, folders[1]);
  assert.equal(read, 1);
  assert.deepEqual((await readers(third, documents)).toSorted(), upgraded.toSorted());
  assert.deepEqual(await amounts(third), newest);

  // The first is upgraded too. It takes nothing older of what it is to read again, and what the upgraded one has after a sample.
  const of = { publisher: "https://first.example", reader: SCAN_READER };
  for (const place of [one, late]) await place.store.taken.noteChecked(of, 50);
  read = 0;
  await follow(one, folders[0]);
  assert.equal(read, 0);
  assert.deepEqual(await amounts(one), published);
  await follow(one, folders[1]);
  assert.equal(read, 1);
  assert.deepEqual(await readers(one, documents), upgraded);
  assert.deepEqual(await amounts(one), newest);

  // One that is ended when it has taken them, and has published nothing, goes on with that.
  const bundle = await openBundle(folderFiles(folders[1]), true, forEver);
  assert.equal((await takeReadings(parts(late), bundle, forEver)).taken, pages.length - 1);
  assert.deepEqual(await readers(late, documents), upgraded);
  assert.deepEqual(await amounts(late), published);
  await readScans(parts(late), forEver);
  assert.equal(read, 2);
  assert.deepEqual(await amounts(late), newest);
  assert.deepEqual(await readScans(parts(late), forEver), { known: 0, done: 0, pages: 0, rejectedLines: 0 });
  const { manifest } = await bundleOf(one, folders[0]);
  assert.equal(manifest.pages, 2 * pages.length);
  await follow(other, folders[0]);
  assert.deepEqual(await readers(other, documents), upgraded);
});
