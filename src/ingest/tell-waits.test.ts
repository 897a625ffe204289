import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Activity } from "../activity.ts";
import { loggerTo } from "../log.ts";
import { tellWaits } from "./tell-waits.ts";

test("a source that waits tells for what, again and again, and that it goes on", async () => {
  const lines: string[] = [];
  const log = loggerTo("info", { write: (line: string) => lines.push(line) });
  const told: (string | null)[] = [];
  const activity = new Activity();
  const stop = tellWaits(activity, "house-clerk", log, (waitingFor) => told.push(waitingFor), 600);
  try {
    await activity.step("GET https://example.org/2026FD.zip", () => sleep(2_000));
    await sleep(1_300);
  } finally {
    stop();
  }
  assert.ok(lines.length >= 1);
  assert.match(lines[0] ?? "", /"source":"house-clerk","waitingFor":"GET https:\/\/example\.org\/2026FD\.zip"/);
  assert.match(String(told[0]), /^waits for GET .* since [12] s$/);
  assert.equal(told.at(-1), null);
});
