import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CODE_GROUPS, ERROR_CODES } from "../../src/base/error-codes.ts";
import { buildCodesPage, codesPath } from "./codes-page.ts";

test("docs/codes.md is up to date with the catalog of codes", () => {
  assert.equal(readFileSync(codesPath, "utf8"), buildCodesPage(), "run `node test/docs/codes-page.ts`");
});

test("every code is in one group of the catalog", () => {
  const grouped = CODE_GROUPS.flatMap(({ codes }) => Object.keys(codes));
  assert.deepEqual(grouped.sort(), Object.keys(ERROR_CODES).sort());
});

test("every code of the catalog is used somewhere", () => {
  const src = join(import.meta.dirname, "../../src");
  const files = globSync("**/*.ts", { cwd: src }).filter(
    (file) =>
      !/\.test\.ts$|^error-codes\.ts$|^store.migrations/.test(file) && file !== join("api", "http", "problems.ts"),
  );
  const written = files.map((file) => readFileSync(join(src, file), "utf8")).join("\n");
  assert.deepEqual(
    Object.keys(ERROR_CODES).filter((code) => !written.includes(`"${code}"`)),
    [],
  );
});
