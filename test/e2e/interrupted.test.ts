/** Tests killed runs, failing sites, and sources that return less than before. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { lockDataDir } from "../../src/store/data-lock.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { openImportedPlace } from "./imported-place.ts";
import {
  allTrades,
  interruptRuns,
  openWorkplace,
  serviceEnvironment,
  sum,
  temporaryFolder,
  type Workplace,
} from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
let upstream: Upstream;
let complete: Workplace;

before(async () => {
  upstream = await startUpstream({ material, port: 0, slowMs: 50 });
  complete = await openImportedPlace(upstream.url);
});

after(async () => {
  await complete?.close();
  await upstream?.stop();
});

/** Published trades and the state of every filing, without times. */
async function readContent({ store }: Workplace): Promise<string> {
  return JSON.stringify({ trades: await allTrades(store), coverage: await store.filings.computeCoverageRows() });
}

function startIngest(dataDir: string): ChildProcess {
  return spawn(process.execPath, ["src/app/cli/main.ts", "ingest"], {
    env: { ...process.env, ...serviceEnvironment(upstream.url, dataDir) },
    stdio: "ignore",
  });
}

test("a run killed at any moment resumes; nothing is lost or duplicated", async () => {
  const dataDir = await temporaryFolder();
  const kills = await interruptRuns(upstream, () => startIngest(dataDir), ["SIGKILL"]);
  assert.ok(kills > 1, `${kills} runs were killed`);
  const place = await openWorkplace(upstream.url, {}, dataDir);
  try {
    assert.equal(await readContent(place), await readContent(complete));
  } finally {
    await place.close();
  }
});

test("an ingest on a folder held by another process exits with 75 and says who holds it and why", async () => {
  const dataDir = await temporaryFolder();
  const lock = await lockDataDir(dataDir, "a test");
  try {
    const child = spawn(process.execPath, ["src/app/cli/main.ts", "ingest"], {
      env: { ...process.env, ...serviceEnvironment(upstream.url, dataDir) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, "close");
    assert.equal(code, 75);
    assert.match(output, new RegExp(`\\b${process.pid}\\b`));
    assert.match(output, /a test/);
  } finally {
    lock.release();
  }
});

test("site failures leave filings pending, never lost, and later runs complete them", async () => {
  // Both runs use the same stand-in: a filing of an older year is requested at the address in the first run's list.
  const sites = await startUpstream({ material, port: 0, faults: 0.15, seed: 7, slowMs: 20, retryAfterSeconds: 1 });
  // The stand-in is a single host, so refused requests for company data would count against the reports.
  const place = await openWorkplace(sites.url, { INDUSTRIES: "false" });
  try {
    await place.run();
    const rows = await place.store.filings.computeCoverageRows();
    for (const row of rows) assert.equal(row.rowsRead, row.trades + row.superseded + row.rejected);
    sites.clearFaults();
    for (const { error } of await place.run()) assert.equal(error, null);
    assert.equal(await readContent(place), await readContent(complete));
  } finally {
    await place.close();
    await sites.stop();
  }
});

test("a source that returns less than before removes nothing", async () => {
  const less: Material = {
    ...material,
    house: {
      ...material.house,
      readIndex: async (year) => (await material.house.readIndex(year))?.slice(0, 1) ?? null,
    },
    senate: { ...material.senate, listRows: async () => (await material.senate.listRows()).slice(0, 1) },
    legislators: {
      ...material.legislators,
      readCurrent: async () =>
        Buffer.from(
          JSON.stringify(JSON.parse(Buffer.from(await material.legislators.readCurrent()).toString()).slice(0, 1)),
        ),
    },
  };
  const shrunk = await startUpstream({ material: less, port: 0 });
  const place = await openImportedPlace(upstream.url);
  try {
    const before = await readContent(place);
    const again = await openWorkplace(shrunk.url, {}, place.dataDir);
    await again.run();
    assert.equal(await readContent(again), before);
    const failed = (await again.store.sources.listAll()).find(({ source }) => source === "legislators");
    assert.equal(failed?.lastError?.code, "fewer_than_before");
    assert.ok((await again.store.reference.listPoliticians()).filter(({ current }) => current).length > 1);
    await again.ingest.close();
    await again.store.close();
  } finally {
    await place.close();
    await shrunk.stop();
  }
});

test("without the list of members no filing is imported, so none is marked as not a member's", async () => {
  const place = await openWorkplace(upstream.url);
  upstream.force("/legislators/", "unavailable");
  try {
    const progress = await place.run();
    assert.ok(progress.every(({ error }) => error?.code === "no_members"));
    assert.equal(
      sum(await place.store.filings.computeCoverageRows(), (row) => row.filings),
      0,
    );
    upstream.clearFaults();
    for (const { error } of await place.run()) assert.equal(error, null);
    assert.equal(await readContent(place), await readContent(complete));
  } finally {
    upstream.clearFaults();
    await place.close();
  }
});
