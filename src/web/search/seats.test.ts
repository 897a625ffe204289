import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSearchWords } from "../../domain/search-words.ts";
import { findSeat } from "./people.ts";

test("reads a state and a district as people type them", () => {
  for (const [typed, state, district, others] of [
    ["california 11", "CA", 11, ""],
    ["California’s 11th district", "CA", 11, ""],
    ["11th congressional district of California", "CA", 11, ""],
    ["CA-11", "CA", 11, ""],
    ["ca11", "CA", 11, ""],
    ["ny 7", "NY", 7, ""],
    ["New York", "NY", null, ""],
    ["west virginia 1", "WV", 1, ""],
    ["Alaska at large", "AK", 0, ""],
    ["Montana at-large", "MT", 0, ""],
    ["virginia foxx", "VA", null, "foxx"],
    ["johnson, Georgia", "GA", null, "johnson"],
    ["DC", "DC", null, ""],
  ] as const) {
    const seat = findSeat(splitSearchWords(typed));
    assert.deepEqual([seat?.state, seat?.district, seat?.others.join(" ")], [state, district, others], typed);
  }
});

test("words without a state are not a seat", () => {
  for (const typed of ["pelosi", "11", "3m", "zz-11", "district 11", ""]) {
    assert.equal(findSeat(splitSearchWords(typed)), null, typed);
  }
});
