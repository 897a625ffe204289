import assert from "node:assert/strict";
import { test } from "node:test";
import { formatApaCitation, formatChicagoCitation, formatCitation } from "../../src/web/pages/trade/citation.ts";
import { NOON, trade } from "../store/made.ts";

test("a citation names the trade, the version, the day and the digest of the original", () => {
  const cited = {
    trade: trade("20990001", 1),
    politician: "Ann Example",
    url: "https://example.org/trades/txn_h20990001_01",
    datasetVersion: "2026-11-20.1",
    officialUrl: "https://official.example/20990001.pdf",
    retrieved: NOON,
  };
  assert.equal(
    formatCitation({ ...cited, sha256: "ab12" }),
    "Ann Example, purchase of Apple Inc., $1,001 - $15,000, traded 2026-01-20, filed 2026-02-09; " +
      "trade txn_h20990001_01, dataset version 2026-11-20.1, retrieved 2026-11-20, https://example.org/trades/txn_h20990001_01; " +
      "original https://official.example/20990001.pdf, SHA-256 ab12.",
  );
  assert.doesNotMatch(formatCitation({ ...cited, sha256: null }), /SHA-256/);
});

test("the two common citation styles name the publishing body, the member in the title, and the dates in words", () => {
  const cited = {
    trade: trade("20990001", 1),
    politician: "Ann Example",
    url: "https://example.org/trades/txn_h20990001_01",
    datasetVersion: "2026-11-20.1",
    officialUrl: "https://official.example/20990001.pdf",
    sha256: null,
    retrieved: NOON,
  };
  assert.equal(
    formatApaCitation(cited),
    "U.S. House of Representatives. (2026, February 9). Periodic transaction report of Ann Example " +
      "[purchase of Apple Inc., $1,001 - $15,000, traded January 20, 2026; trade txn_h20990001_01, dataset version 2026-11-20.1]. " +
      "Congress Trades. Retrieved November 20, 2026, from https://example.org/trades/txn_h20990001_01",
  );
  assert.equal(
    formatChicagoCitation(cited),
    "U.S. House of Representatives. “Periodic Transaction Report of Ann Example.” Filed February 9, 2026: " +
      "purchase of Apple Inc., $1,001 - $15,000, traded January 20, 2026. Congress Trades, trade txn_h20990001_01, " +
      "dataset version 2026-11-20.1. Accessed November 20, 2026. https://example.org/trades/txn_h20990001_01.",
  );
  assert.match(
    formatChicagoCitation({ ...cited, politician: "Ann “Annie” Example" }),
    /“Periodic Transaction Report of Ann ‘Annie’ Example\.” Filed/,
  );
});

test("a citation of an option names the option", () => {
  const put = { assetType: "Stock Option", option: { type: "Put", strike: null, expiry: null } };
  const text = formatCitation({
    trade: trade("20990001", 1, { ...put, transactionType: "sale_partial" }),
    politician: "Ann Example",
    url: "https://example.org/trades/txn_h20990001_01",
    datasetVersion: "2026-11-20.1",
    sha256: null,
    officialUrl: "https://official.example/20990001.pdf",
    retrieved: NOON,
  });
  assert.match(text, /^Ann Example, partial sale of put options on Apple Inc\., \$1,001/);
});
