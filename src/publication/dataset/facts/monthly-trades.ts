/** Ranks recently traded securities by number of members: amounts are only ranges, and one member's many lots are not a trend. */
import { getOrAdd } from "../../../base/get-or-add.ts";
import type { AmountRange } from "../../../domain/amount-range.ts";
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { type AmountBand, AmountSum } from "./amount-sum.ts";
import { findRecentTrades, RECENT_DAYS, STEP } from "./recent-trades.ts";
import { getTransactionKindIndex, KINDS } from "./trade-sums.ts";

export interface TradedMonth {
  readonly year: number;
  /** Number of the month, from 1. */
  readonly month: number;
  /** Number of distinct members who disclosed purchases, or sales, in this month. Options and short positions do not count. */
  readonly buyers: number;
  readonly sellers: number;
}

export interface MostTraded {
  /** Symbol that the trades are counted under. */
  readonly symbol: string;
  /** Company as in the trade disclosed last. */
  readonly company: string;
  readonly members: number;
  /** Sum of the ranges of all these trades. */
  readonly amounts: AmountBand;
  /** Positions of these trades, newest disclosure first. */
  readonly positions: readonly number[];
}

export interface MonthlyTrades {
  /** Twelve calendar months, oldest first. A trade counts in the month of its disclosure. The last month may be incomplete. */
  readonly months: readonly TradedMonth[];
  /** First and last day of the span in which the trades in `bought` and `sold` were disclosed. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** At most five securities, sorted by number of members, then by number of trades. Each has at least two members. */
  readonly bought: readonly MostTraded[];
  readonly sold: readonly MostTraded[];
}

const MONTHS = 12;
const MAX_LISTED = 5;
const MIN_MEMBERS = 2;
const DAY_MS = 86_400_000;

/** @param columns with at least one trade. */
export function* countMonthlyTrades(columns: TradeColumns): Generator<void, MonthlyTrades> {
  const to = columns.disclosed[0] as number;
  const newest = getDayMonth(to);
  const first = newest - MONTHS + 1;
  const from = to - RECENT_DAYS + 1;
  const positions = yield* findRecentTrades(columns, Date.UTC(Math.floor(first / MONTHS), first % MONTHS) / DAY_MS);
  const people = Array.from({ length: MONTHS }, () => ({ buys: new Set<number>(), sells: new Set<number>() }));
  const securities = { buys: new Map<number, Traded>(), sells: new Map<number, Traded>() };
  let [day, month] = [to, newest];
  for (const [at, position] of positions.entries()) {
    if (at % STEP === 0) yield;
    const kind = KINDS[getTransactionKindIndex(columns, position)];
    if (kind !== "buys" && kind !== "sells") continue;
    const disclosed = columns.disclosed[position] as number;
    if (disclosed !== day) [day, month] = [disclosed, getDayMonth(disclosed)];
    people[month - first]?.[kind].add(columns.person[position] as number);
    if (disclosed >= from) addTrade(columns, securities[kind], position);
  }
  return {
    months: people.map(({ buys, sells }, at) => ({
      year: Math.floor((first + at) / MONTHS),
      month: ((first + at) % MONTHS) + 1,
      buyers: buys.size,
      sellers: sells.size,
    })),
    from: toDayText(from),
    to: toDayText(to),
    bought: rankMostTraded(columns, securities.buys),
    sold: rankMostTraded(columns, securities.sells),
  };
}

/** Months since the year 0. */
function getDayMonth(day: number): number {
  const at = new Date(day * DAY_MS);
  return at.getUTCFullYear() * MONTHS + at.getUTCMonth();
}

interface Traded {
  /** Ascending: the first position is that of the most recently disclosed trade. */
  readonly positions: number[];
  readonly members: Set<number>;
  readonly sum: AmountSum;
}

function addTrade(columns: TradeColumns, securities: Map<number, Traded>, position: number): void {
  const code = columns.security[position] as number;
  if (columns.symbols[code] === "") return;
  const traded = getOrAdd(securities, code, () => ({
    positions: [],
    members: new Set<number>(),
    sum: new AmountSum(),
  }));
  traded.positions.push(position);
  traded.members.add(columns.person[position] as number);
  traded.sum.add(columns.amounts[columns.amount[position] as number] as AmountRange);
}

function rankMostTraded(
  { symbols, companies, company }: TradeColumns,
  securities: ReadonlyMap<number, Traded>,
): readonly MostTraded[] {
  return Array.from(securities, ([code, { positions, members, sum }]) => ({
    symbol: symbols[code] ?? "",
    company: companies[company[positions[0] as number] as number] ?? "",
    members: members.size,
    amounts: sum.toAmountBand(),
    positions,
  }))
    .filter(({ members }) => members >= MIN_MEMBERS)
    .sort((a, b) => b.members - a.members || b.amounts.trades - a.amounts.trades || (a.symbol < b.symbol ? -1 : 1))
    .slice(0, MAX_LISTED);
}
