import assert from "node:assert/strict";
import { test } from "node:test";
import type { AmountRange } from "../../domain/amount-range.ts";
import { AmountSum } from "../../publication/dataset/facts/amount-sum.ts";
import type { TradeBands } from "../../publication/dataset/facts/trade-bands.ts";
import { KINDS, type Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { formatNetPurchases } from "./band.ts";

const SMALL = { lowUsd: 1001, highUsd: 15_000 };
const LARGE = { lowUsd: 15_001, highUsd: 50_000 };
const OPEN = { lowUsd: 50_000_001, highUsd: null };

function sumBand(ranges: readonly AmountRange[] = []) {
  const sum = new AmountSum();
  for (const range of ranges) sum.add(range);
  return sum.toAmountBand();
}

type Sides = { readonly buys?: readonly AmountRange[]; readonly sells?: readonly AmountRange[] };

/** @param others purchases and sales of other assets, such as bonds. */
function renderSentence(shares: Sides, others: Sides = {}, traders: "one" | "several" = "one"): string {
  const sumKind = (kind: Kind) =>
    kind === "buys" || kind === "sells" ? sumBand([...(shares[kind] ?? []), ...(others[kind] ?? [])]) : sumBand();
  const bands = Object.fromEntries(KINDS.map((kind) => [kind, sumKind(kind)])) as Record<Kind, TradeBands[Kind]>;
  const sharesAndFunds = { buys: sumBand(shares.buys), sells: sumBand(shares.sells) };
  return formatNetPurchases({ ...bands, repeats: 0, sharesAndFunds }, traders);
}

test("says net buyer or net seller if true for all amounts within the ranges, and states the number of trades", () => {
  assert.equal(
    renderSentence({ buys: [LARGE], sells: [SMALL] }),
    "Net buyer of shares and funds: $1 to $48,999 (1 purchase, 1 sale).",
  );
  assert.equal(renderSentence({ sells: [SMALL] }), "Net seller of shares and funds: $1,001 to $15,000 (1 sale).");
  assert.equal(
    renderSentence({ buys: [{ lowUsd: 15, highUsd: 15 }] }),
    "Net buyer of shares and funds: $15.00 (1 purchase).",
  );
  const many = Array.from({ length: 500 }, () => LARGE);
  assert.equal(
    renderSentence({ sells: many }, {}, "several"),
    "Net sellers of shares and funds: $7.5M to $25M (500 sales).",
  );
});

test("states a range from net sale to net purchase if the amount ranges allow both", () => {
  assert.equal(
    renderSentence({ buys: [SMALL, LARGE], sells: [SMALL, SMALL] }),
    "Net purchases of shares and funds: anywhere from $13,998 sold to $62,998 bought, given the ranges (2 purchases, 2 sales).",
  );
});

test("a range without an upper bound leaves one side of the net open", () => {
  const net = "Net purchases of shares and funds:";
  assert.equal(
    renderSentence({ buys: [OPEN], sells: [SMALL] }),
    "Net buyer of shares and funds: at least $49.9M (1 purchase, 1 sale).",
  );
  assert.equal(
    renderSentence({ buys: [OPEN], sells: [OPEN] }),
    `${net} unknown, because ranges on both sides have no upper bound (1 purchase, 1 sale).`,
  );
  assert.equal(
    renderSentence({ buys: [SMALL], sells: [OPEN, SMALL] }),
    "Net seller of shares and funds: at least $49.9M (1 purchase, 2 sales).",
  );
});

test("excludes trades in assets other than shares and funds from the net amount, and states their number", () => {
  assert.equal(
    renderSentence({ sells: [SMALL] }, { buys: [LARGE], sells: [LARGE] }),
    "Net seller of shares and funds: $1,001 to $15,000 (1 sale). Not counted: 2 trades in other assets, or in assets whose type the filing does not state.",
  );
  assert.equal(
    renderSentence({}, { buys: [LARGE] }),
    "No purchases or sales of shares or funds. Not counted: 1 trade in other assets, or in assets whose type the filing does not state.",
  );
  assert.equal(renderSentence({}), "");
});
