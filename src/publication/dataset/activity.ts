/** Totals over the trades of one politician. */
import { compareTexts } from "../../base/compare-texts.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { Trade } from "../../domain/trade.ts";
import { findSecuritySymbol } from "../../domain/traded-security.ts";

const TOP_TICKERS = 5;
const wholeDollars = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Accepts trades in any order. */
export class Activity {
  trades = 0;
  lastTradeDate: IsoDate | null = null;
  /** Total in cents, because sums of fractional dollars drift. */
  #lowCents = 0;
  readonly #tickers = new Map<string, { readonly symbol: string; trades: number; lastTradeDate: IsoDate }>();

  add(
    trade: Pick<Trade, "ticker" | "currentTicker" | "noCurrentTicker" | "assetType" | "amount" | "transactionDate">,
  ): void {
    this.trades += 1;
    this.#lowCents += Math.round(trade.amount.lowUsd * 100);
    if (this.lastTradeDate === null || trade.transactionDate > this.lastTradeDate) {
      this.lastTradeDate = trade.transactionDate;
    }
    if (trade.ticker === "") return;
    const security = findSecuritySymbol(trade);
    const key = security ?? `${trade.ticker} of another`;
    const known = this.#tickers.get(key);
    if (known === undefined) {
      const symbol = security ?? trade.ticker;
      this.#tickers.set(key, { symbol, trades: 1, lastTradeDate: trade.transactionDate });
      return;
    }
    known.trades += 1;
    if (trade.transactionDate > known.lastTradeDate) known.lastTradeDate = trade.transactionDate;
  }

  /** `$15,000,000+`: the sum of the lower bounds, rounded down to whole dollars. */
  formatVolumeEstimate(): string {
    return `$${wholeDollars.format(Math.floor(this.#lowCents / 100))}+`;
  }

  /** At most five symbols (current, or else as filed), ordered by number of trades, then latest trade, then symbol. */
  listTopTickers(): readonly string[] {
    const sorted = [...this.#tickers.values()].sort(
      (a, b) =>
        b.trades - a.trades || compareTexts(b.lastTradeDate, a.lastTradeDate) || compareTexts(a.symbol, b.symbol),
    );
    return [...new Set(sorted.map(({ symbol }) => symbol))].slice(0, TOP_TICKERS);
  }
}
