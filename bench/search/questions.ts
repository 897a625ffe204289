/** Generates random queries of the trades from `many-trades.ts`, all of them different. */
import { addDays, type IsoDate } from "../../src/domain/dates.ts";
import { CHAMBERS, PARTIES } from "../../src/domain/politician.ts";
import { OWNERS, TRANSACTION_TYPES } from "../../src/domain/trade.ts";
import { RECENT_FIRST, TRADE_SORTS, type TradeFilter, type TradeSort } from "../../src/domain/trade-filter.ts";
import { day } from "../../test/store/made.ts";
import { ASSET_TYPES, COMPANIES, createManyMembers, LOWS, STATES, SYMBOLS } from "../many-trades.ts";

export interface Question {
  readonly filter: TradeFilter;
  readonly sort: TradeSort;
  readonly skip: number;
}

type Below = (limit: number) => number;

const DAYS = 5000;
const ids = createManyMembers().map(({ id }) => id);

/** Generators of filter parts with random values: each sets one parameter or a pair of bounds. */
const PARTS = {
  ticker: (below) => ({ ticker: pickSome(below, 3, () => `S${below(SYMBOLS)}`) }),
  politician_id: (below) => ({ politicianId: pickSome(below, 3, () => pickOne(below, ids)) }),
  chamber: (below) => ({ chamber: pickOne(below, CHAMBERS) }),
  party: (below) => ({ party: pickSome(below, 2, () => pickOne(below, PARTIES)) }),
  state: (below) => ({ state: pickOne(below, STATES) }),
  transaction_type: (below) => ({ transactionType: pickSome(below, 2, () => pickOne(below, TRANSACTION_TYPES)) }),
  asset_type: (below) => ({ assetType: pickSome(below, 2, () => pickOne(below, ASSET_TYPES)) }),
  owner: (below) => ({ owner: pickOne(below, OWNERS) }),
  min_amount: (below) => ({ minAmountUsd: pickOne(below, LOWS) - below(900) }),
  max_amount: (below) => ({ maxAmountUsd: pickOne(below, LOWS) * 2 + below(900) }),
  "disclosed span": (below) => {
    const [disclosedFrom, disclosedTo] = pickSpan(below);
    return { disclosedFrom, disclosedTo };
  },
  "traded span": (below) => {
    const [tradedFrom, tradedTo] = pickSpan(below);
    return { tradedFrom, tradedTo };
  },
  late: (below) => ({ late: below(2) === 0 }),
  q: (below) => ({ words: pickWords(below) }),
} as const satisfies Readonly<Record<string, (below: Below) => TradeFilter>>;

export type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as readonly Part[];

/** Queries of one line of the table. */
export interface Questions {
  readonly name: string;
  /** Returns the filter parts of query number `n`. */
  parts(below: Below, n: number): readonly Part[];
  /** Whether to use any order; otherwise newest first. */
  readonly anyOrder?: true;
  /** Whether to use any page; otherwise one of the first ten. */
  readonly anyDepth?: true;
}

const PAIRS = PART_NAMES.flatMap((some, at) => PART_NAMES.slice(at + 1).map((other) => [some, other] as const));

export const LINES: readonly Questions[] = [
  { name: "no filter", parts: () => [], anyDepth: true },
  ...PART_NAMES.map((name) => ({ name, parts: () => [name] })),
  { name: "each pair of two", parts: (_, n) => PAIRS[n % PAIRS.length] ?? [] },
  { name: "any three to six", parts: (below) => pickParts(below, 3 + below(4)) },
  { name: "all at once", parts: () => PART_NAMES },
  { name: "no filter, any order", parts: () => [], anyOrder: true, anyDepth: true },
  { name: "any one, any order", parts: (below) => pickParts(below, 1), anyOrder: true },
  { name: "any one, any order, any page", parts: (below) => pickParts(below, 1), anyOrder: true, anyDepth: true },
  {
    name: "any two to five, any order, any page",
    parts: (below) => pickParts(below, 2 + below(4)),
    anyOrder: true,
    anyDepth: true,
  },
];

/** @param countOf returns the number of matching trades. */
export function generateQuestions(
  line: Questions,
  number: number,
  below: Below,
  countOf: (filter: TradeFilter) => number,
): readonly Question[] {
  const asked = new Map<string, Question>();
  for (let n = 0; asked.size < number && n < 4 * number; n += 1) {
    const filter: TradeFilter = Object.assign({}, ...line.parts(below, n).map((part) => PARTS[part](below)));
    const sort = line.anyOrder ? { by: pickOne(below, TRADE_SORTS), descending: below(2) === 0 } : RECENT_FIRST;
    const skip = line.anyDepth ? below(Math.max(1, countOf(filter))) : 100 * below(10);
    asked.set(JSON.stringify([filter, sort, skip]), { filter, sort, skip });
  }
  return [...asked.values()];
}

function pickParts(below: Below, number: number): readonly Part[] {
  const left = [...PART_NAMES];
  return Array.from({ length: number }, () => left.splice(below(left.length), 1)).flat();
}

function pickOne<T>(below: Below, values: readonly T[]): T {
  return values[below(values.length)] as T;
}

function pickSome<T>(below: Below, most: number, make: () => T): readonly T[] {
  return [...new Set(Array.from({ length: 1 + below(most) }, make))];
}

function pickSpan(below: Below): readonly [IsoDate, IsoDate] {
  const from = below(DAYS);
  const first = day("2012-01-03");
  return [addDays(first, from), addDays(first, from + below(DAYS - from))];
}

/** Picks common, rare or absent words, whole or as prefixes. They have no punctuation, which the databases split differently. */
function pickWords(below: Below): readonly string[] {
  const kinds = [
    () => ["example"],
    () => [String(below(COMPANIES))],
    () => ["company", String(below(100))],
    () => [pickOne(below, ["adv", "knowl", "incorp", "agreed", "acc"])],
    () => [`s${below(SYMBOLS)}`],
    () => ["made", "bought", String(below(1000))],
    () => [`nowhere${below(1000)}`],
  ] as const;
  return pickOne(below, kinds)();
}
