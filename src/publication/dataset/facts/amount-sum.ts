import type { AmountRange } from "../../../domain/amount-range.ts";

/** Sum of ranges: a range, never a single number. */
export interface AmountBand {
  readonly trades: number;
  /** Sum of the lower bounds. */
  readonly lowUsd: number;
  /** Sum of the upper bounds; a range without one counts as its lower bound. */
  readonly highUsd: number;
  /** Number of ranges without an upper bound; the sum has an upper bound only if this is 0. */
  readonly open: number;
}

/** Sums in cents, because sums of fractional dollars drift. */
export class AmountSum {
  #trades = 0;
  #lowCents = 0;
  #highCents = 0;
  #open = 0;

  add({ lowUsd, highUsd }: AmountRange): void {
    this.#trades += 1;
    this.#lowCents += Math.round(lowUsd * 100);
    this.#highCents += Math.round((highUsd ?? lowUsd) * 100);
    if (highUsd === null) this.#open += 1;
  }

  toAmountBand(): AmountBand {
    return {
      trades: this.#trades,
      lowUsd: this.#lowCents / 100,
      highUsd: this.#highCents / 100,
      open: this.#open,
    };
  }
}
