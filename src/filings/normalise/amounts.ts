/** Parses printed amounts to dollar ranges. */
import type { AmountRange } from "../../domain/amount-range.ts";
import { parsePrintedAmount } from "../../domain/printed-amount.ts";

// Brackets of the Ethics in Government Act as both chambers print them: lower and upper bound in dollars. The House form of
// 2012-2013 printed the lowest bracket as `$1,000 - $15,000`.
const BRACKETS: readonly (readonly [number, number])[] = [
  [1_000, 15_000],
  [1_001, 15_000],
  [15_001, 50_000],
  [50_001, 100_000],
  [100_001, 250_000],
  [250_001, 500_000],
  [500_001, 1_000_000],
  [1_000_001, 5_000_000],
  [5_000_001, 25_000_000],
  [25_000_001, 50_000_000],
];

/** Open-ended brackets: over $50,000,000; and over $1,000,000 for an asset of the spouse or a dependent child. */
const OPEN: readonly (readonly [over: string, usd: number])[] = [
  ["over", 50_000_000],
  ["over", 1_000_000],
  ["spouse/dcover", 1_000_000],
];

/**
 * Parses `$15,001 - $50,000`, `Over $50,000,000`, `Spouse/DC Over $1,000,000`, or an exact amount (`$318.74`, `$.25`) to a range.
 * Null for any other text. A bracket that is not in the law is a misreading, so the result is null too.
 */
export function readAmount(printed: string): AmountRange | null {
  const amount = parsePrintedAmount(printed);
  if (amount?.form === "exact") return { lowUsd: amount.sum, highUsd: amount.sum };
  if (amount?.form === "open") {
    const isKnown = OPEN.some(([over, usd]) => over === amount.over && usd === amount.low);
    return isKnown ? { lowUsd: amount.low + 1, highUsd: null } : null;
  }
  if (amount === null) return null;
  const { low, high } = amount;
  return BRACKETS.some((known) => known[0] === low && known[1] === high) ? { lowUsd: low, highUsd: high } : null;
}
