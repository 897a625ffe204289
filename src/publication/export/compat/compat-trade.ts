/** A trade as the services that other programs were written for have it, and the words that their dialects share. */
import type { AmountRange } from "../../../domain/amount-range.ts";
import { formatAmountRange } from "../../../domain/amount-range.ts";
import { count } from "../../../domain/counted.ts";
import type { Owner, Trade, TransactionType } from "../../../domain/trade.ts";

export interface CompatTrade {
  /** Its politician id is the one that is served. */
  readonly trade: Trade;
  /** Full name of the politician. */
  readonly name: string;
  /** State of the politician's seat on the transaction date. */
  readonly state: string;
  /** `NC05` as the House's index prints it; null for the Senate. */
  readonly stateDistrict: string | null;
  /** Address of the document at the official site. */
  readonly documentUrl: string;
}

/** Text of these services where a filing says nothing. */
export const ABSENT = "--";

/** `MM/DD/YYYY` */
export function usDay(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
}

/** A bracket as both forms print it. @param open words for one without an upper bound, for which the forms print the whole dollars below it. */
export function printedAmount(amount: AmountRange, open: (dollars: string) => string): string {
  const { lowUsd, highUsd } = amount;
  if (highUsd === null) return open(`$${count(Math.floor(lowUsd - 1))}`);
  const range = formatAmountRange(amount);
  return lowUsd === highUsd ? range.slice(0, range.indexOf(" ")) : range;
}

export const SENATE_OWNERS: Readonly<Record<Owner, string>> = {
  self: "Self",
  spouse: "Spouse",
  joint: "Joint",
  dependent: "Child",
};

export const SENATE_TYPES: Readonly<Record<TransactionType, string>> = {
  purchase: "Purchase",
  sale_full: "Sale (Full)",
  sale_partial: "Sale (Partial)",
  exchange: "Exchange",
  other: "N/A",
};
