import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { HOUSE_ASSET_CLASSES, SENATE_ASSET_CLASSES } from "../../src/domain/asset-class.ts";

test("docs/asset-types.md has every code and word with its label, and no other", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/asset-types.md"), "utf8");
  const rows = [...page.matchAll(/^\| (?!-|Code|Words)(.+?) \|(?: .+ \|)? (.+?) \|$/gm)].map(
    ([, key = "", label = ""]) => [key.replaceAll("`", ""), label],
  );
  const tables = [...Object.entries(HOUSE_ASSET_CLASSES), ...Object.entries(SENATE_ASSET_CLASSES)];
  assert.deepEqual(rows.sort(), tables.map((row) => [...row]).sort());
});
