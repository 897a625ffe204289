/** Receivers that misbehave in every known way, and the outcome of an attempt to each. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { createAddressGuard, findUrlRejection } from "../../src/accounts/webhooks/address-guard.ts";
import { createSender } from "../../src/accounts/webhooks/send.ts";
import { createResolver } from "../../src/outbound/guarded-connection.ts";
import { attempt, BODY, LOOPBACK_ALLOWED, send, TIMEOUT_MS } from "./attempt.ts";

const attemptHttp = (listener: RequestListener) => attempt(createServer(listener));

/** Makes an attempt to a receiver that calls `speak` as soon as the first bytes of a request arrive. */
const attemptTcp = (speak: (socket: Socket) => void) =>
  attempt(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => speak(socket));
    }),
  );

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

test("sends the exact bytes with the headers accept-encoding: identity and connection: close", async () => {
  let got:
    | { body: string; headers: IncomingMessage["headers"]; url: string | undefined; method: string | undefined }
    | undefined;
  const outcome = await attemptHttp(async (request, response) => {
    got = { body: await readAll(request), headers: request.headers, url: request.url, method: request.method };
    response.writeHead(204).end();
  });
  assert.deepEqual([outcome.statusCode, outcome.error], [204, null]);
  assert.deepEqual([got?.method, got?.url, got?.body], ["POST", "/hook?a=1", BODY]);
  assert.equal(got?.headers["content-length"], String(Buffer.byteLength(BODY)));
  assert.equal(got?.headers["accept-encoding"], "identity");
  assert.equal(got?.headers["transfer-encoding"], undefined);
  assert.equal(got?.headers.connection, "close");
});

test("a redirect is a failure and is never followed", async () => {
  let asked = 0;
  const target = createServer((_request, response) => {
    asked += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(target, "listening");
  const { port } = target.address() as AddressInfo;
  for (const [status, location] of [
    [301, "http://169.254.169.254/latest/meta-data/"],
    [302, `http://127.0.0.1:${port}/`],
    [307, `http://127.0.0.1:${port}/`],
    [308, `http://127.0.0.1:${port}/`],
  ] as const) {
    const outcome = await attemptHttp((_request, response) => response.writeHead(status, { location }).end());
    assert.deepEqual([outcome.statusCode, outcome.error], [status, "redirect"]);
  }
  assert.equal(asked, 0);
  target.close();
});

test("reports an error status as http_status, with the retry delay requested by the receiver", async () => {
  const outcome = await attemptHttp((_request, response) =>
    response.writeHead(503, { "retry-after": "120" }).end("busy"),
  );
  assert.deepEqual([outcome.statusCode, outcome.error, outcome.retryAfterMs], [503, "http_status", 120_000]);
});

test("reports a 200 after the deadline as a timeout", async () => {
  const timers: NodeJS.Timeout[] = [];
  const outcome = await attemptHttp((_request, response) => {
    timers.push(setTimeout(() => response.writeHead(200).end(), 2 * TIMEOUT_MS));
  });
  for (const timer of timers) clearTimeout(timer);
  assert.deepEqual([outcome.statusCode, outcome.error], [null, "timeout"]);
  assert.ok(outcome.durationMs >= TIMEOUT_MS - 50);
});

test("aborts slow headers at the deadline, and endless headers at the size limit", async () => {
  const slow = await attemptTcp((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("X-A: b\r\n"), 20);
    socket.once("close", () => clearInterval(timer));
  });
  assert.deepEqual([slow.statusCode, slow.error], [null, "timeout"]);
  let written = 0;
  const endless = await attemptTcp((socket) => {
    const line = Buffer.from(`X-Long: ${"a".repeat(1000)}\r\n`);
    socket.write("HTTP/1.1 200 OK\r\n");
    const write = () => {
      while (!socket.destroyed && written < 50_000_000) {
        written += line.length;
        if (!socket.write(line)) return void socket.once("drain", write);
      }
    };
    write();
  });
  assert.deepEqual([endless.statusCode, endless.error], [null, "connection_reset"]);
  assert.ok(written < 20_000_000, `the receiver could send ${written} bytes`);
});

test("cuts off a body of 1 GiB or without end, and keeps the status", async () => {
  let written = 0;
  const piece = Buffer.alloc(65_536, "a");
  const large = await attemptHttp((_request, response) => {
    response.writeHead(200, { "content-length": "1073741824" });
    const write = () => {
      while (!response.destroyed && written < 1_073_741_824) {
        written += piece.length;
        if (!response.write(piece)) return void response.once("drain", write);
      }
    };
    write();
  });
  assert.deepEqual([large.statusCode, large.error], [200, null]);
  assert.ok(written < 20_000_000, `the receiver could send ${written} bytes`);
  const trickling = await attemptHttp((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 50);
    response.once("close", () => clearInterval(timer));
  });
  assert.deepEqual([trickling.statusCode, trickling.error], [200, null]);
});

test("does not decompress a gzip bomb", async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000));
  const before = process.memoryUsage().rss;
  const outcome = await attemptHttp((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip", "content-length": bomb.length }).end(bomb);
  });
  assert.deepEqual([outcome.statusCode, outcome.error], [200, null]);
  assert.ok(process.memoryUsage().rss - before < 100_000_000);
});

test("reports a reset before the end of the headers as connection_reset; after the headers, the status decides", async () => {
  const atOnce = await attempt(createTcpServer((socket) => socket.on("error", () => {}).resetAndDestroy()));
  const after = await attemptTcp((socket) => socket.resetAndDestroy());
  const closed = await attemptTcp((socket) => socket.end());
  const within = await attemptTcp((socket) =>
    socket.write("HTTP/1.1 200 OK\r\nX-A: b", () => socket.resetAndDestroy()),
  );
  for (const outcome of [atOnce, after, closed, within]) {
    assert.deepEqual([outcome.statusCode, outcome.error], [null, "connection_reset"]);
  }
  const answered = await attemptTcp((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () =>
      setTimeout(() => socket.resetAndDestroy(), 50),
    );
  });
  assert.deepEqual([answered.statusCode, answered.error], [200, null]);
});

test("endless interim responses never count as a response", async () => {
  const outcome = await attemptTcp((socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 5);
    socket.once("close", () => clearInterval(timer));
  });
  assert.equal(outcome.statusCode, null);
  assert.ok(outcome.error === "connection_reset" || outcome.error === "timeout", String(outcome.error));
  const hints = await attemptTcp((socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 5);
    socket.once("close", () => clearInterval(timer));
  });
  assert.deepEqual([hints.statusCode, hints.error], [null, "timeout"]);
});

test("decides the outcome of an HTTP/1.0 response, or of a 204 with a body, by the status", async () => {
  const old = await attemptTcp((socket) => socket.end("HTTP/1.0 200 OK\r\n\r\nfine"));
  const overfull = await attemptTcp((socket) =>
    socket.end("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"),
  );
  assert.deepEqual([old.statusCode, old.error], [200, null]);
  assert.deepEqual([overfull.statusCode, overfull.error], [204, null]);
});

test("reports a response that is not HTTP as connection_reset", async () => {
  for (const text of ["SSH-2.0-OpenSSH_9.9\r\n", "\0\0\0\0", "200\r\n\r\n"]) {
    const outcome = await attemptTcp((socket) => socket.end(text));
    assert.deepEqual([outcome.statusCode, outcome.error], [null, "connection_reset"], text);
  }
});

test("reports connection_refused for a closed port, dns_error for an unknown name, connect_timeout for a hanging lookup", async () => {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const createMessage = (url: string) => ({ url, headers: {}, body: BODY });
  assert.equal((await send(createMessage(`http://127.0.0.1:${port}/`))).error, "connection_refused");
  const createSenderWith = (resolve: Parameters<typeof createSender>[0]["resolve"]) =>
    createSender({
      guard: createAddressGuard(LOOPBACK_ALLOWED),
      resolve,
      timeoutMs: TIMEOUT_MS,
      connectTimeoutMs: 300,
    });
  const nowhere = createSenderWith(() => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" })));
  assert.equal((await nowhere(createMessage("https://nowhere.example.com/"))).error, "dns_error");
  assert.equal(
    (await createSenderWith(async () => [])(createMessage("https://nowhere.example.com/"))).error,
    "dns_error",
  );
  const hanging = createSenderWith(() => new Promise(() => {}));
  assert.equal((await hanging(createMessage("https://slow.example.com/"))).error, "connect_timeout");
});

test("an aborted attempt rejects with AbortError", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(send({ url: `http://127.0.0.1:${port}/`, headers: {}, body: "" }, stop.signal), {
    name: "AbortError",
  });
  server.closeAllConnections();
  server.close();
});

test("skips interim responses before the status", async () => {
  const outcome = await attemptTcp((socket) => {
    socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
    setTimeout(() => socket.end("HTTP/1.1 204 No Content\r\n\r\n"), 20);
  });
  assert.deepEqual([outcome.statusCode, outcome.error], [204, null]);
  const failed = await attemptTcp((socket) => {
    socket.end("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n");
  });
  assert.deepEqual([failed.statusCode, failed.error], [500, "http_status"]);
  const only = await attemptTcp((socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n"));
  assert.deepEqual([only.statusCode, only.error], [null, "connection_reset"]);
});

test("connects to localhost only at the allowed address, 127.0.0.1 or ::1", async () => {
  for (const [allowed, reached] of [
    ["127.0.0.1/32", true],
    ["::1/128", false],
  ] as const) {
    const settings = { allowedCidrs: [allowed], allowHttp: true };
    const sender = createSender({
      guard: createAddressGuard(settings),
      resolve: createResolver(true),
      timeoutMs: TIMEOUT_MS,
      connectTimeoutMs: 700,
    });
    const server = createServer((_request, response) => response.writeHead(204).end());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const url = `http://localhost:${port}/`;
    assert.equal(findUrlRejection(url, settings), null);
    const outcome = await sender({ url, headers: {}, body: BODY });
    assert.deepEqual([outcome.statusCode, outcome.error], reached ? [204, null] : [null, "connection_refused"]);
    server.close();
    server.closeAllConnections();
  }
});
