import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trade, TransactionType } from "./trade.ts";
import { buildHeadlineParts, formatHeadline, lowercaseFirst } from "./trade-headline.ts";

const TYPES: readonly TransactionType[] = ["purchase", "sale_full", "sale_partial", "exchange", "other"];
type Changes = Partial<Pick<Trade, "transactionType" | "assetType" | "option" | "shortSale" | "company">>;

const formatChanged = (changes: Changes = {}) =>
  formatHeadline({
    transactionType: "purchase",
    assetType: "Stock",
    option: null,
    shortSale: false,
    company: "Example Corp.",
    ...changes,
  });
const createOption = (type: string | null, assetType = "Stock Option") => ({
  assetType,
  option: { type, strike: null, expiry: null },
});
const formatAllTypes = (changes: Changes) =>
  TYPES.map((transactionType) => formatChanged({ transactionType, ...changes }));

test("a headline names the transaction and the instrument", () => {
  assert.deepEqual(formatAllTypes({}), [
    "Purchase of Example Corp.",
    "Sale of Example Corp.",
    "Partial sale of Example Corp.",
    "Exchange of Example Corp.",
    "Other transaction in Example Corp.",
  ]);
  assert.deepEqual(formatAllTypes(createOption("Put")), [
    "Purchase of put options on Example Corp.",
    "Sale of put options on Example Corp.",
    "Partial sale of put options on Example Corp.",
    "Exchange of put options on Example Corp.",
    "Other transaction in put options on Example Corp.",
  ]);
  assert.equal(formatChanged(createOption("Call", "Stock")), "Purchase of call options on Example Corp.");
  assert.deepEqual(formatAllTypes({ shortSale: true }), [
    "Purchase to cover a short sale of Example Corp.",
    "Short sale of Example Corp.",
    "Short sale of Example Corp.",
    "Exchange of a short position in Example Corp.",
    "Other transaction in a short position in Example Corp.",
  ]);
});

test("the headline of an option of unknown kind, a warrant or a right says only what is known", () => {
  for (const [changes, text] of [
    [{ assetType: "Stock Option" }, "Purchase of options on Example Corp."],
    [createOption("Neither"), "Purchase of options on Example Corp."],
    [createOption(null, "Stock"), "Purchase of options on Example Corp."],
    [createOption("Warrant", "Stock"), "Purchase of warrants of Example Corp."],
    [{ ...createOption("Warrant", "Stock"), company: "Example Corp. Warrants" }, "Purchase of Example Corp. Warrants"],
    [{ ...createOption("Right", "Stock"), company: "Example Inc. rights" }, "Purchase of Example Inc. rights"],
    [{ ...createOption(null, "Stock"), company: "EXMP forward contract" }, "Purchase of EXMP forward contract"],
  ] as const) {
    assert.equal(formatChanged(changes), text);
  }
});

test("an option that the form calls a short sale is not a short sale of the share", () => {
  const short = { shortSale: true, transactionType: "sale_full", assetType: "Stock Option" } as const;
  const terms = { type: "Short Sale", strike: "$185.00", expiry: "2026-09-18" };
  assert.equal(formatChanged({ ...short, option: terms }), "Short sale of options on Example Corp.");
});

test("drops the option's kind from the name in a headline, and keeps a company name that contains such a word", () => {
  for (const [company, type, asset] of [
    ["EXMP PUT", "Put", "EXMP"],
    ["EX M CALL", "Call", "EX M"],
    ["PUT (EXMP) Example Corp", "Put", "(EXMP) Example Corp"],
    ["CALL/EXMP FLEX 192.5 EXP 03/03/2023", "Call", "EXMP FLEX 192.5 EXP 03/03/2023"],
    ["Call options on Example", "Call", "Example"],
    ["Example Corp. put contracts", "Put", "Example Corp."],
    ["Example Index option", null, "Example Index"],
    ["Call Corp. Common Stock", "Put", "Call Corp. Common Stock"],
    ["Option Care Example, Inc.", "Call", "Option Care Example, Inc."],
    ["PUT", "Put", "PUT"],
  ] as const) {
    const parts = buildHeadlineParts({ transactionType: "purchase", shortSale: false, company, ...createOption(type) });
    assert.equal(parts.asset, asset);
  }
});

test("a summary's instrument gives the same headline as the full record", () => {
  const row = { transactionType: "sale_full", assetType: "Stock", option: null, company: "Example Corp." } as const;
  assert.equal(formatHeadline({ ...row, instrument: "short" }), "Short sale of Example Corp.");
  assert.equal(lowercaseFirst(formatHeadline({ ...row, instrument: "security" })), "sale of Example Corp.");
});
