import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { type ClientLimits, type Clock, createPoliteClient } from "../../src/outbound/client.ts";
import { HttpStatusError } from "../../src/outbound/overload.ts";

const log = createLogger("silent");

/** A clock that only sleeps advance, and that records them. */
function createFakeClock(): Clock & { at: number; readonly slept: number[] } {
  return {
    at: Date.UTC(2026, 0, 1),
    slept: [],
    now() {
      return this.at;
    },
    getWallMs() {
      return this.at;
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      this.slept.push(ms);
      this.at += ms;
    },
  };
}

async function startSite(t: TestContext, listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function openClient(
  t: TestContext,
  {
    ratePerSecond = 0,
    contact = "ops@example.org" as string | null,
    clock = createFakeClock(),
    limits = {} as Partial<ClientLimits>,
  } = {},
) {
  const http = createPoliteClient({ ratePerSecond, contact, log, clock, limits });
  t.after(() => http.close());
  return { http, clock };
}

const hasCode = (code: string) => (error: unknown) => error instanceof SourceError && error.code === code;

test("sends the contact in the User-Agent, and returns status, headers, separate cookies, and bytes", async (t) => {
  const { url, requests } = await startSite(t, (_, response) => {
    response.writeHead(404, { "set-cookie": ["a=1", "b=2"], "X-One": "yes" }).end("gone");
  });
  const { http } = openClient(t);
  const answer = await http.request({ url: `${url}/x`, headers: { accept: "text/html" } });
  assert.equal(answer.status, 404);
  assert.deepEqual(answer.setCookies, ["a=1", "b=2"]);
  assert.equal(answer.headers["x-one"], "yes");
  assert.equal(answer.headers["set-cookie"], undefined);
  assert.equal(Buffer.from(answer.body).toString(), "gone");
  assert.match(requests[0]?.headers["user-agent"] ?? "", /^congress-trades\/\d+\.\d+\.\d+ \(\+ops@example\.org\)$/);
  assert.equal(requests[0]?.headers["accept"], "text/html");
});

test("sends a POST's body, and returns a redirect without following it", async (t) => {
  let received = "";
  const { url, requests } = await startSite(t, (request, response) => {
    request.on("data", (piece) => {
      received += piece;
    });
    request.on("end", () => response.writeHead(302, { location: "/elsewhere" }).end());
  });
  const answer = await openClient(t).http.request({ method: "POST", url, body: "a=1&b=2" });
  assert.equal(answer.status, 302);
  assert.equal(answer.headers["location"], "/elsewhere");
  assert.equal(received, "a=1&b=2");
  assert.equal(requests.length, 1);
});

test("keeps the pace: requests to a host start 1/rate apart, one at a time", async (t) => {
  let open = 0;
  let most = 0;
  const { url } = await startSite(t, (_, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.end("ok");
    }, 5);
  });
  const { http, clock } = openClient(t, { ratePerSecond: 2 });
  await Promise.all([1, 2, 3].map((n) => http.request({ url: `${url}/${n}` })));
  assert.equal(most, 1);
  assert.deepEqual(clock.slept, [500, 500]);
});

test("decodes gzip and br", async (t) => {
  const { url } = await startSite(t, (request, response) => {
    const br = request.url === "/br";
    response.setHeader("content-encoding", br ? "br" : "gzip");
    response.end(br ? brotliCompressSync("hello") : gzipSync("hello"));
  });
  const { http } = openClient(t);
  for (const path of ["/br", "/gzip"]) {
    assert.equal(Buffer.from((await http.request({ url: url + path })).body).toString(), "hello");
  }
});

test("rejects a body as too_large by announced length, while streaming, and after decompression", async (t) => {
  const { url } = await startSite(t, (request, response) => {
    if (request.url === "/announced") response.writeHead(200, { "content-length": "5000" }).write("x");
    else if (request.url === "/bomb")
      response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(100_000)));
    else for (let i = 0; i < 50; i += 1) response.write("x".repeat(100));
  });
  const { http, clock } = openClient(t);
  for (const path of ["/announced", "/streamed", "/bomb"]) {
    await assert.rejects(http.request({ url: url + path, maxBytes: 1000 }), hasCode("too_large"), path);
  }
  assert.deepEqual(clock.slept, []);
});

test("rejects a body as truncated if it has fewer bytes than announced or an incomplete gzip stream", async (t) => {
  const { url } = await startSite(t, (request, response) => {
    if (request.url === "/gzip") {
      response.setHeader("content-encoding", "gzip").end(gzipSync("hello hello hello").subarray(0, 20));
      return;
    }
    response.writeHead(200, { "content-length": "5000" });
    response.write("x".repeat(10), () => response.destroy());
  });
  const { http, clock } = openClient(t, { limits: { retryPausesMs: [7] } });
  await assert.rejects(http.request({ url }), hasCode("truncated"));
  await assert.rejects(http.request({ url: `${url}/gzip` }), hasCode("truncated"));
  assert.deepEqual(clock.slept, [7, 7]);
});

test("server_error: retries with growing pauses until a request succeeds, or fails with the last status", async (t) => {
  let failures = 2;
  const { url, requests } = await startSite(t, (_, response) => {
    failures -= 1;
    response.writeHead(failures < 0 ? 200 : 502).end("x");
  });
  const { http, clock } = openClient(t, { limits: { retryPausesMs: [10, 40] } });
  assert.equal((await http.request({ url })).status, 200);
  assert.deepEqual(clock.slept, [10, 40]);
  failures = 99;
  await assert.rejects(
    http.request({ url }),
    (error) => error instanceof HttpStatusError && error.code === "server_error" && error.status === 502,
  );
  assert.equal(requests.length, 6);
});

test("Retry-After: retries after a short wait; a long wait fails the request and pauses the host", async (t) => {
  let header = "30";
  let status = 429;
  const { url, requests } = await startSite(t, (_, response) => {
    response.writeHead(status, status === 200 ? {} : { "retry-after": header }).end();
    status = 200;
  });
  const { http, clock } = openClient(t, { limits: { retryPausesMs: [1] } });
  assert.equal((await http.request({ url })).status, 200);
  assert.equal(
    clock.slept.reduce((sum, ms) => sum + ms),
    30_000,
  );

  status = 503;
  header = new Date(clock.at + 300_000).toUTCString();
  await assert.rejects(
    http.request({ url }),
    (error) => error instanceof SourceError && error.code === "server_error" && error.retryAfterSeconds === 300,
  );
  assert.equal(requests.length, 3);
  clock.at += 100_000;
  await assert.rejects(
    http.request({ url }),
    (error) => error instanceof SourceError && error.code === "rate_limited" && error.retryAfterSeconds === 200,
  );
  assert.equal(requests.length, 3);
  clock.at += 190_000;
  assert.equal((await http.request({ url })).status, 200);
  assert.equal(clock.slept.at(-1), 10_000);
});

test("does not retry a 429 without Retry-After", async (t) => {
  const { url, requests } = await startSite(t, (_, response) => response.writeHead(429).end());
  await assert.rejects(openClient(t).http.request({ url }), hasCode("rate_limited"));
  assert.equal(requests.length, 1);
});

test("after three 403s, sends no request to the host for an hour, but still requests other hosts", async (t) => {
  const refusing = await startSite(t, (request, response) =>
    response.writeHead(request.url === "/no" ? 403 : 200).end(),
  );
  const open = await startSite(t, (_, response) => response.end());
  const { http, clock } = openClient(t);
  for (let i = 0; i < 3; i += 1) {
    await assert.rejects(http.request({ url: `${refusing.url}/no` }), hasCode("blocked"));
    if (i < 2) await http.request({ url: `${refusing.url}/yes` });
  }
  assert.equal(refusing.requests.length, 5);
  await assert.rejects(
    http.request({ url: `${refusing.url}/yes` }),
    (error) => error instanceof SourceError && error.code === "blocked" && error.retryAfterSeconds === 3600,
  );
  assert.equal(refusing.requests.length, 5);
  assert.equal((await http.request({ url: open.url })).status, 200);
  clock.at += 3_600_000;
  assert.equal((await http.request({ url: `${refusing.url}/yes` })).status, 200);
});

test("reports a timeout if the server sends nothing or never finishes", async (t) => {
  const { url } = await startSite(t, (request, response) => {
    if (request.url !== "/slow") return;
    const drip = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(drip));
  });
  const silent = openClient(t, { limits: { headersTimeoutMs: 50, retryPausesMs: [] } });
  await assert.rejects(silent.http.request({ url }), hasCode("timeout"));
  const endless = openClient(t, { limits: { totalTimeoutMs: 150, retryPausesMs: [] } });
  await assert.rejects(endless.http.request({ url: `${url}/slow` }), hasCode("timeout"));
});

test("reports a network error if nothing listens at the address", async (t) => {
  const { url, server } = await startSite(t, (_, response) => response.end());
  await new Promise((done) => server.close(done));
  await assert.rejects(openClient(t).http.request({ url }), hasCode("network"));
});

test("abort ends a running and a waiting request with the signal's reason, and the host stays usable", async (t) => {
  let answer = false;
  const { url } = await startSite(t, (_, response) => {
    if (answer) response.end();
  });
  const { http } = openClient(t);
  const stop = new AbortController();
  const running = http.request({ url, signal: stop.signal });
  const waiting = http.request({ url, signal: stop.signal });
  const reason = new Error("enough");
  setTimeout(() => stop.abort(reason), 30);
  await assert.rejects(running, (error) => error === reason);
  await assert.rejects(waiting, (error) => error === reason);
  answer = true;
  assert.equal((await http.request({ url })).status, 200);
});

test("the User-Agent says if no contact is set, and a malformed contact cannot break the header", async (t) => {
  const { url, requests } = await startSite(t, (_, response) => response.end());
  await openClient(t, { contact: null }).http.request({ url });
  await openClient(t, { contact: "a\r\nb: ☎(c)" }).http.request({ url });
  assert.match(requests[0]?.headers["user-agent"] ?? "", /\(operator's contact not set\)$/);
  assert.match(requests[1]?.headers["user-agent"] ?? "", /\(\+ab: c\)$/);
});

test("accepts a 304 with the Content-Length of an unsent body, and an empty 200 response", async (t) => {
  const { url } = await startSite(t, (request, response) => {
    if (request.url === "/304") response.writeHead(304, { "content-length": "5000" }).end();
    else response.writeHead(200, { "content-length": "0" }).end();
  });
  const { http } = openClient(t);
  assert.equal((await http.request({ url: `${url}/304`, maxBytes: 100 })).status, 304);
  assert.equal((await http.request({ url })).body.byteLength, 0);
});

test("a host is paused for an hour from the third 403 within an hour, and older 403s do not count", async (t) => {
  const { url, requests } = await startSite(t, (_, response) => response.writeHead(403).end());
  const { http, clock } = openClient(t);
  for (const minutes of [0, 61, 40, 15]) {
    clock.at += minutes * 60_000;
    await assert.rejects(http.request({ url }), hasCode("blocked"));
  }
  assert.equal(requests.length, 4);
  clock.at += 59 * 60_000;
  await assert.rejects(http.request({ url }), hasCode("blocked"));
  assert.equal(requests.length, 4);
});

test("close() ends running requests and requests waiting to retry, and rejects new requests", async (t) => {
  const { url } = await startSite(t, (request, response) => {
    if (request.url === "/down") response.writeHead(500).end();
  });
  const http = createPoliteClient({ ratePerSecond: 0, contact: null, log });
  const open = http.request({ url });
  const other = createPoliteClient({ ratePerSecond: 0, contact: null, log });
  const retrying = other.request({ url: `${url}/down` });
  setTimeout(() => void Promise.all([http.close(), other.close()]), 50);
  await assert.rejects(open, hasCode("closed"));
  await assert.rejects(retrying, hasCode("closed"));
  await assert.rejects(http.request({ url }), hasCode("closed"));
});

test("rejects a content encoding named like a member of Object.prototype", async (t) => {
  for (const coding of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    const { url } = await startSite(t, (_, response) => {
      response.setHeader("content-encoding", coding).end("hello");
    });
    await assert.rejects(openClient(t).http.request({ url }), hasCode("unexpected_encoding"), coding);
  }
});

test("waits the same time if the clock is set back or ahead", async (t) => {
  const { url, requests } = await startSite(t, (_, response) => void response.end("x"));
  const http = createPoliteClient({ ratePerSecond: 20, contact: null, log });
  t.after(() => http.close());
  let offsetMs = 0;
  const real = Date.now;
  t.mock.method(Date, "now", () => real() + offsetMs);
  for (const hours of [0, -1, 24 * 365, -1, 0]) {
    offsetMs = hours * 3_600_000;
    await http.request({ url, signal: AbortSignal.timeout(5000) });
  }
  assert.equal(requests.length, 5);
});
