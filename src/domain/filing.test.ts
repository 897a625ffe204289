import assert from "node:assert/strict";
import { test } from "node:test";
import { buildTradeId, isUnread, parseTradeId } from "./filing.ts";

test("a trade's id names its filing and its line, in both chambers", () => {
  for (const filingId of ["h20024542", "h8217343", "s00000000-0000-4000-8000-0123456789ab"]) {
    assert.deepEqual(parseTradeId(buildTradeId(filingId, 7)), { filingId, line: 7 });
    assert.deepEqual(parseTradeId(buildTradeId(filingId, 812)), { filingId, line: 812 });
  }
});

test("returns null for text that is not a trade id", () => {
  for (const id of ["", "txn_", "h20024542", "txn_h20024542", "txn_h20024542_1", "txn_<script>_01", "txn_h2_01_02"]) {
    assert.equal(parseTradeId(id), null);
  }
});

test("a report in review counts as unread only until one of its trades is published", () => {
  assert.equal(isUnread("needs_review", false), true);
  assert.equal(isUnread("needs_review", true), false);
  assert.equal(isUnread("parsed", false), false);
  assert.equal(isUnread("pending", false), true);
});
