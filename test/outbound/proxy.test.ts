/** Tests that official sites and price providers are requested through the proxy set in the environment. */
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { ConfigError, SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { createPoliteClient } from "../../src/outbound/client.ts";
import { readProxySettings, toBrowserProxy } from "../../src/outbound/proxy.ts";
import { createFetchJson } from "../../src/prices/providers/request.ts";

const log = createLogger("silent");
const NAMES = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"].flatMap((name) => [name, name.toLowerCase()]);

/** Sets these proxy variables in the environment, and no others, until the test ends. */
function setEnvironment(t: TestContext, given: Readonly<Record<string, string>>): void {
  const before = NAMES.map((name) => [name, process.env[name]] as const);
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, given);
  t.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}

async function startServer(t: TestContext, answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A proxy that answers requests itself and refuses tunnels, and records both. */
async function startProxy(t: TestContext) {
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const { server, url } = await startServer(t, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers["proxy-authorization"]);
    response.setHeader("content-type", "application/json");
    response.end('{"from":"the proxy"}');
  });
  server.on("connect", (request, socket) => {
    requests.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  return { requests, authorizations, url };
}

function openClient(t: TestContext) {
  const http = createPoliteClient({ ratePerSecond: 0, contact: null, log, limits: { retryPausesMs: [] } });
  t.after(() => http.close());
  return http;
}

test("requests a site through HTTP_PROXY, and authenticates to the proxy with the credentials in the proxy's URL", async (t) => {
  const proxy = await startProxy(t);
  setEnvironment(t, { HTTP_PROXY: proxy.url.replace("//", "//me:secret@") });
  const answer = await openClient(t).request({ url: "http://house.example/index.zip" });
  assert.equal(Buffer.from(answer.body).toString(), '{"from":"the proxy"}');
  assert.deepEqual(proxy.requests, ["GET http://house.example/index.zip"]);
  assert.deepEqual(proxy.authorizations, [`Basic ${Buffer.from("me:secret").toString("base64")}`]);
});

test("requests an https site through a tunnel, and reports the status of a proxy that refuses the tunnel", async (t) => {
  const proxy = await startProxy(t);
  setEnvironment(t, { HTTPS_PROXY: proxy.url });
  await assert.rejects(openClient(t).request({ url: "https://senate.example/search/" }), (error) => {
    assert.ok(error instanceof SourceError);
    assert.equal(error.code, "network");
    assert.match(error.message, /^https:\/\/senate\.example\/search\/ cannot be reached: Proxy response \(403\)/);
    return true;
  });
  assert.deepEqual(proxy.requests, ["CONNECT senate.example:443"]);
});

test("requests prices from a provider through the proxy", async (t) => {
  const proxy = await startProxy(t);
  setEnvironment(t, { http_proxy: proxy.url });
  const source = { provider: "Prices", spacingMs: 0 };
  const fetchJson = createFetchJson(source, { baseUrl: "http://prices.example", contact: null, log });
  const { body } = await fetchJson("/quote/AAPL", AbortSignal.timeout(5_000));
  assert.deepEqual(body, { from: "the proxy" });
  assert.deepEqual(proxy.requests, ["GET http://prices.example/quote/AAPL"]);
});

test("requests NO_PROXY hosts and localhost without the proxy", async (t) => {
  const proxy = await startProxy(t);
  const site = await startServer(t, (_, response) => response.end("direct"));
  setEnvironment(t, { HTTP_PROXY: proxy.url, NO_PROXY: "invalid" });
  const http = openClient(t);
  const { body } = await http.request({ url: site.url });
  assert.equal(Buffer.from(body).toString(), "direct");
  await assert.rejects(http.request({ url: "http://house.invalid/" }), /cannot be reached|did not answer/);
  assert.deepEqual(proxy.requests, []);
});

test("reads proxy variables in upper or lower case, with or without a scheme, and rejects invalid addresses", () => {
  assert.equal(readProxySettings({ NO_PROXY: "house.example", HTTPS_PROXY: "" }), null);
  assert.deepEqual(
    readProxySettings({ HTTP_PROXY: "proxy.example:3128", https_proxy: "http://other:1", NO_PROXY: ".a" }),
    {
      httpProxy: "http://proxy.example:3128",
      httpsProxy: "http://other:1",
      noProxy: ".a,localhost,127.0.0.1,::1",
    },
  );
  assert.equal(readProxySettings({ HTTPS_PROXY: "http://p:1" })?.httpProxy, null);
  assert.equal(readProxySettings({ HTTP_PROXY: "http://p:1" })?.httpsProxy, "http://p:1");
  for (const given of ["socks5://me:secret@p:1", "a b"]) {
    assert.throws(
      () => readProxySettings({ HTTPS_PROXY: given }),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.equal(error.message, "HTTPS_PROXY must be the address of a proxy, such as http://proxy.example:3128.");
        return true;
      },
    );
  }
});

test("passes the proxy's user name and password to the browser separately from the proxy's address", () => {
  const settings = readProxySettings({ HTTPS_PROXY: "http://me:se%40cret@proxy.example:3128" }) ?? assert.fail();
  assert.deepEqual(toBrowserProxy(settings), {
    server: "http://proxy.example:3128",
    bypass: "localhost,127.0.0.1,::1",
    username: "me",
    password: "se@cret",
  });
});
