import assert from "node:assert/strict";
import { test } from "node:test";
import { findDivision, findGroupTitle, findIndustry, INDUSTRY_NAME, isInIndustry, SIC_DIVISIONS } from "./industry.ts";
import { MAJOR_GROUPS } from "./sic-major-groups.ts";

test("every major group of the SIC manual is in exactly one division, and divisions do not overlap", () => {
  for (const group of MAJOR_GROUPS.keys()) {
    const holding = SIC_DIVISIONS.filter(({ from, to }) => Number(group) >= from && Number(group) <= to);
    assert.equal(holding.length, 1, group);
  }
  assert.deepEqual(
    ["0100", "1311", "3571", "4911", "6021", "8888", "9995"].map((sic) => findDivision(sic)?.letter),
    ["A", "B", "D", "E", "H", "I", "J"],
  );
  assert.equal(findDivision("1800"), undefined, "no division has major group 18");
});

test("an industry is selected by its code, the code's first digits, or its division", () => {
  for (const name of ["3571", "357", "35", "D"]) assert.ok(isInIndustry(name, "3571"), name);
  for (const name of ["3572", "36", "H"]) assert.ok(!isInIndustry(name, "3571"), name);
  for (const name of ["35", "357", "3571", "d", "J"]) assert.match(name, INDUSTRY_NAME);
  for (const name of ["3", "35711", "K", "", "3a"]) assert.doesNotMatch(name, INDUSTRY_NAME);
  assert.equal(findGroupTitle("D"), "Manufacturing");
  assert.equal(findGroupTitle("60"), "Depository Institutions");
  assert.equal(findGroupTitle("6021"), undefined);
});

test("a company's shares and options on them have its industry; funds, bonds and unknown symbols have none", () => {
  const computers = { sic: "3571", description: "Electronic Computers" };
  const known = new Map([["AAPL", computers]]);
  const findKnownIndustry = (assetType: string, currentTicker: string | null = "AAPL") =>
    findIndustry({ assetType, currentTicker }, known);
  for (const assetType of ["Stock", "Stock Option", "Other"])
    assert.equal(findKnownIndustry(assetType), computers, assetType);
  for (const assetType of ["Corporate Bond", "ETF", "Cryptocurrency", "Mutual Fund"])
    assert.equal(findKnownIndustry(assetType), null);
  assert.equal(findKnownIndustry("Stock", "MSFT"), null);
  assert.equal(findKnownIndustry("Stock", null), null);
});
