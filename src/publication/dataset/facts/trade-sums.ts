/** Kinds of trades, and functions on columns of trades that several modules share. */
import { type Instrument, toTradeSign } from "../../../domain/direction.ts";
import type { TransactionType } from "../../../domain/trade.ts";
import { FLAGS, INSTRUMENT_CODES, TRAITS, type TradeColumns } from "../trade-columns.ts";
import { getDayQuarter } from "./days.ts";

/** `buys` and `sells` trade the asset itself, but do not open or close a short position; `others` have an unspecific type. */
export const KINDS = ["buys", "sells", "optionsBought", "optionsSold", "exchanges", "shortSales", "others"] as const;
export type Kind = (typeof KINDS)[number];

/** Trades of each kind in a quarter, by transaction date. */
export type Quarter = Readonly<Record<Kind, number>> & {
  readonly year: number;
  /** Number of the quarter, from 1. */
  readonly quarter: number;
};

/** For each instrument, then for each combination of a trade's traits: the index of the trade's kind in `KINDS`. */
const KIND_OF: readonly Uint8Array[] = INSTRUMENT_CODES.map((instrument) =>
  Uint8Array.from(TRAITS, ({ type }) => KINDS.indexOf(classifyTransaction(instrument, type))),
);

function classifyTransaction(instrument: Instrument, type: TransactionType): Kind {
  if (instrument === "short") return "shortSales";
  if (type === "exchange") return "exchanges";
  const side = toTradeSign(type);
  if (side === 0) return "others";
  if (instrument === "security") return side > 0 ? "buys" : "sells";
  return side > 0 ? "optionsBought" : "optionsSold";
}

export function getTransactionKindIndex({ traits, instrument }: TradeColumns, position: number): number {
  return KIND_OF[instrument[position] as number]?.[traits[position] as number] as number;
}

/** Returns whether an earlier filing of the member reports the same trade. */
export function isRepeat({ flags }: TradeColumns, position: number): boolean {
  return ((flags[position] as number) & FLAGS.repeat) !== 0;
}

/** Days from transaction to first disclosure, ascending, without trades whose first disclosure is unknown. */
export function listDisclosureGaps({ flags, disclosed, traded }: TradeColumns, positions: Uint32Array): Int32Array {
  const known = positions.filter((position) => ((flags[position] as number) & FLAGS.gapUnknown) === 0);
  return Int32Array.from(known, (position) => (disclosed[position] as number) - (traded[position] as number)).sort();
}

/** Counts trades by quarter and kind, oldest first, including quarters without trades. @param positions at least one. */
export function countTradesByQuarter(columns: TradeColumns, positions: Uint32Array): readonly Quarter[] {
  const quarters = new Uint16Array(positions.length);
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (let index = 0; index < positions.length; index += 1) {
    const quarter = getDayQuarter(columns.traded[positions[index] as number] as number);
    quarters[index] = quarter;
    first = Math.min(first, quarter);
    last = Math.max(last, quarter);
  }
  const counts = new Uint32Array((last - first + 1) * KINDS.length);
  for (let index = 0; index < positions.length; index += 1) {
    const at =
      ((quarters[index] as number) - first) * KINDS.length +
      getTransactionKindIndex(columns, positions[index] as number);
    counts[at] = (counts[at] as number) + 1;
  }
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const ofKind = Object.fromEntries(
      KINDS.map((kind, at) => [kind, counts[index * KINDS.length + at] as number]),
    ) as Record<Kind, number>;
    return { year: Math.floor((first + index) / 4), quarter: ((first + index) % 4) + 1, ...ofKind };
  });
}
