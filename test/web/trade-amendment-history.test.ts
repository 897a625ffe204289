import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trade } from "../../src/domain/trade.ts";
import { listChangedFields, readAmendmentChain } from "../../src/web/pages/trade/amendment-history.ts";
import type { PublishedTrade } from "../../src/web/records.ts";
import { day, NOON, trade } from "../store/made.ts";

function createPublished(of: Trade, supersedes: string | null, supersededBy: string | null): PublishedTrade {
  return { trade: of, supersedes, supersededBy, firstSeenAt: NOON, updatedAt: NOON };
}

const [first, second, third] = ["1", "2", "3"].map((docId) => trade(docId, 1)) as [Trade, Trade, Trade];

test("follows a chain to both ends", async () => {
  const known = new Map([
    [first.id, createPublished(first, null, second.id)],
    [second.id, createPublished(second, first.id, third.id)],
    [third.id, createPublished(third, second.id, "h4")],
  ]);
  const records = { findTrade: async (id: string) => known.get(id) };
  for (const start of known.values()) {
    const chain = await readAmendmentChain(records, start);
    assert.deepEqual(
      chain.trades.map((each) => each.trade.id),
      [first.id, second.id, third.id],
    );
    assert.equal(chain.withdrawnBy, "h4");
  }
});

test("a trade without corrections is a chain with one trade", async () => {
  const chain = await readAmendmentChain({ findTrade: async () => undefined }, createPublished(first, null, null));
  assert.deepEqual([chain.trades.length, chain.withdrawnBy], [1, null]);
});

test("names the fields that a correction changed, and none if nothing changed", () => {
  assert.deepEqual(listChangedFields(first, second), []);
  const corrected = trade("2", 1, { amount: { lowUsd: 15_001, highUsd: 50_000 }, transactionDate: day("2026-01-19") });
  assert.deepEqual(listChangedFields(first, corrected), ["amount", "transaction date"]);
});
