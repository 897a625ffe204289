/** Runs are daily: a source whose last success is older has missed a run. Two hours are allowed for a slow run. */
const LONGEST_WITHOUT_SUCCESS_MS = 26 * 3_600_000;

export function isStale(lastSuccessAt: Date, now: Date): boolean {
  return now.getTime() - lastSuccessAt.getTime() > LONGEST_WITHOUT_SUCCESS_MS;
}
