import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { type Coverage, NOTHING_COVERED } from "./coverage.ts";
import { createDataMeters } from "./meters.ts";

test("metrics show how old and how complete the data is, and what is waiting", async () => {
  const registry = new Registry();
  const counts = { ...NOTHING_COVERED.totals.states, parsed: 7, needs_review: 2 };
  const source = { last_attempt_at: null, listing_completed_at: null, last_error: null, last_error_at: null };
  let queries = 0;
  let version = "2026-11-20.1";
  const coverage = {
    ...NOTHING_COVERED,
    totals: { ...NOTHING_COVERED.totals, states: counts },
    years: [
      { source: "house-clerk", states: counts },
      { source: "house-clerk", states: counts },
    ],
    sources: [
      { ...source, source: "house-clerk", status: "ok", last_success_at: "2026-11-20T06:30:00.000Z" },
      { ...source, source: "senate-efd", status: "blocked", last_success_at: null },
      { ...source, source: "tickers", status: "off", last_success_at: null },
    ],
    held_publications: [{ id: 1, held_at: "2026-11-20T06:30:00.000Z", reason: "large" }],
  } as unknown as Coverage;
  const meters = createDataMeters(
    registry,
    {
      publications: {
        readCurrent: async () => ({ version, publishedAt: new Date("2026-11-20T07:00:00Z") }),
        measurePublicationDelays: async () => {
          queries += 1;
          return [60_000, 1000, 2000, 3000].map((ms) => ({ source: "house-clerk", ms }));
        },
      },
    } as never,
    {
      getDataset: () => ({ version, tradeCount: 11, politicianCount: 5 }),
      getCoverage: () => coverage,
      isDatabaseAnswering: () => false,
    },
  );
  await meters.refresh();
  await meters.refresh();
  assert.equal(queries, 1, "the store is queried once per version");
  const text = await registry.metrics();
  for (const line of [
    "dataset_trades 11",
    "dataset_politicians 5",
    `dataset_published_timestamp_seconds ${Date.parse("2026-11-20T07:00:00Z") / 1000}`,
    'filings{source="house-clerk",state="parsed"} 14',
    'filings{source="house-clerk",state="unreadable"} 0',
    "reviews_waiting 2",
    "held_publications 1",
    `source_last_success_timestamp_seconds{source="house-clerk"} ${Date.parse("2026-11-20T06:30:00Z") / 1000}`,
    'source_last_success_timestamp_seconds{source="senate-efd"} 0',
    'source_condition{source="senate-efd",condition="blocked"} 1',
    'source_condition{source="senate-efd",condition="ok"} 0',
    'listed_to_served_seconds{quantile="0.5"} 3',
    'listed_to_served_seconds{quantile="0.95"} 60',
    "database_up 0",
  ]) {
    assert.ok(text.split("\n").includes(line), line);
  }
  assert.doesNotMatch(text, /timestamp_seconds\{source="tickers"/, "a source that is off is not late");
  version = "2026-11-21.1";
  await meters.refresh();
  assert.equal(queries, 2);
});
