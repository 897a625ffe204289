/** The trade filter of lists, pages, feeds, files, exports, alerts and the assistant: fields combine with AND, values with OR. */
import { getOrAdd } from "../base/get-or-add.ts";
import type { IsoDate } from "./dates.ts";
import { isInIndustry } from "./industry.ts";
import { isLate } from "./lateness.ts";
import type { Chamber, Party } from "./politician.ts";
import { listTickers } from "./renames.ts";
import { foldSearchText, hasWordWithPrefix } from "./search-words.ts";
import type { Owner, Trade, TransactionType } from "./trade.ts";

export interface TradeFilter {
  /** Canonical symbols. A trade matches if `listTickers` returns at least one of these symbols for the trade. */
  readonly ticker?: readonly string[];
  /** Symbols of coins, upper case. */
  readonly coin?: readonly string[];
  readonly politicianId?: readonly string[];
  readonly chamber?: Chamber;
  readonly party?: readonly Party[];
  /** Two-letter code of the U.S. state or territory of the member's seat. */
  readonly state?: string;
  readonly transactionType?: readonly TransactionType[];
  /** Asset class labels, case-insensitive. */
  readonly assetType?: readonly string[];
  /** Industries of the issuer, each in the form of `INDUSTRY_NAME`. */
  readonly industry?: readonly string[];
  readonly owner?: Owner;
  /** Matches amount ranges whose lower bound is at least this many US dollars. */
  readonly minAmountUsd?: number;
  /** Matches amount ranges whose upper bound is at most this many US dollars. A range without an upper bound never matches. */
  readonly maxAmountUsd?: number;
  readonly disclosedFrom?: IsoDate;
  readonly disclosedTo?: IsoDate;
  readonly tradedFrom?: IsoDate;
  readonly tradedTo?: IsoDate;
  /** True selects late trades. False selects trades reported on time. A trade with unknown lateness matches neither value. */
  readonly late?: boolean;
  /** True selects trades whose lateness is not judged. False selects all other trades. */
  readonly lateNotJudged?: boolean;
  /** True selects trades that may be the amending or amended trade of an undecided amendment. False selects all other trades. */
  readonly amendmentPending?: boolean;
  /** True selects trades that are identical to a trade in another filing of the member. False selects all other trades. */
  readonly possibleDuplicate?: boolean;
  /** Words from `splitSearchWords`: each must begin a word of the politician's name, the company, the ticker or the comment. */
  readonly words?: readonly string[];
}

export const TRADE_SORTS = ["disclosure_date", "transaction_date", "amount", "reporting_gap"] as const;

/** Ties are sorted as in `/trades/recent/list`: by disclosure date, transaction date and id, all descending. */
export interface TradeSort {
  readonly by: (typeof TRADE_SORTS)[number];
  readonly descending: boolean;
}

export const RECENT_FIRST: TradeSort = { by: "disclosure_date", descending: true };

/** Facts about the politician that the filter needs: the name as the API returns it, and the state or territory of the seat. */
export interface TradePolitician {
  readonly name: string;
  readonly state: string;
}

export interface TradeContext extends TradePolitician {
  /** Industry code of the issuer; null or absent if unknown. */
  readonly sic?: string | null;
}

/** True if a trade matches the filter. `TradeSearch` gives the same result from columns. */
export function matchesTrade(filter: TradeFilter, trade: Trade, politician: TradeContext): boolean {
  const members = Object.keys(filter) as (keyof TradeFilter)[];
  return members.every((member) => filter[member] === undefined || matchesField(member, filter, trade, politician));
}

function matchesField<Member extends keyof TradeFilter>(
  member: Member,
  filter: TradeFilter,
  trade: Trade,
  politician: TradeContext,
): boolean {
  return MATCHES[member](filter[member] as Wanted<Member>, trade, politician);
}

type Wanted<Member extends keyof TradeFilter> = NonNullable<TradeFilter[Member]>;

const MATCHES: {
  readonly [Member in keyof Required<TradeFilter>]: (
    wanted: Wanted<Member>,
    trade: Trade,
    politician: TradeContext,
  ) => boolean;
} = {
  ticker: (symbols, trade) => listTickers(trade).some((symbol) => symbols.includes(symbol)),
  coin: (symbols, { coin }) => coin !== null && symbols.includes(coin),
  politicianId: (ids, { politicianId }) => ids.includes(politicianId),
  chamber: (chamber, trade) => chamber === trade.chamber,
  party: (parties, { party }) => parties.includes(party),
  state: (state, _, politician) => state === politician.state,
  transactionType: (types, { transactionType }) => types.includes(transactionType),
  assetType: (labels, { assetType }) => hasAssetType(labels, assetType),
  industry: (names, _, { sic = null }) => matchesIndustry(names, sic),
  owner: (owner, trade) => owner === trade.owner,
  minAmountUsd: (least, { amount }) => amount.lowUsd >= least,
  maxAmountUsd: (most, { amount }) => amount.highUsd !== null && amount.highUsd <= most,
  disclosedFrom: (from, { disclosureDate }) => disclosureDate >= from,
  disclosedTo: (to, { disclosureDate }) => disclosureDate <= to,
  tradedFrom: (from, { transactionDate }) => transactionDate >= from,
  tradedTo: (to, { transactionDate }) => transactionDate <= to,
  late: (wanted, trade) => isLate(trade) === wanted,
  lateNotJudged: (wanted, trade) => (isLate(trade) === null) === wanted,
  amendmentPending: (wanted, trade) => isAmendmentPending(trade) === wanted,
  possibleDuplicate: (wanted, trade) => isPossibleDuplicate(trade) === wanted,
  words: (words, trade, politician) => hasAllWords(words, trade, politician),
};

/** @param names undefined matches everything. @param sic null if the industry is unknown. */
export function matchesIndustry(names: TradeFilter["industry"], sic: string | null): boolean {
  return names === undefined || (sic !== null && names.some((name) => isInIndustry(name, sic)));
}

export function isAmendmentPending({ amendmentPending }: Pick<Trade, "amendmentPending">): boolean {
  return amendmentPending !== null;
}

export function isPossibleDuplicate({ possibleDuplicateOf }: Pick<Trade, "possibleDuplicateOf">): boolean {
  return possibleDuplicateOf.length > 0;
}

function hasAssetType(labels: readonly string[], assetType: string): boolean {
  const own = assetType.toLowerCase();
  return labels.some((label) => label.toLowerCase() === own);
}

function hasAllWords(words: readonly string[], trade: Trade, politician: TradePolitician): boolean {
  if (words.length === 0) return true;
  const texts = [foldSearchText(politician.name), ...getSearchedTexts(trade)];
  return words.every((word) => texts.some((text) => hasWordWithPrefix(text, word)));
}

/** Cache of normalized texts: many filters run on the same trades, and normalizing takes longer than searching. */
const knownTexts = new WeakMap<Trade, readonly string[]>();

function getSearchedTexts(trade: Trade): readonly string[] {
  return getOrAdd(knownTexts, trade, () => [trade.company, trade.ticker, trade.comment ?? ""].map(foldSearchText));
}
