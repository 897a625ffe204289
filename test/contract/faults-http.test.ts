/** Malformed and hostile HTTP requests over bare sockets (docs/contract.md). */
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, test } from "node:test";
import { eventually } from "../eventually.ts";
import { makeDataset } from "./made-dataset.ts";
import { makeMarket } from "./made-market.ts";
import {
  type Answered,
  assertCommonHeaders,
  assertProblem,
  createFakeClock,
  json,
  parseAnswer,
  parseAnswers,
  QUOTE,
  RECENT,
  readAll,
  type Service,
  startService,
} from "./service.ts";

const service = await startService();
after(() => service.close());

const formatHead = (path: string, ...lines: string[]): string =>
  `GET ${path} HTTP/1.1\r\n${["Host: a", ...lines].map((line) => `${line}\r\n`).join("")}\r\n`;

function waitForConnections({ registry }: Service, count: number) {
  return eventually(`${count} open connections`, async () =>
    (await registry.getSingleMetricAsString("http_connections")).trim().endsWith(` ${count}`),
  );
}

/** Creates a market that counts the requested quotes and withholds them until they are released. */
function createSlowMarket() {
  const made = makeMarket();
  let count = 0;
  let open = 0;
  let most = 0;
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const told = new EventEmitter();
  const market = {
    ...made,
    async getQuote(symbol: string) {
      count += 1;
      open += 1;
      most = Math.max(most, open);
      told.emit("asked");
      await released;
      open -= 1;
      return made.getQuote(symbol);
    },
    count: () => count,
    most: () => most,
    async waitForRequests(times: number) {
      while (count < times) await once(told, "asked");
    },
  };
  return { market, release: () => release() };
}

async function sendRejected(bytes: string | Buffer): Promise<Answered> {
  const answer = parseAnswer(await service.sendRaw(bytes));
  assert.equal(answer.headers.connection, "close");
  return answer;
}

test("rejects a request that is not valid HTTP/1.1 as malformed_request, with a problem body and all headers", async () => {
  for (const bytes of [
    "garbage\r\n\r\n",
    `GET ${RECENT} HTTP/1.1\nHost: a\n\n`,
    `GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n`,
    `NONSENSE ${RECENT} HTTP/1.1\r\nHost: a\r\n\r\n`,
    `get ${RECENT} HTTP/1.1\r\nHost: a\r\n\r\n`,
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    `GET ${RECENT} HTTP/9.9\r\nHost: a\r\n\r\n`,
    `GET ${RECENT} HTTP/1.1\r\nHost : a\r\n\r\n`,
    `GET ${RECENT} HTTP/1.1\r\nHost: a\r\n folded: b\r\nbad\0: c\r\n\r\n`,
    Buffer.from(`GET ${QUOTE}/\xff HTTP/1.1\r\nHost: a\r\n\r\n`, "latin1"),
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  ]) {
    assertProblem(await sendRejected(bytes), "malformed_request");
  }
});

test("requires exactly one Host header, and builds no link from it", async () => {
  assertProblem(await sendRejected(`GET ${RECENT} HTTP/1.1\r\n\r\n`), "malformed_request");
  assertProblem(await sendRejected(formatHead(RECENT, "Host: b")), "malformed_request");
  assertProblem(await sendRejected(formatHead(RECENT, "hOST: a")), "malformed_request");
  const evil = await service.ask(RECENT, { headers: { Host: "evil" } });
  assert.equal(evil.status, 200);
  assert.match(String(evil.headers["link"]), /^<https:\/\/api\.example\/api\/v1\/trades\/recent\/list\?/);
  for (const path of [RECENT, "/api/v1/nope", "/", "/openapi.json", "/docs"]) {
    const answer = await service.ask(path, { headers: { Host: "evil", "X-Forwarded-Host": "evil" } });
    assert.doesNotMatch(JSON.stringify(answer.headers) + answer.text, /\bevil\b/);
  }
  const old = parseAnswer(await service.sendRaw(`GET ${RECENT} HTTP/1.0\r\n\r\n`));
  assert.equal(old.status, 200);
});

test("rejects a header block that is too large", async () => {
  assertProblem(await sendRejected(formatHead(RECENT, `X-Large: ${"a".repeat(20_000)}`)), "headers_too_large");
  const many = Array.from({ length: 3000 }, () => "a:b");
  assertProblem(await sendRejected(formatHead(RECENT, ...many)), "headers_too_large");
  assertProblem(await sendRejected(formatHead(RECENT, ...many.slice(0, 250))), "headers_too_large");
});

test("rejects invalid or ambiguous Content-Length and Transfer-Encoding headers, and closes the connection", async () => {
  for (const bytes of [
    `${formatHead(RECENT, "Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n`,
    `${formatHead(RECENT, "Transfer-Encoding: chunked, identity")}0\r\n\r\n`,
    `${formatHead(RECENT, "Transfer-Encoding: gzip, chunked")}0\r\n\r\n`,
    `${formatHead(RECENT, "Transfer-Encoding: gzip", "Transfer-Encoding: chunked")}0\r\n\r\n`,
    `${formatHead(RECENT, "Transfer-Encoding: chunked")}zz\r\nabc\r\n`,
    `${formatHead(RECENT, "Content-Length: 5", "Content-Length: 6")}abcde`,
    `${formatHead(RECENT, "Content-Length: -1")}`,
  ]) {
    assertProblem(await sendRejected(bytes), "malformed_request");
  }
});

test("rejects an unsupported Expect header, and answers 100-continue", async () => {
  assertProblem(await sendRejected(formatHead(RECENT, "Expect: 200-ok")), "expectation_failed");
  const stream = await service.sendRaw(formatHead(RECENT, "Expect: 100-continue", "Connection: close"));
  assert.match(stream, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
});

test("answers CONNECT with 405", async () => {
  const answer = await sendRejected("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n");
  assertProblem(answer, "method_not_allowed");
  assert.equal(answer.headers.allow, "GET, HEAD, OPTIONS");
});

test("routes an absolute-form request target by its path", async () => {
  const plain = await service.ask(RECENT);
  for (const target of [`http://evil${RECENT}`, `HTTPS://evil:8080${RECENT}`]) {
    const answer = parseAnswer(await service.sendRaw(formatHead(target, "Connection: close")));
    assert.equal(answer.status, 200);
    assert.equal(answer.text, plain.text);
    assert.doesNotMatch(String(answer.headers["link"]), /evil/);
  }
  const root = parseAnswer(await service.sendRaw(formatHead("http://evil", "Connection: close")));
  assert.match(String(root.headers["content-type"]), /^text\/html/);
  assertProblem(await sendRejected(`GET http://evil${RECENT} HTTP/1.1\r\n\r\n`), "malformed_request");
  const options = parseAnswer(await service.sendRaw("OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
  assert.equal(options.status, 204);
});

test("ends slow headers, slow bodies and clients that read nothing (timeouts scaled down from 10 s and 30 s)", async () => {
  await using hasty = await startService({
    datasets: makeDataset("1", 200),
    limits: { headersTimeoutMs: 300, requestTimeoutMs: 600, stallTimeoutMs: 400, checkIntervalMs: 50, urlBytes: 8192 },
  });
  for (const start of ["", "GET / HT", `GET ${RECENT} HTTP/1.1\r\nHost: a\r\nX-Slow: `]) {
    const socket = await hasty.openSocket();
    const all = readAll(socket);
    socket.write(start);
    const drip = setInterval(() => start.endsWith(" ") && socket.writable && socket.write("a"), 50);
    const answer = parseAnswer(await all);
    clearInterval(drip);
    assertProblem(answer, "request_timeout");
  }
  for (const body of ["abc", ""]) {
    const socket = await hasty.openSocket();
    const all = readAll(socket);
    socket.write(formatHead(RECENT, "Content-Length: 1000") + body);
    assertProblem(parseAnswer(await all), "request_timeout");
  }
  const silent = await hasty.openSocket();
  silent.pause();
  silent.on("error", () => {});
  const ask = formatHead(`${RECENT}?limit=100`);
  for (let n = 0; n < 500; n += 1) silent.write(ask);
  await waitForConnections(hasty, 1);
  await waitForConnections(hasty, 0);
});

test("limits connections per address and in total (caps scaled down from 200 and 5,000)", async () => {
  await using capped = await startService({ limits: { connectionsPerAddress: 20, connections: 5000 } });
  const sockets = await Promise.all(Array.from({ length: 50 }, () => capped.openSocket()));
  let ended = 0;
  for (const socket of sockets) socket.once("close", () => (ended += 1)).resume();
  const refused = () => capped.registry.getSingleMetricAsString("http_connections_refused_total");
  await eventually("thirty refusals", async () => /reason="address"\} 30$/m.test(await refused()));
  // When twenty are open, all fifty have been accepted or rejected.
  await waitForConnections(capped, 20);
  await eventually("the end of thirty", () => ended >= 30);
  assert.equal(ended, 30);
  // An accepted connection is served, and closing it makes room for another.
  const kept = sockets.find((socket) => !socket.destroyed);
  assert.ok(kept);
  kept.write(formatHead(RECENT, "Connection: close"));
  await once(kept, "close");
  assert.equal((await capped.ask(RECENT)).status, 200);
});

test("if all connection slots are taken, closes the connection that has been idle longest", async () => {
  await using full = await startService({ limits: { connections: 3 } });
  const sockets = [];
  for (let n = 0; n < 3; n += 1) sockets.push(await full.openSocket());
  const [oldest, second] = sockets;
  assert.ok(oldest && second);
  // A request on the oldest connection, so that it is no longer the one idle longest.
  oldest.write(formatHead(RECENT));
  await once(oldest, "data");
  const gone = once(second, "close");
  const newest = await full.openSocket();
  await gone;
  newest.write(formatHead(RECENT, "Connection: close"));
  assert.match(await readAll(newest), /^HTTP\/1\.1 200 /);
  oldest.write(formatHead(RECENT, "Connection: close"));
  await once(oldest, "close");
  assert.match(await full.registry.getSingleMetricAsString("http_connections_closed_idle_total"), / 1$/m);
});

test("if every connection is busy, rejects a new one", async () => {
  const { market, release } = createSlowMarket();
  await using busy = await startService({ limits: { connections: 2 }, market });
  const sockets = [await busy.openSocket(), await busy.openSocket()];
  const answers = sockets.map((socket) => readAll(socket));
  // Different paths, because simultaneous requests for the same path share one response.
  for (const [n, socket] of sockets.entries()) socket.write(formatHead(`${QUOTE}/AAPL?n=${n}`, "Connection: close"));
  await market.waitForRequests(2);
  await once(await busy.openSocket(), "close");
  assert.match(await busy.registry.getSingleMetricAsString("http_connections_refused_total"), /reason="total"\} 1/);
  release();
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /);
});

test("a trusted proxy may hold more connections than one client", async () => {
  await using proxied = await startService({ trustedProxies: ["127.0.0.0/8"], limits: { connectionsPerAddress: 5 } });
  const sockets = await Promise.all(Array.from({ length: 10 }, () => proxied.openSocket()));
  await waitForConnections(proxied, 10);
  assert.equal(sockets.filter((socket) => socket.destroyed).length, 0);
});

test("answers pipelined requests in order", async () => {
  const asked = Array.from({ length: 100 }, (_, n) =>
    n % 3 === 0 ? `${QUOTE}/AAPL?n=${n}` : `${RECENT}?limit=1&skip=${n}`,
  );
  const stream = asked.map((path, n) =>
    formatHead(path, `X-Request-Id: n${n}`, ...(n === 99 ? ["Connection: close"] : [])),
  );
  const answers = parseAnswers(await service.sendRaw(stream.join("")));
  assert.equal(answers.length, 100);
  for (const [n, answer] of answers.entries()) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["x-request-id"], `n${n}`);
    assertCommonHeaders(answer);
    if (n % 3 !== 0) assert.equal(json(answer)["skip"], n);
  }
});

test("limits the requests in progress per connection; further requests wait, and all are answered in order", async () => {
  const { market, release } = createSlowMarket();
  await using bounded = await startService({ market, limits: { exchangesPerConnection: 4 } });
  const socket = await bounded.openSocket();
  const all = readAll(socket);
  const asked = Array.from({ length: 300 }, (_, n) => formatHead(`${QUOTE}/AAPL?n=${n}`, `X-Request-Id: n${n}`));
  socket.write(asked.join(""));
  await market.waitForRequests(4);
  // Once another connection gets its response, the service has read everything written so far.
  assert.equal((await bounded.ask(RECENT)).status, 200);
  assert.equal(market.count(), 4, "no more than the limit are in progress");
  socket.write(formatHead(RECENT, "X-Request-Id: last", "Connection: close"));
  release();
  const answers = parseAnswers(await all);
  assert.deepEqual(
    answers.map(({ headers }) => headers["x-request-id"]),
    [...asked.map((_, n) => `n${n}`), "last"],
  );
  for (const { status } of answers) assert.equal(status, 200);
  assert.ok(market.most() <= 4, `${market.most()} at once`);
});

test("limits the waiting requests of all connections together, and closes a connection that exceeds the limit", async () => {
  const { market, release } = createSlowMarket();
  await using bounded = await startService({ market, limits: { exchangesPerConnection: 2, waitingRequests: 50 } });
  const greedy = await bounded.openSocket();
  const gone = once(greedy, "close");
  greedy.write(formatHead(`${QUOTE}/AAPL`).repeat(100));
  await gone;
  assert.match(await bounded.registry.getSingleMetricAsString("http_connections_refused_total"), /"pipelined"\} 1$/m);
  release();
  const modest = parseAnswers(
    await bounded.sendRaw(formatHead(`${QUOTE}/AAPL`).repeat(40) + formatHead(RECENT, "Connection: close")),
  );
  assert.equal(modest.length, 41, "the slots of the closed connection are free again");
});

test("2,000 pipelined /metrics requests render the metrics fewer than 30 times, and do not block other clients", async () => {
  await using measured = await startService();
  let rendered = 0;
  const { registry } = measured;
  const render = registry.metrics.bind(registry);
  registry.metrics = () => {
    rendered += 1;
    return render();
  };
  const socket = await measured.openSocket();
  const all = readAll(socket);
  socket.write(formatHead("/metrics").repeat(1999) + formatHead("/metrics", "Connection: close"));
  await once(socket, "data");
  assert.equal((await measured.ask("/health/live")).status, 200);
  const answers = parseAnswers(await all);
  assert.equal(answers.length, 2000);
  for (const { status, text } of answers) assert.deepEqual([status, text.includes("http_requests_total")], [200, true]);
  const coded = await Promise.all(
    Array.from({ length: 20 }, () => measured.ask("/metrics", { headers: { "Accept-Encoding": "gzip" } })),
  );
  assert.equal(new Set(coded.map(({ bytes }) => bytes.toString("base64"))).size <= rendered, true);
  assert.ok(rendered < 30, `rendered ${rendered} times`);
});

test("the start page, the OpenAPI document and the docs support 304, and unknown docs paths return 404", async () => {
  for (const path of ["/", "/openapi.json", "/docs", "/docs/", "/docs/json", "/docs/static/swagger-ui.css"]) {
    const first = await service.ask(path);
    assert.equal(first.status, 200, path);
    const etag = String(first.headers["etag"]);
    const again = await service.ask(path, { headers: { "If-None-Match": etag } });
    assert.equal(again.status, 304, path);
  }
  for (const path of ["/docs/static/..", "/docs/static/%2e%2e/json", "/docs/static/nope/", "/docs//json", "/docs/x"]) {
    for (const headers of [{}, { Range: "bytes=999999999-" }, { "If-Match": '"x"' }]) {
      assertProblem(await service.ask(path, { headers }), "not_found");
    }
  }
});

test("answers pipelined requests and a CONNECT after them in order", async () => {
  const pipelined = formatHead(`${QUOTE}/AAPL`) + formatHead(RECENT) + formatHead(`${QUOTE}/BRK.B`);
  const answers = parseAnswers(
    await service.sendRaw(`${pipelined}${pipelined}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200, 405],
  );
});

test("a client that half-closes its connection still gets its responses", async () => {
  for (const path of [RECENT, `${QUOTE}/AAPL`, "/metrics", "/docs/"]) {
    const socket = await service.openSocket();
    const all = readAll(socket);
    socket.end(formatHead(path).repeat(20));
    const answers = parseAnswers(await all);
    assert.equal(answers.length, 20, path);
    for (const { status } of answers) assert.equal(status, 200, path);
  }
});

test("answers a pipelined request and an invalid request after it in order", async () => {
  const answers = parseAnswers(await service.sendRaw(`${formatHead(`${QUOTE}/AAPL`)}garbage\r\n\r\n`));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  );
  assertProblem(answers[1] as Answered, "malformed_request");
});

test("clients that disconnect in the middle of a response leave no connection and no unhandled rejection", async () => {
  const failures: unknown[] = [];
  const onFailure = (reason: unknown): void => void failures.push(reason);
  process.on("unhandledRejection", onFailure);
  for (let n = 0; n < 50; n += 1) {
    const socket = await service.openSocket();
    socket.write(formatHead(`${RECENT}?limit=100`, "Accept-Encoding: gzip") + formatHead(`${QUOTE}/AAPL`));
    if (n % 2 === 0) socket.once("data", () => socket.resetAndDestroy());
    else socket.resetAndDestroy();
  }
  await waitForConnections(service, 0);
  process.off("unhandledRejection", onFailure);
  assert.deepEqual(failures, []);
});

test("malformed input does not count against the rate limit, and its response shows the remaining quota", async () => {
  await using counted = await startService({
    limits: { freeQuota: 20 },
    dataNotice: "Fictional.",
    ...createFakeClock(),
  });
  await counted.ask(RECENT);
  const answer = parseAnswer(await counted.sendRaw("garbage\r\n\r\n"));
  assertProblem(answer, "malformed_request");
  assert.equal(answer.headers["x-ratelimit-remaining"], "19");
  assert.equal(answer.headers["x-data-notice"], "Fictional.");
  assert.equal((await counted.ask(RECENT)).headers["x-ratelimit-remaining"], "18");
});
