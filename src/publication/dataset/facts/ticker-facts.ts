/** Totals of the trades in one security, from their columns. */
import type { TradeColumns } from "../trade-columns.ts";
import { computeQuartiles, type Spread } from "./spread.ts";
import { groupTradesByCode, type MemberTrades, sumAmounts, type TradeBands, toMemberTrades } from "./trade-bands.ts";
import { countTradesByQuarter, listDisclosureGaps, type Quarter } from "./trade-sums.ts";

export interface TickerFacts extends TradeBands {
  /** Trades in the security, whatever name it had when the trade was filed. */
  readonly trades: number;
  /** Number of trades that a search for the symbol finds but that are not in this security. */
  readonly otherSecurities: number;
  /** Number of distinct members who bought, or sold, the security itself. */
  readonly buyers: number;
  readonly sellers: number;
  readonly daysToDisclose: Spread | null;
  readonly memberCount: number;
  /** Sorted by number of trades, highest first; at most ten. */
  readonly members: readonly MemberTrades[];
  readonly quarters: readonly Quarter[];
}

const MAX_MEMBERS = 10;

/** Undefined if none of the trades is in the security. @param found positions of the trades that a search for `symbol` finds. */
export function buildTickerFacts(columns: TradeColumns, found: Uint32Array, symbol: string): TickerFacts | undefined {
  const code = columns.symbolCodes.get(symbol);
  const positions = found.filter((position) => columns.security[position] === code);
  if (positions.length === 0) return undefined;
  const members = groupTradesByCode(columns, positions, (position) => columns.person[position] as number);
  const bands = sumAmounts(columns, positions);
  const daysToDisclose = computeQuartiles(listDisclosureGaps(columns, positions));
  return {
    trades: positions.length,
    ...bands,
    otherSecurities: found.length - positions.length,
    buyers: members.filter(({ buys }) => buys > 0).length,
    sellers: members.filter(({ sells }) => sells > 0).length,
    daysToDisclose,
    memberCount: members.length,
    members: toMemberTrades(columns, members.slice(0, MAX_MEMBERS)),
    quarters: countTradesByQuarter(columns, positions),
  };
}
