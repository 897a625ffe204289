import assert from "node:assert/strict";
import { test } from "node:test";
import { wasCalled } from "./issuer-renames.ts";

test("a former name counts only for the issuer that gave it up, under its symbol", () => {
  assert.equal(wasCalled("HPQ", "Hewlett-Packard Company", "HP Inc."), true);
  assert.equal(
    wasCalled("HPQ", "Hewlett-Packard Company", "Sample Widgets Inc."),
    false,
    "another issuer has it today",
  );
  assert.equal(wasCalled("HPQ", "Sample Widgets Inc.", "HP Inc."), false, "another name was filed");
  assert.equal(wasCalled("GE", "Hewlett-Packard Company", "HP Inc."), false, "another symbol");
});
