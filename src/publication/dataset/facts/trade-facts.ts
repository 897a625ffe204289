/** How a trade differs from earlier trades of the same member. Gives numbers, not a score. */
import type { AmountRange } from "../../../domain/amount-range.ts";
import { toDayNumber, toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { Trade } from "../../../domain/trade.ts";
import { findSecuritySymbol } from "../../../domain/traded-security.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { isRepeat } from "./trade-sums.ts";

export interface TradeFacts {
  /** Number of the member's trades before the day of this trade, except trades that may repeat a trade of an earlier filing. */
  readonly earlier: number;
  /** Day of the member's first known trade. */
  readonly knownSince: IsoDate | null;
  /** Null if fewer than `ENOUGH` earlier trades are known. */
  readonly size: TradeSize | null;
  /** Number of the member's earlier trades in the same security. Assets without a symbol are compared by name. */
  readonly earlierInSecurity: number;
  /** Whole days since the member's latest earlier trade in any asset, and in this security; null if there was none. */
  readonly daysSinceLast: number | null;
  readonly daysSinceLastInSecurity: number | null;
}

interface TradeSize {
  /** The 95th percentile by amount. At least 95% of the member's earlier trades are in this bracket or in a lower bracket. */
  readonly percentile95: AmountRange;
  readonly isAbove: boolean;
  /** Number of earlier trades whose lower bound is at least this trade's lower bound. */
  readonly asLarge: number;
}

/** Minimum number of trades for a 95th percentile: with fewer trades, each is more than five percent of them. */
const ENOUGH = 20;

export type JudgedTrade = Pick<
  Trade,
  | "politicianId"
  | "ticker"
  | "currentTicker"
  | "noCurrentTicker"
  | "assetType"
  | "company"
  | "transactionDate"
  | "amount"
>;

/** @param positions the member's trades. */
export function computeTradeFacts(columns: TradeColumns, positions: Uint32Array, trade: JudgedTrade): TradeFacts {
  const { amount } = trade;
  const isSame = createSameSecurityTest(columns, trade);
  return compareWithEarlierTrades(columns, positions, { day: toDayNumber(trade.transactionDate), amount, isSame });
}

interface JudgedDay {
  /** Day number of the transaction. */
  readonly day: number;
  readonly amount: AmountRange;
  /** Returns whether the trade at a position is in the same security. */
  readonly isSame: (position: number) => boolean;
}

/** Like `computeTradeFacts`, but takes only a trade's day and amount, and a predicate for trades in the same security. */
export function compareWithEarlierTrades(
  columns: TradeColumns,
  positions: Uint32Array,
  { day, amount: judgedAmount, isSame }: JudgedDay,
): TradeFacts {
  const amounts = new Uint32Array(columns.amounts.length);
  let earlier = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let lastInSecurity = Number.NEGATIVE_INFINITY;
  let earlierInSecurity = 0;
  for (const position of positions) {
    const traded = columns.traded[position] as number;
    if (traded < first) first = traded;
    if (traded >= day || isRepeat(columns, position)) continue;
    earlier += 1;
    const amount = columns.amount[position] as number;
    amounts[amount] = (amounts[amount] as number) + 1;
    if (traded > last) last = traded;
    if (!isSame(position)) continue;
    earlierInSecurity += 1;
    if (traded > lastInSecurity) lastInSecurity = traded;
  }
  return {
    earlier,
    knownSince: positions.length === 0 ? null : toDayText(first),
    size: earlier < ENOUGH ? null : rankTradeSize(judgedAmount, columns.amounts, amounts, earlier),
    earlierInSecurity,
    daysSinceLast: Number.isFinite(last) ? day - last : null,
    daysSinceLastInSecurity: Number.isFinite(lastInSecurity) ? day - lastInSecurity : null,
  };
}

// Compares `amount` with a member's earlier trades. `counts` has the number of earlier trades in each of the `ranges`. In the
// result, `percentile95` is computed by the nearest-rank method, so the percentile is always one of the `ranges`.
function rankTradeSize(
  amount: AmountRange,
  ranges: readonly AmountRange[],
  counts: Uint32Array,
  all: number,
): TradeSize {
  const ascending = [...ranges.keys()]
    .filter((code) => (counts[code] as number) > 0)
    .sort((a, b) => compareRanges(ranges[a] as AmountRange, ranges[b] as AmountRange));
  let reached = 0;
  const at = ascending.find((code) => {
    reached += counts[code] as number;
    return reached >= 0.95 * all;
  });
  const percentile95 = ranges[at ?? 0] as AmountRange;
  const asLarge = ascending.reduce(
    (sum, code) => sum + ((ranges[code] as AmountRange).lowUsd >= amount.lowUsd ? (counts[code] as number) : 0),
    0,
  );
  return { percentile95, isAbove: amount.lowUsd > percentile95.lowUsd, asLarge };
}

/** Sorts by lower, then upper bound. On the forms, `Over $1,000,000` and `$1,000,001 - $5,000,000` start at the same amount. */
function compareRanges(one: AmountRange, other: AmountRange): number {
  const order = one.lowUsd - other.lowUsd;
  return order === 0 ? (one.highUsd ?? Number.MAX_VALUE) - (other.highUsd ?? Number.MAX_VALUE) : order;
}

/** Returns a predicate for trades in the same security: by the symbol they are counted under, or by name if there is none. */
function createSameSecurityTest(
  { security, company, symbols, companies, symbolCodes }: TradeColumns,
  trade: JudgedTrade,
): (position: number) => boolean {
  const symbol = findSecuritySymbol(trade);
  if (symbol !== null) {
    const code = symbolCodes.get(symbol);
    return (position) => security[position] === code;
  }
  const code = companies.indexOf(trade.company);
  return (position) => company[position] === code && symbols[security[position] as number] === "";
}
