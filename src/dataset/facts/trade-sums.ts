/** Kinds of trades, and what facts read of single positions. */
import { sideOf } from "../../domain/direction.ts";
import { FLAGS, INSTRUMENT_CODES, TRAITS, type TradeColumns } from "../trade-columns.ts";
import { quarterOf } from "./days.ts";

/** Bought or sold is the security itself alone; exchanges, options, short sales and others are neither. */
export const KINDS = ["buys", "sells", "others"] as const;
export type Kind = (typeof KINDS)[number];

/** Trades of each kind in a quarter, by transaction date. */
export type Quarter = Readonly<Record<Kind, number>> & {
  readonly year: number;
  /** Number of the quarter, from 1. */
  readonly quarter: number;
};

const [BUYS, SELLS, OTHERS] = [0, 1, 2];
const SECURITY = INSTRUMENT_CODES.indexOf("security");
const KIND_OF_TRAITS = Uint8Array.from(TRAITS, ({ type }) => {
  const side = sideOf(type);
  return side > 0 ? BUYS : side < 0 ? SELLS : OTHERS;
});

/** Index into `KINDS`. */
export function kindOf({ traits, instrument }: TradeColumns, position: number): number {
  return instrument[position] === SECURITY ? (KIND_OF_TRAITS[traits[position] as number] as number) : OTHERS;
}

/** An earlier filing of the member has it alike. */
export function isRepeat({ flags }: TradeColumns, position: number): boolean {
  return ((flags[position] as number) & FLAGS.repeat) !== 0;
}

/** Days from each transaction to its first disclosure, ascending, without those that are not known. */
export function gapsOf({ flags, disclosed, traded }: TradeColumns, positions: Uint32Array): Int32Array {
  const known = positions.filter((position) => ((flags[position] as number) & FLAGS.gapUnknown) === 0);
  return Int32Array.from(known, (position) => (disclosed[position] as number) - (traded[position] as number)).sort();
}

/** Oldest first, without a gap. @param positions at least one. */
export function quartersOf(columns: TradeColumns, positions: Uint32Array): readonly Quarter[] {
  const quarters = Uint16Array.from(positions, (position) => quarterOf(columns.traded[position] as number));
  const first = quarters.reduce((least, each) => Math.min(least, each));
  const last = quarters.reduce((most, each) => Math.max(most, each));
  const counts = new Uint32Array((last - first + 1) * KINDS.length);
  positions.forEach((position, index) => {
    const at = ((quarters[index] as number) - first) * KINDS.length + kindOf(columns, position);
    counts[at] = (counts[at] as number) + 1;
  });
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const [buys = 0, sells = 0, others = 0] = counts.subarray(index * KINDS.length);
    return { year: Math.floor((first + index) / 4), quarter: ((first + index) % 4) + 1, buys, sells, others };
  });
}
