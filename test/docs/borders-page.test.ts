import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { architecturePage, architecturePath } from "./borders-page.ts";

test("docs/architecture.md states the import rules of the folders as they are", () => {
  const hint = "run `node test/docs/borders-page.ts`";
  assert.equal(readFileSync(architecturePath, "utf8"), architecturePage(), hint);
});
