import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProviderResponse } from "../request.ts";
import { openSession } from "./site.ts";

const PAGE = "https://finance.yahoo.com/quote/AAPL";
const signal = AbortSignal.timeout(10_000);

/** A session with scripted answers by URL; records its requests. */
function createSession(answers: Readonly<Record<string, Partial<ProviderResponse>>>) {
  const requests: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }[] = [];
  const session = openSession(async (url, init) => {
    requests.push({ url, ...init });
    return { status: 200, location: null, cookies: [], text: "", ...answers[url] };
  });
  return { session, requests };
}

const COOKIE = "A3=secret; Domain=.yahoo.com; Path=/; Secure";

test("fetches cookie and token once for simultaneous callers", async () => {
  const { session, requests } = createSession({
    [PAGE]: { cookies: [COOKIE] },
    "https://query1.finance.yahoo.com/v1/test/getcrumb": { text: "crumb" },
  });
  assert.deepEqual(await Promise.all([session.getOrFetchCrumb(signal), session.getOrFetchCrumb(signal)]), [
    "crumb",
    "crumb",
  ]);
  assert.deepEqual(
    requests.map(({ headers }) => headers["cookie"]),
    [undefined, "A3=secret"],
  );
});

test("gives neither cookie nor consent to a consent page that leads to another site", async () => {
  for (const [first, second] of [
    ["https://guce.yahoo.evil.example/consent", undefined],
    ["http://guce.yahoo.com/consent", undefined],
    ["https://guce.yahoo.com/consent", "https://evil.example/v2/collectConsent?sessionId=1"],
    ["https://guce.yahoo.com/consent", "//evil.example/collectConsent"],
    ["https://guce.yahoo.com/consent", "https://mail.yahoo.com/"],
    ["https://guce.yahoo.com/consent", "http://["],
  ] as const) {
    const { session, requests } = createSession({
      [PAGE]: { status: 302, location: first, cookies: [COOKIE] },
      ...(second && { [first]: { status: 302, location: second } }),
    });
    await assert.rejects(session.getOrFetchCrumb(signal), { name: "SourceError", code: "session" });
    for (const { url } of requests) assert.match(url, /^https:\/\/(finance|guce)\.yahoo\.com\//);
  }
});

test("gives up on endless consent redirects", async () => {
  const consent = "https://guce.yahoo.com/consent";
  const { session, requests } = createSession({
    [PAGE]: { status: 302, location: consent },
    [consent]: { status: 302, location: PAGE },
  });
  await assert.rejects(session.getOrFetchCrumb(signal), { code: "session" });
  assert.ok(requests.length <= 12, `${requests.length} requests`);
});

test("requests no token without a cookie, and retries a session that failed", async () => {
  const answers: Record<string, Partial<ProviderResponse>> = {};
  const { session, requests } = createSession(answers);
  await assert.rejects(session.getOrFetchCrumb(signal), { code: "session" });
  assert.equal(requests.length, 1);
  answers[PAGE] = { cookies: [COOKIE] };
  answers["https://query1.finance.yahoo.com/v1/test/getcrumb"] = { text: "crumb" };
  assert.equal(await session.getOrFetchCrumb(signal), "crumb");
});
