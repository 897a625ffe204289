import assert from "node:assert/strict";
import { test } from "node:test";
import { joined } from "./line.ts";

test("joins lines with a blank, except at a hyphen that broke a word or number", () => {
  assert.equal(joined(["US TREASURY 2032-10-", "01"]), "US TREASURY 2032-10-01");
  assert.equal(joined(["Series A Non-", "Cumulative Preferred"]), "Series A Non-Cumulative Preferred");
  assert.equal(joined(["a self-", "directed account"]), "a self-directed account");
});

test("keeps any other hyphen at the end of a line, with a blank after it", () => {
  for (const [above, below] of [
    ["Advanced Micro Devices, Inc. -", "Common Stock"],
    ["MARYLAND ST & LOC FACS LN-", "FIRST SER A"],
    ["United States Treasury Ser A AJ-", "2027; 4.0%"],
    ["$15,001 -", "$50,000"],
    ["Merrill Lynch- Advisor", "Account"],
  ] as const) {
    assert.equal(joined([above, below]), `${above} ${below}`);
  }
  assert.equal(joined(["one", "", "two"]), "one two");
});
