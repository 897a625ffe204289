/** Tests that responses are the same with a limiter that decides asynchronously as with the limiter of this process. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type RateLimiter, SlidingLog } from "../../src/http/rate-limit/rate-limit.ts";
import { QUOTE, RECENT, startService } from "./service.ts";

function createLaterLimiter(): RateLimiter {
  const log = new SlidingLog({ readMonotonicMs: () => performance.now(), capacity: 1000 });
  return {
    admit: (identity, plan) => nextTurn().then(() => log.admit(identity, plan)),
    refund: (identity, admittedAt) => log.refund(identity, admittedAt),
    peek: (identity, plan) => nextTurn().then(() => log.peek(identity, plan)),
  };
}

test("the quota is exact for any number of simultaneous requests, and a rejection says when to retry", async () => {
  await using service = await startService({ limiter: createLaterLimiter(), limits: { freeQuota: 20 } });
  const answers = await Promise.all(Array.from({ length: 50 }, () => service.ask(RECENT)));
  const admitted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([admitted.length, refused.length], [20, 30]);
  assert.deepEqual(
    admitted.map(({ headers }) => Number(headers["x-ratelimit-remaining"])).sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, left) => left),
  );
  for (const { headers } of refused) assert.ok(Number(headers["retry-after"]) > 0);
});

test("problems, preflights and parser errors carry the client's quota, and errors of the service cost nothing", async () => {
  await using service = await startService({ limiter: createLaterLimiter(), limits: { freeQuota: 20 } });
  const readRemaining = async (path: string, method = "GET") => {
    const { status, headers } = await service.ask(path, { method });
    return [status, headers["x-ratelimit-remaining"]];
  };
  assert.deepEqual(await readRemaining("/api/v1/nothing"), [404, "19"]);
  assert.deepEqual(await readRemaining(`${RECENT}?limit=x`), [400, "18"]);
  assert.deepEqual(await readRemaining(RECENT, "OPTIONS"), [204, "18"]);
  assert.deepEqual(await readRemaining(`${QUOTE}/DOWN`), [503, "18"]);
  assert.match(await service.sendRaw("no HTTP\r\n\r\n"), /^HTTP\/1\.1 400 [\s\S]*X-RateLimit-Remaining: 18\r\n/);
});

test("answers pipelined requests in order", async () => {
  await using service = await startService({ limiter: createLaterLimiter(), limits: { freeQuota: 20 } });
  const formatRequest = (limit: number, end = "") => `GET ${RECENT}?limit=${limit} HTTP/1.1\r\nHost: a\r\n${end}\r\n`;
  const text = await service.sendRaw(
    [1, 2, 3, 4].map((limit) => formatRequest(limit)).join("") + formatRequest(5, "Connection: close\r\n"),
  );
  assert.deepEqual(
    text.match(/"limit":\d/g),
    [1, 2, 3, 4, 5].map((limit) => `"limit":${limit}`),
  );
});
