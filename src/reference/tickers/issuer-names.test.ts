import assert from "node:assert/strict";
import { test } from "node:test";
import { issuerOfSecurityName, plainSecName, servedName } from "./issuer-names.ts";

test("what a directory appends to the issuer's name is cut off", () => {
  for (const [printed, issuer] of [
    ["Sample Widgets, Inc. - Common Stock", "Sample Widgets, Inc."],
    ["Sample Widgets Inc. Class A Common Stock", "Sample Widgets Inc."],
    ["Sample Widgets Company (The) Common Stock", "The Sample Widgets Company"],
    ["Sample Holdings plc - American Depositary Shares, each representing two shares", "Sample Holdings plc"],
    ["Sample Holdings plc American Depositary Shares (each representing 10)", "Sample Holdings plc"],
    ["Sample Corp. II - Units", "Sample Corp. II"],
    ["Sample Corp. 7.75% Notes due 2028", "Sample Corp."],
    ["Sample Corp. Depositary Shares, each 1/1,000th of Series A Preferred", "Sample Corp."],
    ["Sample Bancshares, Inc. - Common Stock", "Sample Bancshares, Inc."],
    ["Sample Income Fund Common Shares of Beneficial Interest", "Sample Income Fund"],
    ["Sample Sea Limited - Class C Capital Stock ", "Sample Sea Limited"],
    ["Common Stock", "Common Stock"],
  ] as const) {
    assert.equal(issuerOfSecurityName(printed), issuer);
  }
});

test("the SEC's marks are cut off", () => {
  assert.equal(plainSecName("SAMPLE CORP /DE/"), "SAMPLE CORP");
  assert.equal(plainSecName("Sample AG/ADR"), "Sample AG");
  assert.equal(plainSecName("SAMPLE SA /FI"), "SAMPLE SA");
  assert.equal(plainSecName("Sample A/S"), "Sample A/S");
  assert.equal(plainSecName("/DE/"), "/DE/");
});

test("the SEC's name is served, unless it is in capitals and the directory writes the same one", () => {
  assert.equal(servedName("Sample Widgets Inc", "Sample Widgets, Inc."), "Sample Widgets Inc");
  assert.equal(servedName("SAMPLE COM INC", "Sample.com, Inc."), "Sample.com, Inc.");
  assert.equal(servedName("SAMPLE BANK AG", "Linked Note Series 7"), "SAMPLE BANK AG");
});
