/** Reasons why a trade has no price, as words that end a sentence. */
import type { UnpricedReason } from "../../prices/returns/abnormal-return.ts";
import type { UnstoredReason } from "../../prices/returns/price-coverage.ts";
import type { MissingPrice } from "../../prices/returns/trade-prices.ts";

const WORDS: Readonly<Record<MissingPrice | UnpricedReason | UnstoredReason, string>> = {
  option: "an option or warrant, which has no price here",
  short_sale: "a short sale",
  exchange: "neither a purchase nor a sale, such as an exchange of one asset for another",
  bond: "a bond, which has no price here",
  fund: "a fund that is not exchange-traded",
  private: "a private holding",
  coin: "a coin, which has no price here",
  other: "the filing does not say it is a listed share or fund",
  no_ticker: "its ticker is unknown",
  no_bars: "no closing price is stored for that day",
  delisted: "it had stopped trading",
  too_recent: "that day has no closing price yet",
  no_benchmark: "SPY's closing price is missing for the first or last day",
  not_asked: "the price has not been requested yet",
  failed: "the price sources refused or did not answer; they will be asked again",
  no_source: "no source has a price for the security",
  no_earlier_days: "the sources' prices begin later",
  no_later_days: "the stored prices end earlier",
};

/** Says why returns cannot be compared with SPY. @param gap null if a price of SPY has been stored in the meantime. */
export function describeBenchmarkGap(gap: UnstoredReason | null): string {
  if (gap === "not_asked" || gap === null) return "prices of SPY have not been fetched yet";
  return gap === "failed" ? "prices of SPY could not be fetched yet" : "no source has a price of SPY";
}

/** Says why the price change up to the last close is missing. */
export function formatMissingChangeReason(reason: MissingPrice | UnpricedReason): string {
  return reason === "too_recent"
    ? "not known yet, because there is no later closing price"
    : formatMissingPriceReason(reason);
}

export function formatMissingPriceReason(reason: MissingPrice | UnpricedReason | UnstoredReason): string {
  return WORDS[reason];
}
