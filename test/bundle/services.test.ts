/** Services in processes of their own that give each other their bundles. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { PageReading } from "../../src/domain/scanned-page.ts";
import { readScans } from "../../src/ingest/read-scans.ts";
import { SCAN_READER } from "../../src/sources/scans/assemble.ts";
import { type Serving, serve } from "../e2e/serving.ts";
import { allTrades, openWorkplace, serviceEnvironment, temporaryFolder, type Workplace } from "../e2e/workplace.ts";
import { eventually } from "../eventually.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { freePort } from "../upstream/free-port.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { scannedPages } from "./made-bundle.ts";

const OLDER_READER = String(Number(SCAN_READER) - 1);
/** Requests for documents and page images. */
const DOCUMENTS = /\.pdf$|\/search\/view\/|\.gif$/;
const OLDER_RELEASE = { NODE_OPTIONS: `--import=${pathToFileURL(resolve("test/bundle/older-reader.ts")).href}` };
/** Six pages are read by OCR, on a machine as busy as can be. */
const PATIENCE = { withinMs: 600_000, everyMs: 500 };

const fictional = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const docIds = (kind: string) => fictional.truth.filter((each) => each.kind === kind).map(({ docId }) => docId);
const [scan, late] = docIds("scan");
const [paper] = docIds("paper");
/** Whether the House's list names the second scan. */
let isLateListed = false;
/** Three reports of two pages each that are to be read, and a few others. */
const material = {
  ...fictional,
  house: {
    ...fictional.house,
    index: async (year: number) =>
      (await fictional.house.index(year))?.filter(({ docId }, at) =>
        docIds("scan").includes(docId) ? docId === scan || (docId === late && isLateListed) : at < 4,
      ) ?? null,
  },
  senate: {
    ...fictional.senate,
    rows: async () =>
      (await fictional.senate.rows()).filter(({ uuid, link }, at) => (link === "paper" ? uuid === paper : at < 4)),
  },
};

interface Instance {
  readonly dataDir: string;
  readonly port: number;
  readonly bundleDir: string;
  readonly bundle: string;
}

let upstream: Upstream;
const instances: Pick<Instance, "dataDir" | "bundleDir">[] = [];

before(async () => {
  upstream = await startUpstream({ material, port: 0 });
});

after(async () => {
  await upstream?.stop();
  for (const { dataDir, bundleDir } of instances) {
    await (await openWorkplace(upstream.url, {}, dataDir)).close();
    await rm(bundleDir, { recursive: true, force: true });
  }
});

async function instance(): Promise<Instance> {
  const dataDir = await temporaryFolder();
  const bundleDir = await temporaryFolder();
  instances.push({ dataDir, bundleDir });
  const port = await freePort();
  return { dataDir, port, bundleDir, bundle: `http://127.0.0.1:${port}/data/bundle` };
}

function settingsOf({ dataDir, port, bundleDir }: Instance, more: Record<string, string>): Record<string, string> {
  const always = { PORT: String(port), BUNDLE_DIR: bundleDir, OCR: "true", OCR_READERS: "1", MARKET_WARM: "false" };
  return serviceEnvironment(upstream.url, dataDir, { ...always, ...more });
}

async function start(t: TestContext, of: Instance, more: Record<string, string>): Promise<Serving> {
  const running = await serve(settingsOf(of, more));
  t.after(() => running.stop());
  return running;
}

/** Writes its bundle beside the service, or adds to it. */
async function writeBundle(of: Instance, more: Record<string, string> = {}): Promise<void> {
  const args = ["src/cli/main.ts", "archive", "bundle", "--with", "originals,readings", of.bundleDir];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...settingsOf(of, more) } });
}

/** Works with its store, beside its service too. */
async function withStoreOf<T>(
  { dataDir }: Instance,
  work: (place: Workplace) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const place = await openWorkplace(upstream.url, settings, dataDir);
  try {
    return await work(place);
  } finally {
    await place.ingest.close();
    await place.store.close();
  }
}

/** Has all documents, and readings by a reader that sees the first amount of each page otherwise than this release's. */
async function readByOlderRelease(of: Instance, readings: readonly Read[]): Promise<void> {
  await withStoreOf(of, async (place) => {
    await place.run();
    for (const { sha256, page, reading } of readings) {
      const older = structuredClone(reading) as PageReading;
      const [row] = "seen" in older ? older.seen.rows : [];
      if (row) Object.assign(row.fields.amount, { reading: "$1,000,001 - $5,000,000" });
      await place.store.pageReadings.keep(sha256, { page, reader: OLDER_READER, json: JSON.stringify(older) });
    }
  });
}

/** As if fifty pages of that publisher had been read here before. */
function hasChecked(of: Instance, { bundle }: Instance): Promise<void> {
  return withStoreOf(of, ({ store }) => store.taken.noteChecked({ publisher: bundle, reader: SCAN_READER }, 50));
}

/** As if an hour had passed since it asked. */
function hourAfter(of: Instance, { bundle }: Instance): Promise<void> {
  return withStoreOf(of, ({ store }) => store.taken.noteAsked(bundle, new Date(Date.now() - 3_600_000), true));
}

const pagesTaken = (of: Instance) =>
  withStoreOf(of, async ({ store }) =>
    (await store.taken.counts())
      .filter(({ pages }) => pages > 0)
      .map(({ pages, publisher }) => `${pages} of ${publisher}`),
  );

/** All sources have been asked since then. */
const ranSince = (of: Instance, began: Date) =>
  withStoreOf(of, async ({ store }) =>
    (await store.sources.all()).every(({ lastSuccessAt }) => lastSuccessAt !== null && lastSuccessAt >= began),
  );

/** It has asked that bundle to the end since then. */
const gaveSince = (of: Instance, { bundle }: Instance, began: Date) =>
  withStoreOf(of, async ({ store }) => {
    const asked = await store.taken.asked(bundle);
    return asked?.gave === true && asked.at >= began;
  });

interface Read {
  readonly sha256: string;
  readonly page: number;
  readonly reader: string | null;
  readonly reading: unknown;
}

/** What was read on each scanned page. */
const readingsOf = (of: Instance): Promise<readonly Read[]> =>
  withStoreOf(of, async (place) => {
    const pages = await scannedPages(place);
    return Promise.all(
      pages.map(async ({ sha256, page }) => {
        const row = (await place.store.pageReadings.of(sha256)).find((each) => each.page === page);
        return { sha256, page, reader: row?.reader ?? null, reading: JSON.parse(row?.json ?? "null") as unknown };
      }),
    );
  });

/** Every page has been read by this version of the reader, and since then what it saw was published. */
async function isReadBy(of: Instance, reader: string): Promise<boolean> {
  if ((await readingsOf(of)).some((each) => each.reader !== reader)) return false;
  return withStoreOf(of, async ({ store }) => {
    const { begun } = await store.pageReadings.readOtherwise(reader);
    return begun.size === 0 && (await store.pageReadings.waiting()).length === 0;
  });
}

const tradesOf = (of: Instance) => withStoreOf(of, ({ store }) => allTrades(store));

const scannedTrades = async (of: Instance) =>
  (await tradesOf(of))
    .filter(({ confidence }) => confidence === "ocr")
    .map(({ id, amountRaw }) => `${id} ${amountRaw}`);

test("of two services that follow each other one is upgraded, then the other: nothing older takes the place of anything newer; a third starts from them", async (t) => {
  const [one, other] = [await instance(), await instance()];
  const scratch = await instance();
  await withStoreOf(
    scratch,
    async (place) => {
      await place.run();
      await readScans(place.ingest, new AbortController().signal);
    },
    { OCR: "true", OCR_READERS: "1" },
  );
  const seen = await readingsOf(scratch);
  for (const each of [one, other]) await readByOlderRelease(each, seen);
  const older = { ...OLDER_RELEASE, FOLLOW: one.bundle };
  const before = await start(t, other, older);
  await eventually("the older release's trades", () => isReadBy(other, OLDER_READER), PATIENCE);
  await writeBundle(other, older);
  const made = await readingsOf(other);
  const published = await scannedTrades(other);
  assert.ok(made.length === 4 && published.length > 1);
  const ofThose = async (of: Instance) =>
    (await readingsOf(of)).filter(({ sha256 }) => made.some((each) => each.sha256 === sha256));

  // One is upgraded. It asks the other, takes nothing, and reads those pages again, and a report that has come since.
  isLateListed = true;
  const began = new Date();
  const first = await start(t, one, { FOLLOW: other.bundle });
  await eventually("pages read by the newer reader", () => isReadBy(one, SCAN_READER), PATIENCE);
  assert.ok(await gaveSince(one, other, began));
  assert.deepEqual(await pagesTaken(one), []);
  await writeBundle(one);
  const newest = await readingsOf(one);
  const trades = await scannedTrades(one);
  assert.equal((await ofThose(one)).length, made.length);
  assert.ok(newest.length > made.length);
  assert.notDeepEqual(trades, published);

  // The other is not, and asks for the new report, which it could have by the newer reader alone: it reads that itself, and what it had stays.
  await before.stop();
  await hourAfter(other, one);
  const again = await start(t, other, older);
  await eventually("the new report", async () => (await readingsOf(other)).length > made.length, PATIENCE);
  await eventually("its reading", () => isReadBy(other, OLDER_READER), PATIENCE);
  assert.ok(await gaveSince(other, one, began));
  assert.deepEqual(await pagesTaken(other), []);
  assert.deepEqual(await ofThose(other), made);
  const kept = new Set(await scannedTrades(other));
  assert.ok(published.every((trade) => kept.has(trade)));

  // Upgraded too, it takes the newer readings by their digests, after a sample of one page.
  await again.stop();
  await hourAfter(other, one);
  await hasChecked(other, one);
  await start(t, other, { FOLLOW: one.bundle });
  await eventually("the newer readings", () => isReadBy(other, SCAN_READER), PATIENCE);
  assert.deepEqual(await readingsOf(other), newest);
  assert.deepEqual(await scannedTrades(other), trades);
  assert.deepEqual(await pagesTaken(other), [`${newest.length - 1} of ${one.bundle}`]);

  // A third starts from the first, while the sites give their lists and no document.
  upstream.force(DOCUMENTS, "html");
  const third = await instance();
  await hasChecked(third, one);
  await start(t, third, { START_FROM: one.bundle });
  const isWhole = async () => (await readingsOf(third)).length === newest.length && isReadBy(third, SCAN_READER);
  await eventually("the third's history", isWhole, PATIENCE);
  upstream.clearFaults();
  assert.deepEqual(await readingsOf(third), newest);
  assert.deepEqual(await pagesTaken(third), [`${newest.length - 1} of ${one.bundle}`]);
  assert.deepEqual(await tradesOf(third), await tradesOf(one));

  // The first goes on following a bundle that has both readings of a page.
  await writeBundle(other);
  await hourAfter(one, other);
  const asking = new Date();
  first.child.kill("SIGUSR2");
  await eventually("another run", () => ranSince(one, asking), PATIENCE);
  await first.stop();
  assert.deepEqual(await readingsOf(one), newest);
  assert.deepEqual(await scannedTrades(one), trades);
});
