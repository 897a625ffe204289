/** Tests the guard on a server with invented routes: it detects those that block the loop or grow memory, and no others. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ask } from "./ask.ts";
import { describeMeasured, exceedsLimits, measureRepeatedly, mergeLowest } from "./guard.ts";
import { findMismatchedRoutes } from "./walk.ts";
import { Watched } from "./watched.ts";

const PROGRAM = fileURLToPath(new URL("invented-process.ts", import.meta.url));
const QUICK = { busyMs: 3, stalledMs: 4, grownBytes: 5000 };

describe("the guard detects made-up routes that block the event loop or grow memory, and no others", () => {
  let watched: Watched;
  before(async () => {
    watched = await Watched.start(PROGRAM);
  });
  after(() => watched.stop());

  const measureRoute = (path: string) => measureRepeatedly(watched, () => ask(watched.serves.origin, "GET", path));

  test("a route that answers at once, yields during its work, or leaves only garbage stays within the limits", async () => {
    for (const path of ["/answers-at-once", "/works-80-ms-in-slices", "/leaves-300-mb-of-garbage"]) {
      const held = await measureRoute(path);
      assert.ok(!exceedsLimits(held), describeMeasured(path, held));
    }
  });

  test("detects a route that computes for 80 ms without yielding to the event loop, even across awaited promises", async () => {
    for (const path of ["/works-80-ms", "/works-80-ms-over-promises"]) {
      const held = await measureRoute(path);
      assert.ok(exceedsLimits(held), describeMeasured(path, held));
      assert.ok(held.tries > 1, "a request beyond a limit is repeated");
    }
  });

  test("detects a route that blocks the event loop for 600 ms without using the processor", async () => {
    const held = await measureRoute("/waits-600-ms");
    assert.ok(held.busyMs < 50 && exceedsLimits(held), describeMeasured("/waits-600-ms", held));
  });

  test("detects a route that takes 150 MB, in buffers or in the heap", async () => {
    for (const path of ["/takes-150-mb", "/takes-150-mb-of-heap"]) {
      const held = await measureRoute(path);
      assert.ok(held.grownBytes > 100 * 1024 * 1024 && exceedsLimits(held), describeMeasured(path, held));
    }
  });
});

test("a limit exceeded only once, as on a busy machine, is not a finding", () => {
  const slow = mergeLowest(undefined, { ...QUICK, busyMs: 300 });
  assert.equal(exceedsLimits(slow), true);
  assert.equal(exceedsLimits(mergeLowest(slow, QUICK)), false);
});

test("names a route without requests, and requests without a route, and says what to do", () => {
  const [unasked = "", ...unserved] = findMismatchedRoutes(["GET /api/v1/invented/:id", "GET /docs/invented"]);
  assert.match(unasked, /^GET \/api\/v1\/invented\/:id has no expensive request: add to test\/large\/questions\//);
  assert.ok(unserved.some((each) => /^GET \/api\/v1\/trades is among .* and is not served: remove it/.test(each)));
});
