/** Recognizes bonds that ended without a sale: called or redeemed by the issuer, or matured. */
import { isBondClass } from "./asset-class.ts";
import { countDaysBetween, type IsoDate, MONTHS, parseIsoDate, parseSpelledDate, parseUsDate } from "./dates.ts";
import type { Trade } from "./trade.ts";

/** Other debt classes. Like bonds, such securities end when the issuer calls or redeems them, or when they mature. */
const DEBT_CLASSES: ReadonlySet<string> = new Set(["Asset-Backed Security", "Exchange-Traded Note"]);
const NO_BONDS: ReadonlySet<string> = new Set(["Futures Contract", "Stock Option"]);
/** Words in an asset's name that indicate a bond. Used only if the row's asset class is missing or is not a debt class. */
const BOND_NAME =
  /\bbonds?\b|\bbds\b|\bnotes?\b|\bnts\b|\bMTNs?\b|\bdebentures?\b|\bt-?bills?\b|\btreas(?:ury)?\b|\d\s?%/i;
const BOND = "(?:bonds?|notes?|t-?bills?|treasur(?:y|ies)|debentures?)";
const ENDED_BOND = new RegExp(
  `\\b${BOND}\\b(?:\\s+(?:was|were|has|have|been|fully|partially))*\\s+(?:called|matured|redeemed)\\b|` +
    `\\b(?:called|matured|redeemed|redemption of|maturity of|call of)\\s+(?:\\w+\\s+){0,2}${BOND}\\b`,
  "i",
);
/** Phrases that do not mean the bond has ended: `sold before maturity`, `to be called`, `now called Sample Inc.` */
const NOT_ENDED = new RegExp(
  "\\b(?:not|never|isn't|wasn't|un|before|prior to|ahead of|in advance of|until|if|may be|can be|could be|would be|to be|will be|avoid(?:ing)?|anticipat(?:ion of|ing)|expect(?:ed|ing))\\b" +
    "(?:[\\s-]+(?:it|they|the|its|their|this|is|was|be|being|a|an|any|full|next|issuer|bond|note|yet|possible))*[\\s-]+" +
    "(?:called|calls?|redeemed|redemption|matured|matures|maturity|maturing)\\b|" +
    "\\b(?:now|formerly|previously|also|so|is|company|commonly)\\s+called\\b|" +
    "\\bcalled\\s+(?:(?:by|in|up)\\s+)?(?:my|our|his|her|their|me|us|him|the|a|an)?\\s*(?:brokers?|advis[eo]rs?|bank|me|us|him|to sell)\\b",
  "gi",
);
const ENDED = new RegExp(
  "\\b(?:called|redeemed|matured|redemptions?|retired|paid (?:off|in full|at par))\\b|" +
    "\\b(?:full|partial|mandatory|issuer|early|optional|bond|note|make[- ]whole|sinking fund)\\s+calls?\\b|" +
    "\\bcalls?\\s+(?:by|at par|in full|redemption)\\b|" +
    "\\b(?:at|upon|on|reached|held to|came to|final|full)\\s+(?:its\\s+|their\\s+)?maturity\\b(?!\\s+date\\s*[:\\d])|" +
    "^\\W*(?:(?:bond|note)\\s+)?(?:calls?|maturity|maturation)\\W*$",
  "i",
);
/** Stricter than `ENDED`, for names: `SAMPLE REDEMPTION AUTHORITY` and `CALLABLE` do not match. */
const ENDED_NAME = /\b(?:called|matured|redeemed)\b|\b(?:full|partial) call\b|\bcalled? by (?:the )?issuer\b/i;
/** If a bond matures on a weekend or a holiday, it is paid on the next business day. */
const PAID_WITHIN_DAYS = 3;

export type Bond = Pick<
  Trade,
  | "option"
  | "assetType"
  | "assetNameRaw"
  | "assetDetails"
  | "comment"
  | "transactionType"
  | "transactionDate"
  | "ticker"
>;

/**
 * True if a bond was called, redeemed or matured: "The call, redemption, or maturation of a bond" (House guide, page 15). The
 * filer's words say so, or the trade is 0 to `PAID_WITHIN_DAYS` days after the bond's printed maturity date. Never true for a
 * purchase, since the end of a bond repays its holder.
 */
export function isBondRedemption(trade: Bond): boolean {
  if (trade.transactionType === "purchase") return false;
  const words = (trade.comment ?? "").replace(NOT_ENDED, " ");
  if (!isBond(trade)) return trade.ticker === "" && ENDED_BOND.test(words);
  if (ENDED.test(words) || ENDED_NAME.test(trade.assetNameRaw.replace(NOT_ENDED, " "))) return true;
  return listMaturities(trade).some((day) => {
    const since = countDaysBetween(day, trade.transactionDate);
    return since >= 0 && since <= PAID_WITHIN_DAYS;
  });
}

function isBond({ assetType, assetNameRaw, assetDetails, ticker, option }: Bond): boolean {
  if (isBondClass(assetType) || DEBT_CLASSES.has(assetType)) return true;
  if (option !== null || NO_BONDS.has(assetType) || /\b(?:preferred|pref|pfd)\b/i.test(assetNameRaw)) return false;
  const hasTerms = assetDetails !== null && (assetDetails.coupon !== null || assetDetails.maturity !== null);
  return hasTerms || (ticker === "" && BOND_NAME.test(assetNameRaw));
}

const MATURITY_WORDS = /\b(?:matur(?:es|ed|ity|ing|ation)|due)(?:\s+(?:date|on))*[\s:;=-]*(?<day>[^;]{6,20})/gi;

// Lists the dates in the details, name and comment that may be the day of maturity. An issue date among them does no harm. A
// trade on the issue date is a purchase, and purchases are not taken for redemptions.
function listMaturities({ assetNameRaw, assetDetails, comment }: Bond): readonly IsoDate[] {
  const commentDates = Array.from((comment ?? "").matchAll(MATURITY_WORDS), ({ groups }) => groups?.["day"] ?? "");
  return [assetDetails?.maturity ?? "", assetNameRaw, ...commentDates].flatMap(parseDates);
}

const NUMBERS = /(?<![\d/-])(?<month>\d{1,2})(?<mark>[/-])(?<date>\d{1,2})\k<mark>(?<year>20\d{2}|\d{2})(?!\d)/g;
const ISO = /\b\d{4}-\d{2}-\d{2}\b/g;
/** Matches `Jan 15, 2024`, `AUG01 2033`, `June 1 2024`. */
const SPELLED = new RegExp(
  `\\b(?<name>${MONTHS.join("|")})[a-z]*\\.?\\s*(?<date>\\d{1,2}),?\\s*(?<year>20\\d{2})(?!\\d)`,
  "gi",
);

function parseDates(text: string): readonly IsoDate[] {
  const numbers = Array.from(text.matchAll(NUMBERS), ({ groups }) => {
    const { month, date, year = "" } = groups ?? {};
    return parseUsDate(`${month}/${date}/${year.padStart(4, "20")}`);
  });
  const spelled = Array.from(text.matchAll(SPELLED), ({ groups }) => {
    const { name = "", date = "", year = "" } = groups ?? {};
    return parseSpelledDate(name, date, year);
  });
  return [...numbers, ...spelled, ...(text.match(ISO) ?? []).map(parseIsoDate)].filter((day) => day !== null);
}
