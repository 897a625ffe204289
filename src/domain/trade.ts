import type { AmountRange } from "./amount-range.ts";
import type { IsoDate } from "./dates.ts";
import type { Chamber, Party } from "./politician.ts";

export const TRANSACTION_TYPES = ["purchase", "sale_full", "sale_partial", "exchange", "other"] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const OWNERS = ["self", "spouse", "joint", "dependent"] as const;
export type Owner = (typeof OWNERS)[number];

/** How the filing was read: from text, from an image with certainty in every field, or decided by a person. */
export const CONFIDENCES = ["printed", "ocr", "reviewed"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/**
 * Reasons why a transaction needs no periodic report. The order is that of the House Ethics Committee's guide (2025, page 15;
 * blind trusts: page 18). `may_be_fund`: the asset's name leaves open whether a report is needed.
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

/** Reasons why a date is probably a typo. */
export const DATE_SUSPECTS = [
  "transaction_year_alone",
  "notification_before_transaction",
  "notification_after_filing",
] as const;
export type DateSuspect = (typeof DATE_SUSPECTS)[number];

/** Reasons, besides an unknown option kind, why a purchase or sale has no direction. */
export const DIRECTION_DOUBTS = ["inverse_fund", "words_contradict_type"] as const;
export type DirectionDoubt = (typeof DIRECTION_DOUBTS)[number];

/**
 * Why a ticker has no current symbol. `another_issuer`: another security has the symbol today. `ended`: the issuer was bought,
 * merged or closed. `not_listed`: no list has it, as for most foreign over-the-counter shares and many ended securities.
 */
export const NO_CURRENT_TICKER = ["another_issuer", "ended", "not_listed"] as const;
export type NoCurrentTicker = (typeof NO_CURRENT_TICKER)[number];

/** A rectangle on a page's upright image, in pixels from the top left. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Option terms as stated in the Senate's fields or in a House filer's words. */
export interface OptionTerms {
  readonly type: string | null;
  readonly strike: string | null;
  readonly expiry: string | null;
}

/** Asset details that the Senate's pages give in separate fields. Dates are ISO if printed in full, otherwise as printed. */
export interface AssetDetails {
  readonly coupon: string | null;
  readonly maturity: string | null;
  /** Location of a private company. */
  readonly place: string | null;
  readonly description: string | null;
  readonly platform: string | null;
}

/** The asset received in an exchange; the trade's own fields describe the asset given up. */
export interface ReceivedAsset {
  readonly ticker: string;
  readonly name: string;
}

/** The day on which a trade was first disclosed, and the source of that date. */
export interface FirstDisclosure {
  /** Null if the date cannot be known. */
  readonly date: IsoDate | null;
  /**
   * `filing`: the trade's own filing. `original`: the filing that the trade's filing amends. `title`: the date in the title of a
   * Senate amendment whose original is unknown. `unknown`: an amendment that does not say what it amends.
   */
  readonly source: (typeof FIRST_DISCLOSURE_SOURCES)[number];
}

export const FIRST_DISCLOSURE_SOURCES = ["filing", "original", "title", "unknown"] as const;

/** An undecided question: whether the trade amends another trade, or is amended by another. */
export interface AmendmentPending {
  /** Why it is undecided whether the trade amends or is amended: one of the reason codes listed in docs/sources/amendments.md. */
  readonly reason: string;
  /** Ids of trades or filings that this trade may replace. */
  readonly amends: readonly string[];
  /**
   * Ids of amendments that may replace or delete this trade. Each is the id of a trade, of a filing, or of a line marked as a
   * deletion.
   */
  readonly amendedBy: readonly string[];
}

/** Facts about a trade from the member's other filings. */
interface AmendmentState {
  readonly firstDisclosed: FirstDisclosure;
  readonly amendmentPending: AmendmentPending | null;
  /** Ids of identical trades in other filings. */
  readonly possibleDuplicateOf: readonly string[];
  /** True if an earlier filing has an identical trade. */
  readonly isRepeat: boolean;
}

/** Creates the state of a trade that is not affected by any other filing. */
export function createUnamendedState(filedDate: IsoDate): AmendmentState {
  return {
    firstDisclosed: { date: filedDate, source: "filing" },
    amendmentPending: null,
    possibleDuplicateOf: [],
    isRepeat: false,
  };
}

/** One normalized transaction of one filing. `public-trade.ts` derives the public fields; the detail record has the rest. */
export interface Trade extends AmendmentState {
  readonly id: string;
  readonly filingId: string;
  readonly line: number;
  readonly politicianId: string;
  readonly chamber: Chamber;
  /** Party on the transaction date. */
  readonly party: Party;
  /** Ticker as filed, upper case, share classes with a dot; empty if the filing has none. */
  readonly ticker: string;
  readonly tickerSource: "filed" | "resolved" | "none";
  /** Current symbol of the security; null if the filing has no ticker, or for the reason in `noCurrentTicker`. */
  readonly currentTicker: string | null;
  /** Why the trade's ticker has no current symbol. Null if the ticker has a current symbol, or if the trade has no ticker. */
  readonly noCurrentTicker: NoCurrentTicker | null;
  /** Date on which the security is known to have ended (acquired, merged or closed); null if it has not, or if unknown. */
  readonly endedOn: IsoDate | null;
  /** Symbol of a coin, which has no ticker; null for other assets, and for coins without a known symbol. */
  readonly coin: string | null;
  readonly company: string;
  readonly transactionType: TransactionType;
  readonly amount: AmountRange;
  readonly amountRaw: string;
  /** Date of the trade's own filing. */
  readonly filedDate: IsoDate;
  /** Date of the first disclosure, or `filedDate` if the first disclosure is unknown. */
  readonly disclosureDate: IsoDate;
  readonly transactionDate: IsoDate;
  readonly notificationDate: IsoDate | null;
  /** Like `ownerUnread`: why the notification date is null although the filing may state it. */
  readonly notificationUnread: string | null;
  /** Why a date is suspect. Dates stay as printed, but lateness is not judged. */
  readonly dateSuspect: DateSuspect | null;
  /** Why the trade needs no periodic report and so has no deadline; null if it needs a report. */
  readonly lateExemption: LateExemption | null;
  /** Label of the asset class (`Stock`, `Corporate Bond`). */
  readonly assetType: string;
  /** The House's two-letter code or the Senate's words; null if the form has none. */
  readonly assetTypeRaw: string | null;
  readonly assetNameRaw: string;
  /** True if the asset's name may have wrong letters because it was read from an unclear image. */
  readonly assetNameUnsure: boolean;
  readonly comment: string | null;
  readonly owner: Owner | null;
  /** Why the owner is null although the filing may state it: the image could not be read with certainty. Null otherwise. */
  readonly ownerUnread: string | null;
  readonly capGainsOver200: boolean | null;
  readonly option: OptionTerms | null;
  /** True if the trade opens or closes a short position. */
  readonly shortSale: boolean;
  /** Why type and instrument do not determine the trade's direction; null if they do. */
  readonly directionDoubt: DirectionDoubt | null;
  readonly assetDetails: AssetDetails | null;
  /** Account or trust that holds the asset (the House's "Subholding of"). */
  readonly account: string | null;
  readonly location: string | null;
  readonly filingStatus: string | null;
  readonly received: ReceivedAsset | null;
  /** Page of the document, from 1; null for a web page. */
  readonly page: number | null;
  /** Position of the line on that page's upright image, in pixels; null if it was read from text. */
  readonly box: PageBox | null;
  readonly confidence: Confidence;
}
