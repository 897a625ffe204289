/** The limiter of one process and the limiter that several processes share give the same results. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { pino } from "pino";
import { createLimiterScripts } from "../../src/http/rate-limit/limiter-scripts.ts";
import { type RateLimiter, SlidingLog, WINDOW_MS } from "../../src/http/rate-limit/rate-limit.ts";
import { SharedLimiter } from "../../src/http/rate-limit/shared-limiter.ts";
import { SharedStore } from "../../src/store/redis/shared-store.ts";
import { type RedisServer, startRedis } from "../redis.ts";

const FREE = { name: "free", quota: 20 };
const PREMIUM = { name: "premium", quota: 200 };

interface TestLimiter {
  readonly limiter: RateLimiter;
  setTime(ms: number): Promise<void>;
}

const redis = await startRedis();
const skip = "skipped" in redis ? redis.skipped : false;
after(() => ("skipped" in redis ? undefined : redis.stop()));

const stores: SharedStore[] = [];
after(async () => {
  for (const store of stores) await store.stop();
});

let redisLimiterCount = 0;

async function createRedisLimiter(server: RedisServer): Promise<TestLimiter> {
  redisLimiterCount += 1;
  const keyPrefix = `test${redisLimiterCount}:`;
  // The test sets this clock, which replaces the server's.
  const nowKey = `${keyPrefix}now`;
  const time = `(function() local us = tonumber(redis.call('GET', '${nowKey}') or 0)
    return {math.floor(us / 1000000), us % 1000000} end)()`;
  const store = new SharedStore({
    url: server.url,
    replicas: 1,
    log: pino({ level: "silent" }),
    waitMs: 20_000,
    keyPrefix,
  });
  stores.push(store);
  let now = 0;
  const scripts = createLimiterScripts(time);
  const limiter = new SharedLimiter({ store, readMonotonicMs: () => now, capacity: 1000, scripts });
  await store.start(20_000);
  return {
    limiter,
    async setTime(ms) {
      now = ms;
      await server.command("SET", nowKey, String(ms * 1000));
    },
  };
}

async function createLocalLimiter(): Promise<TestLimiter> {
  let now = 0;
  return {
    limiter: new SlidingLog({ readMonotonicMs: () => now, capacity: 1000 }),
    async setTime(ms) {
      now = ms;
    },
  };
}

const kinds: readonly [string, () => Promise<TestLimiter>, string | false][] = [
  ["one process", createLocalLimiter, false],
  ["Redis", () => createRedisLimiter(redis as RedisServer), skip],
];

for (const [name, make, skipped] of kinds) {
  describe(`the limiter with ${name} counts each caller's requests in a sliding window`, { skip: skipped }, () => {
    let limiter: RateLimiter;
    let setTime: TestLimiter["setTime"];
    before(async () => {
      ({ limiter, setTime } = await make());
    });

    test("allows the full quota at once, and each used request again 60 s later", async () => {
      for (let n = 0; n < 20; n += 1) {
        await setTime(n * 100);
        assert.equal((await limiter.admit("a", FREE)).state.remaining, 19 - n);
      }
      await setTime(30_000);
      const refused = await limiter.admit("a", FREE);
      assert.equal(refused.admittedAt, null);
      const { remaining, nextInMs, fullInMs } = refused.state;
      assert.deepEqual([remaining, nextInMs, fullInMs], [0, 30_000, 31_900]);
      await setTime(59_999);
      assert.equal((await limiter.admit("a", FREE)).admittedAt, null);
      await setTime(60_000);
      assert.notEqual((await limiter.admit("a", FREE)).admittedAt, null);
      assert.equal((await limiter.admit("a", FREE)).admittedAt, null);
    });

    test("refunds a request only once, and does not count peeking as a request", async () => {
      assert.deepEqual(await limiter.peek("b", FREE), { plan: FREE, remaining: 20, nextInMs: 0, fullInMs: 0 });
      const { admittedAt } = await limiter.admit("b", FREE);
      await setTime(60_005);
      await limiter.admit("b", FREE);
      limiter.refund("b", admittedAt ?? 0);
      limiter.refund("b", admittedAt ?? 0);
      limiter.refund("never seen", 0);
      const { remaining, nextInMs } = await limiter.peek("b", FREE);
      assert.deepEqual([remaining, nextInMs], [19, WINDOW_MS]);
    });

    test("a reduced plan admits again once enough requests have left the window", async () => {
      for (let n = 0; n < 30; n += 1) {
        await setTime(100_000 + n);
        await limiter.admit("c", PREMIUM);
      }
      const { remaining, nextInMs } = await limiter.peek("c", FREE);
      assert.deepEqual([remaining, nextInMs], [0, 10 + WINDOW_MS - 29]);
    });

    test("a clock that is set back grants no quota twice and locks nobody out for longer than the window", async () => {
      await setTime(3_600_000);
      for (let n = 0; n < 20; n += 1) await limiter.admit("d", FREE);
      await setTime(200_000);
      const refused = await limiter.admit("d", FREE);
      assert.equal(refused.admittedAt, null);
      assert.ok(refused.state.nextInMs <= WINDOW_MS);
    });
  });

  test(`never admits more than the quota in any 60 s, whatever the timing (${name})`, {
    skip: skipped,
  }, async () => {
    const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 0, max: 2 })), {
      maxLength: 100,
    });
    await fc.assert(
      fc.asyncProperty(arrivals, fc.constantFrom({ name: "free", quota: 3 }, FREE), async (gaps, plan) => {
        const { limiter, setTime } = await make();
        const admitted = new Map<number, number[]>();
        let now = 0;
        for (const [gap, who] of gaps) {
          now += gap;
          await setTime(now);
          const times = admitted.get(who) ?? [];
          admitted.set(who, times);
          const inWindow = times.filter((time) => now - time < WINDOW_MS).length;
          const { admittedAt, state } = await limiter.admit(String(who), plan);
          assert.equal(admittedAt !== null, inWindow < plan.quota);
          assert.equal(state.remaining, plan.quota - inWindow - (admittedAt === null ? 0 : 1));
          if (admittedAt !== null) times.push(now);
        }
      }),
      { numRuns: 10 },
    );
  });
}
