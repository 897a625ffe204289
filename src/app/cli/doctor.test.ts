import assert from "node:assert/strict";
import { test } from "node:test";
import { checkClock } from "./doctor.ts";

test("warns if the clock is a minute off from all sites; a single answer from a cache does not matter", () => {
  assert.deepEqual(checkClock([]), []);
  assert.equal(checkClock([-59_000])[0]?.state, "ok");
  assert.equal(checkClock([400, 3_600_000])[0]?.state, "ok");
  const [ahead] = checkClock([120_400, 3_600_000]);
  assert.deepEqual([ahead?.state, ahead?.says], ["warning", "It is 120 s ahead of the sites' clocks."]);
  assert.match(checkClock([-7_200_000])[0]?.says ?? "", /^It is 7200 s behind/);
});
