/** Formats that every made-up form shares. */
import { PRINTED_RANGES } from "../../../domain/amount-range.ts";
import type { IsoDate } from "../../../domain/dates.ts";

/** The amount ranges of made-up trades: up to five million dollars. */
export const BRACKETS: readonly string[] = PRINTED_RANGES.slice(0, 7);

/** `2026-03-04` in the format of a form: `03/04/2026`. */
export function formatFormDay(day: IsoDate): string {
  const [year, month, dayOfMonth] = day.split("-");
  return `${month}/${dayOfMonth}/${year}`;
}

/** Cuts a name off before its first parenthesis, as the form already says `FICTIONAL`, and then after `most` characters. */
export function shortenForPaperForm(name: string, most: number): string {
  return name
    .replace(/ *\(.*$/, "")
    .slice(0, most)
    .trim();
}
