/** Malformed and hostile HTTP requests over bare sockets (docs/contract.md). */
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { after, test } from "node:test";
import { eventually } from "../eventually.ts";
import { madeDataset } from "./made-dataset.ts";
import { madeMarket } from "./made-market.ts";
import {
  type Answered,
  assertCommonHeaders,
  assertProblem,
  fakeClock,
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

const head = (path: string, ...lines: string[]): string =>
  `GET ${path} HTTP/1.1\r\n${["Host: a", ...lines].map((line) => `${line}\r\n`).join("")}\r\n`;

function openConnections({ registry }: Service, count: number) {
  return eventually(`${count} open connections`, async () =>
    (await registry.getSingleMetricAsString("http_connections")).trim().endsWith(` ${count}`),
  );
}

/** A market whose quotes wait until they are released, and that counts them. */
function slowMarket() {
  const made = madeMarket();
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
    async asked(times: number) {
      while (count < times) await once(told, "asked");
    },
  };
  return { market, release: () => release() };
}

async function refused(bytes: string | Buffer): Promise<Answered> {
  const answer = parseAnswer(await service.raw(bytes));
  assert.equal(answer.headers.connection, "close");
  return answer;
}

test("a request that is not HTTP/1.1 is malformed, with a body and all headers", async () => {
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
    assertProblem(await refused(bytes), "malformed_request");
  }
});

test("requires exactly one Host, and builds no link from it", async () => {
  assertProblem(await refused(`GET ${RECENT} HTTP/1.1\r\n\r\n`), "malformed_request");
  assertProblem(await refused(head(RECENT, "Host: b")), "malformed_request");
  assertProblem(await refused(head(RECENT, "hOST: a")), "malformed_request");
  const evil = await service.ask(RECENT, { headers: { Host: "evil" } });
  assert.equal(evil.status, 200);
  assert.match(String(evil.headers["link"]), /^<https:\/\/api\.example\/api\/v1\/trades\/recent\/list\?/);
  for (const path of [RECENT, "/api/v1/nope", "/", "/openapi.json", "/docs"]) {
    const answer = await service.ask(path, { headers: { Host: "evil", "X-Forwarded-Host": "evil" } });
    assert.doesNotMatch(JSON.stringify(answer.headers) + answer.text, /\bevil\b/);
  }
  const old = parseAnswer(await service.raw(`GET ${RECENT} HTTP/1.0\r\n\r\n`));
  assert.equal(old.status, 200);
});

test("rejects a header block that is too large", async () => {
  assertProblem(await refused(head(RECENT, `X-Large: ${"a".repeat(20_000)}`)), "headers_too_large");
  const many = Array.from({ length: 3000 }, () => "a:b");
  assertProblem(await refused(head(RECENT, ...many)), "headers_too_large");
  assertProblem(await refused(head(RECENT, ...many.slice(0, 250))), "headers_too_large");
});

test("two lengths, or an endless transfer coding, close the connection", async () => {
  for (const bytes of [
    `${head(RECENT, "Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n`,
    `${head(RECENT, "Transfer-Encoding: chunked, identity")}0\r\n\r\n`,
    `${head(RECENT, "Transfer-Encoding: gzip, chunked")}0\r\n\r\n`,
    `${head(RECENT, "Transfer-Encoding: gzip", "Transfer-Encoding: chunked")}0\r\n\r\n`,
    `${head(RECENT, "Transfer-Encoding: chunked")}zz\r\nabc\r\n`,
    `${head(RECENT, "Content-Length: 5", "Content-Length: 6")}abcde`,
    `${head(RECENT, "Content-Length: -1")}`,
  ]) {
    assertProblem(await refused(bytes), "malformed_request");
  }
});

test("rejects an expectation that cannot be met", async () => {
  assertProblem(await refused(head(RECENT, "Expect: 200-ok")), "expectation_failed");
  const stream = await service.raw(head(RECENT, "Expect: 100-continue", "Connection: close"));
  assert.match(stream, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
});

test("answers CONNECT with 405", async () => {
  const answer = await refused("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n");
  assertProblem(answer, "method_not_allowed");
  assert.equal(answer.headers.allow, "GET, HEAD, OPTIONS");
});

test("treats a target in absolute form by its path", async () => {
  const plain = await service.ask(RECENT);
  for (const target of [`http://evil${RECENT}`, `HTTPS://evil:8080${RECENT}`]) {
    const answer = parseAnswer(await service.raw(head(target, "Connection: close")));
    assert.equal(answer.status, 200);
    assert.equal(answer.text, plain.text);
    assert.doesNotMatch(String(answer.headers["link"]), /evil/);
  }
  const root = parseAnswer(await service.raw(head("http://evil", "Connection: close")));
  assert.match(String(root.headers["content-type"]), /^text\/html/);
  assertProblem(await refused(`GET http://evil${RECENT} HTTP/1.1\r\n\r\n`), "malformed_request");
  const options = parseAnswer(await service.raw("OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
  assert.equal(options.status, 204);
});

test("ends slow headers, slow bodies and clients that read nothing (timeouts scaled down from 10 s and 30 s)", async () => {
  await using hasty = await startService({
    datasets: madeDataset("1", 200),
    limits: { headersTimeoutMs: 300, requestTimeoutMs: 600, stallTimeoutMs: 400, checkIntervalMs: 50, urlBytes: 8192 },
  });
  for (const start of ["", "GET / HT", `GET ${RECENT} HTTP/1.1\r\nHost: a\r\nX-Slow: `]) {
    const socket = await hasty.socket();
    const all = readAll(socket);
    socket.write(start);
    const drip = setInterval(() => start.endsWith(" ") && socket.writable && socket.write("a"), 50);
    const answer = parseAnswer(await all);
    clearInterval(drip);
    assertProblem(answer, "request_timeout");
  }
  for (const body of ["abc", ""]) {
    const socket = await hasty.socket();
    const all = readAll(socket);
    socket.write(head(RECENT, "Content-Length: 1000") + body);
    assertProblem(parseAnswer(await all), "request_timeout");
  }
  const silent = await hasty.socket();
  silent.pause();
  silent.on("error", () => {});
  const ask = head(`${RECENT}?limit=100`);
  for (let n = 0; n < 500; n += 1) silent.write(ask);
  await openConnections(hasty, 1);
  await openConnections(hasty, 0);
});

test("limits connections per address and in total (caps scaled down from 200 and 5,000)", async () => {
  await using capped = await startService({ limits: { connectionsPerAddress: 20, connections: 5000 } });
  const sockets = await Promise.all(Array.from({ length: 50 }, () => capped.socket()));
  let ended = 0;
  for (const socket of sockets) socket.once("close", () => (ended += 1)).resume();
  const refused = () => capped.registry.getSingleMetricAsString("http_connections_refused_total");
  await eventually("thirty refusals", async () => /reason="address"\} 30$/m.test(await refused()));
  // All fifty are decided on by then.
  await openConnections(capped, 20);
  await eventually("the end of thirty", () => ended >= 30);
  assert.equal(ended, 30);
  // One that is kept is served, and one that leaves makes room.
  const kept = sockets.find((socket) => !socket.destroyed);
  assert.ok(kept);
  kept.write(head(RECENT, "Connection: close"));
  await once(kept, "close");
  assert.equal((await capped.ask(RECENT)).status, 200);
});

test("if all connection slots are taken, closes the one idle longest", async () => {
  await using full = await startService({ limits: { connections: 3 } });
  const sockets = [];
  for (let n = 0; n < 3; n += 1) sockets.push(await full.socket());
  const [oldest, second] = sockets;
  assert.ok(oldest && second);
  // Who has asked something since is not idle for longest any more.
  oldest.write(head(RECENT));
  await once(oldest, "data");
  const gone = once(second, "close");
  const newest = await full.socket();
  await gone;
  newest.write(head(RECENT, "Connection: close"));
  assert.match(await readAll(newest), /^HTTP\/1\.1 200 /);
  oldest.write(head(RECENT, "Connection: close"));
  await once(oldest, "close");
  assert.match(await full.registry.getSingleMetricAsString("http_connections_closed_idle_total"), / 1$/m);
});

test("if every connection is busy, rejects a new one", async () => {
  const { market, release } = slowMarket();
  await using busy = await startService({ limits: { connections: 2 }, market });
  const sockets = [await busy.socket(), await busy.socket()];
  const answers = sockets.map((socket) => readAll(socket));
  // Who asks the same meanwhile would be given the same answer.
  for (const [n, socket] of sockets.entries()) socket.write(head(`${QUOTE}/AAPL?n=${n}`, "Connection: close"));
  await market.asked(2);
  await once(await busy.socket(), "close");
  assert.match(await busy.registry.getSingleMetricAsString("http_connections_refused_total"), /reason="total"\} 1/);
  release();
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 /);
});

test("a trusted proxy may hold more connections than one client", async () => {
  await using proxied = await startService({ trustedProxies: ["127.0.0.0/8"], limits: { connectionsPerAddress: 5 } });
  const sockets = await Promise.all(Array.from({ length: 10 }, () => proxied.socket()));
  await openConnections(proxied, 10);
  assert.equal(sockets.filter((socket) => socket.destroyed).length, 0);
});

test("answers pipelined requests in order", async () => {
  const asked = Array.from({ length: 100 }, (_, n) =>
    n % 3 === 0 ? `${QUOTE}/AAPL?n=${n}` : `${RECENT}?limit=1&skip=${n}`,
  );
  const stream = asked.map((path, n) => head(path, `X-Request-Id: n${n}`, ...(n === 99 ? ["Connection: close"] : [])));
  const answers = parseAnswers(await service.raw(stream.join("")));
  assert.equal(answers.length, 100);
  for (const [n, answer] of answers.entries()) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["x-request-id"], `n${n}`);
    assertCommonHeaders(answer);
    if (n % 3 !== 0) assert.equal(json(answer)["skip"], n);
  }
});

test("a connection has few requests in progress; others wait unread, and all are answered in order", async () => {
  const { market, release } = slowMarket();
  await using bounded = await startService({ market, limits: { exchangesPerConnection: 4 } });
  const socket = await bounded.socket();
  const all = readAll(socket);
  const asked = Array.from({ length: 300 }, (_, n) => head(`${QUOTE}/AAPL?n=${n}`, `X-Request-Id: n${n}`));
  socket.write(asked.join(""));
  await market.asked(4);
  // Once another connection is answered, all that was written has been read.
  assert.equal((await bounded.ask(RECENT)).status, 200);
  assert.equal(market.count(), 4, "no more than the bound are taken up");
  socket.write(head(RECENT, "X-Request-Id: last", "Connection: close"));
  release();
  const answers = parseAnswers(await all);
  assert.deepEqual(
    answers.map(({ headers }) => headers["x-request-id"]),
    [...asked.map((_, n) => `n${n}`), "last"],
  );
  for (const { status } of answers) assert.equal(status, 200);
  assert.ok(market.most() <= 4, `${market.most()} at once`);
});

test("limits the data waiting on all connections, and closes a connection that sends more", async () => {
  const { market, release } = slowMarket();
  await using bounded = await startService({ market, limits: { exchangesPerConnection: 2, waitingRequests: 50 } });
  const greedy = await bounded.socket();
  const gone = once(greedy, "close");
  greedy.write(head(`${QUOTE}/AAPL`).repeat(100));
  await gone;
  assert.match(await bounded.registry.getSingleMetricAsString("http_connections_refused_total"), /"pipelined"\} 1$/m);
  release();
  const modest = parseAnswers(await bounded.raw(head(`${QUOTE}/AAPL`).repeat(40) + head(RECENT, "Connection: close")));
  assert.equal(modest.length, 41, "the places of the closed connection are free again");
});

test("2,000 requests for metrics in one write cause one rendering, and other clients are answered meanwhile", async () => {
  await using measured = await startService();
  let rendered = 0;
  const { registry } = measured;
  const render = registry.metrics.bind(registry);
  registry.metrics = () => {
    rendered += 1;
    return render();
  };
  const socket = await measured.socket();
  const all = readAll(socket);
  socket.write(head("/metrics").repeat(1999) + head("/metrics", "Connection: close"));
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

test("every path outside the limit supports 304, and unknown ones return 404", async () => {
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

test("answers CONNECT after pipelined requests in its turn", async () => {
  const pipelined = head(`${QUOTE}/AAPL`) + head(RECENT) + head(`${QUOTE}/BRK.B`);
  const answers = parseAnswers(await service.raw(`${pipelined}${pipelined}CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n`));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200, 405],
  );
});

test("a client that half-closes its connection still gets its responses", async () => {
  for (const path of [RECENT, `${QUOTE}/AAPL`, "/metrics", "/docs/"]) {
    const socket = await service.socket();
    const all = readAll(socket);
    socket.end(head(path).repeat(20));
    const answers = parseAnswers(await all);
    assert.equal(answers.length, 20, path);
    for (const { status } of answers) assert.equal(status, 200, path);
  }
});

test("answers an invalid request after a pipelined one in its turn", async () => {
  const answers = parseAnswers(await service.raw(`${head(`${QUOTE}/AAPL`)}garbage\r\n\r\n`));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  );
  assertProblem(answers[1] as Answered, "malformed_request");
});

test("clients that leave in the middle of a response leave nothing behind", async () => {
  const failures: unknown[] = [];
  const onFailure = (reason: unknown): void => void failures.push(reason);
  process.on("unhandledRejection", onFailure);
  for (let n = 0; n < 50; n += 1) {
    const socket = await service.socket();
    socket.write(head(`${RECENT}?limit=100`, "Accept-Encoding: gzip") + head(`${QUOTE}/AAPL`));
    if (n % 2 === 0) socket.once("data", () => socket.resetAndDestroy());
    else socket.resetAndDestroy();
  }
  await openConnections(service, 0);
  process.off("unhandledRejection", onFailure);
  assert.deepEqual(failures, []);
});

test("a response to unparseable input carries the peer's quota and does not count", async () => {
  await using counted = await startService({ limits: { freeQuota: 20 }, dataNotice: "Fictional.", ...fakeClock() });
  await counted.ask(RECENT);
  const answer = parseAnswer(await counted.raw("garbage\r\n\r\n"));
  assertProblem(answer, "malformed_request");
  assert.equal(answer.headers["x-ratelimit-remaining"], "19");
  assert.equal(answer.headers["x-data-notice"], "Fictional.");
  assert.equal((await counted.ask(RECENT)).headers["x-ratelimit-remaining"], "18");
});
