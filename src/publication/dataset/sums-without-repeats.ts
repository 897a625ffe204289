/** Totals over the trades in a security, without those that an earlier filing of the member also reports. */
import type { Trade } from "../../domain/trade.ts";

interface UnrepeatedSums {
  readonly trades: number;
  readonly buys: number;
  readonly sells: number;
  readonly volume_low: number;
  readonly volume_high: number | null;
}

export class SumsWithoutRepeats {
  #trades = 0;
  #buys = 0;
  #sells = 0;
  /** Total in cents, because sums of fractional dollars drift. */
  #lowCents = 0;
  #highCents: number | null = 0;

  /** @param side which counter to increase besides `trades`. */
  add({ amount }: Pick<Trade, "amount">, side: "buys" | "sells" | null): void {
    this.#trades += 1;
    this.#buys += Number(side === "buys");
    this.#sells += Number(side === "sells");
    this.#lowCents += Math.round(amount.lowUsd * 100);
    if (amount.highUsd === null) this.#highCents = null;
    else if (this.#highCents !== null) this.#highCents += Math.round(amount.highUsd * 100);
  }

  merge(other: SumsWithoutRepeats): void {
    this.#trades += other.#trades;
    this.#buys += other.#buys;
    this.#sells += other.#sells;
    this.#lowCents += other.#lowCents;
    this.#highCents = this.#highCents === null || other.#highCents === null ? null : this.#highCents + other.#highCents;
  }

  toUnrepeatedSums(): UnrepeatedSums {
    return {
      trades: this.#trades,
      buys: this.#buys,
      sells: this.#sells,
      volume_low: this.#lowCents / 100,
      volume_high: this.#highCents === null ? null : this.#highCents / 100,
    };
  }
}
