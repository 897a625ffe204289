/** Items that wait for a person's decision, the facts known of them, and the effect of a decision: plain data. */
import type { IsoDate } from "./dates.ts";
import type { DecidedField, Decision, TypedRow } from "./decision.ts";
import type { FilingSourceId, FilingState } from "./filing.ts";
import type { QuarterTurn } from "./scanned-page.ts";
import type { Tenure } from "./tenure.ts";
import type { Owner, TransactionType } from "./trade.ts";

export interface ReviewItem {
  /** `txn_h8217343_03` of a line or its amendment, `h8217343/p2` of a page, `h8217343` of a filer or a report's amendment. */
  readonly id: string;
  readonly kind: "line" | "page" | "filer" | "amendment";
  readonly filing: string;
  readonly filed: IsoDate | null;
  readonly filer: string;
  /** Name of the line's asset as read; null for a page and of a whole filing, and where nothing was read of it. */
  readonly asset: string | null;
  /** Stable snake_case token. */
  readonly reason: string;
  readonly text: string;
  /** Ids of the filings or trades that an amendment may be about. */
  readonly candidates: readonly string[];
}

/** Selection among the waiting items; without conditions it is all of them. */
export interface ReviewFilter {
  readonly kind?: string;
  readonly reason?: string;
  readonly filing?: string;
}

export const ITEMS_ON_A_PAGE = 50;

/** A page of what waits, newest filing first, and counts of all of it. */
export interface ReviewList {
  readonly items: readonly ReviewItem[];
  /** Items that the filter leaves. */
  readonly total: number;
  readonly skip: number;
  /** All that waits, by kind and reason; the most frequent first. */
  readonly counts: readonly { readonly kind: ReviewItem["kind"]; readonly reason: string; readonly count: number }[];
  /** Filings with something that waits. */
  readonly filings: number;
  /** Publications that wait for `approve`. */
  readonly held: readonly HeldNotice[];
}

export interface HeldNotice {
  readonly id: number;
  readonly reason: string;
}

/** A field of a line as it stands or was read best. */
export interface ReviewField {
  readonly field: DecidedField;
  /** Its name in the API, `transaction_date`. */
  readonly name: string;
  /** Value that was read, whether it may be accepted or not. */
  readonly reading: string;
  /** Value that stands when nobody types anything else. */
  readonly value: string;
  /** 0 to 1, by the reader's own measure; null for what was not read from a scan. */
  readonly confidence: number | null;
  /** A person must say the value. */
  readonly isUncertain: boolean;
  /** Nothing was read, or hardly: it may not be accepted as it stands, but must be chosen, typed in, or said to be blank. */
  readonly isUnread: boolean;
  /** The reading of a field that was hardly read, where the field may hold it: one of the values to choose from. Null for all others. */
  readonly choice: string | null;
  /** The line may leave it blank. */
  readonly mayBeBlank: boolean;
  /** Values that it may hold, in words. */
  readonly allowed: string;
}

export interface ReviewLine {
  readonly line: number;
  readonly page: number | null;
  readonly isHandwritten: boolean;
  /** The line as printed where its reader could not split it into fields; null where it has fields. */
  readonly text: string | null;
  readonly fields: readonly ReviewField[];
  /** The line is filed without a ticker, so that a person may name the security. */
  readonly mayNameSecurity: boolean;
}

export interface ReviewPage {
  readonly page: number;
  readonly kind: string;
  /** Rows that are known, each under the id that it has. */
  readonly rows: readonly { readonly id: string; readonly fields: TypedRow }[];
  /** No row on it or behind it is published, so that its rows may be replaced. */
  readonly mayBeReplaced: boolean;
  /** Values that each field may hold, in words. */
  readonly allowed: Readonly<Record<DecidedField, string>>;
}

/** A line of a report that amends, or may be amended: the fields by which a person sees which one is meant. */
export interface ComparedTrade {
  readonly id: string;
  readonly asset: string;
  /** Title of the item, with the asset's name as printed. */
  readonly headline: string;
  readonly ticker: string;
  readonly transactionType: TransactionType;
  readonly transactionDate: IsoDate;
  readonly owner: Owner | null;
  readonly amount: string;
  /** Fields that the amending line has otherwise; empty of that line itself. */
  readonly differing: readonly ("asset" | "date" | "type" | "amount" | "owner")[];
}

/** A trade, or a whole report, that an amendment may replace or take back. */
export interface AmendmentChoice {
  /** Id of the trade, or of the report. */
  readonly id: string;
  readonly filing: string;
  readonly title: string;
  readonly filed: IsoDate | null;
  /** The trade; of a report its first ones. */
  readonly trades: readonly ComparedTrade[];
  /** Number of trades of the report. */
  readonly of: number;
}

/** An amendment, where it is not certain what it replaces. */
export interface ReviewAmendment {
  /** `report`: all of the filing amends; otherwise the line is marked as amended or deleted, or stands in a report that restates another. */
  readonly kind: "report" | "amended" | "deleted" | "restated";
  /** The line, or the first lines of the report, without the picture; empty where nothing of it could be read. */
  readonly own: readonly ComparedTrade[];
  /** Number of trades of the report. */
  readonly of: number;
  /** Trades or reports that it may be about by the rules. */
  readonly candidates: readonly AmendmentChoice[];
  /** The member's other trades or reports: those that were searched for, otherwise those most like it. Filed later, or replaced, is none of them. */
  readonly others: readonly AmendmentChoice[];
  /** Number of those that were found; `others` has the first of them. */
  readonly found: number;
  /** Number of the member's earlier trades or reports, and how many earlier reports have not been read. */
  readonly earlier: number;
  readonly unread: number;
}

/** A member of the chamber that received a report. */
export interface ReviewMember {
  readonly id: string;
  readonly name: string;
  /** Oldest first. */
  readonly terms: readonly Tenure[];
  /** The member sits in Congress now. */
  readonly isCurrent: boolean;
  /** The member sat there on the day of filing. */
  readonly isSitting: boolean;
}

export interface PictureFault {
  readonly sentence: string;
  /** Our copy of the original is whole, though this program cannot draw the page. */
  readonly isCopyWhole: boolean;
}

/** All that is known of a line, a page or a filing, for a person who decides on it. */
export interface ReviewSheet {
  readonly id: string;
  /** Digest of everything that a decision depends on: a form made from another one is out of date. */
  readonly version: string;
  readonly filing: {
    readonly id: string;
    readonly source: FilingSourceId;
    readonly title: string;
    readonly filed: IsoDate | null;
    readonly filer: string;
    readonly seat: string | null;
    readonly state: FilingState;
    /** Reason for its state, in words. */
    readonly reason: string | null;
    readonly politicianId: string | null;
    /** Name of that politician; null where the filer is not known. */
    readonly member: string | null;
    readonly pages: number | null;
    /** Its pages were read from images. */
    readonly isScan: boolean;
    readonly officialUrl: string;
    /** The original is stored and can be served. */
    readonly isStored: boolean;
  };
  readonly waits: readonly ReviewItem[];
  /** Reason of a rejected line that does not itself wait for a person. */
  readonly rejectedFor: string | null;
  readonly decided: readonly Pick<Decision, "subject" | "at" | "author" | "reason">[];
  /** Picture that can be made; `page` is null for what is a web page. Null for none. */
  readonly picture: { readonly page: number | null; readonly isRow: boolean } | null;
  /** Why the picture cannot be made all the same; null where it can. */
  readonly pictureFault: PictureFault | null;
  readonly line: ReviewLine | null;
  readonly page: ReviewPage | null;
  /** The filer is to be named, or was by a person. */
  readonly namesFiler: boolean;
  /** Members of that chamber whose name has the words that were searched for, otherwise the filer's last name; empty where the filer is not to be named. */
  readonly members: readonly ReviewMember[];
  /** Null where nothing amends, or where no person is asked what is amended. */
  readonly amendment: ReviewAmendment | null;
  /** The neighbours among what waits, under the filter that was given. */
  readonly previous: string | null;
  readonly next: string | null;
}

interface SignedOrder {
  readonly id: string;
  readonly author: string;
  readonly reason: string;
  /** `version` of the sheet that was decided on. */
  readonly version: string;
  readonly filter: ReviewFilter;
}

export type ReviewOrder = SignedOrder &
  (
    | { readonly decide: "accept" | "reject" | "page_as_seen" | "page_empty" }
    | {
        readonly decide: "correct";
        readonly fields: TypedRow;
        /** Fields that are blank on the page, where nothing was read of them. */
        readonly blank: readonly DecidedField[];
      }
    | { readonly decide: "ticker"; readonly symbol: string }
    | { readonly decide: "page_rows" | "page_missed"; readonly rows: readonly TypedRow[] }
    | { readonly decide: "filer"; readonly politician: string }
    | { readonly decide: "amendment"; readonly supersedes: string }
  );

/** A field with a value that is not allowed, and what is allowed there. */
export interface FieldFault {
  readonly field: DecidedField;
  /** Number of the typed row, from 1; null for a line. */
  readonly row: number | null;
  readonly sentence: string;
}

export type ReviewAnswer =
  | {
      readonly outcome: "settled";
      readonly decision: Decision;
      /** The report as it is served now; null where the decision is not published yet. */
      readonly report: { readonly state: FilingState; readonly trades: number; readonly rejectedLines: number } | null;
      /** Effect of a decision that is not published yet. */
      readonly text: string;
      /** Why what was decided on goes on waiting, in words; null where it does not. */
      readonly stillWaits: string | null;
      /** The item decided on, named by its member and asset. */
      readonly name: string;
      readonly result: "published" | "held" | "behind_held" | "not_read";
      /** Items that wait after it, under the filter that was given. */
      readonly next: string | null;
    }
  /** Nothing was decided: the values given are not allowed. */
  | { readonly outcome: "refused"; readonly message: string; readonly faults: readonly FieldFault[] }
  /** Nothing was decided: what the form showed has changed since. */
  | { readonly outcome: "changed" };

/** An id of the members' record that is served as another. */
export interface MergedIdentity extends Pick<Decision, "at" | "author" | "reason"> {
  readonly from: string;
  readonly fromName: string;
  /** Id at the end of the chain, and its name. */
  readonly to: string;
  readonly toName: string;
}

export interface IdentityOrder extends Pick<SignedOrder, "author" | "reason"> {
  readonly from: string;
  /** Null to part the id from the one that it is served as. */
  readonly to: string | null;
}

export type IdentityAnswer =
  /** Describes the resulting state, one sentence per line. */
  | { readonly outcome: "settled"; readonly text: string }
  /** Nothing was decided. */
  | { readonly outcome: "refused"; readonly message: string };

/** Functions for a person who reviews. @throws {ConfigError} where there is no such thing. @throws {UnavailableError} */
export interface ReviewFunctions {
  list(asked: { readonly filter: ReviewFilter; readonly skip: number }): Promise<ReviewList>;
  /** @param asked `find`: words that were searched for, among the member's trades or among the members; null before a search. */
  show(asked: {
    readonly id: string;
    readonly filter: ReviewFilter;
    readonly find: string | null;
  }): Promise<ReviewSheet>;
  decide(order: ReviewOrder): Promise<ReviewAnswer>;
  /** Merged ids, the latest decision first. */
  identities(asked: null): Promise<readonly MergedIdentity[]>;
  settleIdentity(order: IdentityOrder): Promise<IdentityAnswer>;
  /** A PNG of the row or page; null where the page's image is not stored. `whole`: of all of the row's page. */
  picture(asked: {
    readonly id: string;
    readonly whole: boolean;
    /** A person's turn of a page that was not set upright; not of a row. */
    readonly turn: QuarterTurn;
  }): Promise<Uint8Array | null>;
}
