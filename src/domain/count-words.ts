/** Shared formatter, because `toLocaleString` looks up a formatter on every call. */
const NUMBERS = new Intl.NumberFormat("en-US");

/** Formats a number as in `14,832`. Small numbers, the most common ones, skip the formatter, which takes ten times as long. */
export function formatCount(value: number): string {
  return Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : NUMBERS.format(value);
}

/** Formats a number with its noun: `1 report`, `14,832 reports`. */
export function pluralize(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}
