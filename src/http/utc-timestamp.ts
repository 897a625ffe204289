/** Formats a time for the API, in whole seconds: `2026-11-20T08:03:11Z`. */
export function formatUtcSecond(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

export function formatUtcSecondOrNull(at: Date | null): string | null {
  return at === null ? null : formatUtcSecond(at);
}
