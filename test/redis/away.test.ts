/** Two processes that lose their Redis, in every way that it can be lost: together they stay within the plan, and are back without a restart. */
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

/** Any answer is late on a busy machine; where a test is not about lateness, its replicas wait for it. */
const PATIENT = { waitMs: 60_000 };
/** Late answers are not waited for, and the connection is kept for as long as a test may take. */
const HURRIED = { waitMs: 50, silentMs: 300_000 };

async function twoReplicas(
  times: { readonly waitMs?: number; readonly silentMs?: number } = PATIENT,
): Promise<readonly [Replica, Replica]> {
  const make = async (): Promise<Replica> => {
    const store = new SharedStore({ url: redis.url, replicas: 2, log: pino({ level: "silent" }), ...times });
    const by = { store: 0, share: 0 };
    const onCounted = (who: keyof typeof by) => {
      by[who] += 1;
    };
    const limiter = new SharedLimiter({ store, readMonotonicMs: () => now, capacity: 1000, onAdmission: onCounted });
    await store.start(20_000);
    const made = { store, limiter, by };
    replicas.push(made);
    return made;
  };
  await redis.command("FLUSHALL");
  return [await make(), await make()];
}

async function admitted({ limiter }: Replica, identity: string, requests: number, plan = FREE): Promise<number> {
  const answers = await Promise.all(Array.from({ length: requests }, () => limiter.admit(identity, plan)));
  for (const { state } of answers) assert.ok(state.remaining >= 0 && state.nextInMs <= WINDOW_MS);
  return answers.filter(({ admittedAt }) => admittedAt !== null).length;
}

const isUp = (which: readonly Replica[], up: boolean) =>
  eventually(up ? "Redis" : "its loss", () => which.every(({ store }) => store.isUp === up));

test("both processes together admit exactly the plan while Redis counts", { skip }, async () => {
  const both = await twoReplicas();
  const counts = await Promise.all(both.map((each) => admitted(each, "a", 30)));
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    20,
  );
});

for (const [how, before] of [
  ["of whom nothing was counted", 0],
  ["who had half the plan", 10],
  ["who had most of the plan", 15],
  ["who had the whole plan", 20],
] as const) {
  test(`a caller ${how} stays within the plan when Redis is killed, and after`, { skip }, async () => {
    const both = await twoReplicas();
    const [one, other] = both;
    const first = await admitted(one, "a", before);
    await redis.kill();
    await isUp(both, false);
    const meanwhile = (await admitted(one, "a", 30)) + (await admitted(other, "a", 30));
    assert.ok(first + meanwhile <= 20, `${first} and ${meanwhile}`);
    if (before < 10) assert.ok(meanwhile > 0);
    await redis.start();
    await isUp(both, true);
    const afterwards = (await admitted(other, "a", 30)) + (await admitted(one, "a", 30));
    assert.ok(first + meanwhile + afterwards <= 20, `${first}, ${meanwhile} and ${afterwards}`);
    // What was admitted before is known to the store again, which had lost it.
    const { remaining } = await one.limiter.peek("a", FREE);
    assert.ok(remaining <= 20 - first - meanwhile - afterwards);
    now += WINDOW_MS;
  });
}

test("once earlier requests leave the window, each process admits its share of the full plan", { skip }, async () => {
  const both = await twoReplicas();
  await admitted(both[0], "a", 20);
  await redis.kill();
  await isUp(both, false);
  assert.equal(await admitted(both[0], "a", 1), 0);
  const refused = await both[0].limiter.admit("a", FREE);
  now += refused.state.nextInMs;
  assert.deepEqual([await admitted(both[0], "a", 30), await admitted(both[1], "a", 30)], [10, 10]);
  await redis.start();
  await isUp(both, true);
  now += WINDOW_MS;
  assert.equal(await admitted(both[0], "b", 30), 20, "a window later the store decides alone");
  assert.ok(both[0].by.share > 0);
});

test("a hanging Redis delays a caller briefly, once, and counts what was admitted meanwhile", {
  skip,
}, async () => {
  const both = await twoReplicas(HURRIED);
  const [one, other] = both;
  const first = await admitted(one, "a", 5);
  redis.freeze();
  try {
    const meanwhile = (await admitted(one, "a", 30)) + (await admitted(other, "a", 30));
    assert.ok(meanwhile > 0 && first + meanwhile <= 20, `${first} and ${meanwhile}`);
    const later = one.limiter.admit("b", FREE);
    assert.ok(!(later instanceof Promise) && later.admittedAt !== null, "who comes later does not wait");
    redis.thaw();
    const remaining = 20 - first - meanwhile;
    for (const { store, limiter } of both)
      await eventually("a log with what was admitted", async () => {
        return !store.isSlow && (await limiter.peek("a", FREE)).remaining === remaining && !store.isSlow;
      });
    assert.ok((await admitted(other, "a", 30)) <= remaining);
  } finally {
    redis.thaw();
    now += WINDOW_MS;
  }
});

test("a Redis that hangs for seconds counts as down, and is used again once it recovers", { skip }, async () => {
  const both = await twoReplicas({});
  const first = await admitted(both[0], "a", 12);
  redis.freeze();
  try {
    await isUp(both, false);
    const meanwhile = (await admitted(both[0], "a", 30)) + (await admitted(both[1], "a", 30));
    assert.ok(meanwhile > 0 && first + meanwhile <= 20);
    redis.thaw();
    await isUp(both, true);
    assert.ok(first + meanwhile + (await admitted(both[1], "a", 30)) <= 20);
  } finally {
    redis.thaw();
    now += WINDOW_MS;
  }
});

test("a Redis without memory counts as down, and is used again once it has some", { skip }, async () => {
  const both = await twoReplicas();
  const first = await admitted(both[0], "a", 8);
  await redis.command("CONFIG", "SET", "maxmemory", "1");
  try {
    const meanwhile = (await admitted(both[0], "a", 30)) + (await admitted(both[1], "a", 30));
    assert.ok(meanwhile > 0 && first + meanwhile <= 20);
    assert.match(both[0].store.getStatus().fault ?? "", /OOM/);
    await redis.command("CONFIG", "SET", "maxmemory", "0");
    await isUp(both, true);
    assert.ok(first + meanwhile + (await admitted(both[1], "a", 30)) <= 20);
  } finally {
    await redis.command("CONFIG", "SET", "maxmemory", "0");
    now += WINDOW_MS;
  }
});

test("a key of another type limits one caller to the shares, and nobody else", { skip }, async () => {
  const both = await twoReplicas();
  await redis.command("SET", both[0].store.addPrefix("limit:a"), "foreign");
  assert.deepEqual([await admitted(both[0], "a", 30), await admitted(both[1], "a", 30)], [10, 10]);
  assert.equal(await admitted(both[0], "b", 30), 20);
  assert.ok(both.every(({ store }) => store.isUp));
});

test("doctor says whether Redis answers", { skip }, async () => {
  const [answering] = await checkRedis(readConfig({ REDIS_URL: redis.url }));
  assert.equal(answering?.state, "ok");
  const [away] = await checkRedis(readConfig({ REDIS_URL: "redis://:secret@127.0.0.1:1" }));
  assert.deepEqual([away?.state, away?.says], ["warning", "It does not respond (ECONNREFUSED)."]);
  assert.deepEqual(await checkRedis(readConfig({})), []);
});

test("if nothing listens at the address, a process uses its share from the start", { skip }, async () => {
  const store = new SharedStore({ url: "redis://127.0.0.1:1", replicas: 4, log: pino({ level: "silent" }) });
  const limiter = new SharedLimiter({ store, readMonotonicMs: () => now, capacity: 1000 });
  await store.start(100);
  const alone = { store, limiter, by: { store: 0, share: 0 } };
  assert.equal(await admitted(alone, "a", 30), 2);
  now += WINDOW_MS;
  assert.equal(await admitted(alone, "a", 30), 5);
  await eventually("the refusal", () => store.getStatus().fault !== null);
  assert.deepEqual(store.getStatus(), { isUp: false, replicas: 4, fault: "ECONNREFUSED" });
  await store.stop();
});
