import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../domain/dates.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { findCurrentSymbol, findSuccessorSymbol, mayBeSameIssuer } from "./symbols.ts";

const successor = (symbol: string) => findCurrentSymbol(symbol as CanonicalSymbol);
const former = (symbol: string, newest: string) => findSuccessorSymbol(symbol as CanonicalSymbol, newest as IsoDate);

test("a former symbol leads to its security's current one, even over several renames", () => {
  assert.equal(successor("FB"), "META");
  assert.equal(successor("SYMC"), "GEN");
  assert.equal(successor("FI"), "FISV");
  assert.equal(successor("FISV"), null, "given up, and taken back");
  assert.equal(successor("AAPL"), null);
});

test("prices that end while another security had the symbol belong to that one", () => {
  assert.equal(former("FB", "2022-06-08"), "META");
  assert.equal(former("FB", "2022-06-09"), null);
  assert.equal(former("META", "2022-01-28"), "METV");
  assert.equal(former("META", "2026-11-19"), null);
});

test("matches two spellings of one issuer, and not different issuers", () => {
  assert.ok(mayBeSameIssuer("The Boeing Company", "BOEING CO"));
  assert.ok(mayBeSameIssuer("Alphabet Inc. Class A Common Stock", "Alphabet Inc."));
  assert.ok(mayBeSameIssuer(null, "Apple Inc."));
  assert.ok(!mayBeSameIssuer("Meta Platforms, Inc.", "ProShares S&P 500 Dynamic Buffer ETF"));
});
