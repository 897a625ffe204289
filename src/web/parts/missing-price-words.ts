/** Reasons for which a trade has no price, in words that end a sentence. */
import type { MissingPrice } from "../../performance/trade-prices.ts";

const WORDS: Readonly<Record<MissingPrice, string>> = {
  option: "an option or warrant, which has no price here",
  short_sale: "a short sale",
  exchange: "an exchange, or neither a purchase nor a sale",
  bond: "a bond, which has no price here",
  fund: "a fund that no exchange trades",
  private: "a private holding",
  coin: "a coin, which has no price here",
  other: "an asset that is no listed share or fund",
  no_ticker: "no symbol is known under which it is traded",
  no_bars: "no close of that day is stored",
  delisted: "it had stopped trading",
  too_recent: "that close has not come yet",
};

export function missingPriceWords(reason: MissingPrice): string {
  return WORDS[reason];
}
