import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFilerName } from "./filed-page.ts";

test("splits the printed name of a filer into first name, last name and suffix", () => {
  for (const [printed, first, last, suffix] of [
    ["The Honorable Ann B Example (Example, Ann)", "Ann B", "Example", null],
    ["Mr. A. Carl Example Jr. (Example, A. Carl Jr.)", "A. Carl", "Example", "Jr."],
    ["Mr. Dan F Example IV (Example, Danny)", "Dan F", "Example", "IV"],
    ["The Honorable Ana Nuevo Example (Nuevo Example, Ana)", "Ana", "Nuevo Example", null],
    ["Mrs. Eve Example (Former Senator)", "Eve", "Example", null],
    ["Ms. Eve Example", "Eve", "Example", null],
  ] as const) {
    assert.deepEqual(parseFilerName(printed), { prefix: null, first, last, suffix }, printed);
  }
  assert.equal(parseFilerName("(Example, Ann)"), null);
  assert.equal(parseFilerName("Example"), null);
});
