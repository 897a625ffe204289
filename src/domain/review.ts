/** Types for review: items that wait for a person's decision, what is known about them, and the effect of a decision. */
import type { IsoDate } from "./dates.ts";
import type { DecidedField, Decision, EnteredRow } from "./decision.ts";
import type { FilingSourceId, FilingState } from "./filing.ts";
import type { QuarterTurn } from "./scanned-page.ts";
import type { Tenure } from "./tenure.ts";
import type { Owner, TransactionType } from "./trade.ts";

export interface ReviewItem {
  /** `txn_h8217343_03` for a line or its amendment, `h8217343/p2` for a page, `h8217343` for a filer or a report's amendment. */
  readonly id: string;
  readonly kind: "line" | "page" | "filer" | "amendment";
  readonly filing: string;
  readonly filed: IsoDate | null;
  readonly filer: string;
  /** Name of the line's asset as read; null for a page or a whole filing, or if illegible. */
  readonly asset: string | null;
  /** Stable snake_case token. */
  readonly reason: string;
  readonly text: string;
  /** Ids of the filings or trades that an amendment may refer to. */
  readonly candidates: readonly string[];
}

/** Selects waiting items; an empty filter selects all. */
export interface ReviewFilter {
  readonly kind?: string;
  readonly reason?: string;
  readonly filing?: string;
}

export const ITEMS_ON_A_PAGE = 50;

/** A page of the waiting items, newest filing first, and counts of all waiting items. */
export interface ReviewList {
  readonly items: readonly ReviewItem[];
  /** Number of items that match the filter. */
  readonly total: number;
  readonly skip: number;
  /** All waiting items by kind and reason, the most frequent first. */
  readonly counts: readonly { readonly kind: ReviewItem["kind"]; readonly reason: string; readonly count: number }[];
  readonly filings: number;
  /** Publications that are held until the operator approves them. */
  readonly held: readonly { readonly id: number; readonly reason: string }[];
}

/** A field of a line with its current value or best reading. */
export interface ReviewField {
  readonly field: DecidedField;
  /** Name of the field in the API, such as `transaction_date`. */
  readonly name: string;
  /** The value read, even if it was not read well enough to be accepted. */
  readonly reading: string;
  /** The value that applies unless a person types another. */
  readonly value: string;
  /** Confidence in the reading, from 0 to 1, as computed by the program. Null if the field was not read from a scan. */
  readonly confidence: number | null;
  /** True if a person must confirm or enter the value. */
  readonly isUncertain: boolean;
  /** True if illegible or nearly so: a person must choose the value, type it in, or mark the field as blank. */
  readonly isUnread: boolean;
  /** A reading with low confidence that is a valid value, offered as one of the choices; null otherwise. */
  readonly offered: string | null;
  readonly mayBeBlank: boolean;
  /** Valid values, in words. */
  readonly allowed: string;
}

export interface ReviewLine {
  readonly line: number;
  readonly page: number | null;
  readonly isHandwritten: boolean;
  /** Text of a printed line that the program could not split into fields. Null for other lines. */
  readonly text: string | null;
  readonly fields: readonly ReviewField[];
  /** True if the line was read and has no filed ticker. A person may then name the security. */
  readonly asksForSecurity: boolean;
}

export interface ReviewPage {
  readonly page: number;
  readonly kind: string;
  /** The rows known on this page, with their ids. */
  readonly rows: readonly { readonly id: string; readonly fields: EnteredRow }[];
  /** True if no row on this or a later page is published. This page's rows may then be replaced. */
  readonly rowsMayBeReplaced: boolean;
  /** Valid values of each field, in words. */
  readonly allowed: Readonly<Record<DecidedField, string>>;
}

/** A line of an amending or amended report, with the fields by which a person can identify it. */
export interface ComparedTrade {
  readonly id: string;
  readonly asset: string;
  /** One-line description of the trade, with the asset's name as printed. */
  readonly headline: string;
  readonly ticker: string;
  readonly transactionType: TransactionType;
  readonly transactionDate: IsoDate;
  readonly owner: Owner | null;
  readonly amount: string;
  /** Fields that differ from the amending line; empty for that line itself. */
  readonly differing: readonly ("asset" | "date" | "type" | "amount" | "owner")[];
}

/** A trade or a report that an amendment may replace or delete. */
export interface AmendmentChoice {
  readonly id: string;
  readonly filing: string;
  readonly title: string;
  readonly filed: IsoDate | null;
  /** The trade, or the first trades of the report. */
  readonly trades: readonly ComparedTrade[];
  /** Number of trades in the report. */
  readonly total: number;
}

/** An amendment that waits because it is uncertain what the amendment replaces. */
export interface ReviewAmendment {
  /** `report`: the whole filing. `amended`, `deleted`: a line with this status. `restated`: a line of a restating report. */
  readonly kind: "report" | "amended" | "deleted" | "restated";
  /** The trade of the amending line, or the first trades of the amending report. Empty if no trade could be read. */
  readonly own: readonly ComparedTrade[];
  /** Number of trades in the report. */
  readonly total: number;
  /** Trades or reports to which the amendment may refer, according to the amendment rules. */
  readonly candidates: readonly AmendmentChoice[];
  /**
   * Earlier trades of the member that are neither candidates nor replaced. If `kind` is `report`, the list has earlier reports
   * that are not candidates. With a search, the list has the trades or reports that match the search words. Without a search, the
   * list has only trades or reports similar to the amendment.
   */
  readonly others: readonly AmendmentChoice[];
  /** Number of all matches; `others` has only the first ones. */
  readonly foundCount: number;
  /** Number of the member's earlier trades, or of the member's earlier reports if `kind` is `report`. */
  readonly earlierCount: number;
  /** Number of the member's earlier reports that have not been read yet. */
  readonly unreadCount: number;
}

/** A member of the chamber in which the report was filed. */
export interface ReviewMember {
  readonly id: string;
  readonly name: string;
  /** Oldest first. */
  readonly terms: readonly Tenure[];
  readonly isCurrent: boolean;
  /** True if the member was in that chamber on the filing date. */
  readonly heldSeat: boolean;
}

export interface PictureFault {
  readonly sentence: string;
  /** True if the stored original is intact but this program cannot draw the page; false if the original is damaged or missing. */
  readonly isCopyIntact: boolean;
}

/** Everything known about a line, a page or a filing, for the person who decides about it. */
export interface ReviewSheet {
  readonly id: string;
  /** Digest of everything that a decision depends on. A submitted form with a different version is outdated. */
  readonly version: string;
  readonly filing: {
    readonly id: string;
    readonly source: FilingSourceId;
    readonly title: string;
    readonly filed: IsoDate | null;
    readonly filer: string;
    readonly seat: string | null;
    readonly state: FilingState;
    /** Reason for the state, in words. */
    readonly reason: string | null;
    readonly politicianId: string | null;
    /** Name of the politician `politicianId`; null if the filer is unknown. */
    readonly member: string | null;
    readonly pages: number | null;
    /** True if the filing's pages were read from images. */
    readonly isScan: boolean;
    readonly officialUrl: string;
    /** True if the original is stored and available. */
    readonly isStored: boolean;
  };
  readonly waits: readonly ReviewItem[];
  /** Code of the reason why the line was rejected. Null if the line was not rejected, or if the item is not about a line. */
  readonly rejectedFor: string | null;
  readonly decided: readonly Pick<Decision, "subject" | "at" | "author" | "reason">[];
  /** The available picture; `page` is null for a web page. Null if there is no picture. */
  readonly picture: { readonly page: number | null; readonly isRow: boolean } | null;
  /** Why the picture cannot be rendered; null if it can. */
  readonly pictureFault: PictureFault | null;
  readonly line: ReviewLine | null;
  readonly page: ReviewPage | null;
  /** True if a person must name the filer, or has named the filer. */
  readonly asksForFiler: boolean;
  /** Members of the chamber matching the search words or, with no search, the filer's last name; empty unless `asksForFiler`. */
  readonly members: readonly ReviewMember[];
  /** The amendment on which a person must decide or has decided; null if this item has none, or if the filer is unknown. */
  readonly amendment: ReviewAmendment | null;
  /** Previous and next waiting items under the current filter. */
  readonly previous: string | null;
  readonly next: string | null;
}

interface SignedDecision {
  readonly itemId: string;
  readonly author: string;
  readonly reason: string;
  /** `version` of the sheet on which the decision is based. */
  readonly version: string;
  readonly filter: ReviewFilter;
}

export type EnteredDecision = SignedDecision &
  (
    | { readonly decide: "accept" | "reject" | "page_complete" | "page_empty" }
    | {
        readonly decide: "correct";
        readonly fields: EnteredRow;
        /** Illegible fields that the person says are blank on the page. */
        readonly markedBlank: readonly DecidedField[];
      }
    | { readonly decide: "ticker"; readonly symbol: string }
    | { readonly decide: "page_rows" | "page_missed_rows"; readonly rows: readonly EnteredRow[] }
    | { readonly decide: "filer"; readonly politician: string }
    | { readonly decide: "amendment"; readonly supersedes: string }
  );

/** A field with an invalid value; `sentence` says which values are valid. */
export interface FieldFault {
  readonly field: DecidedField;
  /** Number of the row, from 1, among the rows that a person entered by hand. Null for a line of the report. */
  readonly row: number | null;
  readonly sentence: string;
}

export type DecisionResult =
  | {
      readonly outcome: "saved";
      readonly decision: Decision;
      /** The report as now published; null if the decision is not published yet. */
      readonly report: { readonly state: FilingState; readonly trades: number; readonly rejectedLines: number } | null;
      /** Result of the decision in words, shown if the decision is not published yet. */
      readonly text: string;
      /** Why the item still waits, in words; null if it does not. */
      readonly remainingReason: string | null;
      /** Name of the item decided on: its member and asset. */
      readonly name: string;
      readonly result: "published" | "held" | "behind_held" | "not_read";
      /** The next waiting item under the current filter. */
      readonly next: string | null;
    }
  /** Nothing was decided because of invalid values. */
  | { readonly outcome: "refused"; readonly message: string; readonly faults: readonly FieldFault[] }
  /** Nothing was decided because the data shown in the form has changed. */
  | { readonly outcome: "changed" };

/** A former id in the list of members, and the id under which the member is served. */
export interface MergedIdentity extends Pick<Decision, "at" | "author" | "reason"> {
  readonly from: string;
  readonly fromName: string;
  /** Id and name of the member at the end of the chain of merges. */
  readonly to: string;
  readonly toName: string;
}

export interface IdentityOrder extends Pick<SignedDecision, "author" | "reason"> {
  readonly from: string;
  /** Null to undo the merge. */
  readonly to: string | null;
}

export type IdentityAnswer =
  /** Describes the resulting state, one sentence per line. */
  | { readonly outcome: "saved"; readonly text: string }
  /** Nothing was decided. */
  | { readonly outcome: "refused"; readonly message: string };

/** Operations for a reviewer. @throws {ConfigError} if the item does not exist. @throws {UnavailableError} */
export interface ReviewFunctions {
  list(request: { readonly filter: ReviewFilter; readonly skip: number }): Promise<ReviewList>;
  /** @param request `find`: words to search for. They select the sheet's `members` and its amendment's `others`. May be null. */
  show(request: {
    readonly id: string;
    readonly filter: ReviewFilter;
    readonly find: string | null;
  }): Promise<ReviewSheet>;
  decide(decision: EnteredDecision): Promise<DecisionResult>;
  /** Merged ids, the latest decision first. */
  listMergedIdentities(request: null): Promise<readonly MergedIdentity[]>;
  decideIdentityMerge(decision: IdentityOrder): Promise<IdentityAnswer>;
  /** A PNG of the row or page; null if the page's image is not stored. `whole`: show the row's entire page. */
  drawPicture(request: {
    readonly id: string;
    readonly whole: boolean;
    /** Extra rotation that the reviewer chose for a page that is not upright. Ignored if the picture shows a single row. */
    readonly turn: QuarterTurn;
  }): Promise<Uint8Array | null>;
}
