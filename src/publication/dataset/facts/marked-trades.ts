/** Trades of a security by day, for markers on a price chart. */
import type { AmountRange } from "../../../domain/amount-range.ts";
import { TRAITS, type TradeColumns } from "../trade-columns.ts";
import { getTransactionKindIndex, KINDS, type Kind } from "./trade-sums.ts";

export interface MarkedTrade {
  /** Position in the list of trades, newest disclosure first. */
  readonly position: number;
  readonly kind: Kind;
  /** Days since 1970-01-01. */
  readonly tradedDay: number;
  readonly disclosedDay: number;
  /** Equal for trades of the same member. */
  readonly person: number;
}

/**
 * Lists the trades for a chart of one security, oldest first. Trades of other securities that once had the symbol are left out.
 * @param symbol the security's current symbol, or the symbol in the filings if the security has no current symbol.
 */
export function listChartTrades(columns: TradeColumns, positions: Uint32Array, symbol: string): readonly MarkedTrade[] {
  const code = columns.symbolCodes.get(symbol);
  const { traded } = columns;
  return Array.from(positions.filter((position) => columns.security[position] === code))
    .sort((a, b) => (traded[a] as number) - (traded[b] as number) || a - b)
    .map((position) => ({
      position,
      kind: KINDS[getTransactionKindIndex(columns, position)] as Kind,
      tradedDay: traded[position] as number,
      disclosedDay: columns.disclosed[position] as number,
      person: columns.person[position] as number,
    }));
}

export interface DatedTrade {
  readonly kind: Kind;
  /** Days since 1970-01-01. */
  readonly tradedDay: number;
  /** Lower bound of the amount in US dollars. */
  readonly lowUsd: number;
  /** False if on time or unknown. */
  readonly isLate: boolean;
}

/** Oldest trade first. */
export function listDatedTrades(columns: TradeColumns, positions: Uint32Array): readonly DatedTrade[] {
  const { traded, traits, amounts, amount } = columns;
  return Array.from(positions)
    .sort((a, b) => (traded[a] as number) - (traded[b] as number) || a - b)
    .map((position) => ({
      kind: KINDS[getTransactionKindIndex(columns, position)] as Kind,
      tradedDay: traded[position] as number,
      lowUsd: (amounts[amount[position] as number] as AmountRange).lowUsd,
      isLate: TRAITS[traits[position] as number]?.late === true,
    }));
}
