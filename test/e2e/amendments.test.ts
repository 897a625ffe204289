/** Tests amendments end to end: lists, totals, search and the archive of exports. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { createLogger } from "../../src/base/log.ts";
import { Archive } from "../../src/publication/export/archive.ts";
import { readParts } from "../../src/publication/export/ready-file.ts";
import { openStore } from "../../src/store/open.ts";
import type { FilingOutcome } from "../../src/store/publication.ts";
import type { Store } from "../../src/store/store.ts";
import { ensureDatabase } from "../database.ts";
import { buildDataset } from "../dataset/build-dataset.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { listAmendingFilings } from "./amending-filings.ts";
import { allTrades, openWorkplace, type Workplace } from "./workplace.ts";

let folder: string;
let store: Store;
let upstream: Upstream;
let place: Workplace;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "amendments-"));
  store = await openStore({
    dataDir: folder,
    databaseUrl: ensureDatabase(folder),
    dataNotice: null,
    log: createLogger("silent"),
  });
  upstream = await startUpstream({
    material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }),
    port: 0,
  });
  place = await openWorkplace(upstream.url);
});

after(async () => {
  await place?.close();
  await upstream?.stop();
  await store?.close();
  await rm(folder, { recursive: true, force: true });
});

test("a superseded trade is in no list, sum, ticker or search; the previous day's archive still has it", async () => {
  const archive = new Archive(path.join(folder, "archive"));
  await store.filings.recordListings([listing("1"), listing("2", { filedDate: day("2026-02-20") })], NOON);
  const amended = trade("2", 1, { amount: { lowUsd: 50_001, highUsd: 100_000 } });
  const amending = {
    report: null,
    lines: [{ line: 1, status: "amended", rowId: null, deleted: null }],
    decided: [],
  } as const;
  const published: readonly (readonly [string, FilingOutcome])[] = [
    ["2026-02-09", outcome("1", [trade("1", 1)])],
    ["2026-02-20", outcome("2", [amended], { amending })],
  ];
  const seen = [];
  for (const [on, each] of published) {
    const at = new Date(`${on}T12:00:00Z`);
    await store.publications.publish({ at, politicians: [politician("E000001")], outcomes: [each] });
    const dataset = await buildDataset(store);
    await archive.add(dataset);
    const recent = dataset.listRecentTrades(10, 0);
    const found = dataset.listTrades({ ticker: ["AAPL"] }, { by: "disclosure_date", descending: true }, 10, 0);
    const member = JSON.parse(String(dataset.getPolitician("E000001"))) as Record<string, unknown>;
    seen.push([recent.total, found.total, member["total_trades"], member["total_volume_estimate"]]);
  }
  assert.deepEqual(seen, [
    [1, 1, 1, "$1,001+"],
    [1, 1, 1, "$50,001+"],
  ]);
  assert.match(await readArchivedTrades(archive, "2026-02-09"), /"txn_h1_01"/);
  const latest = await readArchivedTrades(archive, "2026-02-20");
  assert.match(latest, /"txn_h2_01"/);
  assert.doesNotMatch(latest, /"txn_h1_01"/);
});

async function readArchivedTrades(archive: Archive, on: string): Promise<string> {
  const version = await archive.findVersionAsOf(day(on));
  const file = version && (await archive.findFile(version, "trades.csv.gz"));
  assert.ok(file, `no version was in force on ${on}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of readParts(file.parts, 0, file.bytes)) pieces.push(Uint8Array.from(piece));
  return gunzipSync(Buffer.concat(pieces)).toString("utf8");
}

test("each fictional Senate amendment supersedes the entire report that it restates", async () => {
  for (const { error } of await place.run()) assert.equal(error, null);
  const amendments = (await listAmendingFilings(place)).filter(({ title }) => title.includes("(Amendment"));
  assert.ok(amendments.length >= 3);
  const listed = new Set((await allTrades(place.store)).map(({ filingId }) => filingId));
  for (const { filingId, superseded, unsettled } of amendments) {
    assert.deepEqual(unsettled, [], filingId);
    const [former, ...others] = superseded;
    assert.ok(former && others.length === 0, filingId);
    assert.equal(former.withdrawn, 0);
    assert.equal((await place.store.filings.get(former.filingId))?.state, "superseded");
    assert.equal(listed.has(former.filingId), false);
    assert.equal(listed.has(filingId), true);
  }
});
