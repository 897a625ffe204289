import { findDivision } from "../../domain/industry.ts";
import type { Chamber, Party } from "../../domain/politician.ts";
import type { Owner, TransactionType } from "../../domain/trade.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { OWNER_CODES, TRAITS, type TradeColumns, type Traits } from "./trade-columns.ts";

/** Counts of a filter's matches. Each trait is counted as if the filter had no condition on it; unknown values are not counted. */
export interface TradeTally {
  readonly trades: number;
  readonly filings: number;
  readonly chamber: ReadonlyMap<Chamber, number>;
  readonly party: ReadonlyMap<Party, number>;
  readonly transactionType: ReadonlyMap<TransactionType, number>;
  readonly owner: ReadonlyMap<Owner, number>;
  readonly late: ReadonlyMap<boolean, number>;
  /** Trades by the division (a letter) of the issuer's industry. */
  readonly industry: ReadonlyMap<string, number>;
}

/** Filter fields for which a tally counts the trades with each value; for `industry`, with each division. */
export const TALLY_FIELDS = ["chamber", "party", "transactionType", "late", "owner", "industry"] as const;
export type TallyField = (typeof TALLY_FIELDS)[number];

export function removeTallyFields(filter: TradeFilter): TradeFilter {
  const members: readonly string[] = TALLY_FIELDS;
  return Object.fromEntries(Object.entries(filter).filter(([member]) => !members.includes(member)));
}

/** Number of trades for each code of the columns `traits`, `owner` and `industry`, and number of filings with these trades. */
interface Counts {
  readonly traits: Uint32Array;
  readonly owner: Uint32Array;
  readonly industry: Uint32Array;
  readonly filings: number;
}

export function countByField(columns: TradeColumns, positions: Uint32Array): Counts {
  const { traits, owner, industry, filing } = columns;
  const byTraits = new Uint32Array(TRAITS.length);
  const byOwner = new Uint32Array(OWNER_CODES.length);
  const byIndustry = new Uint32Array(columns.industries.length);
  const hasTrade = new Uint8Array(columns.filings.length);
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    const industryCode = industry[position] as number;
    byIndustry[industryCode] = (byIndustry[industryCode] as number) + 1;
    const traitsCode = traits[position] as number;
    const ownerCode = owner[position] as number;
    byTraits[traitsCode] = (byTraits[traitsCode] as number) + 1;
    byOwner[ownerCode] = (byOwner[ownerCode] as number) + 1;
    hasTrade[filing[position] as number] = 1;
  }
  return {
    traits: byTraits,
    owner: byOwner,
    industry: byIndustry,
    filings: hasTrade.reduce((sum, has) => sum + has, 0),
  };
}

/** @param found the counts of matching trades. @param failing by field, counts of trades that fail only the field's condition. */
export function buildTradeTally(
  { industries }: Pick<TradeColumns, "industries">,
  found: Counts,
  failing: ReadonlyMap<TallyField, Counts>,
): TradeTally {
  const getCountsIgnoringFilter = (member: TallyField, column: "traits" | "owner" | "industry") => {
    const others = failing.get(member)?.[column];
    return others === undefined ? found[column] : found[column].map((count, code) => count + (others[code] as number));
  };
  const sumByTrait = <T>(member: TallyField, getValue: (traits: Traits) => T | null) =>
    sumCounts(TRAITS.map(getValue), getCountsIgnoringFilter(member, "traits"));
  return {
    trades: found.traits.reduce((sum, count) => sum + count, 0),
    filings: found.filings,
    chamber: sumByTrait("chamber", ({ chamber }) => chamber),
    party: sumByTrait("party", ({ party }) => party),
    transactionType: sumByTrait("transactionType", ({ type }) => type),
    late: sumByTrait("late", ({ late }) => late),
    owner: sumCounts(OWNER_CODES, getCountsIgnoringFilter("owner", "owner")),
    industry: sumCounts(
      industries.map((each) => (each && findDivision(each.sic)?.letter) ?? null),
      getCountsIgnoringFilter("industry", "industry"),
    ),
  };
}

/** Sum of the counts per value; `null` stands for an unknown value, which is left out. */
function sumCounts<T>(values: readonly (T | null)[], counts: Uint32Array): ReadonlyMap<T, number> {
  const sums = new Map<T, number>();
  values.forEach((value, at) => {
    if (value !== null) sums.set(value, (sums.get(value) ?? 0) + (counts[at] as number));
  });
  return sums;
}
