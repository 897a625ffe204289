/** A source without a success for this long has missed a daily run: 24 hours, and two more for a slow run. */
const LONGEST_WITHOUT_SUCCESS_MS = 26 * 3_600_000;

export function isStale(lastSuccessAt: Date, now: Date): boolean {
  return now.getTime() - lastSuccessAt.getTime() > LONGEST_WITHOUT_SUCCESS_MS;
}
