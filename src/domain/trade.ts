import type { AmountRange } from "./amount-range.ts";
import type { IsoDate } from "./dates.ts";
import type { Chamber, Party } from "./politician.ts";

export const TRANSACTION_TYPES = ["purchase", "sale_full", "sale_partial", "exchange", "other"] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const OWNERS = ["self", "spouse", "joint", "dependent"] as const;
export type Owner = (typeof OWNERS)[number];

/** The way in which the filing was read: from text, from an image and sure in every field, or decided by a person. */
export const CONFIDENCES = ["printed", "ocr", "reviewed"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/**
 * Transactions that need no periodic report, in the order of the House Ethics Committee's guide (2025, page 15; a blind trust: page 18), and
 * those whose name leaves open whether they are one (`may_be_fund`).
 */
export const LATE_EXEMPTIONS = [
  "real_property",
  "excepted_investment_fund",
  "widely_held_fund",
  "may_be_fund",
  "transfer_within_family",
  "federal_retirement_plan",
  "stock_split",
  "stablecoin",
  "inheritance",
  "cash_account",
  "certificate_of_deposit",
  "bond_called_or_matured",
  "option_grant",
  "blind_trust",
] as const;
export type LateExemption = (typeof LATE_EXEMPTIONS)[number];

/** Reason for which a date of a trade is more likely a slip than true. */
export const DATE_SUSPECTS = [
  "transaction_year_alone",
  "notification_before_transaction",
  "notification_after_filing",
] as const;
export type DateSuspect = (typeof DATE_SUSPECTS)[number];

/** Reasons of its own for which a trade that is a purchase or a sale by its form has no direction. */
export const DIRECTION_DOUBTS = ["inverse_fund", "words_contradict_type"] as const;
export type DirectionDoubt = (typeof DIRECTION_DOUBTS)[number];

/**
 * Reason for which the security of a ticker has no symbol today. `another_issuer`: the symbol belongs to another security. `ended`: it was bought, merged
 * away or closed. `not_listed`: no list that is read has the symbol, as of most foreign shares that trade over the counter and of many securities that ended.
 */
export const NO_CURRENT_TICKER = ["another_issuer", "ended", "not_listed"] as const;
export type NoCurrentTicker = (typeof NO_CURRENT_TICKER)[number];

/** A place on a page's upright image, in its pixels from the top left. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Terms of an option, as the Senate's fields or a House filer's words state them. */
export interface OptionTerms {
  readonly type: string | null;
  readonly strike: string | null;
  readonly expiry: string | null;
}

/** Details of an asset that the Senate's pages give in fields of their own. Days are ISO where printed in full, otherwise as printed. */
export interface AssetDetails {
  readonly coupon: string | null;
  readonly maturity: string | null;
  /** Place of a private company. */
  readonly place: string | null;
  readonly description: string | null;
  /** Platform on which a coin is held. */
  readonly platform: string | null;
}

/** The asset received in an exchange; the trade itself carries the one given up. */
export interface ReceivedAsset {
  readonly ticker: string;
  readonly name: string;
}

/** The first disclosure of a trade, and the source of its date. */
export interface FirstDisclosure {
  /** Null where that cannot be known. */
  readonly date: IsoDate | null;
  /**
   * `filing`: the trade's own filing disclosed it. `original`: the one that its filing amends. `title`: a day that the title of a Senate amendment
   * names, whose report is not known. `unknown`: an amendment does not say what it amends.
   */
  readonly source: (typeof FIRST_DISCLOSURE_SOURCES)[number];
}

export const FIRST_DISCLOSURE_SOURCES = ["filing", "original", "title", "unknown"] as const;

/** States that a trade may be amended by another, or amend another, and that nothing decides it. */
export interface AmendmentPending {
  /** Reason for which it is open, a token of docs/sources/amendments.md. */
  readonly reason: string;
  /** Ids of trades or filings that this one may stand in the place of. */
  readonly amends: readonly string[];
  /** Ids of trades, filings or deleted lines that may stand in the place of this one, or take it back. */
  readonly amendedBy: readonly string[];
}

/** The information about a trade in the member's other filings. */
interface TradeStanding {
  readonly firstDisclosed: FirstDisclosure;
  readonly amendmentPending: AmendmentPending | null;
  /** Ids of the trades of other filings that say the same. */
  readonly possibleDuplicateOf: readonly string[];
  /** One of those stands in a filing before this one. */
  readonly isRepeat: boolean;
}

/** The standing of a trade that no other filing mentions. */
export function standsAlone(filedDate: IsoDate): TradeStanding {
  return {
    firstDisclosed: { date: filedDate, source: "filing" },
    amendmentPending: null,
    possibleDuplicateOf: [],
    isRepeat: false,
  };
}

/** One transaction of one filing, normalised. Its public fields (`public-trade.ts`) are derived from it; the rest is its detail record. */
export interface Trade extends TradeStanding {
  readonly id: string;
  readonly filingId: string;
  readonly line: number;
  readonly politicianId: string;
  readonly chamber: Chamber;
  /** Party on the transaction date. */
  readonly party: Party;
  /** Ticker as filed, upper case, class shares with a dot; empty when the filing names none. */
  readonly ticker: string;
  readonly tickerSource: "filed" | "resolved" | "none";
  /** Today's symbol of the security; null where there is no ticker, where another issuer has it today, and where the security ended. */
  readonly currentTicker: string | null;
  /** Why there is a ticker and no current one; null for every other trade. */
  readonly noCurrentTicker: NoCurrentTicker | null;
  /** Day on which the security is known to have ended; null for one that goes on, or where that is not known. */
  readonly endedOn: IsoDate | null;
  /** The symbol of a coin, which has no ticker; null for every other asset, and for a coin without a known symbol. */
  readonly coin: string | null;
  readonly company: string;
  readonly transactionType: TransactionType;
  readonly amount: AmountRange;
  readonly amountRaw: string;
  /** Day on which its own filing was filed. */
  readonly filedDate: IsoDate;
  /** Date of the first disclosure of the trade; that of its own filing where it is not known. */
  readonly disclosureDate: IsoDate;
  readonly transactionDate: IsoDate;
  readonly notificationDate: IsoDate | null;
  /** Reason for which the day of notification is null though the filing may say it, as `ownerUnread`. */
  readonly notificationUnread: string | null;
  /** Dates are as printed; where one is suspect nothing is said of lateness. */
  readonly dateSuspect: DateSuspect | null;
  /** Why it needs no periodic report, so that no time is set for its disclosure; null where one is. */
  readonly lateExemption: LateExemption | null;
  /** Label of the asset class (`Stock`, `Corporate Bond`). */
  readonly assetType: string;
  /** The House's two-letter code or the Senate's words; null where the form has none. */
  readonly assetTypeRaw: string | null;
  readonly assetNameRaw: string;
  /** Letters of the asset's name may be wrong: it was read from an image, and the print is unclear. */
  readonly assetNameUnsure: boolean;
  readonly comment: string | null;
  readonly owner: Owner | null;
  /** Reason for which the owner is null though the filing may say whose asset it is: it was read from an image, and not for sure. Null for every other trade. */
  readonly ownerUnread: string | null;
  readonly capGainsOver200: boolean | null;
  readonly option: OptionTerms | null;
  /** It opens or closes a short position. */
  readonly shortSale: boolean;
  /** Why its type and instrument do not tell its direction; null where they do. */
  readonly directionDoubt: DirectionDoubt | null;
  readonly assetDetails: AssetDetails | null;
  /** Account or trust that holds the asset (the House's "Subholding of"). */
  readonly account: string | null;
  readonly location: string | null;
  readonly filingStatus: string | null;
  readonly received: ReceivedAsset | null;
  /** Page of the document, from 1; null for a web page. */
  readonly page: number | null;
  /** Position of the line on that page's upright image, in its pixels; null where it was read from text. */
  readonly box: PageBox | null;
  readonly confidence: Confidence;
}
