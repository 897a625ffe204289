import { divisionOf } from "../domain/industry.ts";
import type { TradeTally } from "./dataset.ts";
import { OWNER_CODES, TRAITS, type TradeColumns, type Traits } from "./trade-columns.ts";

/** Counts the trades by chamber, party, type, lateness, owner and division of industry, in one pass over three columns. */
export function tallyOf({ traits, owner, industry, industries }: TradeColumns, positions: Uint32Array): TradeTally {
  const byTraits = new Uint32Array(TRAITS.length);
  const byOwner = new Uint32Array(OWNER_CODES.length);
  const byIndustry = new Uint32Array(industries.length);
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    const industryCode = industry[position] as number;
    byIndustry[industryCode] = (byIndustry[industryCode] as number) + 1;
    const traitsCode = traits[position] as number;
    const ownerCode = owner[position] as number;
    byTraits[traitsCode] = (byTraits[traitsCode] as number) + 1;
    byOwner[ownerCode] = (byOwner[ownerCode] as number) + 1;
  }
  const by = <T>(value: (traits: Traits) => T | null) => summed(TRAITS.map(value), byTraits);
  return {
    chamber: by(({ chamber }) => chamber),
    party: by(({ party }) => party),
    transactionType: by(({ type }) => type),
    late: by(({ late }) => late),
    owner: summed(OWNER_CODES, byOwner),
    industry: summed(
      industries.map((each) => (each && divisionOf(each.sic)?.letter) ?? null),
      byIndustry,
    ),
  };
}

/** The sum of the counts of each value; `null` stands for an unknown value. */
function summed<T>(values: readonly (T | null)[], counts: Uint32Array): ReadonlyMap<T, number> {
  const sums = new Map<T, number>();
  values.forEach((value, at) => {
    if (value !== null) sums.set(value, (sums.get(value) ?? 0) + (counts[at] as number));
  });
  return sums;
}
