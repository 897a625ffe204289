import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../../base/config.ts";
import { computeFailurePause, Runs } from "./runs.ts";

test("doubles the wait between retries from 1 to at most 65 minutes while offline; waits 65 if a source was reached", () => {
  const computePauseMinutes = (runs: number) => computeFailurePause(runs) / 60_000;
  assert.deepEqual([0, 1, 2, 3, 6, 7, 8, 2000].map(computePauseMinutes), [65, 1, 2, 4, 32, 64, 65, 65]);
});

const NOW = new Date("2026-11-20T12:00:00Z");

function findNextAttempt(environment: Record<string, string>): Date | null {
  const parts = { config: readConfig(environment) } as ConstructorParameters<typeof Runs>[0];
  return new Runs(parts).getNextRunAt(NOW);
}

test("without a failure the next attempt is the daily run, or none if nothing is fetched", () => {
  assert.equal(findNextAttempt({})?.toISOString(), "2026-11-21T06:30:00.000Z");
  assert.equal(findNextAttempt({ INGEST_AT: "18:00" })?.toISOString(), "2026-11-20T18:00:00.000Z");
  assert.equal(findNextAttempt({ INGEST: "false" }), null);
});
