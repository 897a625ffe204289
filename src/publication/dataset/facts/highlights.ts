/** Notable trades among the trades disclosed most recently. Each is selected by a rule about facts. No trade gets a score. */
import type { AmountRange } from "../../../domain/amount-range.ts";
import { toDayText } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { TradeColumns } from "../trade-columns.ts";
import { findRecentTrades, RECENT_DAYS } from "./recent-trades.ts";
import { compareWithEarlierTrades, type TradeFacts } from "./trade-facts.ts";
import { getTransactionKindIndex, KINDS } from "./trade-sums.ts";

/** A first trade in a security counts as large if its lower bound is at least this: the fourth bracket printed on the forms. */
export const LARGE_USD = 100_001;

export type Highlight =
  | { readonly rule: "largest"; readonly position: number }
  | { readonly rule: "latest"; readonly position: number; readonly daysLate: number }
  | { readonly rule: "first_in_security" | "above_own_95th"; readonly position: number; readonly facts: TradeFacts };

export interface Highlights {
  /** First and last disclosure day considered. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly compared: number;
  /** At most one per rule; the same trade may appear for two rules. */
  readonly found: readonly Highlight[];
}

/** @param findByPerson returns the positions of the trades of the person with a given code. */
export function* findHighlights(
  columns: TradeColumns,
  findByPerson: (person: number) => Uint32Array,
): Generator<void, Highlights> {
  const to = columns.disclosed[0] as number;
  const from = to - RECENT_DAYS + 1;
  const recent = yield* findRecentTrades(columns, from);
  const getLowUsd = (position: number) => (columns.amounts[columns.amount[position] as number] as AmountRange).lowUsd;
  const largestFirst = recent.toSorted((a, b) => getLowUsd(b) - getLowUsd(a) || a - b);
  const found: Highlight[] = [...buildLargestHighlight(largestFirst), ...findMostDaysLateHighlight(columns, recent)];
  const shown = new Set(found.map(({ position }) => columns.person[position]));
  for (const rule of ["first_in_security", "above_own_95th"] as const) {
    for (const position of largestFirst) {
      if (rule === "first_in_security" && getLowUsd(position) < LARGE_USD) break;
      if (shown.has(columns.person[position])) continue;
      yield;
      const facts = findFactsIfNotable(columns, findByPerson, rule, position);
      if (facts === null) continue;
      found.push({ rule, position, facts });
      shown.add(columns.person[position]);
      break;
    }
  }
  return { from: toDayText(from), to: toDayText(to), compared: recent.length, found };
}

function buildLargestHighlight([position]: readonly number[]): readonly Highlight[] {
  return position === undefined ? [] : [{ rule: "largest", position }];
}

function findMostDaysLateHighlight({ daysLate }: TradeColumns, recent: readonly number[]): readonly Highlight[] {
  let [most, position] = [0, -1];
  for (const each of recent) {
    const days = daysLate[each] as number;
    if (days > most) [most, position] = [days, each];
  }
  return position < 0 ? [] : [{ rule: "latest", position, daysLate: most }];
}

/** Null if the trade does not satisfy the rule. */
function findFactsIfNotable(
  columns: TradeColumns,
  findByPerson: (person: number) => Uint32Array,
  rule: "first_in_security" | "above_own_95th",
  position: number,
): TradeFacts | null {
  const { security, symbols, amounts, amount, traded, person } = columns;
  const code = security[position] as number;
  // Assets without a symbol are distinguished by name, which two filings may write differently.
  if (rule === "first_in_security" && (symbols[code] === "" || !isPurchaseOrSale(columns, position))) return null;
  const facts = compareWithEarlierTrades(columns, findByPerson(person[position] as number), {
    day: traded[position] as number,
    amount: amounts[amount[position] as number] as AmountRange,
    isSame: (each) => security[each] === code,
  });
  const isFulfilled = rule === "first_in_security" ? facts.earlierInSecurity === 0 : facts.size?.isAbove === true;
  return isFulfilled ? facts : null;
}

/** Returns whether the member chose to make the trade; an exchange, as in a merger, needs nobody's decision. */
function isPurchaseOrSale(columns: TradeColumns, position: number): boolean {
  const kind = KINDS[getTransactionKindIndex(columns, position)];
  return kind !== "exchanges" && kind !== "others";
}
