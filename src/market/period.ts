import type { Period } from "../domain/bar.ts";
import { dayNumber, dayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";

const MONTHS = { "1mo": 1, "3mo": 3, "6mo": 6, "1y": 12, "5y": 60 } as const satisfies Record<Period, number>;
const DAY_MS = 86_400_000;

/** The same day of an earlier calendar month; the last day of that month where it is shorter (31 March less one month is 28 February). */
export function monthsBefore(day: IsoDate, months: number): IsoDate {
  return dayText(numberMonthsBefore(dayNumber(day), months));
}

/** The latest trading day less the period: what is labelled later belongs to it. Both as days since 1970-01-01. */
export function periodBefore(latest: number, period: Period): number {
  return numberMonthsBefore(latest, MONTHS[period]);
}

function numberMonthsBefore(day: number, months: number): number {
  const at = new Date(day * DAY_MS);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months];
  const lastOfMonth = Date.UTC(year, month + 1, 0);
  return Math.min(Date.UTC(year, month, at.getUTCDate()), lastOfMonth) / DAY_MS;
}

/** Six years: the longest period is five, counted back from the last day that a symbol was traded. */
const HISTORY_MONTHS = 72;

/** The first day that a provider is asked for unless a caller wants earlier ones. */
export function historyStart(today: IsoDate): IsoDate {
  return monthsBefore(today, HISTORY_MONTHS);
}
