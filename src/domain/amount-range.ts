/** The electronic forms' amount ranges as printed, ascending. */
export const PRINTED_RANGES = [
  "$1,001 - $15,000",
  "$15,001 - $50,000",
  "$50,001 - $100,000",
  "$100,001 - $250,000",
  "$250,001 - $500,000",
  "$500,001 - $1,000,000",
  "$1,000,001 - $5,000,000",
  "$5,000,001 - $25,000,000",
  "$25,000,001 - $50,000,000",
  "Over $50,000,000",
] as const;

/** The lowest whole dollar of each range. */
const MIN_USD = [
  1_001, 15_001, 50_001, 100_001, 250_001, 500_001, 1_000_001, 5_000_001, 25_000_001, 50_000_001,
] as const satisfies { readonly length: typeof PRINTED_RANGES.length };

/** Returns the index in `PRINTED_RANGES` of the range that contains an amount; 0 for an amount below all ranges. */
export function findRangeIndex(usd: number): number {
  return Math.max(
    0,
    MIN_USD.findLastIndex((least) => usd >= least),
  );
}

/**
 * A printed dollar range, never a single estimate. `highUsd` is null for an open range ("Over $50,000,000"). If the filing states
 * an exact amount, both bounds are this amount, to the cent.
 */
export interface AmountRange {
  readonly lowUsd: number;
  readonly highUsd: number | null;
}

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats `$1,001 - $15,000`, `$50,000,001+` for an open range, `$318.74 - $318.74` for an exact amount. */
export function formatAmountRange({ lowUsd, highUsd }: AmountRange): string {
  const key = `${lowUsd} ${highUsd}`;
  let text = formatted.get(key);
  if (text === undefined) {
    text = formatDollarRange(lowUsd, highUsd);
    if (formatted.size < MAX_FORMATTED) formatted.set(key, text);
  }
  return text;
}

// Cached because a dozen ranges cover nearly all amounts. Formatting a number takes longer than writing the rest of a trade.
const formatted = new Map<string, string>();
const MAX_FORMATTED = 1000;

function formatDollarRange(lowUsd: number, highUsd: number | null): string {
  if (highUsd === null) return `$${whole.format(lowUsd)}+`;
  const number = lowUsd === highUsd ? cents : whole;
  return `$${number.format(lowUsd)} - $${number.format(highUsd)}`;
}
