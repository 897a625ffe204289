import assert from "node:assert/strict";
import { test } from "node:test";
import { isKnownName, isMisreadKnownName } from "./known-name.ts";

test("recognizes a listed name by its letters, whatever its case, legal form and share class", () => {
  for (const name of [
    "Honeywell International Inc.",
    "HONEYWELL INTL INC CMN",
    "PepsiCo, Inc.",
    "The Costco Wholesale Corp",
  ])
    assert.equal(isKnownName(name), true, name);
});

test("one pass is not enough for a name that is not listed, may be truncated, or has a share class, digits or odd punctuation", () => {
  const names = [
    "HONEYWEL INTERNATIONAL INC",
    "HONEYWELL INTERNATIONAL INC 5%",
    "HONEYWELL INTERNATIONAL, CMN",
    "PNC FINANCIAL SERVICES GROUP CMN",
    "HONEYWELL INTERNATIONAL INC.CMN",
    "ALPHABET INC CL A",
    "HCP INC",
    "GOLDMAN SACHS 2000",
    "EXAMPLE ALPHA PARTNERS FUND",
  ];
  for (const name of names) assert.equal(isKnownName(name), false, name);
});

test("recognizes a name that is one misread letter away from a known name, and is not known itself", () => {
  for (const name of [
    "RANK OF AMERICA CORP CMN",
    "MAT BANK CORPORATION",
    "EU LILLY & CO",
    "Arthur Gallagher & Co",
    "PHILLIPS 65 CMN",
    "CORE GROUP, INC. CLASS A",
  ])
    assert.equal(isMisreadKnownName(name), true, name);
  for (const name of [
    "BANK OF AMERICA",
    "M&T Bank Corp",
    "ELI LILLY AND COMPANY",
    "Arthur J. Gallagher & Co",
    "PHILLIPS 66 CMN",
    "CBRE GROUP, INC. CLASS A",
    "ZQXWVUT FUND",
  ])
    assert.equal(isMisreadKnownName(name), false, name);
});
