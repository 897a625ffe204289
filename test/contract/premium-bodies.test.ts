/** Tests bodies, repeated requests and preconditions (docs/contract.md). */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  ALERTS,
  type Customer,
  KEYS,
  makeAlert,
  makeWebhook,
  PREMIUM,
  startPremium,
  URL_GIVEN,
  WEBHOOKS,
} from "./premium-service.ts";
import { type Answered, assertCommonHeaders, assertProblem, createFakeClock, json, parseAnswer } from "./service.ts";

const here = await startPremium();
const alice = await here.createCustomer("alice");
after(() => here[Symbol.asyncDispose]());

const GOOD = JSON.stringify({ name: "x", filter: { ticker: ["AAPL"] } });

function send(customer: Customer, body: Buffer | string, headers: Record<string, string> = {}): Promise<Answered> {
  return here.service.ask(ALERTS, {
    method: "POST",
    headers: { authorization: `Bearer ${customer.key}`, "content-type": "application/json", ...headers },
    body,
  });
}

async function countAlerts(): Promise<number> {
  return Number((await alice.get(ALERTS))["total"]);
}

test("a body that is not a single JSON object, or is ambiguous, is malformed", async () => {
  const before = await countAlerts();
  const bodies: (string | Buffer)[] = [
    "x",
    GOOD.slice(0, -1),
    "[]",
    "null",
    '"x"',
    "1",
    "",
    " ",
    "NaN",
    `${GOOD}${GOOD}`,
  ];
  bodies.push('{"name":"a","name":"b","filter":{"ticker":["A"]}}', "[".repeat(10_000), '{"a":'.repeat(10_000));
  bodies.push('{"name":NaN}', GOOD.replace('"x"', '"\\ud800"'), GOOD.replace("{", '{"__proto__":{"plan":"x"},'));
  bodies.push(Buffer.from(GOOD, "utf16le"), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(GOOD, "utf16le")]));
  bodies.push(Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]));
  for (const body of bodies) {
    const problem = assertProblem(await send(alice, body), "malformed_request");
    assert.ok(String(problem["detail"]).length < 200);
  }
  assert.equal(await countAlerts(), before);
  assert.equal(({} as Record<string, unknown>)["plan"], undefined);
});

test("skips a byte order mark", async () => {
  const answer = await send(alice, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(GOOD)]));
  assert.equal(answer.status, 201, answer.text);
});

test("returns 415 for another type, no type, another character set and a compressed body", async () => {
  for (const headers of [
    { "content-type": "text/plain" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-type": "application/json; charset=utf-16" },
    { "content-type": "application/jsonp" },
    { "content-type": "" },
    { "content-encoding": "gzip" },
  ]) {
    assertProblem(await send(alice, GOOD, headers), "unsupported_media_type");
  }
  const authorization = `Bearer ${alice.key}`;
  const untyped = await here.service.ask(ALERTS, { method: "POST", headers: { authorization }, body: GOOD });
  assertProblem(untyped, "unsupported_media_type");
  for (const type of ["Application/JSON", "application/json;charset=UTF-8", 'application/json; charset="utf-8"']) {
    assert.equal((await send(alice, GOOD, { "content-type": type })).status, 201, type);
  }
});

test("returns 413 and closes the connection for a body above 64 KiB, with Content-Length or chunked", async () => {
  const authorization = `Authorization: Bearer ${alice.key}\r\nContent-Type: application/json\r\nHost: x`;
  const declared = await here.service.sendRaw(
    `POST ${ALERTS} HTTP/1.1\r\n${authorization}\r\nContent-Length: 1073741824\r\n\r\n{`,
  );
  const answer = parseAnswer(declared);
  assertProblem(answer, "content_too_large");
  assert.equal(answer.headers.connection, "close");
  const socket = await here.service.openSocket();
  socket.write(`POST ${ALERTS} HTTP/1.1\r\n${authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const chunk = `4000\r\n${"a".repeat(0x4000)}\r\n`;
  let sent = 0;
  const pump = setInterval(() => {
    socket.write(chunk);
    sent += 1;
  }, 1);
  const text = await new Promise<string>((resolve) => {
    let received = "";
    socket.on("data", (bytes: Buffer) => {
      received += bytes.toString("latin1");
    });
    socket.once("close", () => resolve(received));
  });
  clearInterval(pump);
  assertProblem(parseAnswer(text), "content_too_large");
  assert.ok(sent < 100_000);
  const largest = JSON.stringify({ name: "x", filter: { ticker: ["AAPL"] } }).padEnd(65_536, " ");
  assert.equal((await send(alice, largest)).status, 201);
  assertProblem(await send(alice, `${largest} `), "content_too_large");
});

test("rejects unknown and read-only fields, each named with its own reason", async () => {
  const alert = await makeAlert(alice);
  const webhook = await makeWebhook(alice);
  const cases = [
    ["POST", WEBHOOKS, { urll: URL_GIVEN, url: URL_GIVEN, event_types: ["*"] }, "urll", "unknown_member"],
    ["POST", WEBHOOKS, { id: "whk_1", url: URL_GIVEN, event_types: ["*"] }, "id", "read_only"],
    ["POST", WEBHOOKS, { status: "disabled", url: URL_GIVEN, event_types: ["*"] }, "status", "read_only"],
    ["POST", WEBHOOKS, { plan: "premium", url: URL_GIVEN, event_types: ["*"] }, "plan", "unknown_member"],
    ["POST", WEBHOOKS, { constructor: 1, url: URL_GIVEN, event_types: ["*"] }, "constructor", "unknown_member"],
    ["PATCH", `${WEBHOOKS}/${webhook["id"]}`, { status: "disabled" }, "status", "read_only"],
    ["PATCH", `${WEBHOOKS}/${webhook["id"]}`, { secret: "whsec_x" }, "secret", "read_only"],
    ["PATCH", `${WEBHOOKS}/${webhook["id"]}`, { account_id: null }, "account_id", "unknown_member"],
    ["POST", ALERTS, { name: "x", filter: { ticker: ["A"] }, match_count: 5 }, "match_count", "read_only"],
    ["POST", ALERTS, { name: "x", filter: { tickers: ["A"] } }, "filter.tickers", "unknown_member"],
    ["PATCH", `${ALERTS}/${alert["id"]}`, { created_at: null }, "created_at", "read_only"],
    ["PATCH", `${ALERTS}/${alert["id"]}`, { filter: { plan: "premium" } }, "filter.plan", "unknown_member"],
    ["POST", `${WEBHOOKS}/${webhook["id"]}/test`, { x: 1 }, "x", "unknown_member"],
    ["POST", KEYS, { account: "other" }, "account", "unknown_member"],
  ] as const;
  for (const [method, path, body, name, reason] of cases) {
    const { errors } = assertProblem(await alice.ask(method, path, body), "invalid_parameter");
    assert.deepEqual([errors[0]?.in, errors[0]?.name, errors[0]?.reason], ["body", name, reason], JSON.stringify(body));
  }
  assert.equal((await alice.get(`${WEBHOOKS}/${webhook["id"]}`))["status"], "enabled");
});

test("executes a request once per idempotency key and body, and replays the response, including secrets", async () => {
  const headers = { "Idempotency-Key": "order 1: 1234" };
  const body = { url: URL_GIVEN, event_types: ["*"] };
  const first = await alice.ask("POST", WEBHOOKS, body, headers);
  const again = await alice.ask("POST", WEBHOOKS, body, headers);
  assert.equal(first.status, 201);
  assert.equal(first.headers["idempotency-replayed"], undefined);
  assert.equal(again.status, 201);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.equal(again.text, first.text);
  assert.match(String(json(again)["secret"]), /^whsec_/);
  for (const name of ["location", "etag", "content-type", "cache-control"]) {
    assert.equal(again.headers[name], first.headers[name], name);
  }
  assertCommonHeaders(again);
  assert.notEqual(again.headers["x-request-id"], first.headers["x-request-id"]);
});

test("returns 422 if an idempotency key is reused with another body; each path and account has separate keys", async () => {
  const bob = await here.createCustomer("bob");
  const headers = { "Idempotency-Key": "k" };
  const alert = { name: "x", filter: { ticker: ["A"] } };
  assert.equal((await alice.ask("POST", ALERTS, alert, headers)).status, 201);
  assertProblem(await alice.ask("POST", ALERTS, { ...alert, name: "y" }, headers), "idempotency_key_reused");
  const elsewhere = await alice.ask("POST", `${ALERTS}/preview`, { filter: { ticker: ["A"] } }, headers);
  assert.equal(elsewhere.status, 200);
  const other = await bob.ask("POST", ALERTS, alert, headers);
  assert.equal(other.status, 201);
  assert.equal(other.headers["idempotency-replayed"], undefined);
});

test("returns 409 with Retry-After for a repeated idempotency key while the first request is in progress", async () => {
  const begun = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  await using slow = await startPremium({
    parts: (parts) => ({
      ...parts,
      tables: {
        ...parts.tables,
        alerts: {
          ...parts.tables.alerts,
          create: async (...draft) => {
            begun.resolve();
            await going.promise;
            return parts.tables.alerts.create(...draft);
          },
        },
      },
    }),
  });
  const carol = await slow.createCustomer("carol");
  const headers = { "Idempotency-Key": "once" };
  const alert = { name: "x", filter: { ticker: ["A"] } };
  const first = carol.ask("POST", ALERTS, alert, headers);
  // Of two simultaneous requests, either may come first on PostgreSQL: the second is sent once the first has begun.
  await begun.promise;
  const second = await carol.ask("POST", ALERTS, alert, headers);
  assert.equal(second.status, 409, second.text);
  assert.equal(json(second)["code"], "conflict");
  assert.equal(second.headers["retry-after"], "1");
  going.resolve();
  assert.equal((await first).status, 201);
  assert.equal((await carol.ask("POST", ALERTS, alert, headers)).headers["idempotency-replayed"], "true");
  assert.equal((await carol.get(ALERTS))["total"], 1);
});

test("returns 400 for an idempotency key that is empty, too long or not printable ASCII; accepts 255 characters", async () => {
  const alert = { name: "x", filter: { ticker: ["A"] } };
  for (const key of ["k".repeat(300), "", "caf\u00e9"]) {
    const { errors } = assertProblem(
      await alice.ask("POST", ALERTS, alert, { "Idempotency-Key": key }),
      "invalid_parameter",
    );
    assert.deepEqual([errors[0]?.in, errors[0]?.name], ["header", "Idempotency-Key"]);
  }
  assert.equal((await alice.ask("POST", ALERTS, alert, { "Idempotency-Key": "k".repeat(255) })).status, 201);
});

test("a rejected request does not use up its idempotency key", async () => {
  const headers = { "Idempotency-Key": "retry me" };
  const wrong = { name: "x", filter: {}, webhook_ids: [] };
  assertProblem(await alice.ask("POST", ALERTS, wrong, headers), "invalid_parameter");
  const right = { name: "x", filter: { ticker: ["A"] } };
  assert.equal((await alice.ask("POST", ALERTS, right, headers)).status, 201);
});

test("replays the response for an idempotency key for 24 hours", async () => {
  const time = createFakeClock();
  await using service = await startPremium({ clock: time.readMonotonicMs, wallClock: time.readWallClockMs });
  const dora = await service.createCustomer("dora");
  const headers = { "Idempotency-Key": "daily" };
  const alert = { name: "x", filter: { ticker: ["A"] } };
  const first = await dora.ask("POST", ALERTS, alert, headers);
  time.advance(24 * 3_600_000 - 1);
  assert.equal((await dora.ask("POST", ALERTS, alert, headers)).text, first.text);
  time.advance(1);
  const next = await dora.ask("POST", ALERTS, alert, headers);
  assert.equal(next.headers["idempotency-replayed"], undefined);
  assert.notEqual(json(next)["id"], json(first)["id"]);
});

test("without an idempotency key, sending the same request twice creates two endpoints", async () => {
  const [one, two] = [await makeWebhook(alice), await makeWebhook(alice)];
  assert.notEqual(one["id"], two["id"]);
  assert.notEqual(one["secret"], two["secret"]);
});

test("returns 412 for an If-Match with an earlier version; the current version, in a list or as *, succeeds", async () => {
  for (const [path, made, patch] of [
    [ALERTS, await alice.ask("POST", ALERTS, JSON.parse(GOOD)), { name: "changed" }],
    [WEBHOOKS, await alice.ask("POST", WEBHOOKS, { url: URL_GIVEN, event_types: ["*"] }), { description: "changed" }],
  ] as const) {
    const one = `${path}/${json(made)["id"]}`;
    assert.equal(made.headers.location, `https://api.example${one}`);
    const stale = String(made.headers.etag);
    assert.match(stale, /^"[^"]+"$/);
    const read = String((await alice.ask("GET", one)).headers.etag);
    const changed = await alice.ask("PATCH", one, patch, { "If-Match": read });
    assert.equal(changed.status, 200, changed.text);
    const now = String(changed.headers.etag);
    assert.notEqual(now, stale);
    for (const tag of [stale, `W/${now}`, '"x"', "garbage", `${stale}, "y"`]) {
      assertProblem(await alice.ask("PATCH", one, patch, { "If-Match": tag }), "precondition_failed");
      assertProblem(await alice.ask("DELETE", one, undefined, { "If-Match": tag }), "precondition_failed");
    }
    const among = await alice.ask("PATCH", one, patch, { "If-Match": `"x", ${now}` });
    assert.equal(among.status, 200);
    assert.equal((await alice.ask("PATCH", one, patch, { "If-Match": "*" })).status, 200);
    assert.equal((await alice.ask("PATCH", one, patch)).status, 200);
    const latest = String((await alice.ask("GET", one)).headers.etag);
    assert.equal((await alice.ask("DELETE", one, undefined, { "If-Match": latest })).status, 204);
    assertProblem(await alice.ask("PATCH", one, patch, { "If-Match": "*" }), "not_found");
  }
});

test("a patch is a merge patch in either media type, and simultaneous patches are not lost", async () => {
  const alert = await makeAlert(alice, { filter: { ticker: ["AAPL"], chamber: "house", min_amount: 15001 } });
  const path = `${ALERTS}/${alert["id"]}`;
  const type = { "content-type": "application/merge-patch+json" };
  const changed = await alice.ask("PATCH", path, { filter: { chamber: null, ticker: ["MSFT"] } }, type);
  assert.deepEqual(json(changed)["filter"], { ticker: ["MSFT"], min_amount: 15001 });
  assertProblem(await alice.ask("PATCH", path, { filter: { ticker: null, min_amount: null } }), "invalid_parameter");
  assertProblem(await alice.ask("PATCH", path, { name: null }), "invalid_parameter");
  const both = await Promise.all([
    alice.ask("PATCH", path, { name: "renamed" }),
    alice.ask("PATCH", path, { status: "paused" }),
  ]);
  for (const each of both) assert.equal(each.status, 200, each.text);
  const now = await alice.get(path);
  assert.deepEqual([now["name"], now["status"]], ["renamed", "paused"]);
});

test("returns 304 for an unchanged resource", async () => {
  const alert = await makeAlert(alice);
  const path = `${ALERTS}/${alert["id"]}`;
  const tag = String((await alice.ask("GET", path)).headers.etag);
  const answer = await alice.ask("GET", path, undefined, { "If-None-Match": tag });
  assert.equal(answer.status, 304);
  assert.equal(answer.headers["cache-control"], "private, no-cache");
  assert.equal((await alice.ask("GET", `${PREMIUM}/account`)).headers.etag, undefined);
});
