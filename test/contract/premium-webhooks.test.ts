/** Tests webhook endpoints and their deliveries. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ATTEMPTS_AT_ONCE } from "../../src/accounts/webhooks/delivery.ts";
import { EventTypesSchema } from "../../src/api/premium/event-schema.ts";
import {
  DeliveryDetailSchema,
  DeliveryListSchema,
  NewWebhookSchema,
  QueuedSchema,
  RecoveredSchema,
  RotatedSchema,
  WebhookListSchema,
  WebhookSchema,
} from "../../src/api/premium/webhook-schema.ts";
import { EVENT_TYPES } from "../../src/domain/premium.ts";
import { ALERTS, makeWebhook, startPremium, URL_GIVEN, WEBHOOKS } from "./premium-service.ts";
import { assertProblem, json } from "./service.ts";

const here = await startPremium();
const alice = await here.createCustomer("alice");
after(() => here[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;

test("creating an endpoint returns its secret, shown only this once", async () => {
  const answer = await alice.ask("POST", WEBHOOKS, {
    url: URL_GIVEN,
    event_types: ["trade.created"],
    description: "Mine",
  });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers["cache-control"], "no-store");
  const { secret, ...made } = NewWebhookSchema.parse(json(answer));
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(answer.headers.location, `https://api.example${WEBHOOKS}/${made.id}`);
  assert.deepEqual(
    [made.url, made.event_types, made.description, made.status, made.pending_deliveries, made.secret_expires_at],
    [URL_GIVEN, ["trade.created"], "Mine", "enabled", 0, null],
  );
  const read = await alice.ask("GET", `${WEBHOOKS}/${made.id}`);
  assert.deepEqual(json(read), made);
  const listed = await alice.ask("GET", `${WEBHOOKS}?limit=1`);
  assert.deepEqual(WebhookListSchema.parse(json(listed)).webhooks, [made]);
  for (const each of [read, listed]) assert.ok(!each.text.includes("whsec_"));
  assert.match(
    String(listed.headers["link"]),
    /<https:\/\/api\.example\/api\/v1\/premium\/webhooks\?limit=1&skip=0>; rel="first"/,
  );
});

test("rejects an endpoint URL with a wrong scheme, user info, port, fragment or length, and gives the reason", async () => {
  for (const [url, reason] of [
    ["http://example.com/", "scheme_not_allowed"],
    ["ftp://example.com/", "scheme_not_allowed"],
    ["file:///etc/passwd", "scheme_not_allowed"],
    ["gopher://example.com/", "scheme_not_allowed"],
    ["/hook", "scheme_not_allowed"],
    ["example.com/hook", "scheme_not_allowed"],
    ["https://u:p@example.com/", "userinfo_not_allowed"],
    ["https://example.com:22/", "port_not_allowed"],
    ["https://example.com:25/", "port_not_allowed"],
    ["https://example.com:6379/", "port_not_allowed"],
    ["https://example.com/#x", "fragment_not_allowed"],
    [`https://example.com/${"a".repeat(2080)}`, "too_long"],
    ["https://", "malformed"],
    ["https://exa mple.com/", "malformed"],
    ["https://example.com/\n", "malformed"],
    [5, "wrong_type"],
    [null, "wrong_type"],
    [undefined, "required"],
  ] as const) {
    const answer = await alice.ask("POST", WEBHOOKS, { url, event_types: ["*"] });
    const { errors } = assertProblem(answer, "invalid_parameter");
    assert.deepEqual([errors[0]?.in, errors[0]?.name, errors[0]?.reason], ["body", "url", reason], String(url));
  }
});

test("rejects every way to write an internal address, on creation and on change", async () => {
  const made = await makeWebhook(alice);
  const hosts = ["127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "①②⑦.⓪.⓪.①", "127。0。0。1", "[::1]"];
  hosts.push(
    "[::ffff:a9fe:a9fe]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fec0::1]",
    "[100::1]",
  );
  hosts.push("[fd00:ec2::254]", "0", "10.0.0.1.", "localhost.", "metadata.google.internal", "169.254.169.254");
  for (const host of hosts) {
    const url = `https://${host}/`;
    for (const answer of [
      await alice.ask("POST", WEBHOOKS, { url, event_types: ["*"] }),
      await alice.ask("PATCH", `${WEBHOOKS}/${made["id"]}`, { url }),
    ]) {
      const { errors } = assertProblem(answer, "invalid_parameter");
      assert.deepEqual([errors[0]?.name, errors[0]?.reason], ["url", "address_not_allowed"], host);
    }
  }
});

test("rejects the 11th endpoint with an error that states the limit", async () => {
  const bob = await here.createCustomer("bob");
  for (let n = 0; n < 10; n += 1) await makeWebhook(bob);
  const answer = await bob.ask("POST", WEBHOOKS, { url: URL_GIVEN, event_types: ["*"] });
  assert.equal(assertProblem(answer, "limit_reached")["limit"], 10);
  const { webhooks } = await bob.get(WEBHOOKS);
  assert.equal((await bob.ask("DELETE", `${WEBHOOKS}/${webhooks?.[0]?.["id"]}`)).status, 204);
  await makeWebhook(bob);
});

test("does not delete an endpoint used by an alert: the conflict names the alerts", async () => {
  const customer = await here.createCustomer("named");
  const { id } = await makeWebhook(customer);
  const draft = { name: "mine", filter: { ticker: ["NVDA"] }, webhook_ids: [id] };
  const alert = await customer.post(ALERTS, draft, 201);
  const refused = assertProblem(await customer.ask("DELETE", `${WEBHOOKS}/${id}`), "conflict");
  assert.deepEqual(refused["alert_ids"], [alert["id"]]);
  assert.equal((await customer.ask("PATCH", `${ALERTS}/${alert["id"]}`, { webhook_ids: [] })).status, 200);
  assert.equal((await customer.ask("DELETE", `${WEBHOOKS}/${id}`)).status, 204);
});

test("rejects an empty list and unknown types, expands * to all, and merges duplicates", async () => {
  const carol = await here.createCustomer("carol");
  const createWithTypes = async (event_types: unknown) => carol.ask("POST", WEBHOOKS, { url: URL_GIVEN, event_types });
  assert.equal(assertProblem(await createWithTypes([]), "invalid_parameter").errors[0]?.reason, "too_short");
  const unknown = assertProblem(await createWithTypes(["trade.created", "trade.made"]), "invalid_parameter").errors[0];
  assert.deepEqual([unknown?.name, unknown?.reason], ["event_types.1", "not_allowed"]);
  assert.deepEqual(unknown?.allowed, [...EVENT_TYPES, "*"]);
  for (const wrong of ["*", null, [1]]) assertProblem(await createWithTypes(wrong), "invalid_parameter");
  assert.deepEqual(json(await createWithTypes(["*"]))["event_types"], ["*"]);
  assert.deepEqual(json(await createWithTypes(["*", "trade.created"]))["event_types"], ["*"]);
  const merged = json(await createWithTypes(["trade.removed", "trade.created", "trade.created"]))["event_types"];
  assert.deepEqual(merged, ["trade.created", "trade.removed"]);
  const { rows } = await here.store.endpoints.list(carol.account.id, { limit: 9, skip: 2 });
  assert.deepEqual(rows[0]?.eventTypes, EVENT_TYPES);
});

test("queues a test event for this endpoint alone, and wakes the worker", async () => {
  const dora = await here.createCustomer("dora");
  const [one, other] = [await makeWebhook(dora, { event_types: ["trade.created"] }), await makeWebhook(dora)];
  const before = here.woken();
  const queued = QueuedSchema.parse(await dora.post(`${WEBHOOKS}/${one["id"]}/test`, undefined, 202));
  assert.equal(here.woken(), before + 1);
  const path = `${WEBHOOKS}/${one["id"]}/deliveries`;
  const { deliveries, total } = DeliveryListSchema.parse(await dora.get(path));
  assert.equal(total, 1);
  assert.deepEqual(
    [deliveries[0]?.id, deliveries[0]?.event_type, deliveries[0]?.status, deliveries[0]?.attempt_count],
    [queued.delivery_id, "webhook.test", "pending", 0],
  );
  const detail = DeliveryDetailSchema.parse(await dora.get(`${path}/${queued.delivery_id}`));
  assert.deepEqual({ ...detail, event: null }, { ...deliveries[0], attempts: [], event: null });
  assert.deepEqual([detail.event?.type, detail.event?.data], ["webhook.test", { message: "test" }]);
  for (const [query, total] of [
    ["since=2020-01-01T00:00:00Z", 1],
    ["until=2020-01-01T00:00:00Z", 0],
    ["since=2999-01-01T00:00:00Z", 0],
  ] as const) {
    assert.equal((await dora.get(`${path}?${query}`))["total"], total, query);
  }
  assertProblem(await dora.ask("GET", `${path}?since=2026-02-30T00:00:00Z`), "invalid_parameter");
  assert.equal((await dora.get(`${WEBHOOKS}/${other["id"]}/deliveries`))["total"], 0);
  assert.equal((await dora.get(`${WEBHOOKS}/${one["id"]}`))["pending_deliveries"], 1);
  assert.equal((await dora.get(`${path}?status=failed`))["total"], 0);
  assert.equal((await dora.get(`${path}?event_type=webhook.test&status=pending`))["total"], 1);
  assertProblem(await dora.ask("GET", `${path}?status=lost`), "invalid_parameter");
  assertProblem(await dora.ask("GET", `${WEBHOOKS}/${other["id"]}/deliveries/${queued.delivery_id}`), "not_found");
  const event = JSON.parse((await dora.ask("GET", `/api/v1/premium/events/${detail.event_id}`)).text);
  assert.deepEqual(event.data, { message: "test" });
});

test("shows the recorded attempts, and resends a delivery while its endpoint is enabled", async () => {
  const emil = await here.createCustomer("emil");
  const webhook = await makeWebhook(emil);
  const { delivery_id: id } = await emil.post(`${WEBHOOKS}/${webhook["id"]}/test`, {}, 202);
  const path = `${WEBHOOKS}/${webhook["id"]}/deliveries/${id}`;
  await here.store.deliveries.claim(
    "w",
    10,
    { leaseMs: 60_000, attemptsAtOnce: ATTEMPTS_AT_ONCE },
    new Date(Date.now() + 1000),
  );
  const attemptedAt = new Date("2026-11-20T08:05:16.789Z");
  const attempt = {
    number: 1,
    attemptedAt,
    statusCode: 503,
    error: "http_status",
    durationMs: 231.4,
    nextAttemptAt: null,
  } as const;
  const verdict = { attempt, status: "failed", nextAttemptAt: null, pauseEndpointUntil: null, disable: null } as const;
  assert.ok(await here.store.deliveries.recordVerdict("w", String(id), verdict));
  const failed = DeliveryDetailSchema.parse(await emil.get(path));
  assert.equal(failed.status, "failed");
  assert.deepEqual(failed.attempts, [
    {
      number: 1,
      attempted_at: "2026-11-20T08:05:16Z",
      status_code: 503,
      error: "http_status",
      duration_ms: 231,
      next_attempt_at: null,
    },
  ]);
  await emil.ask("PATCH", `${WEBHOOKS}/${webhook["id"]}`, { status: "paused" });
  for (const action of ["retry", "test", "recover"]) {
    const target = action === "retry" ? `${path}/retry` : `${WEBHOOKS}/${webhook["id"]}/${action}`;
    const body = action === "recover" ? { since: new Date(Date.now() - DAY_MS).toISOString() } : undefined;
    assertProblem(await emil.ask("POST", target, body), "conflict");
  }
  await emil.ask("PATCH", `${WEBHOOKS}/${webhook["id"]}`, { status: "enabled" });
  assert.deepEqual(await emil.post(`${path}/retry`, undefined, 202), { delivery_id: id });
  assert.deepEqual([(await emil.get(path))["status"], (await emil.get(path))["attempt_count"]], ["pending", 1]);
});

test("rotates the secret with an overlap, and rejects the 6th rotation within it", async () => {
  const fay = await here.createCustomer("fay");
  const webhook = await makeWebhook(fay);
  const path = `${WEBHOOKS}/${webhook["id"]}/secret/rotate`;
  const seen = new Set([webhook["secret"]]);
  const before = Date.now();
  const first = RotatedSchema.parse(await fay.post(path, undefined, 200));
  assert.ok(
    Math.abs(Date.parse(first.previous_secret_expires_at) - before - DAY_MS) < 60_000,
    "the default overlap is a day",
  );
  seen.add(first.secret as never);
  assert.equal((await fay.get(`${WEBHOOKS}/${webhook["id"]}`))["secret_expires_at"], first.previous_secret_expires_at);
  for (let n = 2; n <= 5; n += 1) seen.add((await fay.post(path, { overlap_seconds: 604_800 }, 200))["secret"]);
  assert.equal(seen.size, 6);
  assert.equal(typeof assertProblem(await fay.ask("POST", path, {}), "limit_reached")["limit"], "number");
  await fay.post(path, { overlap_seconds: 0 }, 200);
  const left = await here.store.endpoints.listSecrets(String(webhook["id"]), new Date());
  assert.equal(left.length, 1, "a rotation without overlap is always allowed, and ends all earlier secrets");
  for (const overlap_seconds of [-1, 604_801, 1.5, "60", null]) {
    assertProblem(await fay.ask("POST", path, { overlap_seconds }), "invalid_parameter");
  }
  const other = await makeWebhook(fay);
  const at_once = await fay.post(`${WEBHOOKS}/${other["id"]}/secret/rotate`, { overlap_seconds: 0 }, 200);
  const live = await here.store.endpoints.listSecrets(String(other["id"]), new Date(Date.now() + 1000));
  assert.equal(live.length, 1);
  assert.ok(at_once["secret"]);
});

test("rejects a recovery from more than 30 days ago, from the future, or that ends before it starts", async () => {
  const gil = await here.createCustomer("gil");
  const webhook = await makeWebhook(gil);
  const path = `${WEBHOOKS}/${webhook["id"]}/recover`;
  const formatAgo = (ms: number) => new Date(Date.now() - ms).toISOString();
  for (const [body, name, reason] of [
    [{ since: formatAgo(31 * DAY_MS) }, "since", "in_the_past"],
    [{ since: formatAgo(-DAY_MS) }, "since", "in_the_future"],
    [{ since: formatAgo(DAY_MS), until: formatAgo(2 * DAY_MS) }, "until", "inverted"],
    [{ since: "yesterday" }, "since", "malformed"],
    [{ since: "2026-02-30T00:00:00Z" }, "since", "malformed"],
    [{}, "since", "required"],
  ] as const) {
    const { errors } = assertProblem(await gil.ask("POST", path, body), "invalid_parameter");
    assert.deepEqual([errors[0]?.name, errors[0]?.reason], [name, reason], JSON.stringify(body));
  }
  assertProblem(await gil.ask("POST", path), "unsupported_media_type");
  await gil.post(`${WEBHOOKS}/${webhook["id"]}/test`, {}, 202);
  const queued = await gil.post(path, { since: formatAgo(DAY_MS) }, 202);
  assert.deepEqual(RecoveredSchema.parse(queued), { queued: 1 });
});

test("a recovery may resend delivered events, and events from before the endpoint existed", async () => {
  const ivy = await here.createCustomer("ivy");
  const first = await makeWebhook(ivy, { event_types: ["alert.triggered"] });
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const long = new Date(Date.now() - 3_600_000);
  const { deliveries } = here.store;
  const old = await deliveries.sendOne(
    ivy.account.id,
    String(first["id"]),
    "alert.triggered",
    { total_matches: 1 },
    long,
  );
  await deliveries.sendOne(ivy.account.id, String(first["id"]), "webhook.test", {}, long);
  const second = await makeWebhook(ivy, { event_types: ["*"] });
  const recover = async (id: unknown, also: object) =>
    (await ivy.post(`${WEBHOOKS}/${id}/recover`, { since, ...also }, 202))["queued"];
  assert.equal(await recover(second["id"], {}), 0);
  assert.equal(await recover(second["id"], { earlier: true }), 1, "a test event was only for the other endpoint");
  assert.equal(await recover(second["id"], { earlier: true }), 1, "nothing is queued twice");
  const leased = await deliveries.claim(
    "w",
    100,
    { leaseMs: 60_000, attemptsAtOnce: ATTEMPTS_AT_ONCE },
    new Date(Date.now() + 1000),
  );
  assert.ok(leased.some(({ delivery }) => delivery.id === old.id));
  const attempt = {
    number: 1,
    attemptedAt: new Date(),
    statusCode: 204,
    error: null,
    durationMs: 1,
    nextAttemptAt: null,
  };
  const verdict = {
    attempt,
    status: "succeeded",
    nextAttemptAt: null,
    pauseEndpointUntil: null,
    disable: null,
  } as const;
  assert.ok(await deliveries.recordVerdict("w", old.id, verdict));
  assert.equal(await recover(first["id"], {}), 1);
  assert.equal(await recover(first["id"], { succeeded: true }), 2);
});

test("every event type has a sample that matches its schema", async () => {
  const jo = await here.createCustomer("jo");
  const { event_types } = EventTypesSchema.parse(json(await jo.ask("GET", "/api/v1/premium/event-types")));
  assert.deepEqual(
    event_types.map(({ type, sample }) => [type, sample.type]),
    EVENT_TYPES.map((type) => [type, type]),
  );
});

test("an endpoint that the service disabled stays disabled until its status is changed", async () => {
  const hal = await here.createCustomer("hal");
  const webhook = await makeWebhook(hal);
  const path = `${WEBHOOKS}/${webhook["id"]}`;
  const draft = { url: URL_GIVEN, description: null, eventTypes: EVENT_TYPES, status: "disabled" } as const;
  await here.store.endpoints.replace(hal.account.id, String(webhook["id"]), draft, null, new Date());
  const changed = WebhookSchema.parse(json(await hal.ask("PATCH", path, { description: "still" })));
  assert.deepEqual([changed.status, changed.description], ["disabled", "still"]);
  const enabled = WebhookSchema.parse(json(await hal.ask("PATCH", path, { status: "enabled" })));
  assert.deepEqual([enabled.status, enabled.disabled_reason, enabled.disabled_at], ["enabled", null, null]);
});
