import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { methodologyPage, methodologyPath } from "./methodology-page.ts";

test("docs/methodology.md is in step with the page of the explorer", () => {
  assert.equal(readFileSync(methodologyPath, "utf8"), methodologyPage(), "run `node test/docs/methodology-page.ts`");
});
