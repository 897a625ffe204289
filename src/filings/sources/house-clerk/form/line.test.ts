import assert from "node:assert/strict";
import { test } from "node:test";
import { joinBrokenLines } from "./line.ts";

test("joins lines without a space at a hyphen that broke a word or number", () => {
  assert.equal(joinBrokenLines(["US TREASURY 2032-10-", "01"]), "US TREASURY 2032-10-01");
  assert.equal(joinBrokenLines(["Series A Non-", "Cumulative Preferred"]), "Series A Non-Cumulative Preferred");
  assert.equal(joinBrokenLines(["a self-", "directed account"]), "a self-directed account");
});

test("joins other lines with a space, also after any other hyphen", () => {
  for (const [above, below] of [
    ["Advanced Micro Devices, Inc. -", "Common Stock"],
    ["MARYLAND ST & LOC FACS LN-", "FIRST SER A"],
    ["United States Treasury Ser A AJ-", "2027; 4.0%"],
    ["$15,001 -", "$50,000"],
    ["Merrill Lynch- Advisor", "Account"],
  ] as const) {
    assert.equal(joinBrokenLines([above, below]), `${above} ${below}`);
  }
  assert.equal(joinBrokenLines(["one", "", "two"]), "one two");
});
