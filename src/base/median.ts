/** Returns the middle value, or the upper one of two middle values; 0 if there is no value. */
export function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
