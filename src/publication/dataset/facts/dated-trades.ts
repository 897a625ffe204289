/** Trades by day, for the chart of everything that a member traded. */
import type { AmountRange } from "../../../domain/amount-range.ts";
import { TRAITS, type TradeColumns } from "../trade-columns.ts";
import { getTransactionKind, KINDS, type Kind } from "./trade-sums.ts";

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
      kind: KINDS[getTransactionKind(columns, position)] as Kind,
      tradedDay: traded[position] as number,
      lowUsd: (amounts[amount[position] as number] as AmountRange).lowUsd,
      isLate: TRAITS[traits[position] as number]?.late === true,
    }));
}
