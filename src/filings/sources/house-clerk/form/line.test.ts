import assert from "node:assert/strict";
import { test } from "node:test";
import { joinBrokenLines } from "./line.ts";

test("joins two lines with no space if a hyphen breaks a word or number at the end of the first line", () => {
  assert.equal(joinBrokenLines(["US TREASURY 2032-10-", "01"]), "US TREASURY 2032-10-01");
  assert.equal(joinBrokenLines(["Series A Non-", "Cumulative Preferred"]), "Series A Non-Cumulative Preferred");
  assert.equal(joinBrokenLines(["a self-", "directed account"]), "a self-directed account");
});

test("joins lines with a space, even after a hyphen that does not break a word or number", () => {
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
