/** A publication, what it comes to, and what follows from it. */

import type { StatedAmendments } from "../domain/amendments/report.ts";
import type { FilingState, RejectedLine } from "../domain/filing.ts";
import type { Industry } from "../domain/industry.ts";
import type { Politician } from "../domain/politician.ts";
import type { Account, AccountEvent, Alert, EventType } from "../domain/premium.ts";
import type { Reason } from "../domain/reason.ts";
import type { Security } from "../domain/security.ts";
import type { Trade } from "../domain/trade.ts";

/** The outcome of a filing's document. It replaces all former trades and rejected lines of the filing. */
export interface FilingOutcome {
  readonly filingId: string;
  readonly state: FilingState;
  readonly reason: Reason | null;
  readonly politicianId: string | null;
  /** The document that was opened for it, which is the filing's from then on; absent where what was read before is normalised again. */
  readonly documentSha256?: string;
  /** The printed report as JSON; null when the document could not be read. */
  readonly rawJson: string | null;
  readonly trades: readonly Trade[];
  readonly rejected: readonly RejectedLine[];
  /** The report that the filing amends; absent where it says nothing. */
  readonly amending?: StatedAmendments | null;
}

/** A company's industry; null where the SEC gives it no code. */
export interface CompanyAnswer {
  /** The SEC's Central Index Key. */
  readonly cik: number;
  readonly industry: Industry | null;
}

/** One publication, applied in one transaction. */
export interface Publication {
  readonly at: Date;
  readonly outcomes: readonly FilingOutcome[];
  /** Members to insert or update; a member who is stored and not among them stays as he is. */
  readonly politicians?: readonly Politician[];
  /** Ids of members sitting now; given with a complete members' record, clears `current` of all others. */
  readonly currentPoliticianIds?: readonly string[];
  readonly securities?: readonly Security[];
  /** The SEC's answers about companies. */
  readonly companies?: readonly CompanyAnswer[];
  /** Ids of members who are served as another, with that id; given, it clears what was said of all others. */
  readonly identities?: Readonly<Record<string, string>>;
  /** Reason for which a person must look at it first: a sentence. With a judge it is held then. */
  readonly doubt?: string | null;
  /** Reason for which trades that are published already change, in the judge's words; stored with what is held. */
  readonly cause?: string;
}

export interface DatasetVersion {
  /** `2026-11-20.1`: the UTC day of publication and a number that counts up within the day. */
  readonly version: string;
  readonly publishedAt: Date;
}

export interface PublicationResult {
  /** The version published; the version in force when nothing that is served changed (no new one is made then), undefined when none exists yet. */
  readonly version: DatasetVersion | undefined;
  readonly changed: boolean;
  readonly tradesAdded: number;
  readonly tradesChanged: number;
  readonly tradesRemoved: number;
  /** Securities that are new or have another name or listing. They are not served themselves, but trades are normalised against them. */
  readonly securitiesChanged: number;
  /** Set when the publication was held instead of published; nothing has changed then. */
  readonly held: HeldPublication | null;
}

/** A trade that left the lists because a later filing replaces it or takes it back. */
export interface SupersededTrade {
  readonly former: Trade;
  /** Id of the trade that is served in its place, at the end of the chain, or of the filing that takes it back. */
  readonly by: string;
  readonly byFiling: string;
  /** The trade in its place, where it entered the lists in the same publication. */
  readonly replacement: Trade | null;
}

/** The changes of a publication in the trades that are served, and what may follow from them. */
export interface PublicationChange {
  readonly version: DatasetVersion;
  readonly added: readonly Trade[];
  readonly changed: readonly { readonly trade: Trade; readonly former: Trade }[];
  readonly removed: readonly Trade[];
  /** The superseded ones among those removed. */
  readonly superseded: readonly SupersededTrade[];
  /**
   * Ids of trades whose filing was first listed after its source's first complete listing: only these are new to subscribers and to alerts. Of a
   * superseded trade and the one in its place, either filing will do.
   */
  readonly announced: ReadonlySet<string>;
  /** Ids of trades that subscribers are told a correction of: changed, removed, and in the place of another. */
  readonly corrected: ReadonlySet<string>;
}

/** A change before it is decided what of it is told. */
export type UnjudgedChange = Omit<PublicationChange, "announced" | "corrected">;

/** Reads and writes that the judge of a publication may make, inside the publishing transaction. */
export interface PublicationScope {
  premiumAccounts(): Promise<readonly Account[]>;
  activeAlerts(): Promise<readonly Alert[]>;
  /** Published trades of a politician by transaction date, both days included, those of this publication among them. */
  tradesOfPolitician(politicianId: string, from: string, to: string): Promise<readonly Trade[]>;
  /** Published trades of a symbol as filed by transaction date, both days included, those of this publication among them. */
  tradesOfTicker(
    ticker: string,
    transactionTypes: readonly string[],
    from: string,
    to: string,
  ): Promise<readonly Trade[]>;
  /** Industries by today's symbol. */
  industries(): Promise<ReadonlyMap<string, Industry>>;
  /** The member's name and the seat's state of a trade, as served. */
  politicianOf(politicianId: string): Promise<{ readonly name: string; readonly state: string } | undefined>;
  /**
   * Appends an event to the account's feed with its next sequence, and a delivery for each endpoint that subscribes to it, or for exactly those
   * of `endpointIds`; an endpoint that is paused or disabled gets a held one. The body is serialised once, here.
   */
  appendEvent(
    accountId: string,
    type: EventType,
    data: unknown,
    endpointIds?: readonly string[],
  ): Promise<AccountEvent>;
  /** Notes the matches of an alert, which wait for its digest if it has one; a pair that is known already is not noted again. @returns the trade ids that are new. */
  recordMatches(alert: Pick<Alert, "id" | "daily">, tradeIds: readonly string[]): Promise<readonly string[]>;
  /** Queues an e-mail to the alert's address where that is confirmed, sent after the commit. */
  queueEmail(
    alert: Pick<Alert, "id" | "accountId" | "notificationEmail">,
    subject: string,
    text: string,
  ): Promise<void>;
}

/** A filing of a publication, as its source listed it. */
export interface ListedFiling {
  readonly id: string;
  readonly year: number;
  readonly firstListedAt: Date;
  /** Time of the source's first complete listing; null before that. */
  readonly listingCompletedAt: Date | null;
  /** A filing of its year was listed by then. */
  readonly yearListedBefore: boolean;
  /** The first run over its source has not ended yet. */
  readonly isFirstImport: boolean;
}

/** The effects of a publication in numbers. */
export interface PublicationSize {
  readonly events: number;
  /** An account receives events. */
  readonly hasListeners: boolean;
  readonly publishedBefore: number;
  /** Trades that are removed and not replaced by another. */
  readonly removed: number;
  readonly replaced: number;
  /** Trades that a filing takes back. */
  readonly takenBack: number;
}

/** Decides what a publication may do without a person, and what of it is news; pure. */
export interface PublicationPolicy {
  /** Reason for which the publication waits for a person, as a sentence; null when it need not. */
  holdReason(size: PublicationSize): string | null;
  /** See `PublicationChange`. @param filings those of the change's trades, and those that supersede some. */
  announcedTrades(change: UnjudgedChange, filings: readonly ListedFiling[]): ReadonlySet<string>;
  correctedTrades(change: UnjudgedChange, filings: readonly ListedFiling[]): ReadonlySet<string>;
}

/** The parts that decide on a publication. */
export interface Judgement {
  readonly policy: PublicationPolicy;
  readonly judge: JudgePublication;
}

/** Decides what follows from a publication; runs in its transaction. */
export type JudgePublication = (change: PublicationChange, scope: PublicationScope) => Promise<void>;

/** A publication too large to be trusted without a person: stored whole, applied by `cli approve`. */
export interface HeldPublication {
  readonly id: number;
  readonly heldAt: Date;
  /** Sentence: how many events it would emit, how many trades it would remove. */
  readonly reason: string;
}
