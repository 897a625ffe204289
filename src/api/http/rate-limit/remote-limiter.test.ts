import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Plan, SlidingLog } from "./rate-limit.ts";
import { type CountOrder, type CountReply, countFor, RemoteLimiter } from "./remote-limiter.ts";

const FREE: Plan = { name: "free", quota: 20 };

/** Several processes that ask one log, by messages as JSON. */
function asking(processes: number) {
  const log = new SlidingLog({ clock: () => performance.now(), capacity: 1000 });
  const sent: CountOrder[] = [];
  let inForce = "1";
  const limiters = Array.from({ length: processes }, () => {
    const limiter: RemoteLimiter = new RemoteLimiter({
      version: () => "1",
      send: (order) => {
        sent.push(order);
        const reply = countFor(log, inForce, JSON.parse(JSON.stringify(order)) as CountOrder);
        assert.ok(!(reply instanceof Promise), "a log of the counting process answers at once");
        limiter.take(JSON.parse(JSON.stringify(reply)) as CountReply);
      },
    });
    return limiter;
  });
  return { log, limiters, sent, publish: () => (inForce = "2") };
}

test("what is asked within a turn goes in one message, and the quota is exact over all processes", async () => {
  const { limiters, sent } = asking(3);
  const asked = limiters.flatMap((limiter) => Array.from({ length: 15 }, () => limiter.admit("a", FREE)));
  const found = await Promise.all(asked);
  assert.equal(sent.length, 3);
  const admitted = found.filter((each) => each?.admittedAt != null);
  assert.deepEqual(
    admitted.map((each) => each?.state.remaining),
    Array.from({ length: 20 }, (_, at) => 19 - at),
  );
  assert.ok(found.every((each) => each !== null && each.state.nextInMs > 0 && each.state.nextInMs <= 60_000));
});

test("a refund is counted before a look that is asked after it", async () => {
  const { limiters } = asking(1);
  const [limiter] = limiters as [RemoteLimiter];
  const first = await limiter.admit("a", FREE);
  await limiter.admit("a", FREE);
  limiter.refund("a", first?.admittedAt ?? 0);
  const { remaining, plan } = await limiter.peek("a", FREE);
  assert.deepEqual([remaining, plan], [19, FREE]);
  assert.deepEqual(await limiter.peek("b", FREE), { plan: FREE, remaining: 20, nextInMs: 0, fullInMs: 0 });
});

test("a process that would answer with another version than the one in force is admitted nothing, and nothing is counted", async () => {
  const { log, limiters, publish } = asking(1);
  const [limiter] = limiters as [RemoteLimiter];
  publish();
  assert.equal(await limiter.admit("a", FREE), null);
  assert.equal((await limiter.peek("a", FREE)).remaining, 20);
  await nextTurn();
  assert.equal(log.size, 0);
});
