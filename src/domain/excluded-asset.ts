/** Recognizes, by name, assets whose transactions need no periodic report (House Ethics Committee's guide, 2025, page 15). */
import type { Trade } from "./trade.ts";

type Asset = Pick<Trade, "assetType" | "assetNameRaw" | "ticker" | "coin" | "comment" | "option">;

const CERTIFICATE =
  "(?:certificates?\\s+of\\s+deposits?|c(?:er)?ti?fs?\\.?\\s+(?:of\\s+)?dep(?:osits?)?|certs?\\.?\\s+(?:of\\s+)?dep(?:osits?)?)";
/** Matches `Sample Bank CD 4.5% 03/15/2027`. `CD` alone is not enough: it has other meanings (`CD&R`, `CD Projekt`). */
const CERTIFICATE_NAME = new RegExp(
  `\\b${CERTIFICATE}\\b|\\b(?:brokered|jumbo|fdic[- ]insured|\\d+[- ](?:mo|month|yr|year)s?) CDs?\\b|` +
    "\\b(?:bank|bk|credit union|savings|trust co\\w*)\\b.*\\bC/?Ds?\\b(?!&)|\\bCDs?\\b(?!&).*(?:\\d\\s?%|\\bdue\\b|\\bmatur)|^\\W*CDs?\\W*$",
  "i",
);
const CERTIFICATE_COMMENT = new RegExp(
  `^\\s*(?:purchased?|bought|sold|sale|matur(?:ed|ity)|redeemed|redemption)?(?:\\s+of)?\\s*(?:an? )?(?:${CERTIFICATE}|(?:bank |brokered )?CDs?)\\s*(?:matured|redeemed|called)?\\s*(?:[.;,(]|$)`,
  "i",
);

/** True for a certificate of deposit. Page 15 of the guide exempts "The purchase or sale of certificates of deposit (CDs)". */
export function isCertificateOfDeposit({ assetType, assetNameRaw, ticker, comment, option }: Asset): boolean {
  if (ticker !== "" || option !== null || assetType === "Municipal Security") return false;
  return CERTIFICATE_NAME.test(assetNameRaw) || CERTIFICATE_COMMENT.test(comment ?? "");
}

// Coins pegged to a currency or a metal. The list follows page 34 of the guide, which requires only the peg, so DAI is included.
// Page 15 also requires insured accounts or vaults that hold the currency or metal. DAI does not meet this requirement.
const STABLECOINS: ReadonlySet<string> = new Set(
  (
    "usdc usdcoin usdt tether tetherusd dai busd binanceusd tusd trueusd usdp paxdollar paxosstandard gusd geminidollar pyusd paypalusd " +
    "fdusd firstdigitalusd rlusd rippleusd usdg eurc eurocoin paxg paxgold xaut tethergold"
  ).split(" "),
);
/** `Tether` and `Dai` are also ordinary words, so they match only in the cryptocurrency class. */
const AMBIGUOUS_COINS: ReadonlySet<string> = new Set(["dai", "tether"]);

/** True for a coin of `STABLECOINS` in any spelling, or one that the filer calls a stablecoin. */
export function isStablecoin({ assetType, assetNameRaw, coin, ticker, comment }: Asset): boolean {
  const isCoin = assetType === "Cryptocurrency";
  if (!isCoin && (assetType !== "Other" || ticker !== "")) return false;
  const foldText = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const words = [coin ?? "", assetNameRaw, ...assetNameRaw.split(/[()]|\s-\s/)].map(foldText);
  const isKnown = words.some((word) => STABLECOINS.has(word) && (isCoin || !AMBIGUOUS_COINS.has(word)));
  return isKnown || (isCoin && /\bstable ?coins?\b/i.test(`${assetNameRaw} ${comment ?? ""}`));
}

const PROPERTY =
  /\b(?:rental|residential|commercial|vacation|real) (?:property|properties|home|house|condo(?:minium)?s?)\b|\b(?:vacant|undeveloped|unimproved|farm|timber|ranch|raw) ?land\b|\bfarmland\b|\b[\d.]+ acres\b|\bcondominium\b|\b(?:residential|commercial|rental) real estate\b/i;
const PROPERTY_HOLDER =
  /\b(?:L\.?L\.?[CP]|L\.?P|inc|corp|co|company|trust|reit|funds?|etf|index|partners(?:hip)?|bonds?|notes?|mortgage|securit\w+|capital|holdings?|group)\b/i;

/** True if a name describes real property. False for interests in companies or trusts that hold property. */
export function isRealProperty(name: string): boolean {
  // A scanned report does not state the asset class, so only the name shows that the asset is real property.
  return PROPERTY.test(name) && !PROPERTY_HOLDER.test(name);
}
