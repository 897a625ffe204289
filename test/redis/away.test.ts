/**
 * Two processes lose Redis in several ways: together they stay within the plan's quota, and they use Redis again without a
 * restart.
 */
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { pino } from "pino";
import { checkRedis } from "../../src/app/cli/doctor.ts";
import { readConfig } from "../../src/base/config.ts";
import { type Plan, WINDOW_MS } from "../../src/http/rate-limit/rate-limit.ts";
import { SharedLimiter } from "../../src/http/rate-limit/shared-limiter.ts";
import { SharedStore } from "../../src/store/redis/shared-store.ts";
import { eventually } from "../eventually.ts";
import { type RedisServer, startRedis } from "../redis.ts";

const FREE: Plan = { name: "free", quota: 20 };
const found = await startRedis();
const skip = "skipped" in found ? found.skipped : false;
const redis = found as RedisServer;
after(() => ("skipped" in found ? undefined : found.stop()));

interface Replica {
  readonly store: SharedStore;
  readonly limiter: SharedLimiter;
  readonly by: { store: number; share: number };
}

let now = 1000;
let replicas: Replica[] = [];
afterEach(async () => {
  for (const { store } of replicas) await store.stop();
  replicas = [];
});

/** For tests that are not about late responses: the replicas wait long, since any response can be late on a busy machine. */
const PATIENT = { waitMs: 60_000 };
/** For tests of late responses: the replicas do not wait for them, but keep the connection for as long as a test may take. */
const HURRIED = { waitMs: 50, silentMs: 300_000 };

async function startTwoReplicas(
  times: { readonly waitMs?: number; readonly silentMs?: number } = PATIENT,
): Promise<readonly [Replica, Replica]> {
  const startReplica = async (): Promise<Replica> => {
    const store = new SharedStore({ url: redis.url, replicas: 2, log: pino({ level: "silent" }), ...times });
    const by = { store: 0, share: 0 };
    const countAdmission = (counter: keyof typeof by) => {
      by[counter] += 1;
    };
    const limiter = new SharedLimiter({
      store,
      readMonotonicMs: () => now,
      capacity: 1000,
      onAdmission: countAdmission,
    });
    await store.start(20_000);
    const made = { store, limiter, by };
    replicas.push(made);
    return made;
  };
  await redis.command("FLUSHALL");
  return [await startReplica(), await startReplica()];
}

async function countAdmitted({ limiter }: Replica, identity: string, requests: number, plan = FREE): Promise<number> {
  const answers = await Promise.all(Array.from({ length: requests }, () => limiter.admit(identity, plan)));
  for (const { state } of answers) assert.ok(state.remaining >= 0 && state.nextInMs <= WINDOW_MS);
  return answers.filter(({ admittedAt }) => admittedAt !== null).length;
}

const waitForRedis = (which: readonly Replica[], up: boolean) =>
  eventually(up ? "Redis is up" : "Redis is down", () => which.every(({ store }) => store.isUp === up));

test("two processes that share Redis together admit exactly the plan's quota", { skip }, async () => {
  const both = await startTwoReplicas();
  const counts = await Promise.all(both.map((each) => countAdmitted(each, "a", 30)));
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    20,
  );
});

for (const [how, before] of [
  ["without counted requests", 0],
  ["with half the quota used", 10],
  ["with three quarters of the quota used", 15],
  ["with the whole quota used", 20],
] as const) {
  test(`a caller ${how} stays within the quota while Redis is down and after Redis restarts`, { skip }, async () => {
    const both = await startTwoReplicas();
    const [one, other] = both;
    const first = await countAdmitted(one, "a", before);
    await redis.kill();
    await waitForRedis(both, false);
    const meanwhile = (await countAdmitted(one, "a", 30)) + (await countAdmitted(other, "a", 30));
    assert.ok(first + meanwhile <= 20, `${first} and ${meanwhile}`);
    if (before < 10) assert.ok(meanwhile > 0);
    await redis.start();
    await waitForRedis(both, true);
    const afterwards = (await countAdmitted(other, "a", 30)) + (await countAdmitted(one, "a", 30));
    assert.ok(first + meanwhile + afterwards <= 20, `${first}, ${meanwhile} and ${afterwards}`);
    // Redis lost the earlier admissions when it was killed, and has them again.
    const { remaining } = await one.limiter.peek("a", FREE);
    assert.ok(remaining <= 20 - first - meanwhile - afterwards);
    now += WINDOW_MS;
  });
}

test("with Redis down, each process admits an equal share of the quota once earlier requests leave the window", {
  skip,
}, async () => {
  const both = await startTwoReplicas();
  await countAdmitted(both[0], "a", 20);
  await redis.kill();
  await waitForRedis(both, false);
  assert.equal(await countAdmitted(both[0], "a", 1), 0);
  const refused = await both[0].limiter.admit("a", FREE);
  now += refused.state.nextInMs;
  assert.deepEqual([await countAdmitted(both[0], "a", 30), await countAdmitted(both[1], "a", 30)], [10, 10]);
  await redis.start();
  await waitForRedis(both, true);
  now += WINDOW_MS;
  assert.equal(await countAdmitted(both[0], "b", 30), 20, "one window later Redis alone decides");
  assert.ok(both[0].by.share > 0);
});

test("a hanging Redis delays a caller briefly and only once, and later counts the requests admitted meanwhile", {
  skip,
}, async () => {
  const both = await startTwoReplicas(HURRIED);
  const [one, other] = both;
  const first = await countAdmitted(one, "a", 5);
  redis.freeze();
  try {
    const meanwhile = (await countAdmitted(one, "a", 30)) + (await countAdmitted(other, "a", 30));
    assert.ok(meanwhile > 0 && first + meanwhile <= 20, `${first} and ${meanwhile}`);
    const later = one.limiter.admit("b", FREE);
    assert.ok(!(later instanceof Promise) && later.admittedAt !== null, "a later caller does not wait");
    redis.thaw();
    const remaining = 20 - first - meanwhile;
    for (const { store, limiter } of both)
      await eventually("the shared log includes the requests admitted meanwhile", async () => {
        return !store.isSlow && (await limiter.peek("a", FREE)).remaining === remaining && !store.isSlow;
      });
    assert.ok((await countAdmitted(other, "a", 30)) <= remaining);
  } finally {
    redis.thaw();
    now += WINDOW_MS;
  }
});

test("a Redis that hangs for seconds counts as down, and is used again after recovering", { skip }, async () => {
  const both = await startTwoReplicas({});
  const first = await countAdmitted(both[0], "a", 12);
  redis.freeze();
  try {
    await waitForRedis(both, false);
    const meanwhile = (await countAdmitted(both[0], "a", 30)) + (await countAdmitted(both[1], "a", 30));
    assert.ok(meanwhile > 0 && first + meanwhile <= 20);
    redis.thaw();
    await waitForRedis(both, true);
    assert.ok(first + meanwhile + (await countAdmitted(both[1], "a", 30)) <= 20);
  } finally {
    redis.thaw();
    now += WINDOW_MS;
  }
});

test("a Redis that is out of memory counts as down, and is used again once memory is available", { skip }, async () => {
  const both = await startTwoReplicas();
  const first = await countAdmitted(both[0], "a", 8);
  await redis.command("CONFIG", "SET", "maxmemory", "1");
  try {
    const meanwhile = (await countAdmitted(both[0], "a", 30)) + (await countAdmitted(both[1], "a", 30));
    assert.ok(meanwhile > 0 && first + meanwhile <= 20);
    assert.match(both[0].store.getStatus().fault ?? "", /OOM/);
    await redis.command("CONFIG", "SET", "maxmemory", "0");
    await waitForRedis(both, true);
    assert.ok(first + meanwhile + (await countAdmitted(both[1], "a", 30)) <= 20);
  } finally {
    await redis.command("CONFIG", "SET", "maxmemory", "0");
    now += WINDOW_MS;
  }
});

test("if a caller's Redis key has the wrong type, each process limits only that caller to a share of the quota", {
  skip,
}, async () => {
  const both = await startTwoReplicas();
  await redis.command("SET", both[0].store.addPrefix("limit:a"), "foreign");
  assert.deepEqual([await countAdmitted(both[0], "a", 30), await countAdmitted(both[1], "a", 30)], [10, 10]);
  assert.equal(await countAdmitted(both[0], "b", 30), 20);
  assert.ok(both.every(({ store }) => store.isUp));
});

test("doctor says whether Redis answers", { skip }, async () => {
  const [answering] = await checkRedis(readConfig({ REDIS_URL: redis.url }));
  assert.equal(answering?.state, "ok");
  const [away] = await checkRedis(readConfig({ REDIS_URL: "redis://:secret@127.0.0.1:1" }));
  assert.deepEqual([away?.state, away?.says], ["warning", "It does not respond (ECONNREFUSED)."]);
  assert.deepEqual(await checkRedis(readConfig({})), []);
});

test("a process without a Redis connection at startup admits no more than a replica's share of the quota", {
  skip,
}, async () => {
  const store = new SharedStore({ url: "redis://127.0.0.1:1", replicas: 4, log: pino({ level: "silent" }) });
  const limiter = new SharedLimiter({ store, readMonotonicMs: () => now, capacity: 1000 });
  await store.start(100);
  const alone = { store, limiter, by: { store: 0, share: 0 } };
  assert.equal(await countAdmitted(alone, "a", 30), 2);
  now += WINDOW_MS;
  assert.equal(await countAdmitted(alone, "a", 30), 5);
  await eventually("the refused connection is recorded", () => store.getStatus().fault !== null);
  assert.deepEqual(store.getStatus(), { isUp: false, replicas: 4, fault: "ECONNREFUSED" });
  await store.stop();
});
