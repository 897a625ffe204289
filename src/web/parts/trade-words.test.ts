import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAssetKind, formatInstrumentTerms } from "./trade-words.ts";

test("names an option only with the terms its filing states", () => {
  const terms = { type: "Call", strike: "$25.00", expiry: "2021-09-17" };
  assert.equal(formatInstrumentTerms("call", terms), "Call option, strike $25.00, expires 2021-09-17");
  assert.equal(formatInstrumentTerms("put", { ...terms, strike: null, expiry: null }), "Put option");
  assert.equal(formatInstrumentTerms("option", { type: "Warrant", strike: null, expiry: null }), "Warrant");
  assert.equal(formatInstrumentTerms("option", null), "Option");
  assert.equal(formatInstrumentTerms("security", null), "");
});

test("shows the asset kind next to the terms unless both say the same; a plain share has neither", () => {
  const option = { type: "Call", strike: null, expiry: null };
  assert.equal(formatAssetKind({ assetType: "Stock Option", instrument: "call", option }), "Call option");
  assert.equal(
    formatAssetKind({ assetType: "Futures Contract", instrument: "call", option }),
    "Futures Contract, Call option",
  );
  assert.equal(formatAssetKind({ assetType: "Stock", instrument: "security", option: null }), "");
  assert.equal(formatAssetKind({ assetType: "ETF", instrument: "security", option: null }), "ETF");
});
