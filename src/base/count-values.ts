/** Returns how often each value occurs. */
export function countValues<T>(values: readonly T[]): Map<T, number> {
  return new Map([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]));
}
