import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../domain/dates.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { formerBearer, heirOf, mayBeSameIssuer } from "./bearer.ts";

const heir = (symbol: string) => heirOf(symbol as CanonicalSymbol);
const former = (symbol: string, newest: string) => formerBearer(symbol as CanonicalSymbol, newest as IsoDate);

test("a symbol that was given up has an heir, over several renames too", () => {
  assert.equal(heir("FB"), "META");
  assert.equal(heir("SYMC"), "GEN");
  assert.equal(heir("FI"), "FISV");
  assert.equal(heir("FISV"), null, "given up, and taken back");
  assert.equal(heir("AAPL"), null);
});

test("prices that end while another security had the symbol are that one's", () => {
  assert.equal(former("FB", "2022-06-08"), "META");
  assert.equal(former("FB", "2022-06-09"), null);
  assert.equal(former("META", "2022-01-28"), "METV");
  assert.equal(former("META", "2026-11-19"), null);
});

test("names of one issuer in two spellings", () => {
  assert.ok(mayBeSameIssuer("The Boeing Company", "BOEING CO"));
  assert.ok(mayBeSameIssuer("Alphabet Inc. Class A Common Stock", "Alphabet Inc."));
  assert.ok(mayBeSameIssuer(null, "Apple Inc."));
  assert.ok(!mayBeSameIssuer("Meta Platforms, Inc.", "ProShares S&P 500 Dynamic Buffer ETF"));
});
