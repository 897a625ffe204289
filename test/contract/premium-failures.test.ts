/** Tests premium paths while the store fails, and that no body makes them fail. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { UnavailableError } from "../../src/base/errors.ts";
import { ALERTS, EVENTS, KEYS, makeAlert, makeWebhook, startPremium, WEBHOOKS } from "./premium-service.ts";
import { assertProblem, RECENT } from "./service.ts";

const here = await startPremium();
const alice = await here.createCustomer("alice");
after(() => here[Symbol.asyncDispose]());

test("if the store is down or full, premium returns 503 with Retry-After, and public paths keep working", async () => {
  let code: "service_unavailable" | "storage_full" = "service_unavailable";
  const fail = () => Promise.reject(new UnavailableError(code, "the disk at /var/lib is full", 5));
  await using broken = await startPremium({
    parts: (parts) => ({
      ...parts,
      tables: {
        ...parts.tables,
        alerts: { ...parts.tables.alerts, create: fail, list: fail },
        idempotency: { ...parts.tables.idempotency, forget: fail },
      },
    }),
  });
  const bob = await broken.createCustomer("bob");
  for (const each of ["service_unavailable", "storage_full"] as const) {
    code = each;
    for (const headers of [{}, { "Idempotency-Key": each }]) {
      const answer = await bob.ask("POST", ALERTS, { name: "x", filter: { ticker: ["A"] } }, headers as never);
      const { detail } = assertProblem(answer, each);
      assert.equal(answer.headers["retry-after"], "5");
      assert.doesNotMatch(String(detail), /disk|var/);
    }
    assertProblem(await bob.ask("GET", ALERTS), each);
    assert.equal((await bob.ask("GET", RECENT)).status, 200);
  }
});

test("an internal error reveals no internals", async () => {
  await using broken = await startPremium({
    parts: (parts) => ({
      ...parts,
      tables: {
        ...parts.tables,
        events: {
          ...parts.tables.events,
          readSequenceRange: () => Promise.reject(new TypeError("no such column: secret")),
        },
      },
    }),
  });
  const carol = await broken.createCustomer("carol");
  const answer = await carol.ask("GET", EVENTS);
  assertProblem(answer, "internal_error");
  assert.doesNotMatch(answer.text, /column/);
});

test("no body, however odd, breaks an endpoint or reaches another account's", async () => {
  const webhook = await makeWebhook(alice);
  const alert = await makeAlert(alice);
  const targets: readonly (readonly [string, string])[] = [
    ["POST", ALERTS],
    ["PATCH", `${ALERTS}/${alert["id"]}`],
    ["POST", `${ALERTS}/preview`],
    ["POST", `${ALERTS}/${alert["id"]}/test`],
    ["POST", WEBHOOKS],
    ["PATCH", `${WEBHOOKS}/${webhook["id"]}`],
    ["POST", `${WEBHOOKS}/${webhook["id"]}/secret/rotate`],
    ["POST", `${WEBHOOKS}/${webhook["id"]}/recover`],
    ["POST", KEYS],
  ];
  const members = ["name", "filter", "status", "alert_type", "webhook_ids", "quiet_days", "notification_email", "url"];
  members.push("event_types", "description", "since", "until", "overlap_seconds", "expires_at", "days", "ticker", "q");
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom("active", "paused", "*", ["*"], "https://example.com/", { ticker: ["A"] }, { q: "\0" }, -0, 1e300),
  );
  const body = fc.dictionary(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...members) }, fc.string()), value, {
    maxKeys: 6,
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), body, async ([method, path], sent) => {
      const { status, text } = await alice.ask(method, path, sent);
      assert.ok(status < 500, `${method} ${path} ${JSON.stringify(sent)}: ${text}`);
    }),
    { numRuns: 400 },
  );
});
