import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Fetch } from "./fetch.ts";
import { sendRequest } from "./http-request.ts";

const LIMITS = { userAgent: "congress-trades/0.0.0 (+ops@example.org)", totalTimeoutMs: 5_000 };
const REQUEST = { url: "https://example.org/v7/quote?crumb=secret", label: "Example (/v7/quote)" };

function createFetch(body: Uint8Array, headers: readonly (readonly [string, string])[] = [], status = 200): Fetch {
  return async () => ({
    status,
    headers,
    body: (async function* () {
      yield body;
    })(),
  });
}

test("an error names the label, and nothing of an address that may hold a token", async () => {
  const failFetch: Fetch = async () => {
    throw new TypeError("the connection broke");
  };
  const bomb = createFetch(gzipSync(Buffer.alloc(100_000)), [["content-encoding", "gzip"]]);
  const strange = createFetch(Buffer.from("x"), [["content-encoding", "zstd"]]);
  const short = createFetch(Buffer.from("x"), [["content-length", "2"]]);
  for (const [code, fetch] of Object.entries({
    network: failFetch,
    too_large: bomb,
    unexpected_encoding: strange,
    truncated: short,
  })) {
    await assert.rejects(sendRequest(fetch, { ...REQUEST, maxBytes: 10_000 }, LIMITS), (error: Error) => {
      assert.equal((error as Error & { code: string }).code, code);
      assert.match(error.message, /Example \(\/v7\/quote\)/);
      return !error.message.includes("secret");
    });
  }
});

test("keeps cookies separate, joins other repeated headers, and decodes the body", async () => {
  const headers = [
    ["Set-Cookie", "a=1"],
    ["set-cookie", "b=2"],
    ["Via", "one"],
    ["via", "two"],
    ["content-encoding", "gzip"],
  ] as const;
  const answer = await sendRequest(createFetch(gzipSync(Buffer.from("text")), headers, 404), REQUEST, LIMITS);
  assert.deepEqual(answer.setCookies, ["a=1", "b=2"]);
  assert.deepEqual([answer.status, answer.headers["via"], answer.headers["set-cookie"]], [404, "one, two", undefined]);
  assert.equal(Buffer.from(answer.body).toString(), "text");
});

test("no request header replaces the User-Agent, and an aborted request rejects with its reason", async () => {
  let sent: Record<string, string> = {};
  const recordFetch: Fetch = async (_, { headers, signal }) => {
    sent = headers;
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const stop = new AbortController();
  const request = { ...REQUEST, headers: { "user-agent": "somebody else" }, signal: stop.signal };
  const answer = sendRequest(recordFetch, request, LIMITS);
  stop.abort(new Error("ended"));
  await assert.rejects(answer, /^Error: ended$/);
  assert.equal(sent["user-agent"], LIMITS.userAgent);
});
