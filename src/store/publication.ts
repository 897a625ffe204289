/** A publication, its result and its consequences. */
import type { StatedAmendments } from "../domain/amendments/report.ts";
import type { FilingState, RejectedLine } from "../domain/filing.ts";
import type { Industry } from "../domain/industry.ts";
import type { Politician } from "../domain/politician.ts";
import type { Account, AccountEvent, Alert, EventType } from "../domain/premium.ts";
import type { Reason } from "../domain/reason.ts";
import type { Security } from "../domain/security.ts";
import type { Trade } from "../domain/trade.ts";

/** The result of reading a filing's document. It replaces all earlier trades and rejected lines of the filing. */
export interface FilingOutcome {
  readonly filingId: string;
  readonly state: FilingState;
  readonly reason: Reason | null;
  readonly politicianId: string | null;
  /** The document that was read, which becomes the filing's document; absent if an earlier reading is normalized again. */
  readonly documentSha256?: string;
  /** The report's content as printed, as JSON. Null if the document could not be read. */
  readonly rawJson: string | null;
  readonly trades: readonly Trade[];
  readonly rejected: readonly RejectedLine[];
  /** Amendments stated in the filing or decided by a person, and rows rejected for their date; null or absent if none. */
  readonly amending?: StatedAmendments | null;
}

/** A company's industry; null if the SEC gives no code. */
export interface CompanyAnswer {
  /** The SEC's Central Index Key. */
  readonly cik: number;
  readonly industry: Industry | null;
}

/** One publication, applied in one transaction. */
export interface Publication {
  readonly at: Date;
  readonly outcomes: readonly FilingOutcome[];
  /** Members to insert or update; other stored members stay unchanged. */
  readonly politicians?: readonly Politician[];
  /** Ids of all current members, given only with a complete list of members; all others become former members. */
  readonly currentPoliticianIds?: readonly string[];
  readonly securities?: readonly Security[];
  /** The SEC's answers about companies. */
  readonly companies?: readonly CompanyAnswer[];
  /** Maps members' ids to the ids under which they are served; if given, replaces the whole earlier mapping. */
  readonly identities?: Readonly<Record<string, string>>;
  /** Why a person must check the publication first, as a sentence. If set, `publish` with a `Judgement` holds the publication. */
  readonly doubt?: string | null;
  /** Why published trades change, such as `reparsed` or `reviewed`; stored with a held publication. */
  readonly cause?: string;
}

export interface DatasetVersion {
  /** `2026-11-20.1`: UTC date of publication and a number that increments within the day. */
  readonly version: string;
  readonly publishedAt: Date;
}

export interface PublicationResult {
  /** The new version, or the current version if no served data changed; undefined if there is none. */
  readonly version: DatasetVersion | undefined;
  readonly changed: boolean;
  readonly tradesAdded: number;
  readonly tradesChanged: number;
  readonly tradesRemoved: number;
  /** Number of securities that are new or changed in name or listing. Securities are not served, but used to normalize trades. */
  readonly securitiesChanged: number;
  /** Set if the publication was held back for approval by a person. In that case, no data has changed. */
  readonly held: HeldPublication | null;
}

/** A trade no longer listed because a later filing replaces or deletes it. */
export interface SupersededTrade {
  readonly previous: Trade;
  /** Last id in the chain of amendments: the id of the trade served instead, or of the filing that deletes the trade. */
  readonly by: string;
  readonly byFiling: string;
  /** The replacing trade, whose id is `by`. Null unless the same publication added the replacing trade to the served trades. */
  readonly replacement: Trade | null;
}

/** A publication's changes to the served trades, from which events and alert matches are derived. */
export interface PublicationChange {
  readonly version: DatasetVersion;
  readonly added: readonly Trade[];
  readonly changed: readonly { readonly trade: Trade; readonly previous: Trade }[];
  readonly removed: readonly Trade[];
  /** The removed trades that were superseded. */
  readonly superseded: readonly SupersededTrade[];
  /**
   * Ids of trades that are news for subscribers and alerts. A trade is news if its filing was first listed after the source's
   * first complete listing (exceptions: `isNewFiling`). A superseded trade and its replacement are news if either filing is news.
   */
  readonly announced: ReadonlySet<string>;
  /** Ids of trades reported to subscribers as corrected: changed, removed, or replacing another. */
  readonly corrected: ReadonlySet<string>;
}

/** A change whose announced and corrected trades are not selected yet. */
export type UnjudgedChange = Omit<PublicationChange, "announced" | "corrected">;

/** Operations that a `JudgePublication` function may perform inside the publication's transaction. */
export interface PublicationScope {
  listPremiumAccounts(): Promise<readonly Account[]>;
  listActiveAlerts(): Promise<readonly Alert[]>;
  /** A politician's published trades, including this publication's, with transaction dates `from` to `to` inclusive. */
  listTradesOfPolitician(politicianId: string, from: string, to: string): Promise<readonly Trade[]>;
  /** Published trades filed under `ticker`, including this publication's, with transaction dates `from` to `to` inclusive. */
  listTradesOfTicker(
    ticker: string,
    transactionTypes: readonly string[],
    from: string,
    to: string,
  ): Promise<readonly Trade[]>;
  /** Industries by current symbol. */
  readIndustries(): Promise<ReadonlyMap<string, Industry>>;
  /** The member's name, as the API serves it, and the state of the member's latest seat. */
  findPolitician(politicianId: string): Promise<{ readonly name: string; readonly state: string } | undefined>;
  /** Appends an event, delivered to `endpointIds` or to all subscribed endpoints; holds deliveries to endpoints not enabled. */
  appendEvent(
    accountId: string,
    type: EventType,
    data: unknown,
    endpointIds?: readonly string[],
  ): Promise<AccountEvent>;
  /** Records an alert's new matches; if the alert has a daily digest, they wait for it. @returns the new matches' trade ids. */
  recordMatches(alert: Pick<Alert, "id" | "daily">, tradeIds: readonly string[]): Promise<readonly string[]>;
  /** Queues a mail to the alert's address if the address is confirmed; the mail is sent after the commit. */
  queueEmail(
    alert: Pick<Alert, "id" | "accountId" | "notificationEmail">,
    subject: string,
    text: string,
  ): Promise<void>;
}

/** A filing in a publication, as listed by its source. */
export interface ListedFiling {
  readonly id: string;
  readonly year: number;
  readonly firstListedAt: Date;
  /** Time when the source's first complete listing ended; null before that. */
  readonly listingCompletedAt: Date | null;
  /** True if a filing of the same source and year was listed at or before `listingCompletedAt`; false if that is null. */
  readonly yearListedBefore: boolean;
  /** True if the first run of its source is unfinished. */
  readonly isFirstImport: boolean;
}

export interface PublicationSize {
  readonly events: number;
  /** True if any account receives events. */
  readonly hasActivePremiumAccount: boolean;
  readonly publishedBefore: number;
  /** Trades removed without a replacement. */
  readonly removed: number;
  readonly replaced: number;
  /** Trades deleted by a filing. */
  readonly withdrawn: number;
}

/** Pure functions that decide which publications need a person's approval, and which trades are reported as new or corrected. */
export interface PublicationPolicy {
  /** Why the publication needs a person's approval, as a sentence; null if it does not. */
  findHoldReason(size: PublicationSize): string | null;
  /** See `PublicationChange`. @param filings the filings of the change's trades, and the filings that superseded such trades. */
  selectAnnouncedTrades(change: UnjudgedChange, filings: readonly ListedFiling[]): ReadonlySet<string>;
  selectCorrectedTrades(change: UnjudgedChange, filings: readonly ListedFiling[]): ReadonlySet<string>;
}

export interface Judgement {
  readonly policy: PublicationPolicy;
  readonly judge: JudgePublication;
}

/** Creates a publication's events and alert matches, in its transaction. */
export type JudgePublication = (change: PublicationChange, scope: PublicationScope) => Promise<void>;

/** A publication that a person must approve, because it is large or doubtful: stored whole, applied by `cli approve`. */
export interface HeldPublication {
  readonly id: number;
  readonly heldAt: Date;
  /** Why the publication is held, as a sentence. */
  readonly reason: string;
}
