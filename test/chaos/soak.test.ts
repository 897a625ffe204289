/** A short version of `soak.ts`. Its caches are still filling, so it shows little about memory. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runSoak } from "./soak-run.ts";

test("during frequent publications no response is 5xx, and none mixes two versions", {
  timeout: 120_000,
}, async () => {
  const report = await runSoak({ seconds: 5, publishEverySeconds: 1, perSecond: 25, warmUpSeconds: 1 });
  assert.deepEqual([report.faults, report.mixed], [[], []]);
  assert.equal(report.publications, 5);
  assert.ok(report.versions > 1 && report.requests > 50, `${report.versions} versions, ${report.requests} requests`);
  assert.equal(report.memory.length, 4);
});
