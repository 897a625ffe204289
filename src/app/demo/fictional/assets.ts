/** Formats that every made-up form shares. */
import { PRINTED_RANGES } from "../../../domain/amount-range.ts";
import type { IsoDate } from "../../../domain/dates.ts";

/** The ranges that reports draw from: those up to five million dollars. */
export const BRACKETS: readonly string[] = PRINTED_RANGES.slice(0, 7);

/** `2026-03-04` in the format of a form: `03/04/2026`. */
export function formatFormDay(day: IsoDate): string {
  const [year, month, dayOfMonth] = day.split("-");
  return `${month}/${dayOfMonth}/${year}`;
}

/** The name as it fits a column of a paper form: without brackets, which the form's own heading contains too, and truncated. */
export function shortenForPaper(name: string, most: number): string {
  return name
    .replace(/ *\(.*$/, "")
    .slice(0, most)
    .trim();
}
