/** Opens a data folder with fictional scans, many of which wait for review, and creates keys for reviewers. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { issueKey } from "../../../src/accounts/keys/issue-key.ts";
import { createScannedPtr } from "../../../src/app/demo/fictional/scan.ts";
import type { Material } from "../../../src/app/demo/sites/material.ts";
import { isEarlier } from "../../../src/domain/amendments/report.ts";
import type { KeyScope } from "../../../src/domain/premium.ts";
import type { ReviewItem } from "../../../src/domain/review.ts";
import type { ScannedPage, ScannedRow } from "../../../src/domain/scanned-page.ts";
import type { Trade } from "../../../src/domain/trade.ts";
import { readDecisions } from "../../../src/filings/ingest/decisions.ts";
import { readScans } from "../../../src/filings/ingest/read-scans.ts";
import { listWaitingItems } from "../../../src/filings/review/waiting-items.ts";
import { buildFilingId } from "../../../src/filings/sources/all.ts";
import { SCAN_READER } from "../../../src/filings/sources/scans/assemble.ts";
import { type Serving, serve } from "../../e2e/serving.ts";
import { openWorkplace, serviceEnvironment, type Workplace } from "../../e2e/workplace.ts";
import { fictionalMaterial } from "../../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../../upstream/server.ts";

const fictional = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const scan =
  fictional.truth.find(({ source, kind, memberId }) => source === "house-clerk" && kind === "scan" && memberId) ??
  assert.fail("no member filed a scan");
/** Id of the report whose pages wait for review. */
export const FILING = buildFilingId(scan.source, scan.docId);
const others = new Set(fictional.truth.filter(({ kind }) => kind === "scan").map(({ docId }) => docId));
others.delete(scan.docId);
const material: Material = {
  ...fictional,
  house: {
    readIndex: async (year) =>
      (await fictional.house.readIndex(year))?.filter(({ docId }) => !others.has(docId)) ?? null,
    readDocument: async (folder, year, docId) =>
      docId === scan.docId ? createScannedPtr(4) : fictional.house.readDocument(folder, year, docId),
  },
  senate: { ...fictional.senate, listRows: async () => [] },
};

/** Creates a row with an uncertain amount. @param confidence of the amount; from 0.5 on, a reviewer may accept it. */
function createUncertainRow(asset: string, top: number, confidence = 0.6): ScannedRow {
  const box = { left: 100, top, width: 1500, height: 60 };
  const createField = (reading: string | null, sure = true) => ({
    reading,
    confidence: sure ? 0.9 : confidence,
    sure,
    box,
  });
  return {
    box,
    handwritten: false,
    fields: {
      owner: createField("SP"),
      asset: createField(asset),
      transactionType: createField("P"),
      transactionDate: createField("01/08/2014"),
      notificationDate: createField(null),
      amount: createField("$1,001 - $15,000", false),
    },
  };
}

function createPage(kind: ScannedPage["kind"], ...rows: readonly ScannedRow[]): ScannedPage {
  const skew = { level: 0, upright: 0, fan: 0 };
  return { kind, form: "house", turnDegrees: 0, skew, width: 1700, height: 2200, amendment: false, rows };
}

/** Text that could harm a reader of the page: markup, a change of text direction, and a very long word. */
export const HOSTILE = `<script>alert("1")</script>\u202E'"&${"x".repeat(300)}`;

const ROWS = ["Sample Alpha", HOSTILE, "Sample Beta", "Sample Gamma", "Sample Delta", "Sample Epsilon"];
/** Line of the row with the barely legible amount. */
export const BARELY_LEGIBLE_LINE = ROWS.length + 1;
const PAGES = [
  createPage(
    "transactions",
    ...ROWS.map((asset, at) => createUncertainRow(asset, 300 + 100 * at)),
    createUncertainRow("Sample Faint", 300 + 100 * ROWS.length, 0),
  ),
  createPage("unknown"),
  createPage("unknown", createUncertainRow("Sample Zeta", 300)),
  createPage("unknown"),
];

/** Builds the id of a row on the first page. */
export const buildLineId = (line: number) => `txn_${FILING}_0${line}`;

export interface ReviewPlace {
  readonly upstream: Upstream;
  readonly place: Workplace;
  readonly serving: Serving;
  readonly origin: string;
  /** Creates a new account and a key for it. */
  key(account: string, scopes: readonly KeyScope[], expiresAt?: Date): Promise<ReviewKey>;
  decisions(folder: string): Promise<string>;
  /** Finds a pending row that amends, and an earlier trade of its member that it can replace. */
  amendment(): Promise<{ readonly item: ReviewItem; readonly trade: Trade }>;
  close(): Promise<void>;
}

export interface ReviewKey {
  readonly key: string;
  readonly id: string;
  readonly accountId: string;
  /** Author in decisions made with the key. */
  readonly author: string;
}

export async function openReviewPlace(): Promise<ReviewPlace> {
  const upstream = await startUpstream({ material, port: 0 });
  const place = await openWorkplace(upstream.url, { OCR: "true" });
  await place.run();
  const { documentSha256 } = (await place.store.filings.get(FILING)) ?? assert.fail();
  for (const [at, seen] of PAGES.entries()) {
    const reading = { page: at + 1, reader: SCAN_READER, json: JSON.stringify({ seen }) };
    await place.store.pageReadings.save(documentSha256 ?? assert.fail(), reading);
  }
  await readScans(place.ingest, new AbortController().signal);
  const serving = await serve(serviceEnvironment(upstream.url, place.dataDir, { INGEST: "false" }));
  return {
    upstream,
    place,
    serving,
    origin: new URL(serving.base).origin,
    async key(name, scopes, expiresAt) {
      const account = await place.store.accounts.create(name, "free", new Date());
      const given = { expiresAt: expiresAt ?? null, scopes, name: "A. Editor" };
      const { key, stored } = await issueKey(place.store.keys, account.id, given, new Date());
      return { key, id: stored.id, accountId: account.id, author: `A. Editor, ${name} (${stored.display})` };
    },
    async amendment() {
      const items = await listWaitingItems(place.store, await readDecisions(place.config.DECISIONS));
      for (const item of items.filter(({ kind, text }) => kind === "amendment" && text.endsWith("amended."))) {
        const { politicianId } = (await place.store.filings.get(item.filing)) ?? assert.fail();
        const reports = await place.store.amendments.loadReportsOf(politicianId ?? "");
        const own = reports.find(({ id }) => id === item.filing) ?? assert.fail();
        const earlier = reports.filter((report) => isEarlier(report, own)).flatMap(({ trades }) => trades);
        const known = await place.store.publications.readDetailed(earlier.map(({ id }) => id));
        const trade = earlier.find(({ id }) => known.get(id)?.published.supersededBy === null);
        if (trade !== undefined) return { item, trade };
      }
      return assert.fail("no pending amendment has a member with an earlier trade");
    },
    decisions: (folder) => readFile(path.join(folder, "decisions.ndjson"), "utf8").catch(() => ""),
    async close() {
      await serving.stop();
      await place.close();
      await upstream.stop();
    },
  };
}
