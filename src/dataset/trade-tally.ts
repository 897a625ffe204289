import { CHAMBERS, PARTIES } from "../domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES } from "../domain/trade.ts";
import type { TradeTally } from "./dataset.ts";
import type { FoundTrades } from "./search/found-trades.ts";
import { LATENESS } from "./search/members.ts";
import type { TradeSearch } from "./search/trade-search.ts";
import { OWNER_CODES, TRAITS, type TradeColumns, type Traits } from "./trade-columns.ts";

/** Fewer than this share of all are counted one by one, more of them by value. */
const FEW_SHARE = 1 / 32;

/** Counts the trades by chamber, party, type, lateness and owner. */
export function tallyOf(columns: TradeColumns, search: Pick<TradeSearch, "index">, found: FoundTrades): TradeTally {
  if (found.total < columns.length * FEW_SHARE) return oneByOne(columns, found);
  const by = <T>(member: Parameters<TradeSearch["index"]>[0], values: readonly T[]) => {
    const index = search.index(member);
    return new Map(values.map((value, code) => [value, found.countOf(index, code)]));
  };
  const owners = by("owner", OWNER_CODES);
  const late = by("late", LATENESS);
  return {
    chamber: by("chamber", CHAMBERS),
    party: by("party", PARTIES),
    transactionType: by("transactionType", TRANSACTION_TYPES),
    late: new Map([true, false].map((each) => [each, late.get(each) ?? 0])),
    owner: new Map(OWNERS.map((each) => [each, owners.get(each) ?? 0])),
  };
}

/** Needs one pass over two columns. */
function oneByOne({ traits, owner }: TradeColumns, found: FoundTrades): TradeTally {
  const byTraits = new Uint32Array(TRAITS.length);
  const byOwner = new Uint32Array(OWNER_CODES.length);
  found.forEach((position) => {
    const traitsCode = traits[position] as number;
    const ownerCode = owner[position] as number;
    byTraits[traitsCode] = (byTraits[traitsCode] as number) + 1;
    byOwner[ownerCode] = (byOwner[ownerCode] as number) + 1;
  });
  const by = <T>(value: (traits: Traits) => T | null) => summed(TRAITS.map(value), byTraits);
  return {
    chamber: by(({ chamber }) => chamber),
    party: by(({ party }) => party),
    transactionType: by(({ type }) => type),
    late: by(({ late }) => late),
    owner: summed(OWNER_CODES, byOwner),
  };
}

/** The sum of the counts of each value; `null` stands for one that is not known. */
function summed<T>(values: readonly (T | null)[], counts: Uint32Array): ReadonlyMap<T, number> {
  const sums = new Map<T, number>();
  values.forEach((value, at) => {
    if (value !== null) sums.set(value, (sums.get(value) ?? 0) + (counts[at] as number));
  });
  return sums;
}
