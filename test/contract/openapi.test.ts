import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { buildOpenApiDocument } from "../../src/api/documentation/openapi.ts";
import { EVENT_TYPES } from "../../src/domain/premium.ts";
import { PROBLEMS } from "../../src/http/problems.ts";
import { makeDocument, makePublicRoutes } from "./made-document.ts";
import type { Json } from "./made-routes.ts";

const routes = makePublicRoutes();
const document = (await buildOpenApiDocument(routes, "https://api.example/api/v1")) as unknown as Json;
const text = JSON.stringify(document);

const everything = (await makeDocument()) as unknown as Json;

/** Returns the target of a reference, or the value itself if it is no reference. */
function resolve(value: Json | undefined): Json {
  const target = value?.["$ref"] as unknown;
  if (typeof target !== "string") return value ?? {};
  return target
    .slice(2)
    .split("/")
    .reduce<Json>((at, key) => at[key] ?? {}, document);
}

function* walkNodes(value: unknown, path = ""): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value as Record<string, unknown>];
  for (const [key, each] of Object.entries(value)) yield* walkNodes(each, `${path}/${key}`);
}

test("the document is OpenAPI 3.1, version 1.0, and names every route", () => {
  assert.equal(document["openapi"], "3.1.0" as unknown as Json);
  assert.equal(document["info"]?.["version"], "1.0" as unknown as Json);
  for (const { path, method, name } of routes) {
    const operation = document["paths"]?.[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    assert.equal(operation?.["operationId"], name as unknown as Json);
  }
});

test("every reference leads to a definition, not to another reference", () => {
  for (const [path, { $ref }] of walkNodes(document)) {
    if (typeof $ref !== "string") continue;
    const target = $ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    assert.ok(typeof target === "object" && target !== null, `${path}: ${$ref}`);
    assert.ok(!("$ref" in target), `${path}: ${$ref} leads to a reference`);
    assert.ok(Object.keys(target).length > 0, `${path}: ${$ref} leads to nothing`);
  }
});

test("has no duplicate names, no float bounds, no dialect, and allows additional properties", () => {
  assert.doesNotMatch(text, /9007199254740991|\$schema|\$defs|"additionalProperties":false|Input"|Output"/);
  const names = Object.keys(document["components"]?.["schemas"] ?? {});
  assert.ok(names.includes("Trade") && names.includes("Problem"));
  for (const name of names) assert.match(name, /^[A-Z][A-Za-z]+$/);
});

test("every operation describes its responses, their headers and bodies", () => {
  for (const [path, item] of Object.entries(document["paths"] ?? {})) {
    const responses = item["get"]?.["responses"] ?? {};
    const statuses = Object.keys(responses);
    for (const status of ["200", "304", "400", "404", "429", "4XX", "500", "503"]) {
      if (status === "404" && !path.includes("{")) continue;
      if (status === "304" && !resolve(responses["200"])["headers"]?.["ETag"]) continue;
      assert.ok(statuses.includes(status), `${path} ${status}`);
    }
    for (const [status, told] of Object.entries(responses) as [string, Json][]) {
      const response = resolve(told);
      assert.ok(response["description"], `${path} ${status}`);
      for (const name of ["X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"]) {
        assert.ok(response["headers"]?.[name], `${path} ${status} ${name}`);
      }
      assert.equal(Boolean(response["content"]), status !== "304" && status !== "308");
      assert.equal(Boolean(response["headers"]?.["Retry-After"]), status === "429" || status === "503");
    }
  }
});

test("parameters state the defaults and limits that apply", () => {
  const told = document["paths"]?.["/politicians/"]?.["get"]?.["parameters"] as unknown as Json[];
  const parameters = told.map(resolve) as unknown as { name: string; schema: Record<string, unknown> }[];
  const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  assert.deepEqual(schemas["limit"], { type: "integer", minimum: 1, maximum: 200, default: 50 });
  assert.deepEqual(schemas["skip"], { type: "integer", minimum: 0, default: 0 });
  assert.deepEqual(schemas["chamber"], { type: "string", enum: ["senate", "house"] });
});

test("every schema has an example that it accepts", () => {
  const seen = new Set<string>();
  for (const { description } of routes) {
    const response = description?.response;
    if (!response) continue;
    const meta = response.meta();
    const [example] = (meta?.["examples"] ?? []) as unknown[];
    assert.ok(example, meta?.id);
    assert.doesNotThrow(() => response.parse(example), z.ZodError, meta?.id);
    seen.add(String(meta?.id));
  }
  assert.ok(seen.size > 5);
});

test("every problem a route names is in the catalog", () => {
  for (const { description } of routes) for (const code of description?.problems ?? []) assert.ok(PROBLEMS[code]);
});

test("the document is under 250,000 bytes: operations share common parts", () => {
  const whole = Buffer.byteLength(JSON.stringify(everything));
  assert.ok(whole < 250_000, `${whole} bytes`);
  const operations = Object.values(everything["paths"] ?? {}).flatMap((methods) => Object.values(methods));
  assert.ok(operations.length > 30);
  // An operation has 1,500 bytes on average; it would have 10,000 if the shared parts were written out in it.
  const bytes = Buffer.byteLength(JSON.stringify(operations)) / operations.length;
  assert.ok(bytes < 2_000, `${bytes} bytes an operation`);
  for (const [section, known] of Object.entries(everything["components"] ?? {})) {
    const bodies = Object.values(known).map((each) => JSON.stringify(each));
    if (section === "parameters" || section === "responses") assert.equal(new Set(bodies).size, bodies.length, section);
  }
  for (const [path, { parameters, responses }] of walkNodes(everything["paths"])) {
    for (const each of (parameters ?? []) as Json[]) assert.ok(each["$ref"], path);
    for (const [status, each] of Object.entries((responses ?? {}) as Json)) {
      assert.ok(status.startsWith("2") || each["$ref"], `${path} ${status}`);
    }
  }
  const successes = operations.flatMap(({ responses }) =>
    Object.entries(responses as Json).flatMap(([status, each]) =>
      each["$ref"] ? [] : [status + JSON.stringify(each)],
    ),
  );
  assert.equal(new Set(successes).size, successes.length);
});

test("every definition is used by an operation", () => {
  const all = JSON.stringify(everything);
  for (const section of ["schemas", "parameters", "responses", "headers"]) {
    for (const name of Object.keys(everything["components"]?.[section] ?? {})) {
      assert.ok(all.includes(`"#/components/${section}/${name}"`), `${section}/${name}`);
    }
  }
});

test("a request schema requires no property that has a default", () => {
  const bodies = [...walkNodes(everything["paths"])].flatMap(([path, { requestBody }]) =>
    requestBody === undefined ? [] : ([[path, requestBody]] as [string, Json][]),
  );
  assert.ok(bodies.length > 8);
  for (const [path, body] of bodies) {
    const name = String(body["content"]?.["application/json"]?.["schema"]?.["$ref"]).split("/").at(-1) ?? "";
    const schema = everything["components"]?.["schemas"]?.[name] ?? {};
    assert.ok(schema["type"], `${path} ${name}`);
    for (const [member, about] of Object.entries(schema["properties"] ?? {})) {
      const required = (schema["required"] ?? []) as unknown as string[];
      assert.ok(!("default" in about), `${path} ${member}: generators take a member with a default for required`);
      if (/ Default: `/.test(String(about["description"]))) assert.ok(!required.includes(member), `${path} ${member}`);
    }
  }
  const alert = everything["components"]?.["schemas"]?.["AlertRequest"];
  assert.deepEqual(alert?.["required"], ["name", "filter"] as unknown as Json);
});

test("an event is one of several types, distinguished by `type`", () => {
  const event = everything["components"]?.["schemas"]?.["Event"] ?? {};
  const types = Object.values(event["oneOf"] ?? {}).map(({ $ref }) => String($ref));
  assert.equal(types.length, EVENT_TYPES.length);
  const mapping = (event["discriminator"]?.["mapping"] ?? {}) as unknown as Record<string, string>;
  assert.equal(String(event["discriminator"]?.["propertyName"]), "type");
  assert.deepEqual(Object.values(mapping).sort(), types.sort());
  for (const type of EVENT_TYPES) {
    const schema = everything["components"]?.["schemas"]?.[mapping[type]?.split("/").at(-1) ?? ""];
    assert.match(JSON.stringify(schema), new RegExp(`"const":"${type}"`));
  }
});
