import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { buildProblemType, PROBLEMS, type ProblemCode } from "./problems.ts";

const folder = new URL("../../docs/problems/", import.meta.url);
const codes = Object.keys(PROBLEMS) as ProblemCode[];

test("every error code has a page named after its type, with its status and title", () => {
  for (const code of codes) {
    const name = buildProblemType(code).split("/").at(-1) ?? "";
    const page = readFileSync(new URL(`${name}.md`, folder), "utf8");
    assert.match(page, new RegExp(`^# ${PROBLEMS[code].title}\n`), name);
    assert.ok(page.includes(`\`${code}\``) && page.includes(`status ${PROBLEMS[code].status}`), name);
  }
});

test("no page exists for an unknown code", () => {
  const expected = codes.map((code) => `${code.replaceAll("_", "-")}.md`);
  const pages = readdirSync(folder).filter((name) => name !== "README.md");
  assert.deepEqual(pages.sort(), expected.sort());
});
