import assert from "node:assert/strict";
import { test } from "node:test";
import { isKnownName } from "./known-name.ts";

test("recognizes a listed name by its letters, whatever its case, legal form and share class", () => {
  for (const name of [
    "Honeywell International Inc.",
    "HONEYWELL INTL INC CMN",
    "PepsiCo, Inc.",
    "The Costco Wholesale Corp",
  ])
    assert.equal(isKnownName(name), true, name);
});

test("does not recognize a name that print may confuse with another security or have cut", () => {
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
