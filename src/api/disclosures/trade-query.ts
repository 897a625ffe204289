/** The filters and sorts of trades as parameters: one piece for lists, exports and the bodies of alerts. */
import { z } from "zod";
import { ASSET_TYPES } from "../../domain/asset-class.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { CHAMBERS, PARTIES } from "../../domain/politician.ts";
import { searchWords } from "../../domain/search-words.ts";
import { canonicalSymbol } from "../../domain/symbol.ts";
import { OWNERS, TRANSACTION_TYPES } from "../../domain/trade.ts";
import { TRADE_SORTS, type TradeFilter, type TradeSort } from "../../domain/trade-filter.ts";
import type { ParameterError } from "../http/problems.ts";
import { invalid, type Wrong } from "../http/request/issues.ts";
import { dollars, FORMS, text } from "../http/request/parameter.ts";

const list = <T extends z.ZodType>(item: T, description: string) =>
  z.array(item).min(1).optional().meta({ description });
const day = (description: string) => z.iso.date().optional().meta({ description });
const amount = (description: string) => dollars.optional().meta({ description });

/** Every filter that names trades, without those that a path has fixed already. */
export const tradeFilterShape = {
  ticker: list(
    z.string().regex(FORMS.symbol.pattern),
    "Ticker symbols, as filed or as the security is called today: either finds both.",
  ),
  coin: list(z.string().regex(FORMS.coin.pattern), "Symbols of coins, which have no ticker."),
  politician_id: list(z.string().regex(FORMS.politician.pattern), "Bioguide ids."),
  chamber: z.enum(CHAMBERS).optional().meta({ description: "The body that received the filing." }),
  party: list(z.enum(PARTIES), "Parties as of the transaction date."),
  state: z
    .string()
    .regex(FORMS.state.pattern)
    .optional()
    .meta({ description: "State of the politician's current or last seat." }),
  transaction_type: list(z.enum(TRANSACTION_TYPES), "Kinds of transaction."),
  asset_type: list(z.enum(ASSET_TYPES), "Classes of asset as filed."),
  industry: list(
    z.string().regex(FORMS.industry.pattern),
    "SIC codes of the issuer's industry, their first two or three digits, or letters of divisions (`GET /industries`).",
  ),
  owner: z.enum(OWNERS).optional().meta({ description: "Whose asset it is, where the filing says so." }),
  min_amount: amount("Only trades whose range begins at this or higher, in US dollars."),
  max_amount: amount(
    "Only trades whose range ends at this or lower, in US dollars; a range without an end never does.",
  ),
  disclosed_from: day("Disclosed on this day or later."),
  disclosed_to: day("Disclosed on this day or earlier."),
  traded_from: day("Traded on this day or later."),
  traded_to: day("Traded on this day or earlier."),
  late: z.boolean().optional().meta({
    description:
      "Whether first disclosed more than 30 days after the notification or 45 after the transaction, whichever is sooner. Neither finds a trade whose lateness is not judged.",
  }),
  late_not_judged: z.boolean().optional().meta({
    description:
      "Whether lateness is not judged: the law sets no time (widely held funds, real property), a date is suspect, or the first disclosure is not known.",
  }),
  amendment_pending: z
    .boolean()
    .optional()
    .meta({ description: "Whether it may amend another trade, or be amended by one, which is not settled." }),
  possible_duplicate: z
    .boolean()
    .optional()
    .meta({ description: "Whether another filing of the member says the same." }),
  q: text(200).optional().meta({
    description:
      "Words, without case and accents; each must begin a word of the politician's name, the company, the ticker or the comment.",
  }),
} as const;

const ORDERS = TRADE_SORTS.flatMap((by) => [`-${by}` as const, by]) as unknown as [Order, ...Order[]];
type Order = `${"-" | ""}${(typeof TRADE_SORTS)[number]}`;

export const tradeSortShape = {
  sort: z.enum(ORDERS).default("-disclosure_date").meta({
    description: "Order, with `-` for descending; what is equal in it comes newest first. `amount` is the lower bound.",
  }),
} as const;

const FilterQuery = z.object(tradeFilterShape);
type FilterQuery = z.output<typeof FilterQuery>;

const RANGES = [
  ["min_amount", "max_amount"],
  ["disclosed_from", "disclosed_to"],
  ["traded_from", "traded_to"],
] as const satisfies readonly (readonly [keyof FilterQuery, keyof FilterQuery])[];

/** The filter that parameters name, in canonical form. @throws {InvalidParametersError} for a range that ends before it begins. */
export function readTradeFilter(query: FilterQuery): TradeFilter {
  const wrong = invertedRanges(query, (name) => ({ place: "query", name, noun: "Query parameter" }));
  if (wrong.length > 0) throw invalid(wrong);
  return toTradeFilter(query);
}

interface Named {
  readonly place: ParameterError["in"];
  readonly name: string;
  readonly noun: string;
}

/** `named`: what a member of the filter is called where it was given. */
export function invertedRanges(query: FilterQuery, named: (member: string) => Named): Wrong[] {
  return RANGES.flatMap(([from, to]) => {
    const [low, high] = [query[from], query[to]];
    if (low === undefined || high === undefined || low <= high) return [];
    const { place, name, noun } = named(to);
    const value = String(high);
    const sentence = `${noun} '${name}' (${value}) must not be less than '${named(from).name}'.`;
    return [{ error: { in: place, name, reason: "inverted", value }, sentence }];
  });
}

/** Values that have passed the rules of the shape, as a filter. */
export function toTradeFilter(query: FilterQuery): TradeFilter {
  const words = query.q === undefined ? undefined : searchWords(query.q);
  return defined({
    ticker: query.ticker && unique(query.ticker.map((each) => canonicalSymbol(each) ?? each.toUpperCase())),
    coin: query.coin && unique(query.coin.map((each) => each.toUpperCase())),
    politicianId: query.politician_id && unique(query.politician_id.map((each) => each.toUpperCase())),
    chamber: query.chamber,
    party: query.party && unique(query.party),
    state: query.state?.toUpperCase(),
    transactionType: query.transaction_type && unique(query.transaction_type),
    assetType: query.asset_type && unique(query.asset_type),
    industry: query.industry && unique(query.industry.map((each) => each.toUpperCase())),
    owner: query.owner,
    minAmountUsd: query.min_amount,
    maxAmountUsd: query.max_amount,
    disclosedFrom: query.disclosed_from as IsoDate | undefined,
    disclosedTo: query.disclosed_to as IsoDate | undefined,
    tradedFrom: query.traded_from as IsoDate | undefined,
    tradedTo: query.traded_to as IsoDate | undefined,
    late: query.late,
    lateNotJudged: query.late_not_judged,
    amendmentPending: query.amendment_pending,
    possibleDuplicate: query.possible_duplicate,
    words,
  });
}

/** The filter as members of JSON, in the order of the shape; `q` holds the words in the form in which they are compared. */
export function wireTradeFilter(filter: TradeFilter): FilterQuery {
  return defined({
    ticker: filter.ticker && [...filter.ticker],
    coin: filter.coin && [...filter.coin],
    politician_id: filter.politicianId && [...filter.politicianId],
    chamber: filter.chamber,
    party: filter.party && [...filter.party],
    state: filter.state,
    transaction_type: filter.transactionType && [...filter.transactionType],
    asset_type: filter.assetType && [...filter.assetType],
    industry: filter.industry && [...filter.industry],
    owner: filter.owner,
    min_amount: filter.minAmountUsd,
    max_amount: filter.maxAmountUsd,
    disclosed_from: filter.disclosedFrom,
    disclosed_to: filter.disclosedTo,
    traded_from: filter.tradedFrom,
    traded_to: filter.tradedTo,
    late: filter.late,
    late_not_judged: filter.lateNotJudged,
    amendment_pending: filter.amendmentPending,
    possible_duplicate: filter.possibleDuplicate,
    q: filter.words?.join(" "),
  });
}

/** The filter as a canonical query: one and the same for the same filter, for validators and links. */
export function canonicalFilters(filter: TradeFilter): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(wireTradeFilter(filter)).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...value].sort().join(",") : String(value),
    ]),
  );
}

export function readTradeSort(sort: Order): TradeSort {
  const descending = sort.startsWith("-");
  return { by: (descending ? sort.slice(1) : sort) as TradeSort["by"], descending };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
