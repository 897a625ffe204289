import type { Period } from "../domain/bar.ts";
import type { IsoDate } from "../domain/dates.ts";

const MONTHS = { "1mo": 1, "3mo": 3, "6mo": 6, "1y": 12, "5y": 60 } as const satisfies Record<Period, number>;

/** The same day of an earlier calendar month; the last day of that month where it is shorter (31 March less one month is 28 February). */
export function monthsBefore(day: IsoDate, months: number): IsoDate {
  const at = new Date(day);
  const lastOfMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months + 1, 0));
  lastOfMonth.setUTCDate(Math.min(at.getUTCDate(), lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10) as IsoDate;
}

/** The latest trading day less the period: what is labelled later belongs to it (contract 2). */
export function periodBefore(latest: IsoDate, period: Period): IsoDate {
  return monthsBefore(latest, MONTHS[period]);
}
