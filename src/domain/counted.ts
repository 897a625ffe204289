/** Numbers as sentences write them. */

/** One formatter for all: `toLocaleString` looks for one at every call. */
const NUMBERS = new Intl.NumberFormat("en-US");

/** `14,832`; most numbers of a page are small, and writing one takes a tenth of the formatter's time. */
export function count(value: number): string {
  return Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : NUMBERS.format(value);
}

/** `1 report`, `14,832 reports` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
