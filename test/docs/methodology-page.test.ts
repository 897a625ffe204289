import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { buildMethodologyPage, methodologyPath } from "./methodology-page.ts";

test("docs/methodology.md is up to date with the explorer's page", () => {
  assert.equal(
    readFileSync(methodologyPath, "utf8"),
    buildMethodologyPage(),
    "run `node test/docs/methodology-page.ts`",
  );
});
