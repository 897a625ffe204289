import assert from "node:assert/strict";
import { test } from "node:test";
import { Quarantine } from "./quarantine.ts";

function createQuarantine(read: number, unreadable: number): Quarantine {
  const quarantine = new Quarantine();
  for (let n = 0; n < read; n += 1) quarantine.countOutcome({ state: n < unreadable ? "unreadable" : "parsed" });
  return quarantine;
}

test("holds publications if more than 2% of at least 50 documents are unreadable", () => {
  for (const [read, unreadable, held] of [
    [49, 49, false],
    [50, 1, false],
    [50, 2, true],
    [100, 2, false],
    [100, 3, true],
    [1000, 20, false],
    [1000, 21, true],
  ] as const) {
    assert.equal(createQuarantine(read, unreadable).findHoldReason() !== null, held, `${unreadable} of ${read}`);
  }
  assert.match(String(createQuarantine(60, 5).findHoldReason()), /^5 of the 60 documents .* could not be read/);
});

test("a run with an unreadable document stays undecided until 50 documents are read", () => {
  assert.equal(createQuarantine(10, 0).isUndecided(), false);
  assert.equal(createQuarantine(10, 1).isUndecided(), true);
  assert.equal(createQuarantine(49, 1).isUndecided(), true);
  assert.equal(createQuarantine(50, 2).isUndecided(), false, "decided: held");
  assert.equal(createQuarantine(50, 1).isUndecided(), false, "decided: published");
});

test("a document missing from the site does not count as read", () => {
  const quarantine = createQuarantine(49, 2);
  for (let n = 0; n < 100; n += 1) quarantine.countOutcome({ state: "missing_document" });
  assert.equal(quarantine.findHoldReason(), null);
  quarantine.countOutcome({ state: "needs_ocr" });
  assert.notEqual(quarantine.findHoldReason(), null);
});
