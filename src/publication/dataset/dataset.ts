/**
 * The published version in memory, immutable and replaced as a whole. All public reads of trades and politicians are answered
 * with its JSON, which is serialized in advance.
 */
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

/** A serialized JSON body (UTF-8) and the number of matching records. */
export interface DatasetPage {
  readonly body: Buffer;
  readonly total: number;
}

export interface PoliticianFilter {
  readonly chamber?: Chamber;
  readonly party?: Party;
  /** Two-letter state of the current or last seat. */
  readonly state?: string;
  /** District of the current or last House seat; 0 for an at-large seat. */
  readonly district?: number;
  readonly inOffice?: boolean;
  /** Id of a committee or subcommittee on which the politician sits. */
  readonly committee?: string;
  /** Words as returned by `splitSearchWords`, searched in all forms of the name. */
  readonly words?: readonly string[];
}

/** Filter of securities; all conditions must match. */
export interface TickerFilter {
  /** Words as returned by `splitSearchWords`, searched in symbol and company. */
  readonly words?: readonly string[];
  /** Same conditions as in `TradeFilter`. */
  readonly industry?: readonly string[] | undefined;
}

/** Facts about a politician in addition to the public fields. */
export interface Member {
  /** All forms of the name except the published one. */
  readonly otherNames: readonly string[];
  /** Oldest first, never empty. */
  readonly terms: readonly Tenure[];
  /** True if the member was in office on the day of the version. See `isInOffice`. */
  readonly inOffice: boolean;
  /** True if the member had left office by the day of the version. See `hasLeftOffice`. */
  readonly hasLeft: boolean;
  /** Committee seats of a member in office, as in `Politician`; empty for others. */
  readonly committees: readonly CommitteeSeat[];
  /** Number of reports from which nothing is published (`isUnread`). */
  readonly unreadReports: number;
  /** Number of amendments with an uncertain target. */
  readonly openAmendments: number;
}

/** A trade without its JSON, for statistics over many trades. */
export interface TradeSummary {
  readonly id: string;
  readonly filingId: string;
  readonly politicianId: string;
  /** Published name of the politician. */
  readonly politician: string;
  /** The chamber that received the filing. */
  readonly chamber: Chamber;
  /** Party of the politician on the day of the trade. */
  readonly party: Party;
  /** Ticker as filed; empty if the filing names none. */
  readonly ticker: string;
  /** Current symbol of the security; null if unknown. */
  readonly currentTicker: string | null;
  /** Why no current symbol was found for the ticker; null if one was found, or if the trade has no ticker. */
  readonly noCurrentTicker: NoCurrentTicker | null;
  /** The issuer, or the asset's name as filed. */
  readonly company: string;
  /** Label of the asset class (`Stock`, `ETF`). */
  readonly assetType: string;
  readonly transactionType: TransactionType;
  readonly instrument: Instrument;
  /** Terms of an option; null if the filing states none. */
  readonly option: OptionTerms | null;
  /** Null if the filing does not say. */
  readonly direction: Direction | null;
  readonly disclosureDate: IsoDate;
  readonly transactionDate: IsoDate;
  readonly amount: AmountRange;
  /** Null if the filing names none. */
  readonly owner: Owner | null;
  /** Null if unknown. */
  readonly late: boolean | null;
  /** Days after the deadline; null if not late. */
  readonly daysLate: number | null;
  /** Days from the transaction to its first disclosure; null if unknown. */
  readonly reportingGapDays: number | null;
  /** True if an earlier filing of the member contains a trade with the same details. */
  readonly isRepeat: boolean;
}

/** One page of filings, and the counts of all matching trades. */
export interface FilingGroup {
  readonly filings: readonly FiledTrades[];
  readonly tally: TradeTally;
}

/** The trades and politicians of one version; `createBytesDataset` creates it from the contents that `buildContents` reads. */
export interface Dataset {
  /** Bytes of JSON: most of the memory that this dataset uses. */
  readonly byteLength: number;
  /** `2026-11-20.1`; `0` before the first publication. */
  readonly version: string;
  readonly publishedAt: Date | null;
  readonly tradeCount: number;
  readonly politicianCount: number;
  /** The body of `GET /trades/recent/list`, copied from adjacent slices of the stored JSON. */
  listRecentTrades(limit: number, skip: number): DatasetPage;
  /** A page of the matching trades in the requested order, as the body of a trade list, with the exact number of matches. */
  listTrades(filter: TradeFilter, sort: TradeSort, limit: number, skip: number): DatasetPage;
  /** Matching trades in the order of `sort`, as positions in the list of all trades. The list has the newest disclosure first. */
  select(filter: TradeFilter, sort: TradeSort): Uint32Array;
  /** Matching trades by filing. Filings are in the order of their first trades under `sort`; `limit` and `skip` count filings. */
  listTradesByFiling(filter: TradeFilter, sort: TradeSort, limit: number, skip: number): readonly FiledTrades[];
  /** Like `listTradesByFiling`, with the counts of all matches. */
  listTradesByFilingWithTally(filter: TradeFilter, sort: TradeSort, limit: number, skip: number): FilingGroup;
  /** Positions of the listed trades of a filing, ascending. */
  findTradesOfFiling(filingId: string): readonly number[];
  /** JSON of the public fields. @throws {RangeError} for a position not below `tradeCount`. */
  getTradeAt(position: number): Buffer;
  /** @throws {RangeError} like `getTradeAt`. */
  getSummaryAt(position: number): TradeSummary;
  /** The body of `GET /tickers/`. */
  listTickerPage(filter: TickerFilter, limit: number, skip: number): DatasetPage;
  /** The body of `GET /tickers/{symbol}`; undefined for a symbol that was never traded. */
  getTicker(symbol: string): Buffer | undefined;
  /** Like `getTicker`, for informal spellings: `BRKB` finds `BRK.B` if no other symbol is spelled like that. */
  findTicker(text: string): Buffer | undefined;
  /** The body of `GET /politicians/`. */
  listPoliticianPage(filter: PoliticianFilter, limit: number, skip: number): DatasetPage;
  /**
   * Body of `GET /politicians/{id}`: the fields of a politician in the list, `in_office`, `unread_reports`,
   * `without_possible_repeats`, `terms`, `committees`, `filings` (number by state) and `other_names`.
   */
  getPolitician(id: string): Buffer | undefined;
  /** Facts about a politician; undefined if `getPolitician` returns undefined for this id. */
  getMember(id: string): Member | undefined;
  /** The id into which `id` was merged; undefined if it was not merged. A filter by `id` finds the trades of the new id. */
  getMergedId(id: string): string | undefined;
  /** Facts from trades for the website's pages: on politicians, securities, industries, single trades and late disclosures. */
  readonly facts: Facts;
}

/** Gives access to versions, see `DatasetHolder`; each request calls `getCurrent` once. */
export interface Datasets {
  getCurrent(): Dataset;
  /** Finds the current version or a cached former version by name. Former versions are cached for clients paging through them. */
  findCached(version: string): Dataset | undefined;
}
