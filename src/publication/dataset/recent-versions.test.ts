import assert from "node:assert/strict";
import test from "node:test";
import { emptyDataset } from "./build.ts";
import type { Dataset } from "./dataset.ts";
import { RecentVersions } from "./holder.ts";

const MINUTE = 60_000;

function createDataset(version: string, byteLength = 1): Dataset {
  return { ...emptyDataset, version, byteLength };
}

test("keeps the previous version for ten minutes after its last use, and older versions for two", () => {
  let now = 0;
  const former = new RecentVersions(() => now);
  for (const number of [1, 2, 3]) former.add(createDataset(`2026-01-01.${number}`));
  const isStored = (number: number) => former.get(`2026-01-01.${number}`) !== undefined;
  for (now = 0; now < 9 * MINUTE; now += 1.5 * MINUTE) assert.equal(isStored(1), true);
  assert.deepEqual([1, 2, 3].map(isStored), [true, false, true]);
  now += 3 * MINUTE;
  assert.deepEqual([1, 2, 3].map(isStored), [false, false, true]);
  now += 11 * MINUTE;
  assert.equal(isStored(3), false);
});

test("over the limit, drops the least recently used version first, and keeps the latest whatever its size", () => {
  const former = new RecentVersions(() => 0, 100);
  for (const n of [1, 2, 3]) former.add(createDataset(`2026-01-01.${n}`, 30));
  former.get("2026-01-01.1");
  former.add(createDataset("2026-01-01.4", 30));
  assert.deepEqual(
    [1, 2, 3, 4].filter((n) => former.get(`2026-01-01.${n}`) !== undefined),
    [1, 3, 4],
  );
  former.add(createDataset("2026-01-01.5", 1000));
  assert.equal(former.get("2026-01-01.5")?.byteLength, 1000);
  assert.equal(former.get("2026-01-01.4"), undefined);
});
