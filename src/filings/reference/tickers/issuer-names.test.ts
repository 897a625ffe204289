import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseServedName, cleanSecName, extractIssuer } from "./issuer-names.ts";

test("removes the directory's descriptions of the security from the issuer's name", () => {
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
    ["Sample Corporation Non Cumulative Perpetual Conv Pfd Ser L", "Sample Corporation"],
    ["Sample Corporation 5.875% Non- Cumulative Preferred Stock", "Sample Corporation"],
    ["Sample Corporation Depositary Sh repstg 1/1000th Perp Pfd Ser E", "Sample Corporation"],
    ["Sample Group, Inc. (The) Dep Shs repstg 1/1000 Pfd Ser D Fltg", "The Sample Group, Inc."],
    ["Sample Trust, Inc. Preferred Series B", "Sample Trust, Inc."],
    ["Sample Company Series 2017B 5.25% Junior Subordinated Notes", "Sample Company"],
    ["Sample Company 2020 Series G 4.375% Junior Subordinated Debentures", "Sample Company"],
    ["Sample Electric Co. 5 1/2% Preferred Stock", "Sample Electric Co."],
    ["Sample Floating Rate Income Fund Common Shares of Beneficial Interest", "Sample Floating Rate Income Fund"],
    ["Sample Pfd Income Fund II", "Sample Pfd Income Fund II"],
    ["Common Stock", "Common Stock"],
  ] as const) {
    assert.equal(extractIssuer(printed), issuer);
  }
});

test("removes the SEC's suffixes after a slash", () => {
  assert.equal(cleanSecName("SAMPLE CORP /DE/"), "SAMPLE CORP");
  assert.equal(cleanSecName("Sample AG/ADR"), "Sample AG");
  assert.equal(cleanSecName("SAMPLE SA /FI"), "SAMPLE SA");
  assert.equal(cleanSecName("Sample A/S"), "Sample A/S");
  assert.equal(cleanSecName("/DE/"), "/DE/");
});

test("uses the SEC's name, or the directory's spelling of the same name if the SEC's is all capitals", () => {
  assert.equal(chooseServedName("Sample Widgets Inc", "Sample Widgets, Inc."), "Sample Widgets Inc");
  assert.equal(chooseServedName("SAMPLE COM INC", "Sample.com, Inc."), "Sample.com, Inc.");
  assert.equal(chooseServedName("SAMPLE BANK AG", "Linked Note Series 7"), "SAMPLE BANK AG");
});
