import assert from "node:assert/strict";
import { test } from "node:test";
import { isOtherNameOfIssuer } from "./issuer-renames.ts";

test("a former name matches only the issuer that had that name, and only with that issuer's symbol", () => {
  assert.equal(isOtherNameOfIssuer("HPQ", "Hewlett-Packard Company", "HP Inc."), true);
  assert.equal(
    isOtherNameOfIssuer("HPQ", "Hewlett-Packard Company", "Sample Widgets Inc."),
    false,
    "another issuer has it today",
  );
  assert.equal(isOtherNameOfIssuer("HPQ", "Sample Widgets Inc.", "HP Inc."), false, "another name was filed");
  assert.equal(isOtherNameOfIssuer("GE", "Hewlett-Packard Company", "HP Inc."), false, "another symbol");
});
