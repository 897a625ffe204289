import assert from "node:assert/strict";
import { test } from "node:test";
import type { AmountRange } from "../../domain/amount-range.ts";
import { AmountSum } from "../../publication/dataset/facts/amount-sum.ts";
import type { TradeBands } from "../../publication/dataset/facts/trade-bands.ts";
import { KINDS, type Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { netSentence } from "./band.ts";

const SMALL = { lowUsd: 1001, highUsd: 15_000 };
const LARGE = { lowUsd: 15_001, highUsd: 50_000 };
const OPEN = { lowUsd: 50_000_001, highUsd: null };

function bandOf(ranges: readonly AmountRange[] = []) {
  const sum = new AmountSum();
  for (const range of ranges) sum.add(range);
  return sum.band();
}

type Sides = { readonly buys?: readonly AmountRange[]; readonly sells?: readonly AmountRange[] };

/** @param others bonds and the like, which are bought and sold too. */
function sentence(shares: Sides, others: Sides = {}): string {
  const ofKind = (kind: Kind) =>
    kind === "buys" || kind === "sells" ? bandOf([...(shares[kind] ?? []), ...(others[kind] ?? [])]) : bandOf();
  const bands = Object.fromEntries(KINDS.map((kind) => [kind, ofKind(kind)])) as Record<Kind, TradeBands[Kind]>;
  return netSentence({
    ...bands,
    repeats: 0,
    sharesAndFunds: { buys: bandOf(shares.buys), sells: bandOf(shares.sells) },
  });
}

const ALLOW = "the ranges allow no closer figure";

test("the net says that it is of shares and funds only, and how far the ranges let it be", () => {
  assert.equal(
    sentence({ buys: [SMALL, LARGE], sells: [SMALL, SMALL] }),
    `Net, shares and funds only: 2 bought and 2 sold, between $13,998 sold and $62,998 bought; ${ALLOW}.`,
  );
  assert.equal(
    sentence({ buys: [SMALL, SMALL, LARGE], sells: [SMALL, LARGE] }),
    `Net, shares and funds only: 3 bought and 2 sold, so 1 more bought than sold, between $47,997 sold and $63,998 bought; ${ALLOW}.`,
  );
  assert.equal(
    sentence({ buys: [LARGE], sells: [SMALL] }),
    `Net, shares and funds only: 1 bought and 1 sold, $1 to $48,999 bought; ${ALLOW}.`,
  );
});

test("a net of one trade is its range, and of an exact sum the sum", () => {
  assert.equal(sentence({ sells: [SMALL] }), `Net, shares and funds only: $1,001 to $15,000 sold; ${ALLOW}.`);
  assert.equal(sentence({ buys: [{ lowUsd: 15, highUsd: 15 }] }), "Net, shares and funds only: $15 bought.");
});

test("a range without an upper bound leaves a side of the net open", () => {
  const start = "Net, shares and funds only: 1 bought and 1 sold,";
  assert.equal(
    sentence({ buys: [OPEN], sells: [SMALL] }),
    `${start} at least $49,985,001 bought, because something bought has no upper bound.`,
  );
  assert.equal(
    sentence({ buys: [OPEN], sells: [OPEN] }),
    `${start} an unknown amount, because ranges on both sides have no upper bound.`,
  );
});

test("trades in other assets are in no net, and their number is said", () => {
  const leftOut = "in other assets, or in assets of a kind that the filing does not state,";
  assert.equal(
    sentence({ sells: [SMALL] }, { buys: [LARGE], sells: [LARGE] }),
    `Net, shares and funds only: $1,001 to $15,000 sold; ${ALLOW}. 2 trades ${leftOut} are not in it.`,
  );
  assert.equal(sentence({}, { buys: [LARGE] }), `Net, shares and funds only: none. 1 trade ${leftOut} is not in it.`);
  assert.equal(sentence({}), "");
});
