import assert from "node:assert/strict";
import { test } from "node:test";
import { isKnownName } from "./known-name.ts";

test("a listed name is known by its letters, whatever its case, legal form and kind of share", () => {
  for (const name of [
    "Honeywell International Inc.",
    "HONEYWELL INTL INC CMN",
    "PepsiCo, Inc.",
    "The Costco Wholesale Corp",
  ])
    assert.equal(isKnownName(name), true, name);
});

test("what print confuses with another security, or may have lost a part of, is not known", () => {
  const names = [
    "HONEYWEL INTERNATIONAL INC",
    "HONEYWELL INTERNATIONAL INC 5%",
    "HONEYWELL INTERNATIONAL, CMN",
    "HONEYWELL INTERNATIONAL INC.CMN",
    "ALPHABET INC CL A",
    "HCP INC",
    "GOLDMAN SACHS 2000",
    "EXAMPLE ALPHA PARTNERS FUND",
  ];
  for (const name of names) assert.equal(isKnownName(name), false, name);
});
