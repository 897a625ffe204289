/** Tests a complete service with hostile documents, with a Senate site that refuses it, and with irregular filings. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { PtrRow } from "../../src/app/demo/fictional/ptr-form.ts";
import type { HouseIndexRow, Material } from "../../src/app/demo/sites/material.ts";
import { loadCoverage } from "../../src/publication/dataset/coverage.ts";
import { ALL_ON } from "../sources/all-on.ts";
import { HOSTILE_DOCUMENTS } from "../sources/hostile/documents.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { openImportedPlace } from "./imported-place.ts";
import { createReport, findFiler } from "./one-filer.ts";
import { serve } from "./serving.ts";
import { allTrades, openWorkplace, serviceEnvironment, temporaryFolder } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const filer = await findFiler(material);
const MAX_MEMORY = 512 * 2 ** 20;

/** A House site with these 2026 index rows and documents, and a Senate site without reports. */
function createSites(documents: ReadonlyMap<string, Uint8Array>, rows: readonly HouseIndexRow[]): Material {
  return {
    ...material,
    house: {
      readIndex: async (year) => (year === 2026 ? rows : null),
      readDocument: async (_, __, docId) => documents.get(docId) ?? null,
    },
    senate: { ...material.senate, listRows: async () => [] },
  };
}

const createRow = (docId: string, changed: Partial<HouseIndexRow> = {}): HouseIndexRow => ({
  ...filer,
  docId,
  filingDate: "10/1/2026",
  ...changed,
});

test("with hostile documents, the service stays responsive and within its memory limit, and reports why each is unreadable", async () => {
  // Leaves out files that the source refuses to store, which are never read, and slow ones, whose limits have their own tests.
  const slow = /double|saved states|drawing operators|run lengths/;
  const hostile = HOSTILE_DOCUMENTS.filter(({ name }) => !slow.test(name))
    .map(({ bytes }) => bytes())
    .filter((bytes) => /^%PDF-[\s\S]*%%EOF\s*$/.test(Buffer.from(bytes).toString("latin1")));
  const documents = new Map(hostile.map((bytes, at) => [String(20_990_000 + at), bytes]));
  const upstream = await startUpstream({
    material: createSites(
      documents,
      [...documents.keys()].map((docId) => createRow(docId)),
    ),
    port: 0,
  });
  const dataDir = await temporaryFolder();
  const service = await serve(serviceEnvironment(upstream.url, dataDir, { SENATE_EFD_ACCEPT_TERMS: "false" }));
  const { base, child } = service;
  try {
    let answers = 0;
    let coverageAskedAt = 0;
    let largest = 0;
    let states: Record<string, number> = {};
    do {
      const live = await fetch(base.replace("/api/v1", "/health/live"));
      assert.equal(live.status, 200);
      answers += 1;
      largest = Math.max(largest, Number(readFileSync(`/proc/${child.pid}/statm`, "utf8").split(" ")[1]) * 4096);
      // `/coverage` allows 20 requests a minute, however long the documents take.
      if (performance.now() - coverageAskedAt > 4_000) {
        coverageAskedAt = performance.now();
        const coverage = (await (await fetch(`${base}/coverage`)).json()) as { totals: { states: typeof states } };
        states = coverage.totals.states;
      }
      await sleep(100);
    } while ((states["unreadable"] ?? 0) < documents.size && child.exitCode === null);
    assert.equal(states["unreadable"], documents.size);
    assert.ok(answers > 3 && largest < MAX_MEMORY, `${answers} answers, ${largest} bytes`);
    const { years } = (await (await fetch(`${base}/coverage`)).json()) as {
      years: readonly { reasons: { filings: Record<string, number> } }[];
    };
    const reasons = years.flatMap((year) => Object.entries(year.reasons.filings));
    for (const [reason] of reasons) assert.match(reason, /^pdf_/);
    assert.equal(
      reasons.reduce((all, [, count]) => all + count, 0),
      documents.size,
    );
  } finally {
    await service.stop();
    await upstream.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("a Senate site that refuses is reported as blocked, never as empty, and stored data stays", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const place = await openImportedPlace(upstream.url);
  try {
    const before = JSON.stringify(await allTrades(place.store));
    upstream.force(/^\/senate\//, "forbidden");
    const progress = await place.run();
    assert.equal(progress.find(({ source }) => source === "senate-efd")?.error?.code, "blocked");
    const { sources } = await loadCoverage(place.store, ALL_ON);
    const senate = sources.find(({ source }) => source === "senate-efd");
    assert.equal(senate?.status, "blocked");
    assert.match(String(senate?.last_error), /^blocked/);
    assert.equal(JSON.stringify(await allTrades(place.store)), before);
  } finally {
    await place.close();
    await upstream.stop();
  }
});

function createReportEntry(docId: string, ...rows: Partial<PtrRow>[]): [string, Uint8Array] {
  return [docId, createReport(filer, docId, rows)];
}

test("rejects irregular lines with a reason, marks a filer who is no member, and keeps trades of a withdrawn filing", async () => {
  const documents = new Map([
    createReportEntry(
      "20990001",
      {},
      { transactionDate: "09/07/2027" },
      { transactionDate: "10/02/2026" },
      { amount: "Over $60,000,000" },
      { amount: "Over $50,000,000" },
    ),
    createReportEntry("20990002", {}),
    createReportEntry("20990003", {}),
  ]);
  const rows = [
    createRow("20990001"),
    createRow("20990002", { first: "Nobody", last: "Whoknows", stateDst: "ZZ00" }),
    createRow("20990003"),
  ];
  const upstream = await startUpstream({ material: createSites(documents, rows), port: 0 });
  const place = await openWorkplace(upstream.url, { SENATE_EFD_ACCEPT_TERMS: "false" });
  try {
    await place.run();
    assert.equal((await allTrades(place.store)).filter(({ id }) => id.includes("20990001")).length, 2);
    const rejected = await place.store.filings.listRejectedLines("h20990001");
    assert.deepEqual(
      rejected.map(({ line }) => line),
      [2, 3, 4],
    );
    assert.deepEqual(
      rejected.map(({ reason }) => reason),
      ["transaction_after_filing", "transaction_after_filing", "amount_unreadable"],
    );
    assert.equal((await place.store.filings.get("h20990002"))?.state, "not_a_member");
    const before = JSON.stringify(await allTrades(place.store));
    const shrunk = await startUpstream({ material: createSites(documents, rows.slice(0, 2)), port: 0 });
    const later = await openWorkplace(shrunk.url, { SENATE_EFD_ACCEPT_TERMS: "false" }, place.dataDir);
    try {
      await later.run();
      assert.equal(JSON.stringify(await allTrades(later.store)), before, "trades of a filing that left the index stay");
    } finally {
      await later.ingest.close();
      await later.store.close();
      await shrunk.stop();
    }
  } finally {
    await place.close();
    await upstream.stop();
  }
});

test("the same bytes at another address add no trade", async () => {
  const documents = new Map([createReportEntry("20990003", {}, {})]);
  const upstream = await startUpstream({ material: createSites(documents, [createRow("20990003")]), port: 0 });
  const elsewhere = await startUpstream({
    material: createSites(documents, [createRow("20990003"), createRow("20990003")]),
    port: 0,
  });
  const place = await openWorkplace(upstream.url, { SENATE_EFD_ACCEPT_TERMS: "false" });
  try {
    await place.run();
    const before = JSON.stringify(await allTrades(place.store));
    assert.equal((await allTrades(place.store)).length, 2);
    // Another host, and an index that names the document twice.
    const later = await openWorkplace(elsewhere.url, { SENATE_EFD_ACCEPT_TERMS: "false" }, place.dataDir);
    try {
      await later.run();
      assert.equal(JSON.stringify(await allTrades(later.store)), before);
    } finally {
      await later.ingest.close();
      await later.store.close();
    }
  } finally {
    await place.close();
    await upstream.stop();
    await elsewhere.stop();
  }
});
