/** The orders of the trade lists as permutations of positions. */
import type { TradeSort } from "../domain/trade-filter.ts";
import { FLAGS, type TradeColumns } from "./trade-columns.ts";

/** All positions in the order; what is equal in it stays in the order of the recent list, and what has no place in it comes last. */
export function orderOf(columns: TradeColumns, { by, descending }: TradeSort): Uint32Array {
  const keys = keysOf(columns, by);
  let [least, most] = [0, 0];
  for (const key of keys) {
    if (key === NO_KEY) continue;
    if (key < least) least = key;
    if (key > most) most = key;
  }
  const last = most - least + 1;
  const slot = (key: number) => (key === NO_KEY ? last : descending ? most - key : key - least);
  const starts = new Uint32Array(last + 2);
  for (const key of keys) {
    const at = slot(key) + 1;
    starts[at] = (starts[at] as number) + 1;
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  const order = new Uint32Array(keys.length);
  for (let position = 0; position < keys.length; position += 1) {
    const at = slot(keys[position] as number);
    const place = starts[at] as number;
    order[place] = position;
    starts[at] = place + 1;
  }
  return order;
}

/** Key of a trade that has no place in the order. */
const NO_KEY = -(2 ** 31);

/** Whole numbers that lie close together, so that they are sorted by counting. */
function keysOf(columns: TradeColumns, by: TradeSort["by"]): Int32Array {
  const { disclosed, traded, flags, amount, amounts } = columns;
  if (by === "disclosure_date") return disclosed;
  if (by === "transaction_date") return traded;
  if (by === "reporting_gap") {
    return disclosed.map((day, position) =>
      (flags[position] as number) & FLAGS.gapUnknown ? NO_KEY : day - (traded[position] as number),
    );
  }
  const lows = [...new Set(amounts.map(({ lowUsd }) => lowUsd))].sort((a, b) => a - b);
  const ranks = new Map(lows.map((low, rank) => [low, rank]));
  const rankOf = Int32Array.from(amounts, ({ lowUsd }) => ranks.get(lowUsd) ?? 0);
  return Int32Array.from(amount, (code) => rankOf[code] as number);
}
