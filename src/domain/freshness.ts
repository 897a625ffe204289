/** A source that had no success for this long has missed a daily run: 24 hours plus 2 hours for a slow run. */
const MAX_MS_SINCE_SUCCESS = 26 * 3_600_000;

export function isStale(lastSuccessAt: Date, now: Date): boolean {
  return now.getTime() - lastSuccessAt.getTime() > MAX_MS_SINCE_SUCCESS;
}
