import assert from "node:assert/strict";
import { test } from "node:test";
import { addHoldings, createEmptyHoldings } from "../../src/prices/returns/calendar-time.ts";
import { createSeededRandom } from "../seeded-random.ts";

test("addHoldings gives the same daily sums and counts as adding each holding alone, even if prices are missing", () => {
  const random = createSeededRandom(11);
  const sessions = 90;
  const [added, expected] = [createEmptyHoldings(sessions), createEmptyHoldings(sessions)];
  for (let security = 0; security < 40; security += 1) {
    const horizon = 1 + Math.floor(random() * 20);
    const values = Float64Array.from({ length: sessions }, () => (random() < 0.1 ? Number.NaN : 50 + random()));
    const anchors = Array.from({ length: Math.floor(random() * 9) }, () => Math.floor(random() * (sessions + 10)));
    addHoldings(added, anchors, horizon, values);
    for (const anchor of anchors.filter((each) => !Number.isNaN(values[each] ?? Number.NaN))) {
      for (let session = anchor + 1; session <= anchor + horizon && session < sessions; session += 1) {
        const growth = (values[session] as number) / (values[session - 1] as number) - 1;
        if (Number.isNaN(growth)) continue;
        expected.sums[session] = (expected.sums[session] as number) + growth;
        expected.counts[session] = (expected.counts[session] as number) + 1;
      }
    }
  }
  assert.deepEqual(added.counts, expected.counts);
  assert.ok(added.sums.every((sum, session) => Math.abs(sum - (expected.sums[session] as number)) < 1e-12));
  assert.ok(added.changes.every((change) => change === 0));
});
