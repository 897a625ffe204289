import assert from "node:assert/strict";
import test from "node:test";
import { emptyDataset } from "./build.ts";
import type { Dataset } from "./dataset.ts";
import { FormerVersions } from "./former-versions.ts";

const MINUTE = 60_000;

function made(version: string, byteLength = 1): Dataset {
  return { ...emptyDataset, version, byteLength };
}

test("a former version is kept for ten minutes after it was last asked for", () => {
  let now = 0;
  const former = new FormerVersions(() => now);
  former.add(made("2026-01-01.1"));
  former.add(made("2026-01-01.2"));
  for (now = 0; now <= 60 * MINUTE; now += 9 * MINUTE)
    assert.equal(former.get("2026-01-01.1")?.version, "2026-01-01.1");
  assert.equal(former.get("2026-01-01.2"), undefined);
  now += 11 * MINUTE;
  assert.equal(former.get("2026-01-01.1"), undefined);
});

test("what does not fit in the bound goes first where it was asked for longest ago, and the latest stays whatever its size", () => {
  const former = new FormerVersions(() => 0, 100);
  for (const n of [1, 2, 3]) former.add(made(`2026-01-01.${n}`, 30));
  former.get("2026-01-01.1");
  former.add(made("2026-01-01.4", 30));
  assert.deepEqual(
    [1, 2, 3, 4].filter((n) => former.get(`2026-01-01.${n}`) !== undefined),
    [1, 3, 4],
  );
  former.add(made("2026-01-01.5", 1000));
  assert.equal(former.get("2026-01-01.5")?.byteLength, 1000);
  assert.equal(former.get("2026-01-01.4"), undefined);
});
