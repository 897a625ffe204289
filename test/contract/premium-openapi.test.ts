/** Tests the premium part of the OpenAPI document: operations, bodies, credentials, and webhooks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { buildOpenApiDocument } from "../../src/api/documentation/openapi.ts";
import { EVENT_PAYLOADS, EventSchema } from "../../src/api/premium/event-schema.ts";
import { EVENT_TYPES } from "../../src/domain/premium.ts";
import { PROBLEMS } from "../../src/http/problems.ts";
import { type Json, makePremiumRoutes } from "./made-routes.ts";

const routes = makePremiumRoutes();
const document = (await buildOpenApiDocument(routes, "https://api.example/api/v1")) as unknown as Json;

/** Every endpoint of the specification's tables. */
const SPECIFIED = `
GET /premium/account
GET /premium/keys
POST /premium/keys
DELETE /premium/keys/{id}
GET /premium/alerts
POST /premium/alerts
GET /premium/alerts/{id}
PATCH /premium/alerts/{id}
DELETE /premium/alerts/{id}
GET /premium/alerts/{id}/matches
POST /premium/alerts/preview
POST /premium/alerts/{id}/test
POST /premium/alerts/{id}/test-email
GET /premium/emails
POST /premium/emails/confirm
POST /premium/emails/confirmations
POST /premium/webhooks
GET /premium/webhooks
GET /premium/webhooks/{id}
PATCH /premium/webhooks/{id}
DELETE /premium/webhooks/{id}
POST /premium/webhooks/{id}/test
POST /premium/webhooks/{id}/secret/rotate
POST /premium/webhooks/{id}/recover
GET /premium/webhooks/{id}/deliveries
GET /premium/webhooks/{id}/deliveries/{delivery}
POST /premium/webhooks/{id}/deliveries/{delivery}/retry
GET /premium/events
GET /premium/events/{id}
GET /premium/event-types`
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [string, string]);

function findOperation(method: string, path: string): Json {
  const operation = document["paths"]?.[path]?.[method.toLowerCase()];
  assert.ok(operation, `${method} ${path}`);
  return operation;
}

/** Returns the target of a reference, or the value itself if it is no reference. */
function resolve(value: Json | undefined): Json {
  const target = value?.["$ref"] as unknown;
  if (typeof target !== "string") return value ?? {};
  return target
    .slice(2)
    .split("/")
    .reduce<Json>((at, key) => at[key] ?? {}, document);
}

/** Returns the properties of a schema and of the schemas that it extends. */
function listProperties(schema: Json | undefined): Json {
  const parts = ((schema?.["allOf"] ?? []) as unknown as Json[]).map((part) => listProperties(resolve(part)));
  return Object.assign({}, ...parts, schema?.["properties"]) as Json;
}

test("has every endpoint, and each requires a key and describes its errors", () => {
  assert.equal(routes.length, SPECIFIED.length);
  for (const [method, path] of SPECIFIED) {
    const operation = findOperation(method, path);
    assert.deepEqual(operation["security"] ?? document["security"], [{ key: [] }]);
    const statuses = Object.keys(operation["responses"] ?? {});
    for (const status of ["400", "401", "403", "429", "4XX", "500", "503"]) {
      assert.ok(statuses.includes(status), `${method} ${path} ${status}`);
    }
    assert.equal(statuses.includes("404"), path.includes("{") || /POST .*alerts/.test(`${method} ${path}`), path);
    assert.ok(resolve(operation["responses"]?.["401"])["headers"]?.["WWW-Authenticate"]);
    const named = (operation["parameters"] as unknown as Json[]).map((each) => String(resolve(each)["name"]));
    assert.equal(named.includes("Idempotency-Key"), method === "POST");
    assert.equal(named.includes("If-Match"), method === "PATCH" || (method === "DELETE" && !path.includes("keys")));
    for (const [, parameter] of path.matchAll(/\{(\w+)\}/g)) assert.ok(named.includes(String(parameter)));
  }
  const { key } = (document["components"]?.["securitySchemes"] ?? {}) as Json;
  assert.deepEqual([key?.["type"], key?.["scheme"]], ["http", "bearer"]);
});

test("describes request bodies, with only the properties that can be set", () => {
  for (const [method, path] of SPECIFIED) {
    const body = findOperation(method, path)["requestBody"];
    assert.equal(body !== undefined, method === "POST" || method === "PATCH", `${method} ${path}`);
  }
  const schemas = document["components"]?.["schemas"] as Json;
  const listNames = (name: string) => Object.keys(listProperties(schemas[name])).sort();
  const alert = ["alert_type", "filter", "name", "notification_email", "politicians", "quiet_days", "status"];
  alert.push("webhook_ids", "window_days", "cadence", "hour", "time_zone", "when_empty");
  alert.sort();
  assert.deepEqual(listNames("AlertRequest"), alert);
  assert.deepEqual(listNames("AlertPatch"), alert);
  assert.equal(schemas["AlertPatch"]?.["required"], undefined);
  assert.doesNotMatch(JSON.stringify(schemas["AlertPatch"]), /"default"/);
  assert.deepEqual(listNames("WebhookRequest"), ["description", "event_types", "url"]);
  assert.deepEqual(listNames("WebhookPatch"), ["description", "event_types", "status", "url"]);
  assert.ok(listNames("NewWebhook").includes("secret"));
  for (const name of ["Webhook", "WebhookList", "Key", "KeyList", "PremiumAccount"]) {
    assert.doesNotMatch(JSON.stringify(schemas[name]), /"(secret|key)":\{[^}]*Shown/, name);
  }
});

test("the webhooks section has every event type, with its headers and its schema", () => {
  assert.deepEqual(Object.keys(document["webhooks"] ?? {}), [...EVENT_TYPES]);
  for (const { type, schema } of EVENT_PAYLOADS) {
    const post = document["webhooks"]?.[type]?.["post"] as Json;
    const headers = (post["parameters"] as unknown as Json[]).map((each) => resolve(each)["name"]);
    assert.deepEqual(headers, ["webhook-id", "webhook-timestamp", "webhook-signature"]);
    const { $ref } = (post["requestBody"]?.["content"]?.["application/json"]?.["schema"] ?? {}) as Json;
    assert.ok(document["components"]?.["schemas"]?.[String($ref).split("/").at(-1) ?? ""], String($ref));
    assert.equal(schema.safeParse({ type }).success, false);
  }
  const [example] = (EventSchema.meta()?.["examples"] ?? []) as unknown[];
  assert.doesNotThrow(() => EVENT_PAYLOADS[0]?.schema.parse(example));
});

test("every response has an example that its schema accepts, and every problem is in the catalog", () => {
  for (const { name, description } of routes) {
    for (const code of description?.problems ?? []) assert.ok(PROBLEMS[code], name);
    const response = description?.response;
    if (!response) continue;
    const [example] = (response.meta()?.["examples"] ?? []) as unknown[];
    assert.ok(example, name);
    assert.doesNotThrow(() => response.parse(example), z.ZodError, name);
  }
});

test("every reference resolves, and operations have unique names", () => {
  const text = JSON.stringify(document);
  for (const [, path = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = path.split("/").reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document);
    assert.notEqual(found, undefined, path);
  }
  const names = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length);
  assert.doesNotMatch(text, /\$schema|\$defs|"additionalProperties":false|9007199254740991/);
});
