/** Tests bad inputs to the public endpoints (docs/contract.md). */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import {
  assertCommonHeaders,
  assertProblem,
  assertRateHeaders,
  createFakeClock,
  EVERY_ENDPOINT,
  HISTORY,
  json,
  POLITICIANS,
  parseAnswer,
  QUOTE,
  RECENT,
  startService,
} from "./service.ts";

const service = await startService();
after(() => service.close());

test("returns 400 for a limit below 1 or not an integer, and caps a limit above the maximum", async () => {
  for (const limit of ["0", "-1", "1e2", "10.0", "+5", "%2B5", "%205", "%D9%A5", "0x10", "NaN", "", "10%00", "%"]) {
    const problem = assertProblem(await service.ask(`${RECENT}?limit=${limit}`), "invalid_parameter");
    const [error] = problem.errors;
    assert.deepEqual([error?.in, error?.name, error?.min, error?.max], ["query", "limit", 1, 100], limit);
    assert.ok(["not_an_integer", "too_small"].includes(error?.reason ?? ""), limit);
    assert.match(String(problem["detail"]), /'limit'.*from 1 to 100/);
  }
  assertProblem(await service.ask(`${RECENT}?limit`), "invalid_parameter");
  for (const limit of ["101", "100000", "9007199254740991"]) {
    const body = json(await service.ask(`${RECENT}?limit=${limit}`));
    assert.equal(body["limit"], 100);
    assert.equal((body["trades"] as unknown[]).length, 100);
  }
  assert.equal(json(await service.ask(`${POLITICIANS}?limit=201`))["limit"], 200);
});

test("returns 400 for a repeated parameter", async () => {
  for (const query of ["limit=5&limit=6", "limit=5&limit=5", "limit=5,6", "limit=5%2C6", "limit=5&%6Cimit=6"]) {
    const [error] = assertProblem(await service.ask(`${RECENT}?${query}`), "invalid_parameter").errors;
    assert.deepEqual([error?.name, error?.reason], ["limit", "repeated"], query);
  }
});

test("returns 400 for a skip that is negative, not an integer or above 2^53-1", async () => {
  for (const skip of ["-1", "abc", "9007199254740992", "9".repeat(400), ""]) {
    const [error] = assertProblem(await service.ask(`${RECENT}?skip=${skip}`), "invalid_parameter").errors;
    assert.equal(error?.name, "skip");
    assert.ok((error?.value ?? "").length <= 64);
  }
  const both = assertProblem(await service.ask(`${RECENT}?skip=x&limit=y`), "invalid_parameter");
  assert.deepEqual(both.errors.map(({ name }) => name).sort(), ["limit", "skip"]);
});

test("returns an empty page for a skip past the end", async () => {
  for (const skip of [250, 1_000_000_000, 9007199254740991]) {
    const answer = await service.ask(`${RECENT}?skip=${skip}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(json(answer), { trades: [], total: 250, limit: 10, skip });
  }
});

test("accepts two values for chamber, in upper or lower case", async () => {
  for (const chamber of ["upper", "", "senat", "senate "]) {
    const answer = await service.ask(`${POLITICIANS}?chamber=${encodeURIComponent(chamber)}`);
    assert.deepEqual(assertProblem(answer, "invalid_parameter").errors[0]?.allowed, ["senate", "house"]);
  }
  const wanted = (await service.ask(`${POLITICIANS}?chamber=senate`)).text;
  for (const chamber of ["Senate", "SENATE"]) {
    const answer = await service.ask(`${POLITICIANS}?chamber=${chamber}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.text, wanted);
  }
});

test("accepts three values for party, in upper or lower case", async () => {
  const problem = assertProblem(await service.ask(`${POLITICIANS}?party=Green`), "invalid_parameter");
  assert.deepEqual(problem.errors[0], {
    in: "query",
    name: "party",
    reason: "not_allowed",
    value: "Green",
    allowed: ["Democrat", "Republican", "Independent"],
  });
  assert.equal((await service.ask(`${POLITICIANS}?party=rePUBLICAN`)).status, 200);
});

test("/politicians returns the same as /politicians/, but two trailing slashes return 404", async () => {
  const slash = await service.ask(POLITICIANS);
  const bare = await service.ask("/api/v1/politicians");
  assert.equal(bare.status, 200);
  assert.equal(bare.text, slash.text);
  assert.equal(bare.headers.etag, slash.headers.etag);
  assertProblem(await service.ask("/api/v1/politicians//"), "not_found");
});

test("ignores and reports unknown parameters on the four public endpoints, and rejects them elsewhere", async () => {
  const many = Array.from({ length: 25 }, (_, n) => `p${n}`);
  for (const path of [RECENT, POLITICIANS, `${QUOTE}/AAPL`, `${HISTORY}/AAPL`]) {
    const plain = await service.ask(path);
    assert.equal(plain.headers["x-ignored-parameters"], undefined);
    for (const [query, names] of [
      ["foo=1", "foo"],
      ["foo=1&foo=2&_=1695000000000", "foo, _"],
      ["Limit=x", "Limit"],
      ["%zz", "%25zz"],
      ["a%0d%0aX-Evil:%201,%C3%A9=%", "a%0D%0AX-Evil%3A%201%2C%C3%A9"],
      ["__proto__=1&constructor=1", "__proto__, constructor"],
      [`${"x".repeat(100)}=1`, "x".repeat(64)],
      [many.join("&"), many.slice(0, 20).join(", ")],
      ["&&=&", undefined],
    ]) {
      const answer = await service.ask(`${path}?${query}`);
      assert.equal(answer.status, 200, `${path}?${query}`);
      assert.equal(answer.text, plain.text);
      assert.equal(answer.headers["x-ignored-parameters"], names, `${path}?${query}`);
    }
  }
  for (const query of ["sort=amount", "as_of=2026-02-20.1"]) {
    assert.equal((await service.ask(`${RECENT}?${query}`)).headers["x-ignored-parameters"], query.split("=")[0]);
  }
  const problem = assertProblem(await service.ask(`${POLITICIANS}X000001?foo=1`), "invalid_parameter");
  assert.deepEqual(problem.errors, [{ in: "query", name: "foo", reason: "unknown_parameter" }]);
});

test("returns 404 for an unknown or malformed symbol", async () => {
  const symbols = [
    "ZZZZZZ",
    "!!!",
    "%00",
    "%F0%9F%92%A5",
    "A".repeat(300),
    "..%2f..%2fetc",
    "%20",
    "%2e%2e",
    "a%3Fb%23c",
  ];
  for (const symbol of symbols) {
    for (const path of [QUOTE, HISTORY]) {
      const problem = assertProblem(await service.ask(`${path}/${symbol}`), "symbol_not_found");
      assert.ok(String(problem["detail"]).length < 150);
    }
  }
});

test("accepts a symbol in upper or lower case, and with any share-class separator", async () => {
  for (const [given, canonical] of [
    ["aapl", "AAPL"],
    ["BRK.B", "BRK.B"],
    ["BRK-B", "BRK.B"],
    ["BRK%2FB", "BRK.B"],
    ["brk%2fb", "BRK.B"],
    ["%41APL", "AAPL"],
  ]) {
    assert.equal(json(await service.ask(`${QUOTE}/${given}`))["symbol"], canonical);
    assert.equal(json(await service.ask(`${HISTORY}/${given}`))["symbol"], canonical);
  }
});

test("returns 404 for a path with an empty symbol, or with a slash or more after the symbol", async () => {
  for (const path of [QUOTE, `${QUOTE}/`, `${QUOTE}/AAPL/`, `${QUOTE}/AAPL/x`, `${HISTORY}/`]) {
    assertProblem(await service.ask(path), "not_found");
  }
});

test("rejects bad percent-encoding and invalid UTF-8 as malformed_request", async () => {
  for (const path of [`${QUOTE}/%zz`, `${QUOTE}/%`, `${QUOTE}/%4`, `${QUOTE}/%ff`, `${QUOTE}/%C3%28`]) {
    assertProblem(await service.ask(path), "malformed_request");
  }
  const raw = Buffer.from(`GET ${QUOTE}/\xff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, "latin1");
  assertProblem(parseAnswer(await service.sendRaw(raw)), "malformed_request");
});

test("accepts only the listed periods and intervals", async () => {
  const periods = ["1mo", "3mo", "6mo", "1y", "5y"];
  for (const [query, name, allowed] of [
    ["period=2y", "period", periods],
    ["period=", "period", periods],
    ["interval=1m", "interval", ["1d", "1wk", "1mo"]],
    ["interval=1h", "interval", ["1d", "1wk", "1mo"]],
  ] as const) {
    const [error] = assertProblem(await service.ask(`${HISTORY}/AAPL?${query}`), "invalid_parameter").errors;
    assert.deepEqual([error?.name, error?.allowed], [name, allowed]);
  }
  assert.equal((await service.ask(`${HISTORY}/AAPL?period=1Y&interval=1WK`)).status, 200);
});

test("`from` and `to` must be dates, and cannot be combined with `period`", async () => {
  const readFault = async (query: string) => {
    const { errors, detail } = assertProblem(await service.ask(`${HISTORY}/AAPL?${query}`), "invalid_parameter");
    return [errors.map(({ name, reason }) => `${name} ${reason}`).join(", "), detail];
  };
  assert.equal((await readFault("from=2026-02-30"))[0], "from not_a_date");
  assert.equal((await readFault("from=2026-02-02&to=2026-02-01"))[0], "to inverted");
  assert.equal((await readFault("from=2026-02-02&period=1mo"))[0], "period not_available");
  const [names, sentence] = await readFault("to=2015-01-01");
  assert.equal(names, "to not_available");
  assert.match(String(sentence), /the first known day is 2022-09-12, the last 2026-02-20\./);
  const answer = await service.ask(`${HISTORY}/AAPL?from=2026-02-02&to=2026-02-04`);
  const body = json(answer);
  assert.deepEqual([body["period"], body["total_points"]], ["2026-02-02/2026-02-04", 3]);
  const { headers } = answer;
  assert.deepEqual(
    [headers["x-price-source"], headers["x-price-adjustment"], headers["x-price-first-day"]],
    ["yahoo, nasdaq", "splits", "2022-09-12"],
  );
});

test("accepts monthly bars for a period of one month", async () => {
  const body = json(await service.ask(`${HISTORY}/AAPL?period=1mo&interval=1mo`));
  const bars = body["data"] as { date: string }[];
  assert.deepEqual([body["period"], body["interval"]], ["1mo", "1mo"]);
  assert.ok(bars.length >= 1 && bars.length <= 2);
  assert.equal(body["total_points"], bars.length);
});

test("returns 503 if a price source gives nothing usable, and never a NaN", async () => {
  for (const symbol of ["DOWN", "BLOCKD"]) {
    const answer = await service.ask(`${QUOTE}/${symbol}`);
    assertProblem(answer, "upstream_unavailable");
    assert.equal(answer.headers["retry-after"], "30");
    assert.doesNotMatch(answer.text, /secret/);
  }
  const quote = json(await service.ask(`${QUOTE}/FUND`));
  assert.equal(quote["pe_ratio"], null);
  assert.equal(Number.isInteger(quote["volume"]) && Number.isInteger(quote["market_cap"]), true);
});

test("serves the last known price marked as stale, and returns 503 if no price is known", async () => {
  for (const path of [QUOTE, HISTORY]) {
    const stale = await service.ask(`${path}/STALE`);
    assert.equal(stale.status, 200);
    assert.equal(stale.headers["x-data-stale"], "true");
    assert.equal((await service.ask(`${path}/AAPL`)).headers["x-data-stale"], undefined);
    assertProblem(await service.ask(`${path}/DOWN`), "upstream_unavailable");
  }
  assert.equal(json(await service.ask(`${QUOTE}/STALE`))["timestamp"], "2026-02-20T20:59:59Z");
});

test("returns 404 for a symbol that the market does not know", async () => {
  const problem = assertProblem(await service.ask(`${QUOTE}/NOPE`), "symbol_not_found");
  assert.match(String(problem["detail"]), /'NOPE'/);
});

test("returns 405 with Allow for other methods", async () => {
  for (const path of EVERY_ENDPOINT) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY", "PROPFIND"]) {
      const answer = await service.ask(path, { method });
      assertProblem(answer, "method_not_allowed");
      assert.equal(answer.headers.allow, "GET, HEAD, OPTIONS");
    }
  }
  const posted = await service.ask(RECENT, {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "application/nonsense" },
  });
  assertProblem(posted, "method_not_allowed");
  assertProblem(await service.ask("/api/v1/nope", { method: "POST" }), "not_found");
});

test("HEAD has the status and headers of GET, without a body", async () => {
  const varying = new Set(["x-request-id", "date", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"]);
  const selectComparable = (headers: object) => Object.entries(headers).filter(([name]) => !varying.has(name));
  for (const path of [
    ...EVERY_ENDPOINT,
    `${RECENT}?limit=x`,
    `${QUOTE}/NOPE`,
    "/api/v1/nope",
    "/health/live",
    "/politicians",
  ]) {
    for (const headers of [{}, { "Accept-Encoding": "gzip" }]) {
      const get = await service.ask(path, { headers });
      const head = await service.ask(path, { method: "HEAD", headers });
      assert.equal(head.status, get.status);
      assert.equal(head.bytes.length, 0);
      const expected = selectComparable(get.headers);
      const problem = get.status >= 400;
      assert.deepEqual(
        selectComparable(head.headers).filter(([name]) => !problem || name !== "content-length"),
        expected.filter(([name]) => !problem || name !== "content-length"),
      );
    }
  }
  await using counted = await startService({ limits: { freeQuota: 20 }, ...createFakeClock() });
  assert.equal((await counted.ask(RECENT, { method: "HEAD" })).headers["x-ratelimit-remaining"], "19");
});

test("OPTIONS returns 204 with Allow and CORS headers, and does not count against the rate limit", async () => {
  await using counted = await startService({ limits: { freeQuota: 20 }, ...createFakeClock() });
  for (const headers of [{}, { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "GET" }]) {
    for (const path of EVERY_ENDPOINT) {
      const answer = await counted.ask(path, { method: "OPTIONS", headers });
      assert.equal(answer.status, 204);
      assert.equal(answer.bytes.length, 0);
      assert.equal(answer.headers.allow, "GET, HEAD, OPTIONS");
      assert.equal(answer.headers["access-control-allow-methods"], "GET, HEAD, OPTIONS");
      assert.equal(
        answer.headers["access-control-allow-headers"],
        "Authorization, Content-Type, If-None-Match, If-Match, Idempotency-Key, X-Request-Id",
      );
      assert.equal(answer.headers["access-control-max-age"], "7200");
      assertCommonHeaders(answer);
      assertRateHeaders(answer);
      assert.equal(answer.headers["x-ratelimit-remaining"], "20");
    }
  }
});

test("ignores a body on GET up to 64 KiB and rejects a larger one", async () => {
  const plain = await service.ask(RECENT);
  const small = Buffer.alloc(65_536, "x");
  assert.equal((await service.ask(RECENT, { body: small, headers: { "Content-Length": "65536" } })).text, plain.text);
  assert.equal(
    (await service.ask(RECENT, { body: small, headers: { "Transfer-Encoding": "chunked" } })).text,
    plain.text,
  );
  const large = Buffer.alloc(10 * 1024 * 1024, "x");
  for (const headers of [{ "Content-Length": String(large.length) }, { "Transfer-Encoding": "chunked" }]) {
    const answer = await service.ask(RECENT, { body: large, headers });
    assertProblem(answer, "content_too_large");
    assert.equal(answer.headers.connection, "close");
  }
});

test("If-None-Match returns 304 for a matching tag", async () => {
  const tag = String((await service.ask(RECENT)).headers.etag);
  assert.match(tag, /^W\/"[^"]+"$/);
  const others = Array.from({ length: 8192 / 16 }, (_, n) => `W/"other-${n}"`).join(", ");
  for (const value of ["*", tag, tag.slice(2), `W/"x", ${tag}`, `${others}, ${tag}`.slice(-8192 - tag.length)]) {
    const answer = await service.ask(RECENT, { headers: { "If-None-Match": value } });
    assert.equal(answer.status, 304, value.slice(0, 80));
    assert.equal(answer.bytes.length, 0);
    assert.equal(answer.headers.etag, tag);
    assertCommonHeaders(answer);
    assertRateHeaders(answer);
  }
  for (const value of ['W/"x", "y"', "garbage", '"', "", ",", '"unclosed', tag.slice(3), others.slice(0, 8192)]) {
    assert.equal((await service.ask(RECENT, { headers: { "If-None-Match": value } })).status, 200, value.slice(0, 80));
  }
  assertProblem(await service.ask(`${QUOTE}/NOPE`, { headers: { "If-None-Match": "*" } }), "symbol_not_found");
});

test("ignores Accept", async () => {
  const answer = await service.ask(RECENT, { headers: { Accept: "application/xml" } });
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
});

test("honors Accept-Encoding", async () => {
  const plain = await service.ask(`${RECENT}?limit=100`);
  assert.equal(plain.headers["content-encoding"], undefined);
  for (const [header, coding] of [
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["br;q=0, gzip;q=1", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["*", "br"],
    ["identity;q=0, *;q=0.1", "br"],
    ["identity", undefined],
    ["identity;q=0", undefined],
    ["*;q=0", undefined],
    ["deflate", undefined],
    [";;;,,q=,gzip;q=x", undefined],
    ["gzip;q=0", undefined],
  ] as const) {
    const answer = await service.ask(`${RECENT}?limit=100`, { headers: { "Accept-Encoding": header } });
    assert.equal(answer.status, 200, header);
    assert.equal(answer.headers["content-encoding"], coding, header);
    assert.equal(answer.headers.vary, "Accept-Encoding");
    assert.equal(Number(answer.headers["content-length"]), answer.bytes.length);
    const decode = coding === "gzip" ? gunzipSync : coding === "br" ? brotliDecompressSync : (bytes: Buffer) => bytes;
    assert.equal(decode(answer.bytes).toString("utf8"), plain.text);
  }
  const tiny = await service.ask(`${RECENT}?limit=1`, { headers: { "Accept-Encoding": "gzip" } });
  assert.equal(tiny.headers["content-encoding"], undefined);
  const refused = await service.ask(`${RECENT}?limit=1`, { headers: { "Accept-Encoding": "gzip, identity;q=0" } });
  assert.equal(refused.headers["content-encoding"], "gzip");
});

test("returns 414 for a URL of 9,000 bytes", async () => {
  for (const path of [`${RECENT}?x=${"a".repeat(9000)}`, `${QUOTE}/${"A".repeat(9000)}`]) {
    assertProblem(await service.ask(path), "uri_too_long");
  }
  const endless = await service.sendRaw(`GET ${RECENT}?x=${"a".repeat(40_000)}`);
  assertProblem(parseAnswer(endless), "uri_too_long");
  assert.equal((await service.ask(`${RECENT}?x=${"a".repeat(8000)}`)).status, 200);
});

test("returns 404 for an unknown path", async () => {
  const paths = ["/api/v1/nope", "/api/v2/trades/recent/list", "/api/v1//", "/API/v1/politicians/", "//", "/nope"];
  for (const path of paths) assertProblem(await service.ask(path), "not_found");
});

test("a wrong credential on a public path gets the free plan's response", async () => {
  for (const value of ["Bearer garbage", "Basic eDp5", "Bearer", "x".repeat(4000)]) {
    const answer = await service.ask(RECENT, { headers: { Authorization: value } });
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers["ratelimit-policy"]), /^"free";/);
  }
});

test("does not trust X-Forwarded-For from an untrusted peer", async () => {
  await using counted = await startService({ limits: { freeQuota: 20 }, ...createFakeClock() });
  for (let n = 0; n < 20; n += 1) {
    const headers = { "X-Forwarded-For": `1.2.3.${n}` };
    assert.equal((await counted.ask(RECENT, { headers })).status, 200);
  }
  assertProblem(await counted.ask(RECENT, { headers: { "X-Forwarded-For": "9.9.9.9" } }), "rate_limit_exceeded");
});

test("serves exactly 20 requests in 60 s (one process)", async () => {
  const time = createFakeClock();
  await using counted = await startService({ limits: { freeQuota: 20 }, ...time });
  const answers = await Promise.all(Array.from({ length: 60 }, () => counted.ask(RECENT)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 20);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assertProblem(answer, "rate_limit_exceeded");
    assert.equal(answer.headers["retry-after"], "60");
    assert.equal(answer.headers["x-ratelimit-remaining"], "0");
  }
  time.advance(59_999);
  assertProblem(await counted.ask(RECENT), "rate_limit_exceeded");
  time.advance(1);
  assert.equal((await counted.ask(RECENT)).status, 200);
});

test("prototype names and foreign separators in a query have no special effect", async () => {
  const plain = await service.ask(RECENT);
  for (const query of ["__proto__[x]=1", "constructor=1", "__proto__=1&toString=2", "hasOwnProperty=x"]) {
    const answer = await service.ask(`${RECENT}?${query}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.text, plain.text);
  }
  assert.equal(({} as Record<string, unknown>)["x"], undefined);
  for (const query of ["limit=10%00", "limit=10;skip=5"]) {
    assertProblem(await service.ask(`${RECENT}?${query}`), "invalid_parameter");
  }
  const refused = assertProblem(await service.ask(`${POLITICIANS}X000001?__proto__=1`), "invalid_parameter");
  assert.equal(refused.errors[0]?.name, "__proto__");
});
