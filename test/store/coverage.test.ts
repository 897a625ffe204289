/** The coverage counts add up for any filings: `known` is the sum of the states, and all rows of the index are accounted for. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { FILING_STATES, type FilingListing, type FilingSourceId, type RejectedLine } from "../../src/domain/filing.ts";
import { buildFilingId } from "../../src/filings/sources/all.ts";
import { loadCoverage } from "../../src/publication/dataset/coverage.ts";
import { CoverageHolder } from "../../src/publication/dataset/coverage-holder.ts";
import type { Store } from "../../src/store/store.ts";
import { ALL_ON } from "../sources/all-on.ts";
import { listing, NOON, outcome, politician, trade } from "./made.ts";
import { testWithStore } from "./with-store.ts";

const LATER = new Date(NOON.getTime() + 3_600_000);

interface RandomFiling {
  readonly state: (typeof FILING_STATES)[number];
  readonly senate: boolean;
  readonly year: number;
  readonly trades: number;
  readonly rejected: number;
  readonly twice: boolean;
  readonly stillListed: boolean;
}

const filings = fc.array(
  fc.record<RandomFiling>({
    state: fc.constantFrom(...FILING_STATES),
    senate: fc.boolean(),
    year: fc.integer({ min: 2024, max: 2026 }),
    trades: fc.integer({ min: 0, max: 3 }),
    rejected: fc.integer({ min: 0, max: 2 }),
    twice: fc.boolean(),
    stillListed: fc.boolean(),
  }),
  { maxLength: 12 },
);

testWithStore("the coverage counts of random filings add up", async (store) => {
  const seed = Date.now() % 2 ** 31;
  const made: RandomFiling[] = [];
  for (const more of fc.sample(filings, { numRuns: 8, seed })) {
    made.push(...more);
    await fillStore(store, made);
    const { years, totals } = await loadCoverage(store, ALL_ON);
    const message = `seed ${seed}, ${made.length} filings`;
    assert.equal(totals.known, made.length, message);
    for (const each of [...years, totals]) {
      assert.deepEqual(Object.keys(each.states), [...FILING_STATES]);
      const states = Object.values(each.states);
      assert.equal(each.known, sum(states), message);
      assert.equal(each.rows_read, each.trades + each.superseded + each.rejected, message);
    }
    for (const { source, year, known, index, reasons } of years) {
      const own = made.filter((each) => getSource(each) === source && each.year === year);
      const listed = own.filter(({ stillListed }) => stillListed);
      assert.equal(known, own.length, message);
      assert.ok(index, `no index for ${source} ${year}`);
      assert.equal(index.filings, listed.length, message);
      assert.equal(index.duplicates, listed.filter(({ twice }) => twice).length, message);
      assert.equal(index.rows, index.filings + index.duplicates);
      assert.equal(known, index.filings + index.not_listed);
      assert.equal(sum(Object.values(reasons.lines)), sum(own.map(countRejected)), message);
    }
  }
});

testWithStore("coverage gives the reasons why a source failed and why a document could not be read", async (store) => {
  await store.filings.recordListings([listing("1")], NOON, { source: "house-clerk", year: 2026 });
  await store.publications.publish({
    at: NOON,
    politicians: [politician("E000001")],
    outcomes: [
      outcome("1", [], {
        state: "unreadable",
        reason: { code: "pdf_truncated", detail: "It ends early." },
        rawJson: null,
      }),
    ],
  });
  await store.sources.recordSuccess("house-clerk", NOON);
  await store.sources.recordListingCompleted("house-clerk", NOON);
  await store.sources.recordFailure("senate-efd", LATER, { code: "blocked", detail: "The site refuses us (403)." });
  const { sources, years } = await loadCoverage(store, ALL_ON, LATER);
  const findSource = (name: string) => sources.find(({ source }) => source === name);
  assert.equal(findSource("house-clerk")?.status, "ok");
  assert.equal(findSource("house-clerk")?.listing_completed_at, NOON.toISOString());
  assert.equal(findSource("senate-efd")?.status, "blocked");
  assert.match(String(findSource("senate-efd")?.last_error), /403/);
  assert.equal(findSource("tickers")?.status, "never");
  assert.deepEqual(years[0]?.reasons.filings, { pdf_truncated: 1 });
  const off = await loadCoverage(
    store,
    ALL_ON.map((body) => ({ ...body, isOff: body.chamber === "senate" })),
  );
  assert.equal(off.sources.find(({ source }) => source === "senate-efd")?.status, "off");
});

testWithStore("caches the counts until something is listed or published or a source is requested", async (store) => {
  const holder = new CoverageHolder(store, ALL_ON);
  await holder.refresh();
  assert.equal(holder.getCurrent().totals.known, 0);
  const before = holder.getCurrent();
  await holder.refresh();
  assert.equal(holder.getCurrent(), before, "nothing has changed");
  await store.filings.recordListings([listing("1")], NOON, { source: "house-clerk", year: 2026 });
  await holder.refresh();
  assert.equal(holder.getCurrent().totals.states.pending, 1);
  await store.publications.publish({ at: NOON, politicians: [politician("E000001")], outcomes: [outcome("1", [])] });
  await holder.refresh();
  assert.equal(holder.getCurrent().totals.states.parsed, 1);
  assert.notEqual(holder.getCurrent().dataset_version, "0");
  await store.sources.recordFailure("house-clerk", LATER, { code: "network", detail: "cannot be reached" });
  await holder.refresh();
  assert.equal(holder.getCurrent().sources.find(({ source }) => source === "house-clerk")?.status, "failing");
});

async function fillStore(store: Store, made: readonly RandomFiling[]): Promise<void> {
  const listed = made.map((each, at) => ({ each, listing: createListing(each, at) }));
  await store.filings.recordListings(
    listed.map((one) => one.listing),
    NOON,
  );
  const years = new Map(listed.map(({ each }) => [`${getSource(each)} ${each.year}`, each]));
  for (const { senate, year } of years.values()) {
    const own = listed.filter(({ each }) => each.senate === senate && each.year === year && each.stillListed);
    const rows = own.flatMap((one) => (one.each.twice ? [one.listing, one.listing] : [one.listing]));
    await store.filings.recordListings(rows, LATER, { source: getSource({ senate }), year });
  }
  await store.publications.publish({
    at: NOON,
    politicians: [politician("E000001")],
    outcomes: listed.map(({ each, listing: own }, at) => {
      const id = buildFilingId(own.source, own.docId);
      const trades = Array.from({ length: countTrades(each) }, (_, line) => ({
        ...trade(String(at), line + 1),
        id: `txn_${id}_${String(line + 1).padStart(2, "0")}`,
        filingId: id,
      }));
      const rejected = Array.from(
        { length: countRejected(each) },
        (_, line): RejectedLine => ({
          line: countTrades(each) + line + 1,
          reason: line === 0 ? "deleted" : "uncertain",
          text: "as printed",
        }),
      );
      return { ...outcome(own.docId, trades, { state: each.state, rejected }), filingId: id };
    }),
  });
}

function createListing(each: RandomFiling, at: number): FilingListing {
  return listing(String(at), { source: getSource(each), year: each.year });
}

function getSource({ senate }: { senate: boolean }): FilingSourceId {
  return senate ? "senate-efd" : "house-clerk";
}

/** Only filings that were read have lines. */
function countTrades({ state, trades }: RandomFiling): number {
  return state === "parsed" || state === "ocr" ? trades : 0;
}

function countRejected({ state, rejected }: RandomFiling): number {
  return state === "parsed" || state === "needs_review" ? rejected : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
