import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../domain/dates.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { findCurrentSymbol, findSuccessorSymbol, mayBeSameIssuer } from "./symbols.ts";

const findCurrent = (symbol: string) => findCurrentSymbol(symbol as CanonicalSymbol);
const findSuccessor = (symbol: string, newest: string) =>
  findSuccessorSymbol(symbol as CanonicalSymbol, newest as IsoDate);

test("finds the current symbol for a former symbol, even after several renames", () => {
  assert.equal(findCurrent("FB"), "META");
  assert.equal(findCurrent("SYMC"), "GEN");
  assert.equal(findCurrent("FI"), "FISV");
  assert.equal(findCurrent("FISV"), null, "given up and later taken back");
  assert.equal(findCurrent("AAPL"), null);
});

test("finds which security a price series belongs to by the newest day of the series", () => {
  assert.equal(findSuccessor("FB", "2022-06-08"), "META");
  assert.equal(findSuccessor("FB", "2022-06-09"), null);
  assert.equal(findSuccessor("META", "2022-01-28"), "METV");
  assert.equal(findSuccessor("META", "2026-11-19"), null);
});

test("matches two spellings of one issuer, and not different issuers", () => {
  assert.ok(mayBeSameIssuer("The Boeing Company", "BOEING CO"));
  assert.ok(mayBeSameIssuer("Alphabet Inc. Class A Common Stock", "Alphabet Inc."));
  assert.ok(mayBeSameIssuer(null, "Apple Inc."));
  assert.ok(!mayBeSameIssuer("Meta Platforms, Inc.", "ProShares S&P 500 Dynamic Buffer ETF"));
});
