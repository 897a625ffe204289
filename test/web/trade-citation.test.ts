import assert from "node:assert/strict";
import { test } from "node:test";
import { citation } from "../../src/web/pages/trade/citation.ts";
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
    citation({ ...cited, sha256: "ab12" }),
    "Ann Example, purchase of Apple Inc., $1,001 - $15,000, traded 2026-01-20, filed 2026-02-09; " +
      "trade txn_h20990001_01, dataset version 2026-11-20.1, retrieved 2026-11-20, https://example.org/trades/txn_h20990001_01; " +
      "original https://official.example/20990001.pdf, SHA-256 ab12.",
  );
  assert.doesNotMatch(citation({ ...cited, sha256: null }), /SHA-256/);
});
