/** A whole service meets hostile documents while it answers, a Senate that refuses, and filings that are not as they should be. */
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
import { importedPlace } from "./imported-place.ts";
import { oneFiler, reportOf } from "./one-filer.ts";
import { serve } from "./serving.ts";
import { allTrades, openWorkplace, serviceEnvironment, temporaryFolder } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const filer = await oneFiler(material);
const MAX_MEMORY = 512 * 2 ** 20;

/** The House's site with these reports of 2026 by one sitting member, and nothing of the Senate's. */
function houseOf(documents: ReadonlyMap<string, Uint8Array>, rows: readonly HouseIndexRow[]): Material {
  return {
    ...material,
    house: {
      readIndex: async (year) => (year === 2026 ? rows : null),
      readDocument: async (_, __, docId) => documents.get(docId) ?? null,
    },
    senate: { ...material.senate, listRows: async () => [] },
  };
}

const rowOf = (docId: string, changed: Partial<HouseIndexRow> = {}): HouseIndexRow => ({
  ...filer,
  docId,
  filingDate: "10/1/2026",
  ...changed,
});

test("hostile documents stop nothing: the service stays responsive and small, and gives each one's reason", async () => {
  // What the source refuses to keep is not read at all; what runs into its limits has tests of its own.
  const slow = /double|saved states|drawing operators|run lengths/;
  const hostile = HOSTILE_DOCUMENTS.filter(({ name }) => !slow.test(name))
    .map(({ bytes }) => bytes())
    .filter((bytes) => /^%PDF-[\s\S]*%%EOF\s*$/.test(Buffer.from(bytes).toString("latin1")));
  const documents = new Map(hostile.map((bytes, at) => [String(20_990_000 + at), bytes]));
  const upstream = await startUpstream({
    material: houseOf(
      documents,
      [...documents.keys()].map((docId) => rowOf(docId)),
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
      // The limit is 20 requests a minute, however long the documents take.
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

test("a Senate that refuses is blocked, never empty, and stored data stays", async () => {
  const upstream = await startUpstream({ material, port: 0 });
  const place = await importedPlace(upstream.url);
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

function report(docId: string, ...rows: Partial<PtrRow>[]): [string, Uint8Array] {
  return [docId, reportOf(filer, docId, rows)];
}

test("each irregular filing has its rule: rejected with a reason, without a member, or kept if withdrawn", async () => {
  const documents = new Map([
    report(
      "20990001",
      {},
      { transactionDate: "09/07/2027" },
      { transactionDate: "10/02/2026" },
      { amount: "Over $60,000,000" },
      { amount: "Over $50,000,000" },
    ),
    report("20990002", {}),
    report("20990003", {}),
  ]);
  const rows = [
    rowOf("20990001"),
    rowOf("20990002", { first: "Nobody", last: "Whoknows", stateDst: "ZZ00" }),
    rowOf("20990003"),
  ];
  const upstream = await startUpstream({ material: houseOf(documents, rows), port: 0 });
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
    const without = await startUpstream({ material: houseOf(documents, rows.slice(0, 2)), port: 0 });
    const later = await openWorkplace(without.url, { SENATE_EFD_ACCEPT_TERMS: "false" }, place.dataDir);
    try {
      await later.run();
      assert.equal(JSON.stringify(await allTrades(later.store)), before, "what the index no longer names stays");
    } finally {
      await later.ingest.close();
      await later.store.close();
      await without.stop();
    }
  } finally {
    await place.close();
    await upstream.stop();
  }
});

test("the same bytes at another address make no new trade", async () => {
  const documents = new Map([report("20990003", {}, {})]);
  const upstream = await startUpstream({ material: houseOf(documents, [rowOf("20990003")]), port: 0 });
  const elsewhere = await startUpstream({
    material: houseOf(documents, [rowOf("20990003"), rowOf("20990003")]),
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
