/** A small ledger: a House report, a paper report of the Senate with two page images, and one whose document is missing. */
import { createHash } from "node:crypto";
import type { Ledger, Original, OriginalMediaType } from "../../src/api/disclosures/filing.ts";
import type { FilingRecord } from "../../src/api/disclosures/filing-schema.ts";
import { FILING_STATES, type FilingListing } from "../../src/domain/filing.ts";
import { buildYearCoverage, type Coverage, NOTHING_COVERED } from "../../src/publication/dataset/coverage.ts";
import type { CoverageRow } from "../../src/store/coverage.ts";
import type { FilingRow } from "../../src/store/filing-rows.ts";
import { listing, NOON, trade } from "../store/made.ts";

export const PDF = Buffer.from("%PDF-1.7 made for a test %%EOF");
export const VIEWER = Buffer.from("<!doctype html><title>eFD: View Report</title><script>alert(1)</script></html>");
export const IMAGES = [Buffer.from("GIF89a one"), Buffer.from("GIF89a two")] as const;

export const HOUSE = "h20990001";
export const PAPER = "s00000000-0000-4000-8000-000000000001";
export const MISSING = "h20990002";

function makeFiling(id: string, listed: FilingListing, changes: Partial<FilingRow> = {}): FilingRow {
  return {
    ...listed,
    id,
    state: "parsed",
    reason: null,
    documentSha256: null,
    politicianId: "X000001",
    firstListedAt: NOON,
    lastListedAt: NOON,
    rowsRead: 0,
    ...changes,
  };
}

const house: FilingRecord = {
  filing: makeFiling(
    HOUSE,
    listing("20990001", { url: "https://stand-in.example/public_disc/ptr-pdfs/2026/20990001.pdf" }),
    {
      rowsRead: 3,
      documentSha256: computeDigest(PDF),
    },
  ),
  trades: [
    { trade: trade("20990001", 1), supersedes: null, supersededBy: "txn_h20990009_01" },
    { trade: trade("20990001", 3), supersedes: "txn_h20980001_02", supersededBy: null },
  ],
  rejected: [{ line: 2, reason: "deleted", text: "A line as printed" }],
  amendmentPending: [],
  document: {
    sha256: computeDigest(PDF),
    byteLength: PDF.length,
    fetchedAt: NOON,
    seen: { kind: "text", pages: 1, images: 0 },
  },
};

const paper: FilingRecord = {
  filing: makeFiling(
    PAPER,
    listing(PAPER.slice(1), {
      source: "senate-efd",
      kind: "paper",
      stateDistrict: null,
      url: `https://stand-in.example/search/view/paper/${PAPER.slice(1)}/`,
    }),
    { state: "needs_ocr", documentSha256: computeDigest(VIEWER) },
  ),
  trades: [],
  rejected: [],
  amendmentPending: [],
  document: {
    sha256: computeDigest(VIEWER),
    byteLength: VIEWER.length,
    fetchedAt: NOON,
    seen: { kind: "paper", pages: 2, images: 2 },
  },
};

const missing: FilingRecord = {
  filing: makeFiling(
    MISSING,
    listing("20990002", { url: "https://stand-in.example/public_disc/ptr-pdfs/2026/20990002.pdf" }),
    {
      state: "missing_document",
      reason: { code: "missing_document", detail: "It does not exist (404)." },
      politicianId: null,
    },
  ),
  trades: [],
  rejected: [],
  amendmentPending: [],
  document: null,
};

const RECORDS = new Map([house, paper, missing].map((each) => [each.filing.id, each]));

const ROWS: readonly CoverageRow[] = FILING_STATES.map((state, at) => ({
  source: at % 2 === 0 ? "house-clerk" : "senate-efd",
  year: 2025 + (at % 3 === 0 ? 1 : 0),
  state,
  filings: at + 1,
  rowsRead: 3 * at,
  trades: at,
  superseded: at,
  possibleRepeats: 0,
  rejected: at,
}));

export function makeCoverage(version = "2026-02-20.1"): Coverage {
  const years = buildYearCoverage(
    ROWS,
    [{ source: "house-clerk", year: 2026, rows: 12, filings: 11, listedAt: NOON }],
    [{ source: "house-clerk", year: 2026, of: "filing", reason: "pdf_truncated", count: 2 }],
  );
  const sum = (of: (each: (typeof years)[number]) => number) => years.reduce((total, each) => total + of(each), 0);
  return {
    ...NOTHING_COVERED,
    dataset_version: version,
    sources: [
      {
        source: "senate-efd",
        status: "blocked",
        last_attempt_at: NOON.toISOString(),
        last_success_at: null,
        listing_completed_at: null,
        last_error: "blocked: The site refuses us (403).",
        last_error_at: NOON.toISOString(),
        listed_to_served: null,
      },
    ],
    years,
    totals: {
      known: sum(({ known }) => known),
      states: Object.fromEntries(
        FILING_STATES.map((state) => [state, sum(({ states }) => states[state])]),
      ) as Coverage["totals"]["states"],
      rows_read: sum((each) => each.rows_read),
      trades: sum(({ trades }) => trades),
      superseded: sum(({ superseded }) => superseded),
      possible_repeats: 0,
      rejected: sum(({ rejected }) => rejected),
    },
  };
}

export function makeLedger(getCoverage: () => Coverage = makeCoverageOnce()): Ledger {
  return {
    getCoverage,
    findFiling: async (id) => RECORDS.get(id),
    findListing: async (id) => RECORDS.get(id)?.filing,
    readPrinted: async () => undefined,
    readNewTrades: async () => [],
    readChangedSince: async (at, limit) => {
      const latest = at > NOON ? [] : house.trades.map((each) => ({ ...each, firstSeenAt: NOON, updatedAt: NOON }));
      return { added: 1, changed: 0, superseded: latest.length - 1, latest: latest.slice(0, limit) };
    },
    async listFilings({ source, year, states, politicianId }, { limit, skip }) {
      const found = [...RECORDS.values()]
        .map((record) => record.filing)
        .filter(
          (each) =>
            (source ?? each.source) === each.source &&
            (year ?? each.year) === each.year &&
            (states ?? [each.state]).includes(each.state) &&
            (politicianId ?? each.politicianId) === each.politicianId,
        );
      return { filings: found.slice(skip, skip + limit), total: found.length };
    },
    async findOriginal(id, page) {
      if (id === HOUSE && page === null) return makeOriginal(PDF, "application/pdf", "20990001.pdf");
      if (id !== PAPER) return undefined;
      if (page === null) return makeOriginal(VIEWER, "text/html; charset=utf-8", `${PAPER.slice(1)}.html`);
      const image = IMAGES[page - 1];
      return image && makeOriginal(image, "image/gif", `${PAPER.slice(1)}-${page}.gif`);
    },
  };
}

function makeCoverageOnce(): () => Coverage {
  const made = makeCoverage();
  return () => made;
}

function makeOriginal(bytes: Buffer, mediaType: OriginalMediaType, filename: string): Original {
  return {
    sha256: computeDigest(bytes),
    byteLength: bytes.length,
    mediaType,
    filename,
    async *read(start, end) {
      yield bytes.subarray(start, end);
    },
  };
}

function computeDigest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
