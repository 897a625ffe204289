/** Sums over the trades of one politician. */
import type { IsoDate } from "../domain/dates.ts";
import type { Trade } from "../domain/trade.ts";

const TOP_TICKERS = 5;
const wholeDollars = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

interface TickerActivity {
  trades: number;
  lastTradeDate: IsoDate;
}

/** Adds up trades as they come by, in any order. */
export class Activity {
  trades = 0;
  lastTradeDate: IsoDate | null = null;
  /** A sum in cents, because a sum of dollars as fractions drifts. */
  #lowCents = 0;
  readonly #tickers = new Map<string, TickerActivity>();

  add(trade: Pick<Trade, "ticker" | "amount" | "transactionDate">): void {
    this.trades += 1;
    this.#lowCents += Math.round(trade.amount.lowUsd * 100);
    if (this.lastTradeDate === null || trade.transactionDate > this.lastTradeDate) {
      this.lastTradeDate = trade.transactionDate;
    }
    if (trade.ticker === "") return;
    const known = this.#tickers.get(trade.ticker);
    if (known === undefined) {
      this.#tickers.set(trade.ticker, { trades: 1, lastTradeDate: trade.transactionDate });
      return;
    }
    known.trades += 1;
    if (trade.transactionDate > known.lastTradeDate) known.lastTradeDate = trade.transactionDate;
  }

  /** `$15,000,000+`: the sum of the lower bounds, rounded down to whole dollars. */
  totalVolumeEstimate(): string {
    return `$${wholeDollars.format(Math.floor(this.#lowCents / 100))}+`;
  }

  /** The most traded symbols, at most five: by number of trades, then latest trade, then symbol. */
  topTickers(): readonly string[] {
    return [...this.#tickers]
      .sort(
        ([a, left], [b, right]) =>
          right.trades - left.trades || compare(right.lastTradeDate, left.lastTradeDate) || compare(a, b),
      )
      .slice(0, TOP_TICKERS)
      .map(([symbol]) => symbol);
  }
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
