import assert from "node:assert/strict";
import { test } from "node:test";
import { SourceError } from "../../base/errors.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";

const down = new SourceError("server_error", "answered 502");
const createRefusal = (retryAfterSeconds: number | null = null) =>
  new SourceError("rate_limited", "429", { retryAfterSeconds });
const MINUTE = 60_000;

/** Fails each time the breaker lets a request through; returns the pauses in milliseconds. */
function listPauses(error: SourceError, times: number): number[] {
  const breaker = createCircuitBreaker();
  const found: number[] = [];
  let now = 1_000_000;
  for (let time = 0; time < times; time += 1) {
    const passage = breaker.tryEnter(now) ?? assert.fail("let in when the pause has ended");
    passage.recordFailure(error, now);
    found.push(breaker.getPauseEndMs() - now);
    assert.equal(breaker.tryEnter(breaker.getPauseEndMs() - 1), null);
    now = breaker.getPauseEndMs();
  }
  return found;
}

test("pauses grow from 15 minutes to six hours after a rejection, and from seconds to minutes after other failures", () => {
  assert.deepEqual(
    listPauses(createRefusal(), 7).map((ms) => ms / MINUTE),
    [15, 30, 60, 120, 240, 360, 360],
  );
  assert.deepEqual(
    listPauses(down, 8).map((ms) => ms / 1000),
    [5, 10, 20, 40, 80, 160, 300, 300],
  );
});

test("the first pause is as long as the provider asks, up to a day; later pauses are at least as long", () => {
  assert.deepEqual(
    listPauses(createRefusal(120), 3).map((ms) => ms / MINUTE),
    [2, 30, 60],
  );
  assert.deepEqual(
    listPauses(createRefusal(9 * 3600), 2).map((ms) => ms / MINUTE),
    [540, 540],
  );
  assert.deepEqual(listPauses(createRefusal(10 ** 9), 1), [24 * 60 * MINUTE]);
});

test("sends one probe after a pause, and lets all requests through once the probe succeeds", () => {
  const breaker = createCircuitBreaker();
  breaker.tryEnter(0)?.recordFailure(down, 0);
  assert.equal(breaker.getState(4_999), "open");
  const probe = breaker.tryEnter(5_000);
  assert.equal(breaker.getState(5_000), "probing");
  assert.equal(breaker.tryEnter(5_000), null, "one at a time");
  probe?.recordAnswer();
  assert.equal(breaker.getState(5_001), "closed");
  assert.ok(breaker.tryEnter(5_001) && breaker.tryEnter(5_001));
  breaker.tryEnter(6_000)?.recordFailure(down, 6_000);
  assert.equal(breaker.getPauseEndMs(), 11_000, "a successful answer makes pauses short again");
});

test("if a probe is abandoned, another request may try", () => {
  const breaker = createCircuitBreaker();
  breaker.tryEnter(0)?.recordFailure(down, 0);
  breaker.tryEnter(5_000)?.recordAbandoned();
  assert.ok(breaker.tryEnter(5_000));
});

test("requests in flight at the start of a pause neither extend nor end the pause", () => {
  const breaker = createCircuitBreaker();
  const passages = Array.from({ length: 100 }, () => breaker.tryEnter(0) ?? assert.fail());
  for (const passage of passages.slice(0, 99)) passage.recordFailure(down, 10);
  assert.equal(breaker.getPauseEndMs(), 5_010);
  passages[99]?.recordAnswer();
  assert.equal(breaker.getState(11), "open");
});

test("pauses a provider after five consecutive unusable answers", () => {
  const bad = new SourceError("bad_answer", "no price");
  const breaker = createCircuitBreaker();
  for (let time = 0; time < 4; time += 1) breaker.tryEnter(0)?.recordFailure(bad, 0);
  breaker.tryEnter(0)?.recordAnswer();
  for (let time = 0; time < 4; time += 1) breaker.tryEnter(0)?.recordFailure(bad, 0);
  assert.equal(breaker.getState(0), "closed");
  breaker.tryEnter(0)?.recordFailure(bad, 0);
  assert.equal(breaker.getState(0), "open");
});
