/** Amounts bought and sold, each as a band, and groups of trades with their counts. */
import type { AmountRange } from "../../domain/amount-range.ts";
import { isShareOrFund } from "../../domain/asset-class.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { type AmountBand, AmountSum } from "./amount-sum.ts";
import { isRepeat, KINDS, type Kind, kindOf } from "./trade-sums.ts";

export interface TradeBands extends Readonly<Record<Kind, AmountBand>> {
  /** The shares and funds among what was bought and sold. */
  readonly sharesAndFunds: Readonly<Record<"buys" | "sells", AmountBand>>;
  /** Trades that an earlier filing of the member reports too: they are in no sum of amounts. */
  readonly repeats: number;
}

export function tradeBands(columns: TradeColumns, positions: Uint32Array): TradeBands {
  const { amount, amounts, assetType, assetTypes, symbol, symbols } = columns;
  // Few different brackets occur, so they are counted first and added up once.
  const counts = KINDS.map(() => new Uint32Array(amounts.length));
  const ofShares = KINDS.map(() => new Uint32Array(amounts.length));
  let repeats = 0;
  for (const position of positions) {
    if (isRepeat(columns, position)) {
      repeats += 1;
      continue;
    }
    const kind = kindOf(columns, position);
    const code = amount[position] as number;
    addOne(counts[kind] as Uint32Array, code);
    const [asset = "", ticker = ""] = [assetTypes[assetType[position] as number], symbols[symbol[position] as number]];
    if (isShareOrFund(asset, ticker)) addOne(ofShares[kind] as Uint32Array, code);
  }
  const [buys, sells] = [KINDS.indexOf("buys"), KINDS.indexOf("sells")];
  const bands = KINDS.map((kind, at) => [kind, bandOf(amounts, counts[at])] as const);
  return {
    repeats,
    sharesAndFunds: { buys: bandOf(amounts, ofShares[buys]), sells: bandOf(amounts, ofShares[sells]) },
    ...(Object.fromEntries(bands) as Record<Kind, AmountBand>),
  };
}

function addOne(counts: Uint32Array, code: number): void {
  counts[code] = (counts[code] as number) + 1;
}

/** @param counts how often each of the ranges occurs. */
function bandOf(amounts: readonly AmountRange[], counts: Uint32Array | undefined): AmountBand {
  const sum = new AmountSum();
  for (const [code, range] of amounts.entries()) {
    const times = counts?.[code] ?? 0;
    if (times > 0) sum.add(range, times);
  }
  return sum.band();
}

/** The trades of one member, or in one security. */
export interface TradeGroup {
  readonly code: number;
  /** Position of the first trade of the group: the one that was disclosed last. */
  readonly position: number;
  readonly trades: number;
  readonly buys: number;
  readonly sells: number;
  readonly options: number;
  /** Day number of the latest transaction. */
  readonly lastTraded: number;
}

/** Most trades first, then the latest. */
export function tradeGroups(
  columns: TradeColumns,
  positions: Uint32Array,
  codeOf: (position: number) => number,
): readonly TradeGroup[] {
  const groups = new Map<number, { -readonly [K in keyof TradeGroup]: TradeGroup[K] }>();
  for (const position of positions) {
    const code = codeOf(position);
    let group = groups.get(code);
    if (group === undefined) {
      group = {
        code,
        position,
        trades: 0,
        buys: 0,
        sells: 0,
        options: 0,
        lastTraded: columns.traded[position] as number,
      };
      groups.set(code, group);
    }
    group.trades += 1;
    const kind = KINDS[kindOf(columns, position)];
    if (kind === "buys") group.buys += 1;
    else if (kind === "sells") group.sells += 1;
    else if (kind === "optionsBought" || kind === "optionsSold") group.options += 1;
    const day = columns.traded[position] as number;
    if (day > group.lastTraded) group.lastTraded = day;
  }
  return [...groups.values()].sort((a, b) => b.trades - a.trades || b.lastTraded - a.lastTraded);
}
