/** Tests API keys: which requests they admit, and how accounts manage them. */
import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { createApiKey } from "../../src/accounts/keys/api-key.ts";
import { issueKey } from "../../src/accounts/keys/issue-key.ts";
import {
  AccountSchema,
  KeyListSchema,
  NewKeySchema,
  PremiumAccountSchema,
} from "../../src/api/premium/account-schema.ts";
import { UnavailableError } from "../../src/base/errors.ts";
import { ALERTS, KEYS, PREMIUM, startPremium } from "./premium-service.ts";
import { assertProblem, assertRateHeaders, createFakeClock, json, RECENT } from "./service.ts";

const REALM = 'Bearer realm="congress-trades"';
const VECTOR = "ctd_live_7Hq2mVx9KpLz4RtYw8BnCd3FgJs6AaQe0ChR8G";
const ACCOUNT = `${PREMIUM}/account`;

const here = await startPremium();
const alice = await here.createCustomer("alice");
after(() => here[Symbol.asyncDispose]());

const makeBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
/** Starts a service for one test alone, because bad tokens are counted by address and all tests have the same address. */
const startOwnService = () => startPremium({ limits: { freeQuota: 1_000_000 } });

test("shows the key's account: plan, limits, and the key without its secret", async () => {
  const answer = await alice.ask("GET", ACCOUNT);
  const body = PremiumAccountSchema.parse(json(answer));
  assert.deepEqual(body, {
    plan: "premium",
    rate_limit: { limit: 1_000_000, window_seconds: 60 },
    limits: { webhooks: 10, alerts: 100, concurrent_exports: 2 },
    key: {
      id: alice.keyId,
      display: `${alice.key.slice(0, 13)}…${alice.key.slice(-4)}`,
      expires_at: null,
      name: null,
      scopes: ["read", "webhooks", "keys"],
    },
  });
  assert.ok(!answer.text.includes(alice.key));
});

test("returns 401 if credentials are missing, with a WWW-Authenticate challenge that has no error attribute", async () => {
  const answer = await here.service.ask(ALERTS);
  assertProblem(answer, "missing_credentials");
  assert.equal(answer.headers["www-authenticate"], REALM);
});

test("returns 401 invalid_token for a malformed, revoked or expired key; the scheme is case-insensitive", async () => {
  await using service = await startOwnService();
  const bob = await service.createCustomer("bob");
  const past = new Date(Date.now() + 60_000);
  const expiring = await service.createCustomer("carol", "premium", past);
  await service.store.keys.revoke(bob.account.id, bob.keyId, new Date());
  for (const header of [
    "Bearer x",
    "bearer x",
    `Bearer ${VECTOR}`,
    `BEARER ${VECTOR.slice(0, -1)}Z`,
    `Bearer ${bob.key}`,
  ]) {
    const answer = await service.service.ask(ALERTS, { headers: { authorization: header } });
    const { detail } = assertProblem(answer, "invalid_token");
    assert.match(
      String(answer.headers["www-authenticate"]),
      /^Bearer realm="congress-trades", error="invalid_token", error_description="[^"]+"$/,
    );
    assert.ok(!String(detail).includes("ctd_live"));
  }
  assert.equal((await expiring.ask("GET", ALERTS)).status, 200);
  for (const scheme of ["bearer", "BEARER", "BeArEr  "]) {
    const answer = await here.service.ask(ALERTS, { headers: { authorization: `${scheme} ${alice.key}` } });
    assert.equal(answer.status, 200);
  }
});

test("a key ends when it expires, and at most 10 s after it was revoked in another process", async () => {
  const time = createFakeClock();
  await using service = await startPremium({ clock: time.readMonotonicMs, wallClock: time.readWallClockMs });
  const dora = await service.createCustomer("dora", "premium", new Date(time.readWallClockMs() + 60_000));
  const emil = await service.createCustomer("emil");
  assert.equal((await dora.ask("GET", ACCOUNT)).status, 200);
  assert.equal((await emil.ask("GET", ACCOUNT)).status, 200);
  await service.store.keys.revoke(emil.account.id, emil.keyId, new Date(time.readWallClockMs()));
  assert.equal((await emil.ask("GET", ACCOUNT)).status, 200, "the key was looked up less than 10 s ago");
  time.advance(10_000);
  assertProblem(await emil.ask("GET", ACCOUNT), "invalid_token");
  time.advance(50_000);
  assert.match(String(assertProblem(await dora.ask("GET", ACCOUNT), "invalid_token")["detail"]), /expired/);
});

test("ignores other schemes; a missing token, two headers and a token in the query are malformed", async () => {
  const basic = await here.service.ask(ALERTS, { headers: { authorization: "Basic YTpi" } });
  assertProblem(basic, "missing_credentials");
  assert.equal(basic.headers["www-authenticate"], REALM);
  const two = ["Host", "x", "Authorization", `Bearer ${alice.key}`, "Authorization", `Bearer ${alice.key}`];
  for (const [path, headers] of [
    [ALERTS, { authorization: "Bearer" }],
    [ALERTS, { authorization: "Bearer  " }],
    [ALERTS, two],
    [`${ALERTS}?access_token=${alice.key}`, {}],
    [`${ALERTS}?access_token=${alice.key}`, { authorization: `Bearer ${alice.key}` }],
  ] as const) {
    const answer = await here.service.ask(path, { headers });
    assertProblem(answer, "malformed_request");
    assert.match(String(answer.headers["www-authenticate"]), /error="invalid_request", error_description="[^"]+"$/);
    assert.ok(!answer.text.includes(alice.key));
  }
});

test("returns 403 insufficient_scope for a free account's key", async () => {
  const free = await here.createCustomer("free", "free");
  const answer = await free.ask("GET", ALERTS);
  assertProblem(answer, "plan_required");
  assert.match(
    String(answer.headers["www-authenticate"]),
    /^Bearer realm="congress-trades", error="insufficient_scope"/,
  );
  assert.equal((await free.ask("GET", RECENT)).headers["ratelimit-policy"], '"free";q=1000000;w=60');
});

test("returns 429 for an address's 11th bad token in a minute; valid keys keep working with their own quota", async () => {
  const time = createFakeClock();
  await using service = await startPremium({
    clock: time.readMonotonicMs,
    wallClock: time.readWallClockMs,
    limits: { freeQuota: 20, premiumQuota: 200 },
  });
  const victim = await service.createCustomer("victim");
  for (let n = 0; n < 10; n += 1)
    assertProblem(await service.service.ask(ALERTS, makeBearer(createApiKey())), "invalid_token");
  for (let n = 0; n < 25; n += 1) {
    const answer = await service.service.ask(ALERTS, makeBearer(n % 2 === 0 ? createApiKey() : "x"));
    const body = assertProblem(answer, "rate_limit_exceeded");
    assert.deepEqual(body["violated_policies"], ["auth-failures"]);
    assert.deepEqual([body["limit"], body["window_seconds"], body["retry_after"]], [10, 60, 60]);
    assert.equal(answer.headers["retry-after"], "60");
    assert.equal(answer.headers["x-ratelimit-remaining"], "10", "rejected requests do not count");
  }
  const answer = await victim.ask("GET", ALERTS);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["x-ratelimit-remaining"], "199");
  time.advance(60_000);
  assertProblem(await service.service.ask(ALERTS, makeBearer("x")), "invalid_token");
});

test("a bad key on a public path gets the free plan; a valid key raises the limit, per account instead of address", async () => {
  const time = createFakeClock();
  await using service = await startPremium({
    clock: time.readMonotonicMs,
    wallClock: time.readWallClockMs,
    limits: { freeQuota: 20, premiumQuota: 200 },
  });
  const fay = await service.createCustomer("fay");
  const second = await fay.post(KEYS, {});
  for (const token of ["garbage", VECTOR, "", createApiKey()]) {
    const answer = await service.service.ask(RECENT, makeBearer(token));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["x-ratelimit-limit"], "20");
    assertRateHeaders(answer);
  }
  for (let n = 0; n < 199; n += 1) {
    const token = n % 2 === 0 ? fay.key : String(second["key"]);
    const answer = await service.service.ask(n % 3 === 0 ? RECENT : ALERTS, makeBearer(token));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["x-ratelimit-remaining"], String(198 - n));
    assert.equal(answer.headers["ratelimit-policy"], '"premium";q=200;w=60');
  }
  const over = await service.service.ask(RECENT, makeBearer(fay.key));
  const body = assertProblem(over, "rate_limit_exceeded");
  assert.deepEqual(
    [body["limit"], body["window_seconds"], body["retry_after"], body["violated_policies"]],
    [200, 60, 60, ["premium"]],
  );
  assert.equal((await service.service.ask(RECENT)).headers["x-ratelimit-remaining"], "15");
});

test("/account shows the remaining quota, with and without a key, and uses none of the quota", async () => {
  const time = createFakeClock();
  await using service = await startPremium({
    clock: time.readMonotonicMs,
    wallClock: time.readWallClockMs,
    limits: { freeQuota: 20, premiumQuota: 200 },
  });
  const gil = await service.createCustomer("gil");
  const path = "/api/v1/account";
  const readAccount = async (headers = {}) => AccountSchema.parse(json(await service.service.ask(path, { headers })));
  assert.deepEqual(await readAccount(), {
    plan: "free",
    limit: 20,
    remaining: 20,
    reset: Math.ceil(time.readWallClockMs() / 1000),
  });
  for (let n = 0; n < 20; n += 1) await service.service.ask(RECENT);
  assertProblem(await service.service.ask(RECENT), "rate_limit_exceeded");
  for (let n = 0; n < 30; n += 1) assert.equal((await readAccount()).remaining, 0);
  assert.equal((await readAccount()).reset, Math.ceil(time.readWallClockMs() / 1000) + 60);
  await gil.ask("GET", ALERTS);
  assert.deepEqual(await readAccount({ authorization: `Bearer ${gil.key}` }), {
    plan: "premium",
    limit: 200,
    remaining: 199,
    reset: Math.ceil(time.readWallClockMs() / 1000) + 60,
  });
  assertProblem(await service.service.ask(`${path}?x=1`), "invalid_parameter");
});

test("keys: two may exist, for rotation; a revoked key stops working at once in the process that revoked it", async () => {
  const hal = await here.createCustomer("hal");
  const made = await hal.ask("POST", KEYS, {});
  assert.equal(made.status, 201);
  assert.equal(made.headers["cache-control"], "no-store");
  const second = NewKeySchema.parse(json(made));
  assert.equal(second.display, `${second.key.slice(0, 13)}…${second.key.slice(-4)}`);
  const third = assertProblem(await hal.ask("POST", KEYS, {}), "limit_reached");
  assert.equal(third["limit"], 2);
  const listed = KeyListSchema.parse(json(await hal.ask("GET", KEYS)));
  assert.deepEqual(listed.keys.map(({ id }) => id).sort(), [hal.keyId, second.id].sort());
  assert.ok(!JSON.stringify(listed).includes(second.key));
  assert.equal((await here.service.ask(ACCOUNT, makeBearer(second.key))).status, 200);
  assert.equal((await hal.ask("DELETE", `${KEYS}/${second.id}`)).status, 204);
  assertProblem(await here.service.ask(ACCOUNT, makeBearer(second.key)), "invalid_token");
  assertProblem(await hal.ask("DELETE", `${KEYS}/${second.id}`), "not_found");
  assert.equal((await hal.ask("POST", KEYS, { expires_at: "2999-01-01T00:00:00Z" })).status, 201);
});

test("keys: a key cannot grant a later expiry or more scopes than its own; revoking it can revoke keys made with it", async () => {
  const { account, ask } = await here.createCustomer("kim", "premium", new Date(Date.now() + 3_600_000));
  const [own] = await here.store.keys.listForAccount(account.id);
  assert.ok(own?.expiresAt);
  const inherited = NewKeySchema.parse(json(await ask("POST", KEYS, { scopes: ["keys", "read"], name: "second" })));
  assert.equal(Date.parse(inherited.expires_at ?? ""), Math.floor(own.expiresAt.getTime() / 1000) * 1000);
  assert.deepEqual([inherited.scopes, inherited.name, inherited.made_with], [["read", "keys"], "second", own.id]);
  const askWith = (key: string, method: string, path: string, body?: object) =>
    here.service.ask(path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  for (const [body, name, reason] of [
    [{ expires_at: "2999-01-01T00:00:00Z" }, "expires_at", "not_allowed"],
    [{ scopes: ["read", "webhooks"] }, "scopes.1", "not_allowed"],
    [{ scopes: [] }, "scopes", "too_short"],
  ] as const) {
    const { errors } = assertProblem(await askWith(inherited.key, "POST", KEYS, body), "invalid_parameter");
    assert.deepEqual([errors[0]?.name, errors[0]?.reason], [name, reason]);
  }
  const refused = await askWith(inherited.key, "POST", ALERTS, { name: "x", filter: { ticker: ["A"] } });
  assertProblem(refused, "scope_required");
  assert.match(String(refused.headers["www-authenticate"]), /error="insufficient_scope"/);
  assert.equal((await askWith(inherited.key, "POST", `${ALERTS}/preview`, { filter: { ticker: ["A"] } })).status, 200);
  assert.equal((await askWith(inherited.key, "GET", ALERTS)).status, 200);
  assert.equal((await ask("DELETE", `${KEYS}/${own.id}?and_made=true`)).status, 204);
  assertProblem(await askWith(inherited.key, "GET", ALERTS), "invalid_token");
});

test("keys: only the operator grants the review scope, and no key can pass it on", async () => {
  const { account } = await here.createCustomer("rita");
  const scopes = ["keys", "review"] as const;
  const { key } = await issueKey(here.store.keys, account.id, { expiresAt: null, scopes }, new Date());
  const ask = (body: object) =>
    here.service.ask(KEYS, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  assertProblem(await ask({ scopes: ["review"] }), "invalid_parameter");
  const own = (await here.store.keys.listForAccount(account.id)).find((each) => !each.scopes.includes("review"));
  await here.store.keys.revoke(account.id, own?.id ?? "", new Date());
  assert.deepEqual(NewKeySchema.parse(json(await ask({}))).scopes, ["keys"]);
});

test("accounts: no key of a disabled or expired account works", async () => {
  const time = createFakeClock();
  await using service = await startPremium({ clock: time.readMonotonicMs, wallClock: time.readWallClockMs });
  const lea = await service.createCustomer("lea");
  const getStatus = async () => {
    time.advance(11_000);
    return (await lea.ask("GET", ACCOUNT)).status;
  };
  assert.equal(await getStatus(), 200);
  await service.store.accounts.setDisabled(lea.account.id, true, new Date(time.readWallClockMs()));
  assert.equal(await getStatus(), 401);
  await service.store.accounts.setDisabled(lea.account.id, false, new Date(time.readWallClockMs()));
  assert.equal(await getStatus(), 200);
  await service.store.accounts.setEnd(
    lea.account.id,
    new Date(time.readWallClockMs() + 20_000),
    new Date(time.readWallClockMs()),
  );
  assert.equal(await getStatus(), 200);
  assert.equal(await getStatus(), 401);
  const unended = await lea.ask("GET", ACCOUNT);
  assert.match(assertProblem(unended, "invalid_token")["detail"] as string, /account has expired/);
});

test("keys: records the last use, at most once a minute", async () => {
  const time = createFakeClock();
  await using service = await startPremium({ clock: time.readMonotonicMs, wallClock: time.readWallClockMs });
  const jan = await service.createCustomer("jan");
  const touch = mock.method(service.store.keys, "touch");
  /** Waits for all writes first: a write begins before the response, and may end after it. */
  const assertLastUse = async (at: number) => {
    await Promise.all(touch.mock.calls.map(({ result }) => result));
    const [key] = await service.store.keys.listForAccount(jan.account.id);
    assert.equal(key?.lastUsedAt?.getTime(), at);
  };
  const first = time.readWallClockMs();
  await jan.ask("GET", ACCOUNT);
  await assertLastUse(first);
  time.advance(59_000);
  await jan.ask("GET", ACCOUNT);
  await assertLastUse(first);
  time.advance(1000);
  await jan.ask("GET", ACCOUNT);
  await assertLastUse(time.readWallClockMs());
  assert.equal(touch.mock.callCount(), 2);
});

test("keys: rejects an expiry in the past, an unknown field and a read-only one", async () => {
  const ida = await here.createCustomer("ida");
  for (const [body, reason] of [
    [{ expires_at: "2020-01-01T00:00:00Z" }, "in_the_past"],
    [{ expires_at: "tomorrow" }, "malformed"],
    [{ expires_at: 5 }, "wrong_type"],
    [{ plan: "premium" }, "unknown_member"],
    [{ key: VECTOR }, "read_only"],
  ] as const) {
    const { errors } = assertProblem(await ida.ask("POST", KEYS, body), "invalid_parameter");
    assert.equal(errors[0]?.reason, reason, JSON.stringify(body));
    assert.equal(errors[0]?.in, "body");
  }
});

test("if keys cannot be looked up, premium paths return 503 and public paths count as Free", async () => {
  await using service = await startPremium({
    parts: (parts) => ({
      ...parts,
      tables: {
        ...parts.tables,
        keys: {
          ...parts.tables.keys,
          findByDigest: () => Promise.reject(new UnavailableError("service_unavailable", "down", 5)),
        },
      },
    }),
  });
  const token = createApiKey();
  const answer = await service.service.ask(ALERTS, makeBearer(token));
  assertProblem(answer, "service_unavailable");
  assert.equal(answer.headers["retry-after"], "5");
  const open = await service.service.ask(RECENT, makeBearer(token));
  assert.equal(open.status, 200);
  assert.match(String(open.headers["ratelimit-policy"]), /^"free"/);
});

test("premium paths: preflight lists their methods, other methods return 405, unknown parameters 400, HEAD equals GET", async () => {
  const preflight = await here.service.ask(ALERTS, { method: "OPTIONS" });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers["access-control-allow-methods"], "GET, HEAD, POST, OPTIONS");
  const one = await here.service.ask(`${ALERTS}/alr_01JD3M8Q4V3N6T8W2Y5B7D9F1G`, { method: "OPTIONS" });
  assert.equal(one.headers.allow, "GET, HEAD, PATCH, DELETE, OPTIONS");
  assert.match(String(one.headers["access-control-allow-headers"]), /Authorization.*If-Match, Idempotency-Key/);
  const wrong = await alice.ask("DELETE", ALERTS);
  assertProblem(wrong, "method_not_allowed");
  assert.equal(wrong.headers.allow, "GET, HEAD, POST, OPTIONS");
  const read = await alice.ask("GET", `${PREMIUM}/webhooks/whk_01JD3M8Q4V3N6T8W2Y5B7D9F1G/test`);
  assertProblem(read, "method_not_allowed");
  assert.equal(read.headers.allow, "POST, OPTIONS");
  assertProblem(await alice.ask("GET", `${ALERTS}?statuss=active`), "invalid_parameter");
  const head = await alice.ask("HEAD", ACCOUNT);
  assert.equal(head.status, 200);
  assert.equal(head.bytes.length, 0);
  assertProblem(await alice.ask("GET", `${PREMIUM}/nope`), "not_found");
});
