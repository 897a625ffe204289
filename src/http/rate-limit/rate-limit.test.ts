import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SlidingLog, WINDOW_MS } from "./rate-limit.ts";

const FREE = { name: "free", quota: 20 };
const PREMIUM = { name: "premium", quota: 200 };

function make(capacity = 1000) {
  let now = 0;
  let forgotten = 0;
  const log = new SlidingLog({
    readMonotonicMs: () => now,
    capacity,
    onForgotten: (identities) => {
      forgotten += identities;
    },
  });
  return { log, forgotten: () => forgotten, to: (ms: number) => (now = ms) };
}

test("never admits more than the quota in any 60 s, whatever the timing", () => {
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 2 })), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(arrivals, fc.constantFrom(FREE, PREMIUM), (gaps, plan) => {
      const { log, to } = make();
      const admitted = new Map<number, number[]>();
      let now = 0;
      for (const [gap, who] of gaps) {
        now += gap;
        to(now);
        const times = admitted.get(who) ?? [];
        admitted.set(who, times);
        const inWindow = times.filter((time) => now - time < WINDOW_MS).length;
        const { admittedAt, state } = log.admit(String(who), plan);
        assert.equal(admittedAt !== null, inWindow < plan.quota);
        assert.equal(state.remaining, plan.quota - inWindow - (admittedAt === null ? 0 : 1));
        if (admittedAt !== null) times.push(now);
      }
    }),
    { numRuns: 50 },
  );
});

test("admits a request after the wait given by nextInMs in a rejection", () => {
  const { log, to } = make();
  for (let n = 0; n < 20; n += 1) log.admit("a", FREE);
  to(12_345);
  const { nextInMs } = log.admit("a", FREE).state;
  to(12_345 + nextInMs);
  assert.notEqual(log.admit("a", FREE).admittedAt, null);
});

test("peeking uses no quota, and a new identity has the full quota", () => {
  const { log } = make();
  assert.deepEqual(log.peek("a", FREE), { plan: FREE, remaining: 20, nextInMs: 0, fullInMs: 0 });
  assert.equal(log.size, 0);
});

test("discards expired entries from memory", () => {
  const { log, to, forgotten } = make();
  for (let n = 0; n < 400; n += 1) log.admit(`a${n}`, FREE);
  to(WINDOW_MS);
  log.admit("b", FREE);
  to(2 * WINDOW_MS);
  log.admit("c", FREE);
  assert.equal(log.size, 2);
  assert.equal(forgotten(), 0);
});

test("in a flood of identities, stores a limited number, counts forgotten identities, and admits newcomers", () => {
  const { log, forgotten } = make(100);
  for (let n = 0; n < 20; n += 1) log.admit("busy", FREE);
  for (let n = 0; n < 10_000; n += 1) {
    assert.notEqual(log.admit(`flood${n}`, FREE).admittedAt, null);
    assert.ok(log.size <= 100);
  }
  assert.ok(forgotten() >= 9900);
});
