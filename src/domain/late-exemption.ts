/**
 * Transactions that need no periodic report. Section 14 of the STOCK Act (Pub. L. 112-105) excludes widely held investment funds.
 * The House Ethics Committee's guide (2025) lists all exclusions on page 15. Pages 27 and 28 describe excepted investment funds.
 * We could not read the Senate's instructions in full. So Senate trades are excluded even if only the House guide excludes them.
 */
import { isBondClass } from "./asset-class.ts";
import { type Bond, isBondRedemption } from "./bond-end.ts";
import { isCertificateOfDeposit, isRealProperty, isStablecoin } from "./excluded-asset.ts";
import { findEventExemption } from "./excluded-event.ts";
import { hasFundClass, isDebtNote, isFundComment, isFundName, mayBeFundName, parseSharesSymbol } from "./fund-name.ts";
import type { Security } from "./security.ts";
import { findSurrenderedAsset } from "./surrendered-asset.ts";
import type { LateExemption, Trade } from "./trade.ts";

/** Asset classes whose transactions never need a periodic report, each with the reason. */
const EXEMPT_CLASSES: Readonly<Record<string, LateExemption>> = {
  "Real Property": "real_property",
  Farm: "real_property",
  "Bank Deposit": "cash_account",
  "IRA Held In Cash": "cash_account",
  "Blind Trust": "blind_trust",
};
const FUND_CLASSES: ReadonlySet<string> = new Set(["ETF", "Mutual Fund"]);
/** House codes for private funds and REITs that are, or are not, excepted investment funds. */
const EXCEPTED_CODES: ReadonlySet<string> = new Set(["HE", "RF"]);
const NOT_EXCEPTED_CODES: ReadonlySet<string> = new Set(["HN", "RN"]);
/** "CREF accounts ... and TIAA Real Estate are variable annuity accounts" that "qualify as an EIF" (page 29). */
const EXCEPTED_ACCOUNT = /^(?:TIAA[- ])?CREF\b|^TIAA real estate\b/i;
/** "Mutual Funds can be identified by a ticker symbol that has five characters and ends in X" (page 42). */
const FUND_SYMBOL = /^[A-Z]{4}X$/;

interface Asset extends Bond, Pick<Trade, "assetTypeRaw" | "shortSale" | "coin" | "account"> {
  /** The listed security with the current symbol, or the listed fund that the row means; null if there is none. */
  readonly listed: Pick<Security, "name" | "etf"> | null;
}

/**
 * Finds why a trade needs no periodic report. The asset decides, not the filed class: an exchange-traded fund filed as a stock is
 * a fund, unless the House code says that the fund is not excepted. An option on a fund, or a short sale of a fund, is not a
 * holding in the fund. If one asset was exchanged for another, only the asset given up counts.
 */
export function findLateExemption(trade: Asset): LateExemption | null {
  const { name, isOwn } = findSurrenderedAsset(trade);
  const asset: Asset = isOwn
    ? { ...trade, assetNameRaw: name }
    : { ...trade, assetNameRaw: name, ...ONLY_NAME_KNOWN, comment: null };
  return (
    findAssetExemption(asset) ??
    findEventExemption({ ...asset, comment: trade.comment }) ??
    (isBondRedemption(asset) ? "bond_called_or_matured" : null)
  );
}

/** Fields of an asset that was exchanged for another; only its name is known because the row describes the asset received. */
const ONLY_NAME_KNOWN = {
  ...{ assetType: "Other", assetTypeRaw: null, ticker: "", coin: null, listed: null },
  ...{ option: null, assetDetails: null },
};

function findAssetExemption(asset: Asset): LateExemption | null {
  const { assetType, assetTypeRaw, option, shortSale, assetNameRaw: name } = asset;
  const code = (assetTypeRaw ?? "").toUpperCase();
  if (isCertificateOfDeposit(asset)) return "certificate_of_deposit";
  if (EXCEPTED_CODES.has(code)) return "excepted_investment_fund";
  const byClass = EXEMPT_CLASSES[assetType];
  if (byClass !== undefined) return byClass;
  if (isStablecoin(asset)) return "stablecoin";
  if (EXCEPTED_ACCOUNT.test(name) && option === null) return "excepted_investment_fund";
  if (/\bthrift savings\b/i.test(`${name} ${asset.account ?? ""}`)) return "federal_retirement_plan";
  if (option !== null || assetType === "Stock Option" || shortSale) return null;
  if (assetType === "Other" && asset.ticker === "" && isRealProperty(name)) return "real_property";
  if (NOT_EXCEPTED_CODES.has(code)) return null;
  return findFundExemption(asset);
}

function findFundExemption({ assetType, ticker, assetNameRaw: name, comment, listed }: Asset): LateExemption | null {
  const words = comment ?? "";
  const isListedFund = listed !== null && (listed.etf || isFundName(listed.name)) && !isDebtNote(listed.name);
  const isFund =
    FUND_CLASSES.has(assetType) ||
    FUND_SYMBOL.test(ticker || parseSharesSymbol(words)) ||
    isListedFund ||
    isFundName(name);
  if (isFund || isFundComment(words) || statesExemption(words, WIDELY_HELD)) return "widely_held_fund";
  if (statesExemption(words, EXCEPTED)) return "excepted_investment_fund";
  if (listed !== null && /\bfund\b/i.test(listed.name)) return "may_be_fund";
  // Banks that sponsor funds issue bonds under the same brand. So a bond may be a fund only if the bond's name has a share class.
  if (isBondClass(assetType)) return hasFundClass(name) ? "may_be_fund" : null;
  return mayBeFundName(name) || UNIT_TRUST.test(words) ? "may_be_fund" : null;
}

const UNIT_TRUST = /\bunit investment trusts?\b/i;

/** The filer's own words for the exemption: `widely held` before or after `fund`. */
const WIDELY_HELD = [/\bwidely[- ]held\b[^.;]{0,40}\bfunds?\b/i, /\bfunds?\b[^.;]{0,40}\bwidely[- ]held\b/i];
const EXCEPTED = [/\bexcepted\b[^.;]{0,40}\bfunds?\b/i, /\bfunds?\b[^.;]{0,40}\bexcepted\b/i, /^\s*(?:an? )?EIF\b/i];
const DENIED = /\b(?:not|no|non|isn't|doesn't)\b[^.;]{0,30}\b(?:widely[- ]held|excepted|EIF)\b/i;
/** "A managed account is not a Fund" (page 29), so the assets in it are reported (page 15). */
const ACCOUNT =
  /\b(?:managed|brokerage|advisory|discretionary)\s+(?:\w+\s+)?accounts?\b|\bSMAs?\b|\baccounts?\b[^.;]{0,20}\bmanaged\b/i;
/** Assets exchanged for funds, or bought with money from funds, are not funds: `to exchange individual stocks for EIFs`. */
const MEANT_FOR = /\b(?:for|into|to|with|from)\s+(?:an?\s+|other\s+)?(?:widely[- ]held|excepted|EIFs?)\b/i;

function statesExemption(words: string, forms: readonly RegExp[]): boolean {
  return forms.some((form) => form.test(words)) && ![DENIED, ACCOUNT, MEANT_FOR].some((form) => form.test(words));
}
