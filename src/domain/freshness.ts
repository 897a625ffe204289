/** Runs are daily; a source without success for longer than this has missed one, with two hours for a slow one. */
const LONGEST_WITHOUT_SUCCESS_MS = 26 * 3_600_000;

export function isStale(lastSuccessAt: Date, now: Date): boolean {
  return now.getTime() - lastSuccessAt.getTime() > LONGEST_WITHOUT_SUCCESS_MS;
}
