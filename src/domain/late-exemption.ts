/**
 * Kinds of assets for which the law sets no time. Section 14 of the STOCK Act (Pub. L. 112-105) keeps widely held investment funds out of
 * periodic reports where the fund is publicly traded or widely diversified and the filer has no control over it; 5 U.S.C. 13105(l) asks for
 * transactions in stocks, bonds, commodities futures and other forms of securities alone, which real property is not.
 */
import type { LateExemption, Trade } from "./trade.ts";

const FUND_CLASSES: ReadonlySet<string> = new Set(["ETF", "Mutual Fund"]);
const PROPERTY_CLASSES: ReadonlySet<string> = new Set(["Real Property", "Farm"]);
/** Nasdaq gives symbols of mutual funds a fifth letter X. */
const FUND_SYMBOL = /^[A-Z]{4}X$/;
const FUND_WORDS = "(?:ETFs?|exchange[- ]traded funds?|(?:open[- ]end(?:ed)? )?mutual funds?)";
const FUND_NAME = new RegExp(`\\b${FUND_WORDS}\\b`, "i");
/** A company whose name speaks of funds is no fund. */
const COMPANY_NAME = /\b(?:common stock|ordinary shares|sponsor|provider|manager|management)\b/i;
/** A comment that consists of these words names the class that the filer left out of the form. */
const FUND_COMMENT = new RegExp(`^\\s*(?:an? )?${FUND_WORDS}\\s*(?:[.;,(]|$)`, "i");
/** The filer's own words for the exemption, in either order. */
const WIDELY_HELD = [
  /\b(?:widely[- ]held|excepted)\b[^.;]{0,40}\bfunds?\b/i,
  /\bfunds?\b[^.;]{0,40}\b(?:widely[- ]held|excepted)\b/i,
];
const DENIED = /\b(?:not|no|isn't|doesn't)\b[^.;]{0,30}\b(?:widely[- ]held|excepted)\b/i;
/** A note that an exchange lists among its funds is a debt of its issuer. */
const NOTE_NAME = /\bETNs?\b|\bnotes?\b/i;

interface Asset
  extends Pick<Trade, "assetType" | "option" | "shortSale" | "ticker" | "currentTicker" | "assetNameRaw" | "comment"> {
  /** Name of today's symbol where the exchanges list it as an exchange-traded fund; null where they do not. */
  readonly listedFund: string | null;
}

/**
 * The asset decides, not the class as filed: an exchange-traded fund that is filed as a stock is a fund. An option on one, and a short sale
 * of one, is no holding in it.
 */
export function lateExemptionOf(asset: Asset): LateExemption | null {
  if (PROPERTY_CLASSES.has(asset.assetType)) return "real_property";
  if (asset.option !== null || asset.assetType === "Stock Option" || asset.shortSale) return null;
  return isFund(asset) ? "widely_held_fund" : null;
}

function isFund({ assetType, ticker, currentTicker, assetNameRaw: name, comment, listedFund }: Asset): boolean {
  const words = comment ?? "";
  return (
    FUND_CLASSES.has(assetType) ||
    FUND_SYMBOL.test(ticker) ||
    (currentTicker !== null && listedFund !== null && !NOTE_NAME.test(listedFund)) ||
    (FUND_NAME.test(name) && !COMPANY_NAME.test(name)) ||
    FUND_COMMENT.test(words) ||
    (WIDELY_HELD.some((form) => form.test(words)) && !DENIED.test(words))
  );
}
