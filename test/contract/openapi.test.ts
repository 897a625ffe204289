import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { openApiDocument } from "../../src/api/openapi.ts";
import { PROBLEMS } from "../../src/api/problems.ts";
import { routeTable } from "../../src/api/routes.ts";
import { madeDataset, madeRecords } from "./made-dataset.ts";
import { madeLedger } from "./made-ledger.ts";
import { madeMarket } from "./made-market.ts";

type Json = { [key: string]: Json } & { [key: number]: Json };

const routes = routeTable(madeDataset(), madeRecords(), madeLedger(), madeMarket(), "https://api.example/api/v1");
const document = openApiDocument(routes, "https://api.example/api/v1") as unknown as Json;
const text = JSON.stringify(document);

function* nodes(value: unknown, path = ""): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value as Record<string, unknown>];
  for (const [key, each] of Object.entries(value)) yield* nodes(each, `${path}/${key}`);
}

test("it is OpenAPI 3.1, version 1.0, and names every route", () => {
  assert.equal(document["openapi"], "3.1.0" as unknown as Json);
  assert.equal(document["info"]?.["version"], "1.0" as unknown as Json);
  for (const { path, method, name } of routes) {
    const operation = document["paths"]?.[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    assert.equal(operation?.["operationId"], name as unknown as Json);
  }
});

test("every reference leads to what is described, not to another reference", () => {
  for (const [path, { $ref }] of nodes(document)) {
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

test("it is tidy: no doubled names, no bounds of a double, no dialect, nothing closed to additions", () => {
  assert.doesNotMatch(text, /9007199254740991|\$schema|\$defs|"additionalProperties":false|Input"|Output"/);
  const names = Object.keys(document["components"]?.["schemas"] ?? {});
  assert.ok(names.includes("Trade") && names.includes("Problem"));
  for (const name of names) assert.match(name, /^[A-Z][A-Za-z]+$/);
});

test("every operation describes its responses, their headers and bodies", () => {
  for (const [path, item] of Object.entries(document["paths"] ?? {})) {
    const responses = item["get"]?.["responses"] ?? {};
    const statuses = Object.keys(responses);
    for (const status of ["200", "304", "400", "404", "405", "429", "500", "503"]) {
      if (status === "404" && !path.includes("{")) continue;
      if (status === "304" && !responses["200"]?.["headers"]?.["ETag"]) continue;
      assert.ok(statuses.includes(status), `${path} ${status}`);
    }
    for (const [status, response] of Object.entries(responses) as [string, Json][]) {
      assert.ok(response["description"], `${path} ${status}`);
      for (const name of ["X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"]) {
        assert.ok(response["headers"]?.[name], `${path} ${status} ${name}`);
      }
      assert.equal(Boolean(response["content"]), status !== "304" && status !== "308");
      assert.equal(Boolean(response["headers"]?.["Retry-After"]), status === "429" || status === "503");
    }
  }
});

test("parameters carry the defaults and bounds that are applied", () => {
  const parameters = document["paths"]?.["/politicians/"]?.["get"]?.["parameters"] as unknown as {
    name: string;
    schema: Record<string, unknown>;
  }[];
  const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  assert.deepEqual(schemas["limit"], { type: "integer", minimum: 1, maximum: 200, default: 50 });
  assert.deepEqual(schemas["skip"], { type: "integer", minimum: 0, default: 0 });
  assert.deepEqual(schemas["chamber"], { type: "string", enum: ["senate", "house"] });
});

test("every schema has an example that it accepts", () => {
  const seen = new Set<string>();
  for (const { description } of routes) {
    const { response } = description;
    if (!response) continue;
    const meta = response.meta();
    const [example] = (meta?.["examples"] ?? []) as unknown[];
    assert.ok(example, meta?.id);
    assert.doesNotThrow(() => response.parse(example), z.ZodError, meta?.id);
    seen.add(String(meta?.id));
  }
  assert.ok(seen.size > 5);
});

test("every problem that a route names is one of the catalogue", () => {
  for (const { description } of routes) for (const code of description.problems) assert.ok(PROBLEMS[code]);
});
