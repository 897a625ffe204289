/** Amounts bought and sold, each as a range, and groups of trades with their counts. */
import type { AmountRange } from "../../../domain/amount-range.ts";
import { isShareOrFund } from "../../../domain/asset-class.ts";
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { type AmountBand, AmountSum } from "./amount-sum.ts";
import { getTransactionKindIndex, isRepeat, KINDS, type Kind } from "./trade-sums.ts";

export interface TradeBands extends Readonly<Record<Kind, AmountBand>> {
  /** The shares and funds among the assets bought and sold. */
  readonly sharesAndFunds: Readonly<Record<"buys" | "sells", AmountBand>>;
  /** Trades that an earlier filing of the member also reports: they are excluded from all sums of amounts. */
  readonly repeats: number;
}

export function sumAmounts(columns: TradeColumns, positions: Uint32Array): TradeBands {
  const { amount, amounts, assetType, assetTypes, symbol, symbols } = columns;
  const sums = KINDS.map(() => new AmountSum());
  const ofShares = KINDS.map(() => new AmountSum());
  let repeats = 0;
  for (const position of positions) {
    if (isRepeat(columns, position)) {
      repeats += 1;
      continue;
    }
    const kind = getTransactionKindIndex(columns, position);
    const range = amounts[amount[position] as number] as AmountRange;
    sums[kind]?.add(range);
    const [asset = "", ticker = ""] = [assetTypes[assetType[position] as number], symbols[symbol[position] as number]];
    if (isShareOrFund(asset, ticker)) ofShares[kind]?.add(range);
  }
  const toBandsByKind = (some: readonly AmountSum[]) =>
    Object.fromEntries(KINDS.map((kind, at) => [kind, some[at]?.toAmountBand()])) as Record<Kind, AmountBand>;
  const { buys, sells } = toBandsByKind(ofShares);
  return { repeats, sharesAndFunds: { buys, sells }, ...toBandsByKind(sums) };
}

export interface TradeCounts {
  readonly trades: number;
  readonly buys: number;
  readonly sells: number;
  readonly options: number;
}

/** The trades of one member, or in one security. */
export interface TradeGroup extends TradeCounts {
  readonly code: number;
  /** Position of the group's most recently disclosed trade. */
  readonly position: number;
  /** Day number of the latest transaction. */
  readonly lastTraded: number;
}

/** Sorts the groups by number of trades, highest first, then by last traded day, latest first. */
export function groupTradesByCode(
  columns: TradeColumns,
  positions: Uint32Array,
  getCode: (position: number) => number,
): readonly TradeGroup[] {
  const groups = new Map<number, { -readonly [K in keyof TradeGroup]: TradeGroup[K] }>();
  for (const position of positions) {
    const code = getCode(position);
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
    const kind = KINDS[getTransactionKindIndex(columns, position)];
    if (kind === "buys") group.buys += 1;
    else if (kind === "sells") group.sells += 1;
    else if (kind === "optionsBought" || kind === "optionsSold") group.options += 1;
    const day = columns.traded[position] as number;
    if (day > group.lastTraded) group.lastTraded = day;
  }
  return [...groups.values()].sort((a, b) => b.trades - a.trades || b.lastTraded - a.lastTraded);
}

export interface MemberTrades extends TradeCounts {
  readonly id: string;
  readonly name: string;
  readonly lastTraded: IsoDate;
}

/** Trade counts of members. @param groups one group per member, whose `code` is the member's index in `people`. */
export function toMemberTrades({ people }: TradeColumns, groups: readonly TradeGroup[]): readonly MemberTrades[] {
  return groups.map(({ code, position, lastTraded, ...counts }) => ({
    id: people[code]?.id ?? "",
    name: people[code]?.name ?? "",
    ...counts,
    lastTraded: toDayText(lastTraded),
  }));
}
