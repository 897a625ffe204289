import assert from "node:assert/strict";
import { test } from "node:test";
import { findPossibleDuplicates } from "../../src/domain/duplicates.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { day, trade } from "../store/made.ts";

const first = trade("1", 1, { filedDate: day("2026-02-01"), account: "Sample IRA" });
const again = trade("2", 1, { filedDate: day("2026-02-09"), account: "SAMPLE IRA" });

test("a trade reported the same way in two filings is a possible repeat in the later filing; both list each other", () => {
  assert.deepEqual(
    [...findPossibleDuplicates([again, first])],
    [
      ["txn_h2_01", { identicalIds: ["txn_h1_01"], isRepeat: true }],
      ["txn_h1_01", { identicalIds: ["txn_h2_01"], isRepeat: false }],
    ],
  );
});

test("equal lots in one filing are not duplicates of each other, but each lists the equal lots of another filing", () => {
  const lot = { ...first, id: "txn_h1_02", line: 2 };
  assert.equal(findPossibleDuplicates([first, lot]).size, 0);
  const found = findPossibleDuplicates([first, lot, again]);
  assert.deepEqual(found.get("txn_h2_01"), { identicalIds: ["txn_h1_01", "txn_h1_02"], isRepeat: true });
  assert.deepEqual(found.get("txn_h1_02"), { identicalIds: ["txn_h2_01"], isRepeat: false });
});

test("trades are duplicates only if security, day, type, amount and account are all equal", () => {
  const others = [
    { ticker: "MSFT" },
    { transactionDate: day("2026-01-21") },
    { transactionType: "sale_full" },
    { amount: { lowUsd: 15_001, highUsd: 50_000 } },
    { account: null },
    { assetType: "Stock Option" },
  ] as const;
  for (const other of others) assert.equal(findPossibleDuplicates([first, { ...again, ...other }]).size, 0);
  const bond = { ticker: "", assetNameRaw: "State of Example 5%" };
  assert.equal(
    findPossibleDuplicates([
      { ...first, ...bond },
      { ...again, ...bond, assetNameRaw: "STATE OF EXAMPLE, 5%" },
    ]).size,
    2,
  );
  assert.equal(
    findPossibleDuplicates([
      { ...first, ...bond },
      { ...again, ...bond, assetNameRaw: "Another Bond" },
    ]).size,
    0,
  );
});

test("shares need only the same ticker, whatever the name; options also need the same terms", () => {
  const count = (one: Partial<Trade>, other: Partial<Trade>) =>
    findPossibleDuplicates([
      { ...first, ...one },
      { ...again, ...other },
    ]).size;
  assert.equal(count({ assetNameRaw: "Apple" }, { assetNameRaw: "Apple Inc." }), 2);
  const makeOption = (strike: string) => ({
    option: { type: "Call", strike, expiry: null },
    assetType: "Stock Option",
  });
  assert.equal(count(makeOption("$50"), makeOption("$50")), 2);
  assert.equal(count(makeOption("$50"), makeOption("$60")), 0);
});

test("trades with different printed owners are distinct; a trade without a printed owner may match any owner", () => {
  const makeTrade = (docId: string, owner: Trade["owner"], chamber: Trade["chamber"] = "house") =>
    trade(docId, 1, { owner, chamber, filedDate: day("2026-02-01") });
  assert.equal(findPossibleDuplicates([makeTrade("1", "spouse"), makeTrade("2", "joint")]).size, 0);
  assert.equal(findPossibleDuplicates([makeTrade("1", "self", "senate"), makeTrade("2", "spouse", "senate")]).size, 0);
  assert.equal(findPossibleDuplicates([makeTrade("1", "spouse"), makeTrade("2", "spouse")]).size, 2);
  assert.equal(
    findPossibleDuplicates([makeTrade("1", "self"), makeTrade("2", "spouse")]).size,
    2,
    "the House leaves the filer's own blank",
  );
  assert.equal(findPossibleDuplicates([makeTrade("1", null), makeTrade("2", "spouse")]).size, 2);
  const three = findPossibleDuplicates([makeTrade("1", "spouse"), makeTrade("2", "joint"), makeTrade("3", null)]);
  assert.deepEqual(three.get("txn_h3_01")?.identicalIds, ["txn_h1_01", "txn_h2_01"]);
  assert.deepEqual(three.get("txn_h1_01")?.identicalIds, ["txn_h3_01"]);
});
