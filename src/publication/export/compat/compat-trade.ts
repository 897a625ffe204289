/** The fields of a trade for output in the formats of discontinued services, and the wording that these formats share. */
import type { AmountRange } from "../../../domain/amount-range.ts";
import { formatAmountRange } from "../../../domain/amount-range.ts";
import { formatCount } from "../../../domain/count-words.ts";
import type { Owner, Trade, TransactionType } from "../../../domain/trade.ts";

export interface CompatTrade {
  /** The trade, with the politician id that the API returns. */
  readonly trade: Trade;
  readonly name: string;
  /** U.S. state of the politician's seat on the transaction date. */
  readonly state: string;
  /** `NC05` as printed in the House's index; null for the Senate. */
  readonly stateDistrict: string | null;
  readonly documentUrl: string;
}

/** Text that the discontinued services used for a value that the filing does not state. */
export const ABSENT = "--";

/** `MM/DD/YYYY` */
export function formatUsDay(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
}

/**
 * An amount as printed on the forms of both chambers.
 * @param formatOpenAmount formats a bracket without an upper bound; its argument is one dollar less than the lower bound, as
 * printed.
 */
export function formatPrintedAmount(amount: AmountRange, formatOpenAmount: (dollars: string) => string): string {
  const { lowUsd, highUsd } = amount;
  if (highUsd === null) return formatOpenAmount(`$${formatCount(Math.floor(lowUsd - 1))}`);
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
