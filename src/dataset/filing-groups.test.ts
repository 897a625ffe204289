import assert from "node:assert/strict";
import { test } from "node:test";
import { FilingOrder } from "./filing-groups.ts";

test("filings stand in the order of their first trades, and a page has all trades of each of its filings", () => {
  const columns = { filing: Uint32Array.of(0, 1, 0, 2, 1), filings: ["h1", "h2", "h3"] };
  const all = new FilingOrder(columns, Uint32Array.of(0, 1, 2, 3, 4)).page(2, 0);
  assert.deepEqual(all, {
    filings: [
      { filingId: "h1", positions: [0, 2] },
      { filingId: "h2", positions: [1, 4] },
    ],
    filingCount: 3,
    tradeCount: 5,
  });
  const { filings } = new FilingOrder(columns, Uint32Array.of(4, 3, 1)).page(5, 1);
  assert.deepEqual(filings, [{ filingId: "h3", positions: [3] }]);
});
