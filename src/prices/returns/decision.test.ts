import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { DecisionWriter, type ReportedTrade } from "./decision.ts";

const ROW: ReportedTrade = {
  id: "txn_h1_01",
  filingId: "h1",
  politicianId: "X000001",
  symbol: "ZZWID",
  assetType: "Stock",
  instrument: "security",
  transactionType: "purchase",
  transactionDate: "2026-02-03" as IsoDate,
  disclosureDate: "2026-02-20" as IsoDate,
  amount: { lowUsd: 1_001, highUsd: 15_000 },
  isRepeat: false,
};

function writeDecisions(...rows: readonly Partial<ReportedTrade>[]) {
  const writer = new DecisionWriter();
  for (const row of rows) writer.add({ ...ROW, ...row });
  return writer.toDecisions();
}

test("twenty lots of one order are one decision, with the sum of their bounds", () => {
  const lots = Array.from({ length: 20 }, (_, lot) => ({ id: `txn_h1_${lot}` }));
  const { decisions } = writeDecisions(...lots);
  assert.equal(decisions.length, 1);
  assert.equal(decisions[0]?.tradeIds.length, 20);
  assert.deepEqual([decisions[0]?.lowUsd, decisions[0]?.highUsd], [20_020, 300_000]);
});

test("trades are separate decisions if member, security, direction or day differ; a partial sale is a sale", () => {
  const { decisions } = writeDecisions(
    {},
    { politicianId: "X000002" },
    { symbol: "ZZOIL" },
    { transactionType: "sale_full" },
    { transactionType: "sale_partial" },
    { transactionDate: "2026-02-04" as IsoDate },
  );
  assert.deepEqual(
    decisions.map(({ side, tradeIds }) => [side, tradeIds.length]),
    [
      ["buy", 1],
      ["buy", 1],
      ["buy", 1],
      ["sell", 2],
      ["buy", 1],
    ],
  );
});

test("a decision reported twice belongs to the filing with the earliest disclosure", () => {
  const { decisions } = writeDecisions(
    { filingId: "h2", disclosureDate: "2026-03-20" as IsoDate },
    { filingId: "h1", disclosureDate: "2026-02-20" as IsoDate },
  );
  assert.deepEqual([decisions[0]?.filingId, decisions[0]?.disclosureDate], ["h1", "2026-02-20"]);
});

test("a possible repeat raises only the upper bound of a decision's amount; an open range removes that bound", () => {
  const { decisions } = writeDecisions({}, { filingId: "h2", isRepeat: true });
  assert.deepEqual([decisions[0]?.lowUsd, decisions[0]?.highUsd], [1_001, 30_000]);
  assert.equal(writeDecisions({}, { amount: { lowUsd: 1_001, highUsd: null } }).decisions[0]?.highUsd, null);
});

test("counts options, short sales, exchanges, coins, bonds, funds and private holdings as unpriced, not as decisions", () => {
  const { decisions, unpriced } = writeDecisions(
    { instrument: "put" },
    { instrument: "short" },
    { transactionType: "exchange" },
    { assetType: "Cryptocurrency", symbol: null },
    { assetType: "Municipal Security", symbol: null },
    { assetType: "Mutual Fund" },
    { assetType: "Private Fund", symbol: null },
    { symbol: null },
    { assetType: "Farm", symbol: null },
  );
  assert.equal(decisions.length, 0);
  assert.deepEqual(unpriced, {
    option: 1,
    short_sale: 1,
    exchange: 1,
    coin: 1,
    bond: 1,
    fund: 1,
    private: 1,
    no_ticker: 1,
    other: 1,
  });
});

test("a row with the asset type Other is a decision only if the row has a symbol", () => {
  assert.equal(writeDecisions({ assetType: "Other" }).decisions.length, 1);
  assert.equal(writeDecisions({ assetType: "Other", symbol: null }).unpriced.other, 1);
});
