/** The published version in memory: immutable, swapped whole; every public read of trades and politicians is served from it as ready bytes. */
import type { AmountRange } from "../../domain/amount-range.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { Direction, Instrument } from "../../domain/direction.ts";
import type { Chamber, CommitteeSeat, Party } from "../../domain/politician.ts";
import type { Tenure } from "../../domain/tenure.ts";
import type { NoCurrentTicker, OptionTerms, Owner, TransactionType } from "../../domain/trade.ts";
import type { TradeFilter, TradeSort } from "../../domain/trade-filter.ts";
import type { Facts } from "./facts/facts.ts";
import type { FiledTrades } from "./search/trade-search.ts";
import type { TradeTally } from "./trade-tally.ts";

/** A ready JSON body (UTF-8) and the number of records that match. */
export interface DatasetPage {
  readonly body: Buffer;
  readonly total: number;
}

export interface PoliticianFilter {
  readonly chamber?: Chamber;
  readonly party?: Party;
  /** Two letters, of the current or last seat. */
  readonly state?: string;
  /** Of the current or last seat in the House; 0 for a seat at large. */
  readonly district?: number;
  readonly inOffice?: boolean;
  /** Id of a committee or subcommittee in which they sit. */
  readonly committee?: string;
  /** Words as `searchWords` gives them, over all forms of the name. */
  readonly words?: readonly string[];
}

/** Securities that have all of it. */
export interface TickerFilter {
  /** Words as `searchWords` gives them, over symbol and company. */
  readonly words?: readonly string[];
  /** The same conditions as in `TradeFilter`. */
  readonly industry?: readonly string[] | undefined;
}

/** What is known of a politician besides the public fields. */
export interface Member {
  /** Every form of the name but the one served. */
  readonly otherNames: readonly string[];
  /** Oldest first, never empty. */
  readonly terms: readonly Tenure[];
  /** As `isInOffice`, on the day of the version. */
  readonly inOffice: boolean;
  /** As `hasLeft`, on the day of the version. */
  readonly hasLeft: boolean;
  /** Seats of a member in office, as in `Politician`; empty for others. */
  readonly committees: readonly CommitteeSeat[];
  /** Reports from which nothing is served (`isUnread`). */
  readonly unreadReports: number;
  /** Reports that amend something that is not certain. */
  readonly openAmendments: number;
}

/** A trade without its text, for statistics over many trades. */
export interface TradeSummary {
  readonly id: string;
  readonly filingId: string;
  readonly politicianId: string;
  /** Name under which the politician is served. */
  readonly politician: string;
  /** The body that received the filing. */
  readonly chamber: Chamber;
  /** Party of the politician on the day of the trade. */
  readonly party: Party;
  /** Ticker as filed; empty where the filing names none. */
  readonly ticker: string;
  /** Today's symbol of the security; null where it cannot be known. */
  readonly currentTicker: string | null;
  /** Why there is a ticker and no current one. */
  readonly noCurrentTicker: NoCurrentTicker | null;
  /** The issuer, or the asset's name as filed. */
  readonly company: string;
  /** Label of the asset class (`Stock`, `ETF`). */
  readonly assetType: string;
  readonly transactionType: TransactionType;
  readonly instrument: Instrument;
  /** Terms of an option; null where the filing states none. */
  readonly option: OptionTerms | null;
  /** Null where the filing does not say. */
  readonly direction: Direction | null;
  readonly disclosureDate: IsoDate;
  readonly transactionDate: IsoDate;
  readonly amount: AmountRange;
  /** Null where the filing names none. */
  readonly owner: Owner | null;
  /** Null where it is not known. */
  readonly late: boolean | null;
  /** Days after the last day in time; null where it is not late. */
  readonly daysLate: number | null;
  /** Days from the transaction to its first disclosure; null where that is not known. */
  readonly reportingGapDays: number | null;
  /** An earlier filing of the member has it alike. */
  readonly isRepeat: boolean;
}

/** One page of filings, and the numbers of all that match. */
export interface CountedFilings {
  readonly filings: readonly FiledTrades[];
  readonly tally: TradeTally;
}

/** The trades and politicians of one version, which `bytesDataset` makes from what `buildContents` has read from the store. */
export interface Dataset {
  /** Bytes of the JSON that it serves, which is most of the memory that it takes. */
  readonly byteLength: number;
  /** `2026-11-20.1`; `0` before the first publication. */
  readonly version: string;
  readonly publishedAt: Date | null;
  readonly tradeCount: number;
  readonly politicianCount: number;
  /** The trade-list envelope of `GET /trades/recent/list`: slices of one buffer. */
  recentTrades(limit: number, skip: number): DatasetPage;
  /** The trade-list envelope of those that match, in that order, with their exact number. */
  trades(filter: TradeFilter, sort: TradeSort, limit: number, skip: number): DatasetPage;
  /** Positions in the recent list of the trades that match, in that order. */
  select(filter: TradeFilter, sort: TradeSort): Uint32Array;
  /** Those that match, by filing: a filing stands where its first trade stands in that order. `limit` and `skip` count filings. */
  tradesByFiling(filter: TradeFilter, sort: TradeSort, limit: number, skip: number): readonly FiledTrades[];
  /** The same with the numbers of all that match. */
  countedByFiling(filter: TradeFilter, sort: TradeSort, limit: number, skip: number): CountedFilings;
  /** Positions of the listed trades of a filing, ascending. */
  tradesOfFiling(filingId: string): readonly number[];
  /** The JSON of the public fields. @throws {RangeError} for a position that is not below `tradeCount`. */
  tradeAt(position: number): Buffer;
  /** @throws {RangeError} as `tradeAt`. */
  summaryAt(position: number): TradeSummary;
  /** The envelope of `GET /tickers/`. */
  tickers(filter: TickerFilter, limit: number, skip: number): DatasetPage;
  /** The body of `GET /tickers/{symbol}`; undefined for a symbol that nobody traded. */
  ticker(symbol: string): Buffer | undefined;
  /** The same for a symbol as people write it: `BRKB` is `BRK.B` where no other symbol is spelled so. */
  tickerOf(text: string): Buffer | undefined;
  /** The politician-list envelope of `GET /politicians/`. */
  politicians(filter: PoliticianFilter, limit: number, skip: number): DatasetPage;
  /** The body of `GET /politicians/{id}`: the Politician fields plus `in_office`, `terms`, `committees`, `filings` (number by state), `other_names`. */
  politician(id: string): Buffer | undefined;
  /** Facts about everybody who has such a body. */
  member(id: string): Member | undefined;
  /** The id under which a member is served who also has the given one; undefined for every other id. A filter that names the one finds the trades of the other. */
  mergedInto(id: string): string | undefined;
  /** Sums of the trades for people who read: by politician, by security, by trade, and who was late. */
  readonly facts: Facts;
}

/** Gives the version in force at that moment, as `DatasetHolder` does; each request asks once. */
export interface Datasets {
  current(): Dataset;
  /** The version of that name, if it is the one in force or a former version that is still remembered for clients paging through it. */
  remembered(version: string): Dataset | undefined;
}
