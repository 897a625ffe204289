/** Tests the promises beyond single endpoints: lists, errors, limits, caching, and the paths outside the base. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { pino } from "pino";
import { Registry } from "prom-client";
import { PoliticianDetailSchema } from "../../src/api/disclosures/politician-schema.ts";
import { buildApi } from "../../src/app/service/api-server.ts";
import { createReturns } from "../../src/app/service/returns.ts";
import { NotFoundError } from "../../src/base/errors.ts";
import { makeDataset, makePast, makeRecords } from "./made-dataset.ts";
import { makeLedger } from "./made-ledger.ts";
import { makeInventory, makeMarket } from "./made-market.ts";
import {
  assertCommonHeaders,
  assertProblem,
  assertRateHeaders,
  BASE_URL,
  createFakeClock,
  EVERY_ENDPOINT,
  HISTORY,
  json,
  POLITICIANS,
  QUOTE,
  RECENT,
  readAll,
  startService,
} from "./service.ts";

const service = await startService();
after(() => service.close());

function parseLinks(header: unknown): Record<string, string> {
  const found = String(header).matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...found].map(([, url, rel]) => [rel, url]));
}

test("lists: following `next` visits every record once and ends at `last`", async () => {
  const seen: string[] = [];
  let path = `${RECENT}?limit=90`;
  for (;;) {
    const answer = await service.ask(path);
    seen.push(...(json(answer)["trades"] as { id: string }[]).map(({ id }) => id));
    const links = parseLinks(answer.headers["link"]);
    assert.equal(links["first"], `${BASE_URL}/trades/recent/list?version=2026-02-20.1&limit=90&skip=0`);
    assert.equal(links["last"], `${BASE_URL}/trades/recent/list?version=2026-02-20.1&limit=90&skip=180`);
    if (!links["next"]) {
      assert.equal(json(answer)["skip"], 180);
      assert.equal(links["prev"], `${BASE_URL}/trades/recent/list?version=2026-02-20.1&limit=90&skip=90`);
      break;
    }
    path = links["next"].replace("https://api.example", "");
  }
  assert.equal(seen.length, 250);
  assert.equal(new Set(seen).size, 250);
});

test("lists: links keep the filters in canonical form", async () => {
  const links = parseLinks(
    (await service.ask(`${POLITICIANS}?skip=10&PARTY=x&party=democrat&chamber=SENATE`)).headers["link"],
  );
  assert.equal(
    links["next"],
    `${BASE_URL}/politicians/?chamber=senate&party=Democrat&version=2026-02-20.1&limit=50&skip=60`,
  );
  assert.equal(
    links["prev"],
    `${BASE_URL}/politicians/?chamber=senate&party=Democrat&version=2026-02-20.1&limit=50&skip=0`,
  );
});

test("lists: filters politicians by name, state, district and office", async () => {
  const countPoliticians = async (query: string) => json(await service.ask(`${POLITICIANS}?${query}`))["total"];
  assert.equal(await countPoliticians("state=vt"), 540);
  assert.equal(await countPoliticians("state=CA"), 0);
  assert.equal(await countPoliticians("q=example%200004"), 1);
  assert.equal(await countPoliticians("q=xample"), 0);
  assert.equal(await countPoliticians("district=4"), 60);
  assert.equal(await countPoliticians("district=3"), 0, "these are senators");
  assert.equal(await countPoliticians("in_office=true&chamber=house"), 360);
  assert.equal(await countPoliticians("in_office=false"), 0);
  const links = parseLinks(
    (await service.ask(`${POLITICIANS}?q=Example&in_office=TRUE&district=4&state=vt`)).headers["link"],
  );
  assert.equal(
    links["next"],
    `${BASE_URL}/politicians/?state=VT&district=4&in_office=true&q=example&version=2026-02-20.1&limit=50&skip=50`,
  );
  for (const query of ["state=California", "district=100", "district=-1", "in_office=perhaps", "q="]) {
    assertProblem(await service.ask(`${POLITICIANS}?${query}`), "invalid_parameter");
  }
});

test("lists: gives the dataset version, which is 0 before the first publication", async () => {
  const datasets = makeDataset("0", 0, 0);
  await using fresh = await startService({ datasets });
  for (const path of [RECENT, POLITICIANS]) {
    const answer = await fresh.ask(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["x-dataset-version"], "0");
    assert.equal(json(answer)["total"], 0);
  }
  datasets.publish("2026-02-21.1", 5);
  const answer = await fresh.ask(RECENT);
  assert.equal(answer.headers["x-dataset-version"], "2026-02-21.1");
  assert.equal(json(answer)["total"], 5);
});

test("one politician: has the fields of the list and the detail, as in the schema", async () => {
  const answer = await service.ask(`${POLITICIANS}X000004`);
  assert.equal(answer.status, 200);
  const detail = PoliticianDetailSchema.parse(json(answer));
  const [listed] = json(await service.ask(`${POLITICIANS}?limit=1&skip=4`))["politicians"] as Record<string, unknown>[];
  for (const [name, value] of Object.entries(listed ?? {})) assert.deepEqual(json(answer)[name], value, name);
  assert.deepEqual(detail.filings, { parsed: 1 });
  const problem = assertProblem(await service.ask(`${POLITICIANS}${"Z".repeat(300)}`), "politician_not_found");
  assert.ok(String(problem["detail"]).length < 150);
});

test("caching: an ETag belongs to one version and one canonical query", async () => {
  const datasets = makeDataset("v1", 150);
  await using fresh = await startService({ datasets });
  const readTag = async (path: string, headers = {}) => String((await fresh.ask(path, { headers })).headers.etag);
  const first = await readTag(RECENT);
  assert.equal(await readTag(`${RECENT}?skip=0&limit=10&_=1`), first);
  assert.notEqual(await readTag(`${RECENT}?skip=1`), first);
  assert.equal((await fresh.ask(RECENT, { headers: { "If-None-Match": first } })).status, 304);
  const compressed = { "Accept-Encoding": "gzip" };
  const before = gunzipSync((await fresh.ask(`${RECENT}?limit=100`, { headers: compressed })).bytes).toString();
  datasets.publish("v2", 140);
  assert.notEqual(await readTag(RECENT), first);
  assert.equal((await fresh.ask(RECENT, { headers: { "If-None-Match": first } })).status, 200);
  const now = gunzipSync((await fresh.ask(`${RECENT}?limit=100`, { headers: compressed })).bytes).toString();
  assert.notEqual(now, before, "a compressed body of another version was served");
});

test("caching: each kind of response has its own max-age", async () => {
  for (const [path, control] of [
    [RECENT, "private, max-age=60"],
    [POLITICIANS, "private, max-age=60"],
    [`${POLITICIANS}X000001`, "private, max-age=60"],
    [`${QUOTE}/AAPL`, "private, max-age=15"],
    [`${HISTORY}/AAPL`, "private, max-age=300"],
    [`${QUOTE}/NOPE`, "no-store"],
  ] as const) {
    assert.equal((await service.ask(path)).headers["cache-control"], control);
  }
});

test("caching: quotes and histories return 304 too", async () => {
  for (const path of [`${QUOTE}/AAPL`, `${HISTORY}/AAPL`]) {
    const tag = String((await service.ask(path)).headers.etag);
    assert.equal((await service.ask(path, { headers: { "If-None-Match": tag } })).status, 304);
  }
});

test("errors: every route answers every kind of bad input with a problem and all headers", async () => {
  const bad = [
    "?limit=x",
    "?skip=-1",
    "?chamber=x",
    "?party=x",
    "?period=x",
    "?interval=x",
    "?foo=1",
    "/x/y",
    "%zz",
    "%ff",
  ];
  for (const path of [...EVERY_ENDPOINT, "/", "/health/live", "/openapi.json", "/metrics", "/docs/", "/api/v1/no"]) {
    for (const suffix of ["", ...bad]) {
      for (const method of ["GET", "HEAD", "POST", "DELETE", "OPTIONS"]) {
        const answer = await service.ask(path + suffix, { method });
        assertCommonHeaders(answer);
        if (path.startsWith("/api/v1")) assertRateHeaders(answer);
        if (answer.status < 400) continue;
        assert.equal(answer.headers["content-type"], "application/problem+json", `${method} ${path}${suffix}`);
        assert.equal(answer.headers["cache-control"], "no-store");
        assertRateHeaders(answer);
        if (method !== "HEAD") {
          const body = json(answer);
          assert.equal(body["status"], answer.status);
          assert.equal(typeof body["detail"], "string");
        }
      }
    }
  }
});

test("errors: truncates an echoed value to 64 characters, and never splits a character", async () => {
  const answer = await service.ask(`${RECENT}?limit=${encodeURIComponent("💥".repeat(100))}`);
  const [error] = assertProblem(answer, "invalid_parameter").errors;
  assert.equal(error?.value, "💥".repeat(64));
});

test("errors: lists at most twenty wrong parameters", async () => {
  const query = Array.from({ length: 1000 }, (_, n) => `a${n}=`).join("&");
  assert.equal(
    assertProblem(await service.ask(`${POLITICIANS}X000001?${query}`), "invalid_parameter").errors.length,
    20,
  );
});

test("errors: a full disk returns 503 storage_full and reveals no internals", async () => {
  const answer = await service.ask(`${QUOTE}/FULL`);
  assertProblem(answer, "storage_full");
  assert.doesNotMatch(answer.text, /secret|ENOSPC/);
});

test("errors: keeps a well-formed request id and replaces any other", async () => {
  const sendRequestId = async (id: string) =>
    (await service.ask(RECENT, { headers: { "X-Request-Id": id } })).headers["x-request-id"];
  assert.equal(await sendRequestId("my-id_1.2~3"), "my-id_1.2~3");
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const id of ["", "a b", "<script>", "a".repeat(129), "é"]) assert.match(String(await sendRequestId(id)), uuid);
  assert.notEqual(await sendRequestId(""), await sendRequestId(""));
});

test("limits: all endpoints share one budget; responses 404, 400 and 405 count against it, 429 does not", async () => {
  const time = createFakeClock();
  await using counted = await startService({ limits: { freeQuota: 5 }, ...time });
  const readRemaining = async (path: string, method = "GET") =>
    (await counted.ask(path, { method })).headers["x-ratelimit-remaining"];
  assert.equal(await readRemaining(RECENT), "4");
  assert.equal(await readRemaining("/api/v1/nope"), "3");
  assert.equal(await readRemaining(`${RECENT}?limit=x`), "2");
  assert.equal(await readRemaining(RECENT, "POST"), "1");
  assert.equal(await readRemaining(`${QUOTE}/%zz`), "0");
  time.advance(30_000);
  for (let n = 0; n < 10; n += 1) {
    const answer = await counted.ask(RECENT);
    assertProblem(answer, "rate_limit_exceeded");
    assert.equal(answer.headers["retry-after"], "30");
  }
  time.advance(30_000);
  assert.equal(await readRemaining(RECENT), "4");
});

test("limits: a 503 caused by the service does not count against the rate limit", async () => {
  await using counted = await startService({ limits: { freeQuota: 3 }, ...createFakeClock() });
  await counted.ask(RECENT);
  for (let n = 0; n < 10; n += 1) {
    const answer = await counted.ask(`${QUOTE}/DOWN`);
    assertProblem(answer, "upstream_unavailable");
    assert.equal(answer.headers["x-ratelimit-remaining"], "2");
  }
});

test("limits: headers say when one more request and when the full quota is available", async () => {
  const time = createFakeClock(500);
  await using counted = await startService({ limits: { freeQuota: 2 }, ...time });
  const readWallSeconds = () => time.readWallClockMs() / 1000;
  const first = await counted.ask(RECENT);
  assert.equal(first.headers["x-ratelimit-limit"], "2");
  assert.equal(first.headers["x-ratelimit-reset"], String(Math.ceil(readWallSeconds() + 60)));
  assert.equal(first.headers["ratelimit-policy"], '"free";q=2;w=60');
  assert.equal(first.headers["ratelimit"], '"free";r=1;t=60');
  time.advance(10_200);
  const second = await counted.ask(RECENT);
  assert.equal(second.headers["ratelimit"], '"free";r=0;t=50');
  assert.equal(second.headers["x-ratelimit-reset"], String(Math.ceil(readWallSeconds() + 60)));
  const third = await counted.ask(RECENT);
  assert.equal(third.headers["retry-after"], "50");
  time.advance(50_000);
  assert.equal((await counted.ask(RECENT)).status, 200, "after Retry-After one request is admitted");
});

test("limits: paths outside /api/v1 neither count against the rate limit nor are throttled", async () => {
  await using counted = await startService({ limits: { freeQuota: 1 }, ...createFakeClock() });
  assert.equal((await counted.ask(RECENT)).status, 200);
  for (const path of ["/", "/health/live", "/health/ready", "/metrics", "/openapi.json", "/docs/"]) {
    assert.equal((await counted.ask(path)).status, 200, path);
  }
  assertProblem(await counted.ask("/api/v2/x"), "not_found");
  for (const path of ["/%61pi/v1/politicians/", "http://x/api/v1/politicians/", "/api%2Fv1/politicians/"]) {
    assert.notEqual((await counted.ask(path)).status, 200, path);
  }
});

test("limits: behind a trusted proxy each client has its own budget", async () => {
  await using proxied = await startService({
    trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"],
    limits: { freeQuota: 1 },
    ...createFakeClock(),
  });
  const getStatus = async (forwarded: string) =>
    (await proxied.ask(RECENT, { headers: { "X-Forwarded-For": forwarded } })).status;
  assert.equal(await getStatus("203.0.113.7"), 200);
  assert.equal(await getStatus("203.0.113.7"), 429);
  assert.equal(await getStatus("::ffff:203.0.113.7"), 429);
  assert.equal(
    await getStatus("198.51.100.9, 203.0.113.7, 10.1.2.3"),
    429,
    "ignores the address that the client claims",
  );
  assert.equal(await getStatus("203.0.113.8"), 200);
  assert.equal(await getStatus("2001:db8:1:2::1"), 200);
  assert.equal(await getStatus("2001:db8:1:2:ffff::2"), 429);
  assert.equal(await getStatus("2001:db8:1:3::1"), 200);
});

test("every response carries the operator's notice", async () => {
  await using noticed = await startService({ dataNotice: "Fictional data." });
  for (const path of [...EVERY_ENDPOINT, "/", "/docs/", "/health/live", "/nope", `${RECENT}?limit=x`]) {
    assert.equal((await noticed.ask(path)).headers["x-data-notice"], "Fictional data.", path);
  }
  await assert.rejects(startService({ dataNotice: "two\r\nlines" }), { code: "config" });
});

test("health: live always succeeds, and ready gives its reasons", async () => {
  assert.equal((await service.ask("/health/live")).status, 200);
  const ready = json(await service.ask("/health/ready"));
  assert.equal(ready["ready"], true);
  const checks = [
    { name: "dataset", ready: false, detail: "No dataset has been published." },
    { name: "prices", ready: true, detail: "Yahoo answers." },
  ];
  await using waiting = await startService({ getReadiness: () => ({ ready: false, checks }) });
  const body = assertProblem(await waiting.ask("/health/ready"), "service_unavailable");
  assert.deepEqual(body["checks"], checks);
  assert.match(String(body["detail"]), /No dataset has been published/);
});

test("metrics: counts requests by route and status, durations, rejections and process values", async () => {
  await using counted = await startService({ limits: { freeQuota: 1 }, ...createFakeClock() });
  await counted.ask(RECENT);
  await counted.ask(RECENT);
  await counted.ask("/nope");
  const { text } = await counted.ask("/metrics");
  assert.match(text, /^http_requests_total\{route="recent_trades",status="200"\} 1$/m);
  assert.match(text, /^http_requests_total\{route="none",status="429"\} 1$/m);
  assert.match(text, /^http_requests_total\{route="none",status="404"\} 1$/m);
  assert.match(text, /^http_request_duration_seconds_count\{route="recent_trades"\} 1$/m);
  assert.match(text, /^http_rate_limited_total 1$/m);
  assert.match(text, /^process_resident_memory_bytes \d+$/m);
});

test("serves metrics and health only on their own address if one is set", async () => {
  const api = buildApi({
    baseUrl: BASE_URL,
    datasets: makeDataset(),
    records: makeRecords(),
    ledger: makeLedger(),
    past: makePast(),
    returns: createReturns(makeMarket(), makeInventory()),
    market: makeMarket(),
    getReadiness: () => ({ ready: true, checks: [] }),
    registry: new Registry(),
    trustedProxies: [],
    dataNotice: null,
    log: pino({ level: "silent" }),
    operationsApart: true,
  });
  try {
    const at = { host: "127.0.0.1", port: 0 };
    const shared = await api.listen(at);
    const apart = await api.listenOnOperationsAddress(at);
    const getStatus = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    for (const path of ["/metrics", "/health/live", "/health/ready"]) {
      assert.equal(await getStatus(apart.port, path), 200, path);
      assert.equal(await getStatus(shared.port, path), 404, path);
    }
    for (const path of [RECENT, "/", "/openapi.json", "/docs/"]) {
      assert.equal(await getStatus(shared.port, path), 200, path);
      assert.equal(await getStatus(apart.port, path), 404, path);
    }
  } finally {
    await api.close();
  }
});

test("docs: loads nothing from other servers", async () => {
  const page = await service.ask("/docs");
  assert.equal(page.status, 200);
  assert.match(String(page.headers["content-type"]), /^text\/html/);
  assert.doesNotMatch(page.text, /https?:\/\//);
  for (const [, file] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    assert.equal((await service.ask(String(file))).status, 200, file);
  }
  assert.deepEqual(json(await service.ask("/docs/json")), json(await service.ask("/openapi.json")));
  assert.doesNotMatch((await service.ask("/docs/static/own/initializer.js")).text, /validatorUrl: "/);
  assertProblem(await service.ask("/docs/static/nope.js"), "not_found");
});

test("a fault before routing ends one connection, not the service", async () => {
  let broken = false;
  const readMonotonicMs = (): number => {
    if (broken) throw new Error("no clock");
    return 1000;
  };
  await using fragile = await startService({ readMonotonicMs });
  broken = true;
  await assert.rejects(fragile.ask(RECENT), { code: "ECONNRESET" });
  broken = false;
  assert.equal((await fragile.ask(RECENT)).status, 200);
});

test("shutdown: requests in flight are answered, and then new connections are refused", async () => {
  const [gate, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const market = makeMarket();
  const closing = await startService({
    market: {
      ...market,
      getQuote(symbol) {
        asked.resolve();
        return gate.promise.then(() => market.getQuote(symbol));
      },
    },
  });
  const inFlight = closing.ask(`${QUOTE}/AAPL`);
  await asked.promise;
  const closed = closing.close();
  gate.resolve();
  const answer = await inFlight;
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.connection, "close");
  await closed;
  await assert.rejects(closing.ask(RECENT), { code: "ECONNREFUSED" });
});

test("shutdown: a request on an idle keep-alive connection is answered, and then the connection is closed", async () => {
  const closing = await startService();
  // Not `closing.openSocket()`: a test service destroys its own sockets when it closes.
  const socket = connect(closing.port, "127.0.0.1");
  const request = `GET ${RECENT} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  socket.write(request);
  await once(socket, "data");
  const closed = closing.close();
  await assert.rejects(closing.ask(RECENT), { code: "ECONNREFUSED" });
  socket.write(request);
  const answer = await readAll(socket);
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(answer, /\r\nConnection: close\r\n/i);
  await closed;
});

test("shutdown: aborts requests that do not finish within the time limit", async () => {
  const asked = Promise.withResolvers<void>();
  const never = new Promise<never>(() => {});
  const stuck = await startService({
    market: {
      ...makeMarket(),
      getQuote() {
        asked.resolve();
        return never;
      },
    },
    limits: { closeTimeoutMs: 100 },
  });
  const inFlight = stuck.ask(`${QUOTE}/AAPL`);
  inFlight.catch(() => {});
  await asked.promise;
  await stuck.close();
  await assert.rejects(inFlight);
});

test("reports an unexpected not-found error of the market as symbol_not_found", async () => {
  const market = { ...makeMarket(), getQuote: () => Promise.reject(new NotFoundError("gone", "secret")) };
  await using odd = await startService({ market });
  assertProblem(await odd.ask(`${QUOTE}/AAPL`), "symbol_not_found");
});
