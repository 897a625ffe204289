/** Evaluates rules by their type, the same way for publications and previews. A preview applies a rule to past trades. */
import { compareTexts } from "../../base/compare-texts.ts";
import { toDayNumber } from "../../domain/bar-columns.ts";
import type { Direction } from "../../domain/direction.ts";
import type { Alert } from "../../domain/premium.ts";
import type { Trade, TransactionType } from "../../domain/trade.ts";

export type AlertRule = Pick<Alert, "alertType" | "days" | "politicians">;

export type TradeFacts = Pick<Trade, "id" | "politicianId" | "ticker" | "transactionDate">;

/** Trades, and the day each became known (its disclosure day), or "" if it was always known. These strings sort in time order. */
interface TradeTimeline<T extends TradeFacts> {
  readonly trades: readonly T[];
  getKnownSince(trade: T): string;
}

/** Yields to the event loop; called within long work. */
export type Pause = () => Promise<void>;

/** Transaction types that can have a direction; an exchange and `other` have none. */
export const TYPES_WITH_DIRECTION: readonly TransactionType[] = ["purchase", "sale_full", "sale_partial"];

/** Combines ticker and direction into one key; null if the trade lacks either. */
export function buildDirectionKey({
  ticker,
  direction,
}: {
  readonly ticker: string;
  readonly direction: Direction | null;
}): string | null {
  return ticker === "" || direction === null ? null : `${direction} ${ticker}`;
}

/**
 * Finds the trades of one politician that end a quiet period. The previous transaction date is then more than `days` days
 * earlier, or there is none. A trade is compared only with trades that became known on the same day or earlier. So a late report
 * can still end a quiet period. If several trades on one day became known together, only the first that `isIncluded` accepts is
 * returned. Trades on that day that became known later are not returned. @param known trades of one politician, in any order.
 */
export async function findTradesAfterQuiet<T extends TradeFacts>(
  known: TradeTimeline<T>,
  days: number,
  isIncluded: (trade: T) => boolean,
  pause: Pause,
): Promise<readonly T[]> {
  const dates: number[] = [];
  const ends: T[] = [];
  for (const together of groupByKnownSince(known)) {
    const byDate = Map.groupBy(together, ({ transactionDate }) => transactionDate);
    const fresh = [...byDate.keys()].filter((date) => insertSorted(dates, toDayNumber(date)));
    for (const date of fresh) {
      const day = toDayNumber(date);
      const previous = dates[findLowerBound(dates, day) - 1];
      if (previous !== undefined && day - previous <= days) continue;
      const first = byDate.get(date)?.find(isIncluded);
      if (first !== undefined) ends.push(first);
    }
    await pause();
  }
  return ends;
}

/**
 * Finds the trades in clusters. A cluster is a span of `days` days in which at least `politicians` different people traded. To
 * judge a trade, only trades that became known on the same day or earlier count, including the trade itself. The work grows with
 * the number of trades. For each person, the work also grows with the number of days on which anybody traded.
 * @param known all trades of one ticker and direction, in any order.
 */
export async function findClusteredTrades<T extends TradeFacts>(
  known: TradeTimeline<T>,
  { days, politicians }: { readonly days: number; readonly politicians: number },
  pause: Pause,
): Promise<readonly T[]> {
  const dates = [...new Set(known.trades.map(({ transactionDate }) => transactionDate))].sort();
  const indexOfDate = new Map(dates.map((date, dateIndex) => [date, dateIndex]));
  const getDateIndex = ({ transactionDate }: T) => indexOfDate.get(transactionDate) as number;
  const spans = createSpanCounter(dates.map(toDayNumber), days, politicians);
  const found: T[] = [];
  for (const together of groupByKnownSince(known)) {
    for (const trade of together) spans.addTrade(trade.politicianId, getDateIndex(trade));
    await pause();
    for (const trade of together) if (spans.isCovered(getDateIndex(trade))) found.push(trade);
  }
  return found;
}

/** Counts people who traded in each span. Each of `dates` (all days with trades) begins a span that ends `days` days later. */
function createSpanCounter(dates: readonly number[], days: number, politicians: number) {
  const people = new Uint32Array(dates.length);
  const datesByPolitician = new Map<string, number[]>();
  /** For each date: start index of the earliest span that contains the date; end index of the span that starts on the date. */
  const firstSpanStarts = new Uint32Array(dates.length);
  const spanEnds = new Uint32Array(dates.length);
  for (let dateIndex = 0, from = 0, to = 0; dateIndex < dates.length; dateIndex += 1) {
    const day = dates[dateIndex] as number;
    while (day - (dates[from] as number) > days) from += 1;
    while (to + 1 < dates.length && (dates[to + 1] as number) - day <= days) to += 1;
    firstSpanStarts[dateIndex] = from;
    spanEnds[dateIndex] = to;
  }
  const getFirstSpanStart = (dateIndex: number) => firstSpanStarts[dateIndex] as number;
  /** Union-find: an index points to itself until a span with enough people contains its date. Then it points to a later index. */
  const nextUncovered = Uint32Array.from({ length: dates.length + 1 }, (_, dateIndex) => dateIndex);
  const findNextUncovered = (dateIndex: number): number => {
    let at = dateIndex;
    while (nextUncovered[at] !== at) {
      nextUncovered[at] = nextUncovered[nextUncovered[at] as number] as number;
      at = nextUncovered[at] as number;
    }
    return at;
  };
  return {
    addTrade(politicianId: string, dateIndex: number): void {
      const own = datesByPolitician.get(politicianId) ?? [];
      datesByPolitician.set(politicianId, own);
      if (!insertSorted(own, dateIndex)) return;
      const at = findLowerBound(own, dateIndex);
      const [before, after] = [own[at - 1], own[at + 1]];
      const from = Math.max(getFirstSpanStart(dateIndex), before === undefined ? 0 : before + 1);
      const to = Math.min(dateIndex, after === undefined ? dateIndex : getFirstSpanStart(after) - 1);
      for (let start = from; start <= to; start += 1) {
        people[start] = (people[start] as number) + 1;
        if (people[start] !== politicians) continue;
        for (let each = findNextUncovered(start); each <= (spanEnds[start] as number); each = findNextUncovered(each))
          nextUncovered[each] = each + 1;
      }
    },
    isCovered: (dateIndex: number) => findNextUncovered(dateIndex) !== dateIndex,
  };
}

/** Groups trades that became known together, earliest group first; sorts within a group by transaction date and id. */
function groupByKnownSince<T extends TradeFacts>({ trades, getKnownSince }: TradeTimeline<T>): Iterable<readonly T[]> {
  const groups = Map.groupBy(trades, getKnownSince);
  return [...groups.keys()].sort().map((key) => (groups.get(key) ?? []).toSorted(compareTransactionDates));
}

function compareTransactionDates(a: TradeFacts, b: TradeFacts): number {
  return compareTexts(a.transactionDate, b.transactionDate) || compareTexts(a.id, b.id);
}

/** Inserts a number into an ascending list, unless the list already has it. @returns whether the number was inserted. */
function insertSorted(numbers: number[], number: number): boolean {
  const at = findLowerBound(numbers, number);
  if (numbers[at] === number) return false;
  numbers.splice(at, 0, number);
  return true;
}

/** Returns the index of the first number in an ascending list that is at least `number`. */
function findLowerBound(numbers: readonly number[], number: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] as number) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}
