import assert from "node:assert/strict";
import { test } from "node:test";
import { computeMisreadCost } from "./misread-cost.ts";

test("costs nothing for equal letters, and less for a letter that looks alike than for any other", () => {
  assert.equal(computeMisreadCost("FERNWOOD", "FERNWOOD"), 0);
  const alike = computeMisreadCost("FERNW0OD", "FERNWOOD");
  assert.ok(alike > 0 && alike < computeMisreadCost("FERNWXOD", "FERNWOOD"));
});

test("costs less for two letters read as one, or one as two, if they look alike", () => {
  const other = computeMisreadCost("XBERTY", "LIBERTY");
  assert.ok(computeMisreadCost("UBERTY", "LIBERTY") < other);
  assert.ok(computeMisreadCost("FIOME", "HOME") < computeMisreadCost("XXOME", "HOME"));
});

test("a lost letter costs less if it is one of a double letter", () => {
  assert.ok(computeMisreadCost("WILOW", "WILLOW") < computeMisreadCost("WLLOW", "WILLOW"));
});
