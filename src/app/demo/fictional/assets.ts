/** Formats that every made-up form shares. */
import type { IsoDate } from "../../../domain/dates.ts";

export const BRACKETS = [
  "$1,001 - $15,000",
  "$15,001 - $50,000",
  "$50,001 - $100,000",
  "$100,001 - $250,000",
  "$250,001 - $500,000",
  "$500,001 - $1,000,000",
  "$1,000,001 - $5,000,000",
];

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
