import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { buildSettingsPage, settingsPath } from "./settings-page.ts";

test("docs/settings.md is up to date with the table of settings", () => {
  const hint = "run `node test/docs/settings-page.ts`";
  assert.equal(readFileSync(settingsPath, "utf8"), buildSettingsPage(), hint);
});
