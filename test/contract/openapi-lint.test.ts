import assert from "node:assert/strict";
import { test } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { makeDocument } from "./made-document.ts";

/** Two paths whose trailing slash is part of the interface that clients were promised. */
const PROMISED = ["#/paths/~1politicians~1", "#/paths/~1tickers~1"];

test("Redocly's recommended rules find nothing in the OpenAPI document but two trailing slashes", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(await makeDocument()), config });
  assert.deepEqual(
    found.map(({ ruleId, location }) => [ruleId, location[0]?.pointer]),
    PROMISED.map((pointer) => ["no-path-trailing-slash", pointer]),
  );
});
