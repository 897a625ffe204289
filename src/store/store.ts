/** The store's interface, one part for each table family. Only this folder speaks SQL and implements it, on SQLite and on PostgreSQL. */
import type { Bar } from "../domain/bar.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { FilingListing, FilingSourceId, FilingState, RejectedLine } from "../domain/filing.ts";
import type { Politician } from "../domain/politician.ts";
import type { RawFiling } from "../domain/printed-report.ts";
import type { Quote } from "../domain/quote.ts";
import type { Reason } from "../domain/reason.ts";
import type { Security } from "../domain/security.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { Trade } from "../domain/trade.ts";
import type { AmendmentTable } from "./amendment-table.ts";
import type { DataReleaseTable } from "./data-release.ts";
import type { DatasetVersion, Judgement, Publication, PublicationResult } from "./publication.ts";

export type { DatasetVersion, FilingOutcome, Publication, PublicationResult } from "./publication.ts";

export interface Store {
  readonly dialect: "sqlite" | "postgres";
  readonly dataRelease: DataReleaseTable;
  readonly documents: DocumentTable;
  readonly filings: FilingTable;
  readonly pageReadings: PageReadingTable;
  readonly reference: ReferenceTable;
  readonly publications: PublicationTable;
  readonly history: HistoryTable;
  readonly amendments: AmendmentTable;
  readonly sources: SourceTable;
  readonly market: MarketTable;
  readonly priceStock: PriceStockTable;
  close(): Promise<void>;
}

/** One kept answer of a public site; the bytes lie in the documents folder under their digest. A new digest under the same address is a new row: old ones stay. */
export interface DocumentRow {
  readonly url: string;
  readonly sha256: string;
  readonly byteLength: number;
  readonly fetchedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DocumentTable {
  /** Every answer of every address. */
  all(): AsyncIterable<DocumentRow>;
  latest(url: string): Promise<DocumentRow | undefined>;
  /** One of the answers of an address. */
  kept(url: string, sha256: string): Promise<DocumentRow | undefined>;
  /** Recording the same address and digest again only moves its time and headers forward. */
  record(row: DocumentRow): Promise<void>;
}

/** A filing as the ledger knows it. */
export interface FilingRow extends FilingListing {
  /** `h20024542` or `s<uuid>`. */
  readonly id: string;
  readonly state: FilingState;
  /** Reason for its state, where that needs saying. */
  readonly reason: Reason | null;
  readonly documentSha256: string | null;
  readonly politicianId: string | null;
  readonly firstListedAt: Date;
  readonly lastListedAt: Date;
  /** Lines that the reader found; trades + rejected lines. */
  readonly rowsRead: number;
}

/** Filings that have all of it. */
export interface FilingFilter {
  readonly source?: FilingSourceId | undefined;
  readonly year?: number | undefined;
  /** Any of these. */
  readonly states?: readonly FilingState[] | undefined;
  readonly politicianId?: string | undefined;
}

export interface FilingTable {
  /** Inserts new filings as `pending` (kind `other` as `not_a_ptr`), updates what the index changed, deletes nothing. `changed`: a listing whose content differs from the one stored. `whole`: the listings are all that the source has of that year. */
  recordListings(
    listings: readonly FilingListing[],
    at: Date,
    whole?: { readonly source: FilingSourceId; readonly year: number },
  ): Promise<{ readonly added: number; readonly changed: number }>;
  /** The ledger's content for a source's year, against which a new list is checked. */
  listed(source: FilingSourceId, year: number): Promise<ListedFilings>;
  /**
   * Filings of these years of which nothing is read and that no list has named since `before` become `withdrawn`: they are not asked for any
   * more, until a list names them again. @returns how many.
   */
  withdrawUnlisted(source: FilingSourceId, years: readonly number[], before: Date): Promise<number>;
  /**
   * Filings to be taken, newest filed first: `pending`, those whose document was missing the last time, and those that could not be
   * read; but none that waits in a held publication. A filing whose document is already kept has its digest, so that a resumed run does not fetch it again.
   */
  pending(source: FilingSourceId): Promise<readonly FilingRow[]>;
  /** Notes that the document of a filing that has not been read is kept, before it is read; that of another comes with its outcome. */
  setDocument(id: string, sha256: string): Promise<void>;
  get(id: string): Promise<FilingRow | undefined>;
  /** A page of the ledger, newest filed first, and how many the filter leaves. */
  list(
    filter: FilingFilter,
    page: { readonly limit: number; readonly skip: number },
  ): Promise<{ readonly filings: readonly FilingRow[]; readonly total: number }>;
  /** The held publication that the filing waits in, and the document that it was read from. */
  heldIn(id: string): Promise<{ readonly publication: number; readonly documentSha256: string | null } | undefined>;
  rejectedLines(id: string): Promise<readonly RejectedLine[]>;
  /**
   * Filings that have been read, with what the reader saw, for normalising them again; oldest id first,
   * streamed. `without-ticker`: only those with a trade whose ticker was not filed.
   */
  readFilings(which?: "all" | "without-ticker"): AsyncIterable<{ readonly filing: FilingRow; readonly raw: RawFiling }>;
  /** Filings in the state `needs_review` or with rejected lines that a person may settle, newest filed first. */
  inReview(): Promise<readonly { readonly filing: FilingRow; readonly rejected: readonly RejectedLine[] }[]>;
  /** Filings of every kind whose document is kept and that are not `other`: what `reparse` reads again. */
  withDocument(): AsyncIterable<FilingRow>;
  coverage(): Promise<readonly CoverageRow[]>;
  /** The sizes of the last complete list of each year. */
  listedYears(): Promise<readonly ListedYear[]>;
  /** Number of times that each reason was given to filings that could not be used and to rejected lines. */
  reasons(): Promise<readonly ReasonCount[]>;
  /** The filing's published lines in order, superseded ones too. */
  trades(id: string): Promise<readonly FilingTrade[]>;
  /** The report that `FilingOutcome.rawJson` gave; undefined when no document has been read. */
  printedReport(id: string): Promise<RawFiling | undefined>;
  /** Number of filings by state for each politician id, e.g. `{ parsed: 4, needs_ocr: 1 }`. */
  statesByPolitician(): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
  /** Number of reports that are not settled for each politician id that has such. */
  openByPolitician(): Promise<ReadonlyMap<string, OpenReports>>;
}

/** Reports of a politician that are not settled. */
export type OpenReports = {
  /** Those of which nothing is served, as `isUnread` says. */
  readonly unread: number;
  /** Those that amend something, and it is not certain what. */
  readonly amending: number;
};

/** The reading of a page of a scanned report, as JSON of one version of the reader. */
interface StoredPageReading {
  /** Page number, from 1. */
  readonly page: number;
  readonly reader: string;
  readonly json: string;
}

/** The pages of scanned reports, so that a run that was ended goes on with the next page. */
export interface PageReadingTable {
  /** Those of one document, in order. */
  of(documentSha256: string): Promise<readonly StoredPageReading[]>;
  /** Takes the place of what another release's reader saw. */
  keep(documentSha256: string, reading: StoredPageReading): Promise<void>;
  /** Filings whose pages are to be read, newest filed first: `needs_ocr`, and those with a page whose reader was ended or broke; none that waits in a held publication. */
  waiting(): Promise<readonly FilingRow[]>;
  /**
   * Documents with pages that were seen by another reader than this one, and the filings that may have such, newest filed first: a paper report's pages
   * are documents of their own, so that each of those is named while there are any.
   */
  readOtherwise(
    reader: string,
  ): Promise<{ readonly documents: ReadonlySet<string>; readonly filings: readonly FilingRow[] }>;
}

/** Filings of one source, year and state, with the lines in them: `rowsRead = trades + superseded + rejected`. */
export interface CoverageRow {
  readonly source: FilingSourceId;
  readonly year: number;
  readonly state: FilingState;
  readonly filings: number;
  readonly rowsRead: number;
  /** Trades that are listed. */
  readonly trades: number;
  /** Those of `trades` that an earlier filing of the member has alike. */
  readonly possibleRepeats: number;
  /** Trades that an amendment replaced or took back. */
  readonly superseded: number;
  readonly rejected: number;
}

/** A year as its source listed it last whole: `rows - filings` name a document again. */
export interface ListedYear {
  readonly source: FilingSourceId;
  readonly year: number;
  readonly rows: number;
  readonly filings: number;
  readonly listedAt: Date;
}

/** The ledger's content for a source's year. */
export interface ListedFilings {
  readonly ids: readonly string[];
  /** Those that the last whole list named, and whose document has been read or is not to be read. */
  readonly settled: readonly string[];
  /** Instant of the last complete listing of the year. */
  readonly listedAt: Date | null;
}

export interface ReasonCount {
  readonly source: FilingSourceId;
  readonly year: number;
  readonly of: "filing" | "line";
  /** `pdf_truncated`: the code, without its sentence. */
  readonly reason: string;
  readonly count: number;
}

export interface FilingTrade {
  readonly trade: Trade;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
}

/** The members' record and the ticker master. Both only grow: an answer with less than before removes nothing. */
export interface ReferenceTable {
  politicians(): Promise<readonly Politician[]>;
  securities(): Promise<readonly Security[]>;
  /** The first day on which each symbol was traded, by filings, as that of the issuer who has it today. */
  firstFiled(): Promise<ReadonlyMap<string, IsoDate>>;
}

export interface PublishedTrade {
  readonly trade: Trade;
  /** Id of the trade that this one replaces. */
  readonly supersedes: string | null;
  /** Id of the trade in its place, or of the filing that takes it back. */
  readonly supersededBy: string | null;
  readonly firstSeenAt: Date;
  readonly updatedAt: Date;
}

/** Counts of what a span of time brought. */
export interface ChangedTrades {
  /** Published for the first time, and listed. */
  readonly added: number;
  /** Published before, and changed since. */
  readonly changed: number;
  /** Replaced or taken back by a later filing. */
  readonly superseded: number;
  readonly latest: readonly PublishedTrade[];
}

export interface DetailedTrade {
  readonly published: PublishedTrade;
  readonly filing: Pick<FilingListing, "source" | "url" | "filer" | "stateDistrict">;
}

export interface PublicationTable {
  /**
   * Publishes. With a judgement, a publication that its policy holds is stored as held, and what follows from it is decided in its
   * transaction. The outcome of a filing that waits in a held publication is left out, unless it was read from a newer document, which then
   * takes its place.
   */
  publish(publication: Publication, judgement?: Judgement): Promise<PublicationResult>;
  current(): Promise<DatasetVersion | undefined>;
  /** All published trades that are not superseded, in the order of the recent list, streamed in chunks, from one snapshot with `current()`'s version at that moment. */
  trades(): AsyncIterable<readonly Trade[]>;
  countTrades(): Promise<number>;
  /**
   * Milliseconds from the first listing of each filing to its publication, for the trades that were published last. What the first complete listing
   * of a source named is left out: it waited for the import, not for a run.
   */
  listedToPublished(): Promise<readonly { readonly source: FilingSourceId; readonly ms: number }[]>;
  /** A superseded one too. `firstSeenAt`: when it was published first, `updatedAt`: when it last changed. */
  trade(id: string): Promise<PublishedTrade | undefined>;
  /** The published ones of these, at most some hundred, by id, each with what the list says of its filing. */
  detailed(ids: readonly string[]): Promise<ReadonlyMap<string, DetailedTrade>>;
  /** The trades that were published first, changed or replaced at that moment or later, and the latest of them, newest first. */
  changedSince(at: Date, limit: number): Promise<ChangedTrades>;
  /** Those of these trades, at most some hundred, that were published first, or changed, at that moment or later. */
  updatedSince(at: Date, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A version with its place in the sequence of all. */
export interface NumberedVersion extends DatasetVersion {
  /** Counts from 1; a later version has a higher one. */
  readonly serial: number;
}

/** Former versions, told from what each publication has overwritten. `serial` and `from` name the version that is asked for. */
export interface HistoryTable {
  /** The version of that name, or the one in force at that instant; undefined where there was none. */
  version(asked: string | Date): Promise<NumberedVersion | undefined>;
  /** The first version that can be told; those before were published by a release that kept nothing of it. */
  oldest(): Promise<NumberedVersion | undefined>;
  /** Trades that the versions after `from`, up to `to`, changed, as they were in `from`; null: not yet published then. */
  tradesBefore(from: number, to?: number): Promise<ReadonlyMap<string, PublishedTrade | null>>;
  /** The same of members; null: not known then. */
  politiciansBefore(from: number, to?: number): Promise<ReadonlyMap<string, Politician | null>>;
  /** Ids of the trades that `tradesBefore` would give, and whether each was published in `from` already. */
  touchedTrades(from: number, to: number): Promise<ReadonlyMap<string, boolean>>;
  /** Those of these trades that were published, superseded ones too. */
  tradesAt(ids: readonly string[], serial: number): Promise<ReadonlyMap<string, PublishedTrade>>;
  /** Those of these trades, a few hundred at most, that were listed. */
  listedAt(ids: readonly string[], serial: number): Promise<ReadonlySet<string>>;
  /** Ids of members who were served as another, with that id. */
  mergedInto(serial: number): Promise<ReadonlyMap<string, string>>;
  /** Those of these members that were known. */
  politicians(ids: readonly string[], serial: number): Promise<readonly Politician[]>;
  /** The listed trades of a member who has had these ids, in no order. */
  tradesOf(politicianIds: readonly string[], serial: number): Promise<readonly Trade[]>;
  /** Number of the filings of a member who has had these ids, by state. */
  filingStates(politicianIds: readonly string[], serial: number): Promise<ReadonlyMap<string, FilingState>>;
}

/** The last answer of a public body. */
export interface SourceStatus {
  readonly source: string;
  readonly lastAttemptAt: Date | null;
  readonly lastSuccessAt: Date | null;
  /** The last failure since the last success; null when the last attempt succeeded. */
  readonly lastError: Reason | null;
  readonly lastErrorAt: Date | null;
  /** Instant of the source's first complete listing; null before that, and for the reference data. */
  readonly listingCompletedAt: Date | null;
}

export interface SourceTable {
  all(): Promise<readonly SourceStatus[]>;
  succeeded(source: string, at: Date): Promise<void>;
  /** All that the source has from the first year on has been listed; only the first time counts. Filings listed first after it make events. */
  completedListing(source: FilingSourceId, at: Date): Promise<void>;
  failed(source: string, at: Date, error: Reason): Promise<void>;
  /** A run has ended. It was the first of every source that has answered; from then on subscribers are told of corrections. */
  endedRun(at: Date): Promise<void>;
}

/** The origin of daily bars and the adjustment of their numbers. */
export interface BarsOrigin {
  /** Every provider that had a part in them, the latest first; `unrecorded` stands for what was kept before this was recorded. */
  readonly providers: readonly string[];
  /** `splits`: all of them tell split-adjusted days. `unverified`: nobody has confirmed it of one of them. */
  readonly adjustment: "splits" | "unverified";
}

export interface StoredBars {
  /** Newest first. */
  readonly bars: readonly Bar[];
  /** The time of a provider's last answer for this symbol. */
  readonly refreshedAt: Date;
  readonly companyName: string | null;
  readonly origin: BarsOrigin;
}

/** Bars as stored: `unpackBars` and `unpackColumns` of packed-bars.ts read them. */
export interface PackedBars extends Omit<StoredBars, "bars"> {
  readonly packed: Uint8Array;
}

export interface StoredQuote {
  readonly quote: Quote;
  readonly fetchedAt: Date;
}

/** Prices, kept for ever: one packed row of daily bars a symbol, and the last known quote. */
export interface MarketTable {
  readBars(symbol: CanonicalSymbol): Promise<StoredBars | undefined>;
  readPackedBars(symbol: CanonicalSymbol): Promise<PackedBars | undefined>;
  /** Replaces the packed row. */
  writeBars(symbol: CanonicalSymbol, stored: StoredBars): Promise<void>;
  readQuote(symbol: CanonicalSymbol): Promise<StoredQuote | undefined>;
  writeQuote(symbol: CanonicalSymbol, stored: StoredQuote): Promise<void>;
}

/** Reason for which a symbol's bars could not be fetched: no provider knows it, or none answered. */
export interface PriceMiss {
  readonly triedAt: Date;
  readonly kind: "unknown" | "failed";
  readonly reason: string;
}

/** The stored daily bars as a whole, for filling them ahead of callers. */
export interface PriceStockTable {
  /** The time at which the bars of each symbol were last refreshed. */
  refreshed(): Promise<ReadonlyMap<string, Date>>;
  misses(): Promise<ReadonlyMap<string, PriceMiss>>;
  missed(symbol: string, miss: PriceMiss): Promise<void>;
  found(symbol: string): Promise<void>;
  /** Drops all that is kept of a symbol, also that no provider had it. Whether there was anything. */
  forget(symbol: string): Promise<boolean>;
}
