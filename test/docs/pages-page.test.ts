import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { TEN_QUESTIONS } from "../web/browser/ten-questions.ts";

test("docs/pages.md lists the ten questions with the clicks that a browser makes to answer them", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/pages.md"), "utf8");
  const rows = TEN_QUESTIONS.map(
    ({ question, clicks }) => `| ${question} | ${clicks.map(({ name }) => name).join(", ")} |`,
  );
  assert.equal(rows.length, 10);
  assert.ok(page.includes(["| Question | Clicks |", "|---|---|", ...rows, ""].join("\n")), rows.join("\n"));
});
