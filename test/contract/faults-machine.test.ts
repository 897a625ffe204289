/** Faults of the machine that show at the HTTP server: a clock that jumps, and an event loop that is held up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readThreadCpuMs } from "../../src/http/event-loop-lag.ts";
import { eventually } from "../eventually.ts";
import { madeMarket } from "./made-market.ts";
import { EVERY_ENDPOINT, QUOTE, RECENT, startService } from "./service.ts";

const HOUR = 3_600_000;

/** Holds up the loop by work of its own: what counts is processor time. */
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
  const admitted = async (requests: number) => {
    const statuses = [];
    for (let each = 0; each < requests; each += 1) statuses.push((await service.ask(RECENT)).status);
    return statuses.filter((status) => status === 200).length;
  };
  assert.equal(await admitted(15), 15);
  wall += HOUR;
  assert.equal(await admitted(15), 5);
  wall -= 2 * HOUR;
  assert.equal(await admitted(5), 0);
  const refused = await service.ask(RECENT);
  const waitSeconds = Number(refused.headers["retry-after"]);
  assert.ok(waitSeconds >= 1 && waitSeconds <= 60);
  const reset = Number(refused.headers["x-ratelimit-reset"]);
  assert.ok(reset >= wall / 1000 && reset <= wall / 1000 + 61, "the reset is told by the clock of now");
  monotonic += waitSeconds * 1000;
  assert.ok((await admitted(1)) === 1, "waiting it out admits one");
});

test("requests that arrive while the loop is blocked get 503; live stays up, and ready soon recovers", async () => {
  await using service = await startService({ limits: { overloadLagMs: 300 } });
  assert.equal((await service.ask(RECENT)).status, 200);
  const sockets = await Promise.all(EVERY_ENDPOINT.map(() => service.socket()));
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

test("throttles a caller who blocks the loop, and answers a visitor with one request", async () => {
  const market = madeMarket();
  await using service = await startService({
    trustedProxies: ["127.0.0.0/8"],
    limits: { freeQuota: 20, behindLagMs: 200, overloadLagMs: 1000 },
    market: {
      ...market,
      async getQuote(symbol) {
        // This comes in a microtask of the same turn, as an answer of the store does.
        await Promise.resolve();
        workFor(150);
        return market.getQuote(symbol);
      },
    },
  });
  const callers = [...Array.from({ length: 12 }, () => "198.51.100.1"), "203.0.113.9"];
  const sockets = await Promise.all(callers.map(() => service.socket()));
  const answers = sockets.map(
    (socket) =>
      new Promise<string>((resolve) => {
        socket.once("data", (chunk) => resolve(String(chunk)));
      }),
  );
  // The visitor has been here before, so that somebody is known to be kept waiting.
  await service.ask(RECENT, { headers: { "x-forwarded-for": "203.0.113.9" } });
  sockets.forEach((socket, at) => {
    // Each asks something else, since one answer is given to all who ask the same meanwhile.
    const path = at < 12 ? `${QUOTE}/AAPL?at=${at}` : RECENT;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${callers[at]}\r\n\r\n`);
  });
  const all = await Promise.all(answers);
  assert.match(all.at(-1) ?? "", /^HTTP\/1\.1 200 /);
  const refused = all.slice(0, 12).filter((answer) => answer.startsWith("HTTP/1.1 503 "));
  assert.ok(refused.length >= 8, `${refused.length} of 12 were refused`);
  for (const answer of refused) {
    assert.match(answer, /mostly by your requests/);
    assert.match(answer, /\r\nRetry-After: 1\r\n/);
  }
  // Each is counted while it waits, and given back when it is refused.
  const remaining = refused.map((answer) => Number(/\r\nX-RateLimit-Remaining: (\d+)\r\n/i.exec(answer)?.[1]));
  assert.equal(Math.max(...remaining), 20 - (12 - refused.length), "what is refused counts 0");
  const shed = await service.registry.getSingleMetricAsString("http_shed_total");
  assert.match(shed, new RegExp(`http_shed_total\\{of="caller"\\} ${refused.length}`));
});
