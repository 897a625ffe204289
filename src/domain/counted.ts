/** Numbers as sentences write them. */

/** One formatter for all: `toLocaleString` looks for one at every call. */
const NUMBERS = new Intl.NumberFormat("en-US");

/** `14,832` */
export function count(value: number): string {
  return NUMBERS.format(value);
}

/** `1 report`, `14,832 reports` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
