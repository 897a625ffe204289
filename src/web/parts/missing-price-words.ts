/** Reasons why a trade has no price, as words that end a sentence. */
import type { UnpricedReason } from "../../prices/returns/abnormal-return.ts";
import type { UnstoredReason } from "../../prices/returns/price-coverage.ts";
import type { MissingPrice } from "../../prices/returns/trade-prices.ts";

const WORDS: Readonly<Record<MissingPrice | UnpricedReason | UnstoredReason, string>> = {
  option: "an option or warrant, which has no price here",
  short_sale: "a short sale",
  exchange: "an exchange, or neither a purchase nor a sale",
  bond: "a bond, which has no price here",
  fund: "a fund that no exchange trades",
  private: "a private holding",
  coin: "a coin, which has no price here",
  other: "the filing does not say that it is a listed share or fund",
  no_ticker: "no symbol is known under which it is traded",
  no_bars: "no close of that day is stored",
  delisted: "it had stopped trading",
  too_recent: "that close has not come yet",
  no_benchmark: "no close of SPY is stored at one of its ends",
  not_asked: "the sources have not been asked for that day yet",
  failed: "the sources refused, or did not answer, and are asked again",
  no_source: "no source has a price of the security",
  no_earlier_days: "the prices that the sources have begin later",
  no_later_days: "the stored prices end earlier",
};

export function missingPriceWords(reason: MissingPrice | UnpricedReason | UnstoredReason): string {
  return WORDS[reason];
}
