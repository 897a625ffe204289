import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { QUESTIONS } from "../web/browser/questions.ts";

test("docs/pages.md lists the questions with the clicks that answer them in a browser", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/pages.md"), "utf8");
  const rows = QUESTIONS.map(
    ({ question, clicks }) => `| ${question} | ${clicks.map(({ name }) => name).join(", ")} |`,
  );
  assert.ok(rows.length >= 15);
  assert.ok(page.includes(["| Question | Clicks |", "|---|---|", ...rows, ""].join("\n")), rows.join("\n"));
});
