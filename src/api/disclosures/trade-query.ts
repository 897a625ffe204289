/** Filters and sort orders of trades as parameters, shared by lists, pages, feeds, files, exports and alerts. */
import { z } from "zod";
import { ASSET_TYPES } from "../../domain/asset-class.ts";
import { CHAMBERS, PARTIES } from "../../domain/politician.ts";
import { splitSearchWords } from "../../domain/search-words.ts";
import { toCanonicalSymbol } from "../../domain/symbol.ts";
import { OWNERS, TRANSACTION_TYPES } from "../../domain/trade.ts";
import { RECENT_FIRST, TRADE_SORTS, type TradeFilter, type TradeSort } from "../../domain/trade-filter.ts";
import type { ParameterError } from "../../http/problems.ts";
import { type ParameterFault, toParameterError } from "../../http/request/issues.ts";
import { createNonBlankTextSchema, dollars, FORMS } from "../../http/request/parameter.ts";

const createListSchema = <T extends z.ZodType>(item: T, description: string) =>
  z.array(item).min(1).optional().meta({ description });
const createDaySchema = (description: string) => z.iso.date().optional().meta({ description });
const createAmountSchema = (description: string) => dollars.optional().meta({ description });

export const tradeFilterShape = {
  ticker: createListSchema(
    z.string().regex(FORMS.symbol.pattern),
    "Filed or current ticker symbols. Each finds trades filed under both.",
  ),
  coin: createListSchema(z.string().regex(FORMS.coin.pattern), "Symbols of coins, which have no ticker."),
  politician_id: createListSchema(z.string().regex(FORMS.politician.pattern), "Bioguide ids."),
  chamber: z.enum(CHAMBERS).optional().meta({ description: "The body that received the filing." }),
  party: createListSchema(z.enum(PARTIES), "Parties as of the transaction date."),
  state: z
    .string()
    .regex(FORMS.state.pattern)
    .optional()
    .meta({ description: "State of the politician's current or last seat." }),
  transaction_type: createListSchema(z.enum(TRANSACTION_TYPES), "Kinds of transaction."),
  asset_type: createListSchema(z.enum(ASSET_TYPES), "Classes of asset as filed."),
  industry: createListSchema(
    z.string().regex(FORMS.industry.pattern),
    "SIC codes of the issuer's industry, their first two or three digits, or letters of divisions (`GET /industries`).",
  ),
  owner: z.enum(OWNERS).optional().meta({ description: "Whose asset it is, where the filing says so." }),
  min_amount: createAmountSchema("Only trades whose range starts at this amount or higher, in US dollars."),
  max_amount: createAmountSchema(
    "Only trades whose range ends at this amount or lower, in US dollars; never a range without an end.",
  ),
  disclosed_from: createDaySchema("Disclosed on this day or later."),
  disclosed_to: createDaySchema("Disclosed on this day or earlier."),
  traded_from: createDaySchema("Traded on this day or later."),
  traded_to: createDaySchema("Traded on this day or earlier."),
  late: z.boolean().optional().meta({
    description:
      "Whether first disclosed more than 30 days after the notification or 45 after the transaction, whichever is sooner. `true` and `false` omit trades whose lateness is not judged.",
  }),
  late_not_judged: z.boolean().optional().meta({
    description:
      "True if lateness is not judged: no periodic report is needed (such as for funds), a date is suspect or unread, or the first disclosure is unknown.",
  }),
  amendment_pending: z.boolean().optional().meta({
    description: "Whether it is undecided if the trade amends another or is amended by one.",
  }),
  possible_duplicate: z
    .boolean()
    .optional()
    .meta({ description: "Whether another filing of the member has an identical trade." }),
  q: createNonBlankTextSchema(200).optional().meta({
    description:
      "Search words, regardless of case and accents; each must begin a word of the politician's name, the company, the ticker or the comment.",
  }),
} as const;

const ORDERS = TRADE_SORTS.flatMap((by) => [`-${by}` as const, by]) as unknown as [Order, ...Order[]];
type Order = `${"-" | ""}${(typeof TRADE_SORTS)[number]}`;

const tradeSortShape = {
  sort: z.enum(ORDERS).default("-disclosure_date").meta({
    description: "Sort order, with `-` for descending; ties come newest first. `amount` sorts by the lower bound.",
  }),
} as const;

export const tradeSearchShape = { ...tradeFilterShape, ...tradeSortShape } as const;

const FilterQuery = z.object(tradeFilterShape);
type FilterQuery = z.output<typeof FilterQuery>;

const RANGES = [
  ["min_amount", "max_amount"],
  ["disclosed_from", "disclosed_to"],
  ["traded_from", "traded_to"],
] as const satisfies readonly (readonly [keyof FilterQuery, keyof FilterQuery])[];

export interface TradeQuery {
  readonly filter: TradeFilter;
  readonly sort: TradeSort;
  /** Filters and sort order as parameters in canonical form, for links and ETags; the default order is omitted. */
  readonly named: Readonly<Record<string, string>>;
}

/** @throws {InvalidParametersError} for a range that ends before it begins. */
export function readTradeQuery({ sort: order, ...filters }: FilterQuery & { readonly sort: Order }): TradeQuery {
  const filter = readTradeFilter(filters);
  const sort = readTradeSort(order);
  const isUsual = sort.by === RECENT_FIRST.by && sort.descending === RECENT_FIRST.descending;
  return { filter, sort, named: { ...toCanonicalFilters(filter), ...(!isUsual && { sort: order }) } };
}

/** Converts parameters to a canonical filter. @throws {InvalidParametersError} for a range that ends before it begins. */
export function readTradeFilter(query: FilterQuery): TradeFilter {
  const wrong = findInvertedRanges(query, (name) => ({ place: "query", name, noun: "Query parameter" }));
  if (wrong.length > 0) throw toParameterError(wrong);
  return toTradeFilter(query);
}

interface ParameterName {
  readonly place: ParameterError["in"];
  readonly name: string;
  readonly noun: string;
}

/** @param getParameterName returns the parameter name that the client used for a field of the filter. */
export function findInvertedRanges(
  query: FilterQuery,
  getParameterName: (member: string) => ParameterName,
): ParameterFault[] {
  return RANGES.flatMap(([from, to]) => {
    const [low, high] = [query[from], query[to]];
    if (low === undefined || high === undefined || low <= high) return [];
    const { place, name, noun } = getParameterName(to);
    const value = String(high);
    const sentence = `${noun} '${name}' (${value}) must not be ${typeof high === "number" ? "less" : "earlier"} than '${getParameterName(from).name}'.`;
    return [{ error: { in: place, name, reason: "inverted", value }, sentence }];
  });
}

/** The parameter for each field of a filter, in the order of `tradeFilterShape`. */
const PARAMETERS = {
  ticker: "ticker",
  coin: "coin",
  politicianId: "politician_id",
  chamber: "chamber",
  party: "party",
  state: "state",
  transactionType: "transaction_type",
  assetType: "asset_type",
  industry: "industry",
  owner: "owner",
  minAmountUsd: "min_amount",
  maxAmountUsd: "max_amount",
  disclosedFrom: "disclosed_from",
  disclosedTo: "disclosed_to",
  tradedFrom: "traded_from",
  tradedTo: "traded_to",
  late: "late",
  lateNotJudged: "late_not_judged",
  amendmentPending: "amendment_pending",
  possibleDuplicate: "possible_duplicate",
  words: "q",
} as const satisfies Readonly<Record<keyof TradeFilter, keyof FilterQuery>>;

const MEMBERS = Object.keys(PARAMETERS) as (keyof TradeFilter)[];

/** Canonical form of values that can be written in several ways. */
const CANONICAL: { readonly [K in keyof TradeFilter]?: (value: string) => string } = {
  ticker: (symbol) => toCanonicalSymbol(symbol) ?? symbol.toUpperCase(),
  coin: (symbol) => symbol.toUpperCase(),
  politicianId: (id) => id.toUpperCase(),
  state: (state) => state.toUpperCase(),
  industry: (name) => name.toUpperCase(),
};

export function toTradeFilter(query: FilterQuery): TradeFilter {
  const readFilterField = (member: keyof TradeFilter) => {
    const value = query[PARAMETERS[member]];
    if (member === "words" && query.q !== undefined) return splitSearchWords(query.q);
    const canonical = CANONICAL[member] ?? ((text: string) => text);
    if (Array.isArray(value)) return [...new Set(value.map(canonical))];
    return typeof value === "string" ? canonical(value) : value;
  };
  return pickDefined(MEMBERS.map((member) => [member, readFilterField(member)]));
}

/** The filter as JSON fields, in the order of `tradeFilterShape`; `q` holds the words normalized for comparison. */
export function toFilterJson(filter: TradeFilter): FilterQuery {
  const { words, ...values } = filter;
  const input: Readonly<Record<string, unknown>> = { ...values, words: words?.join(" ") };
  return pickDefined(MEMBERS.map((member) => [PARAMETERS[member], input[member]]));
}

/** The filter as a canonical query: equal filters give equal queries, for ETags and links. */
export function toCanonicalFilters(filter: TradeFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(toFilterJson(filter)).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...value].sort().join(",") : String(value),
    ]),
  );
}

function readTradeSort(sort: Order): TradeSort {
  const descending = sort.startsWith("-");
  return { by: (descending ? sort.slice(1) : sort) as TradeSort["by"], descending };
}

function pickDefined(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
