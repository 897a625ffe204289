import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { architecturePage, architecturePath } from "./borders-page.ts";

test("docs/architecture.md says which folder may import which as the rules have it", () => {
  const hint = "run `node test/docs/borders-page.ts`";
  assert.equal(readFileSync(architecturePath, "utf8"), architecturePage(), hint);
});
