/** Tests the HTTP server under faults of its machine: a clock that jumps, and a blocked event loop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readThreadCpuMs } from "../../src/http/event-loop-lag.ts";
import { eventually } from "../eventually.ts";
import { makeMarket } from "./made-market.ts";
import { EVERY_ENDPOINT, QUOTE, RECENT, startService } from "./service.ts";

const HOUR = 3_600_000;

/** Blocks the event loop by using this much processor time, which is what the service measures. */
function workFor(ms: number): void {
  const until = readThreadCpuMs() + ms;
  while (readThreadCpuMs() < until);
}

test("a clock that jumps an hour neither admits too early nor locks anyone out", async () => {
  let monotonic = 1_000_000;
  let wall = Date.parse("2026-11-20T12:00:00Z");
  await using service = await startService({
    readMonotonicMs: () => monotonic,
    readWallClockMs: () => wall,
    limits: { freeQuota: 20 },
  });
  const countAdmitted = async (requests: number) => {
    const statuses = [];
    for (let each = 0; each < requests; each += 1) statuses.push((await service.ask(RECENT)).status);
    return statuses.filter((status) => status === 200).length;
  };
  assert.equal(await countAdmitted(15), 15);
  wall += HOUR;
  assert.equal(await countAdmitted(15), 5);
  wall -= 2 * HOUR;
  assert.equal(await countAdmitted(5), 0);
  const refused = await service.ask(RECENT);
  const waitSeconds = Number(refused.headers["retry-after"]);
  assert.ok(waitSeconds >= 1 && waitSeconds <= 60);
  const reset = Number(refused.headers["x-ratelimit-reset"]);
  assert.ok(reset >= wall / 1000 && reset <= wall / 1000 + 61, "the reset time is by the current clock");
  monotonic += waitSeconds * 1000;
  assert.ok((await countAdmitted(1)) === 1, "after Retry-After one request is admitted");
});

test("while the event loop is blocked, requests and /health/ready get 503; /health/live and later requests succeed", async () => {
  await using service = await startService({ limits: { overloadLagMs: 300 } });
  assert.equal((await service.ask(RECENT)).status, 200);
  const sockets = await Promise.all(EVERY_ENDPOINT.map(() => service.openSocket()));
  const answers = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => {
        socket.once("data", (chunk) => resolve(String(chunk)));
      }),
  );
  await eventually("all connections", async () =>
    (await service.registry.getSingleMetricAsString("http_connections")).endsWith(` ${sockets.length}`),
  );
  sockets.forEach((socket, at) => {
    socket.write(`GET ${EVERY_ENDPOINT[at]} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
  workFor(600);
  for (const answer of await Promise.all(answers)) {
    assert.match(answer, /^HTTP\/1\.1 503 /);
    assert.match(answer, /"code":"service_unavailable"/);
    assert.match(answer, /\r\nRetry-After: [1-9]/);
  }
  assert.equal((await service.ask("/health/live")).status, 200);
  const ready = await service.ask("/health/ready");
  assert.equal(ready.status, 503);
  assert.match(ready.text, /event-loop/);
  await eventually("an answer", async () => (await service.ask(RECENT)).status === 200, { withinMs: 5_000 });
});

test("throttles a caller whose requests block the event loop, and still answers another caller's single request", async () => {
  const market = makeMarket();
  await using service = await startService({
    trustedProxies: ["127.0.0.0/8"],
    limits: { freeQuota: 20, behindLagMs: 200, overloadLagMs: 1000 },
    market: {
      ...market,
      async getQuote(symbol) {
        // The work happens in a microtask of the same turn of the loop, like the work on a response from the store.
        await Promise.resolve();
        workFor(150);
        return market.getQuote(symbol);
      },
    },
  });
  const callers = [...Array.from({ length: 12 }, () => "198.51.100.1"), "203.0.113.9"];
  const sockets = await Promise.all(callers.map(() => service.openSocket()));
  const answers = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => {
        socket.once("data", (chunk) => resolve(String(chunk)));
      }),
  );
  // The visitor has made a request before, so that the service knows that the caller delays somebody else.
  await service.ask(RECENT, { headers: { "x-forwarded-for": "203.0.113.9" } });
  sockets.forEach((socket, at) => {
    // Different paths, because simultaneous requests for the same path share one response.
    const path = at < 12 ? `${QUOTE}/AAPL?at=${at}` : RECENT;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${callers[at]}\r\n\r\n`);
  });
  const all = await Promise.all(answers);
  assert.match(all.at(-1) ?? "", /^HTTP\/1\.1 200 /);
  const refused = all.slice(0, 12).filter((answer) => answer.startsWith("HTTP/1.1 503 "));
  assert.ok(refused.length >= 8, `${refused.length} of 12 were rejected`);
  for (const answer of refused) {
    assert.match(answer, /mostly by your requests/);
    assert.match(answer, /\r\nRetry-After: 1\r\n/);
  }
  // A request counts while it waits, and is refunded when it is rejected.
  const remaining = refused.map((answer) => Number(/\r\nX-RateLimit-Remaining: (\d+)\r\n/i.exec(answer)?.[1]));
  assert.equal(Math.max(...remaining), 20 - (12 - refused.length), "rejected requests do not count");
  const shed = await service.registry.getSingleMetricAsString("http_shed_total");
  assert.match(shed, new RegExp(`http_shed_total\\{of="caller"\\} ${refused.length}`));
});
