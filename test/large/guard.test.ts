/** Tests the guard itself, on a server with invented routes: what holds its loop or grows its memory is found, and nothing else. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ask } from "./ask.ts";
import { isBeyond, leastOf, measureAgain, sentence } from "./guard.ts";
import { strayRoutes } from "./walk.ts";
import { Watched } from "./watched.ts";

const PROGRAM = fileURLToPath(new URL("invented-process.ts", import.meta.url));
const QUICK = { busyMs: 3, stoodMs: 4, grownBytes: 5000 };

describe("invented routes", () => {
  let watched: Watched;
  before(async () => {
    watched = await Watched.start(PROGRAM);
  });
  after(() => watched.stop());

  const measured = (path: string) => measureAgain(watched, () => ask(watched.serves.origin, "GET", path));

  test("a route that answers at once, yields during its work, or leaves only garbage stays within the limits", async () => {
    for (const path of ["/answers-at-once", "/works-80-ms-in-slices", "/leaves-300-mb-of-garbage"]) {
      const held = await measured(path);
      assert.ok(!isBeyond(held), sentence(path, held));
    }
  });

  test("detects a route that works for 80 ms, even across promises, which do not yield to the loop", async () => {
    for (const path of ["/works-80-ms", "/works-80-ms-over-promises"]) {
      const held = await measured(path);
      assert.ok(isBeyond(held), sentence(path, held));
      assert.ok(held.tries > 1, "what is beyond a bound is asked again");
    }
  });

  test("detects a route that waits half a second in one turn without using the processor", async () => {
    const held = await measured("/waits-600-ms");
    assert.ok(held.busyMs < 50 && isBeyond(held), sentence("/waits-600-ms", held));
  });

  test("detects a route that takes 150 MB, in buffers and in the heap", async () => {
    for (const path of ["/takes-150-mb", "/takes-150-mb-of-heap"]) {
      const held = await measured(path);
      assert.ok(held.grownBytes > 100 * 1024 * 1024 && isBeyond(held), sentence(path, held));
    }
  });
});

test("a limit exceeded only once, as on a busy machine, is not a finding", () => {
  const slow = leastOf(undefined, { ...QUICK, busyMs: 300 });
  assert.equal(isBeyond(slow), true);
  assert.equal(isBeyond(leastOf(slow, QUICK)), false);
});

test("names a route without requests, and requests without a route, with what to do", () => {
  const [unasked = "", ...unserved] = strayRoutes(["GET /api/v1/invented/:id", "GET /docs/invented"]);
  assert.match(unasked, /^GET \/api\/v1\/invented\/:id has no dearest question: add to test\/large\/questions\//);
  assert.ok(unserved.some((each) => /^GET \/api\/v1\/trades is among .* and is not served: remove it/.test(each)));
});
