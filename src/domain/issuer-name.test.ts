import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameIssuer, mayBeOneIssuer, splitNameWords } from "./issuer-name.ts";

test("recognizes an issuer in the spellings of both chambers", () => {
  for (const [one, other] of [
    ["NVIDIA CORP", "NVIDIA Corporation - Common Stock"],
    ["AMAZON COM INC", "Amazon.com, Inc."],
    ["JP Morgan Chase & Co.", "JPMORGAN CHASE & CO"],
    ["PRICE T ROWE GROUP INC", "T. Rowe Price Group, Inc."],
    ["HORTON D R INC", "D.R. Horton, Inc. Common Stock"],
    ["The Coca-Cola Company", "COCA COLA CO"],
    ["BERKSHIRE HATHAWAY INC", "Berkshire Hathaway Inc. New Common Stock"],
    ["Nestlé S.A.", "NESTLE SA"],
    ["Zoom Video Communications, Inc.", "Zoom Communications, Inc."],
  ] as const) {
    assert.equal(isSameIssuer(one, other), true, `${one} / ${other}`);
    assert.equal(isSameIssuer(other, one), true, `${other} / ${one}`);
  }
});

test("distinguishes different issuers that reuse a symbol or have a single word in common", () => {
  for (const [one, other] of [
    ["Facebook, Inc.", "ProShares S&P 500 Dynamic Buffer ETF"],
    ["Bitcoin", "Grayscale Bitcoin Mini Trust"],
    ["Amber Road, Inc.", "Amber International Holding Ltd"],
    ["American Airlines Group", "American Tower Corp"],
    ["Google Inc.", "Alphabet Inc."],
    ["Visa Inc.", "Direxion Daily Visa Bull"],
    ["", "Apple Inc."],
    ["Apple Inc.", ""],
  ] as const) {
    assert.equal(isSameIssuer(one, other), false, `${one} / ${other}`);
  }
});

test("a name made only of generic words is compared by those words", () => {
  assert.equal(isSameIssuer("The Trust Company", "Trust Company"), true);
  assert.equal(isSameIssuer("The Trust Company", "Class A Common Stock"), false);
});

test("compares words of names without case, accents and punctuation", () => {
  assert.deepEqual(splitNameWords("Moody’s Corp. & D.R. Horton, S.A."), [
    "moodys",
    "corp",
    "and",
    "d",
    "r",
    "horton",
    "sa",
  ]);
});

test("under the same symbol, truncated or shortened names may mean one issuer, but one word in common is not enough", () => {
  for (const [one, other] of [
    ["Adobe Systems Inc", "Adobe Inc."],
    ["DBA Sempra Common Stock", "SEMPRA"],
    ["INTL PAPER CO 4 C PR", "INTERNATIONAL PAPER CO"],
    ["Celanese Corporation Celanese Corporation Common S", "Celanese Corp"],
    ["ISHARES TRUST CORE DIVID GWTH", "iShares Core Dividend Growth ETF"],
    [
      "Alibaba Group Holding Limited American Depositary Shares each representing eight Ordinary share",
      "Alibaba Group",
    ],
  ] as const) {
    assert.equal(mayBeOneIssuer(one, other), true, one);
  }
  for (const [one, other] of [
    ["Amber Road, Inc.", "Amber International Holding Ltd"],
    ["Barrick Gold Corporation", "Gold.com, Inc."],
    ["Cornerstone Building Brands, Inc.", "Core Natural Resources, Inc."],
    ["SPDR Long Dollar Gold Trust", "World Gold Trust"],
    ["CoreSite Realty Corporation", "Cencora, Inc."],
  ] as const) {
    assert.equal(mayBeOneIssuer(one, other), false, one);
  }
});

test("names that begin alike mean the same issuer if they share two words and two thirds of the shorter name", () => {
  assert.equal(isSameIssuer("Example Widget Works", "Example Widget Tools"), true, "two of three");
  assert.equal(isSameIssuer("Example Widget Blue Works", "Example Widget Green Tools"), false, "two of four");
  assert.equal(isSameIssuer("Example Works", "Example Tools"), false, "one of two");
});

test("under the same symbol, names may mean one issuer if they share two words and half of the shorter name", () => {
  assert.equal(mayBeOneIssuer("Alpine Borough Crystal Dynamo", "Alpine Borough Emerald Falcon"), true, "two of four");
  assert.equal(mayBeOneIssuer("Alpine Borough Crystal Dynamo Echo", "Alpine Borough Emerald Falcon Gate"), false);
  assert.equal(mayBeOneIssuer("Alpine Crystal", "Alpine Emerald"), false, "one of two");
});

test("under the same symbol, two letters can abbreviate a word but one cannot; nothing matches an empty name", () => {
  assert.equal(mayBeOneIssuer("PR", "Paper Industries"), true);
  assert.equal(mayBeOneIssuer("P", "Paper Industries"), false);
  assert.equal(mayBeOneIssuer("RP", "Paper Industries"), false, "another first letter");
  assert.equal(mayBeOneIssuer("", "Paper Industries"), false);
  assert.equal(mayBeOneIssuer("Paper Industries", ""), false);
});
