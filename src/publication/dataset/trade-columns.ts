/** Columns for searching trades, one typed array each. A position is an index in the list of trades, newest disclosure first. */
import { getOrAdd } from "../../base/get-or-add.ts";
import type { AmountRange } from "../../domain/amount-range.ts";
import { toDayNumber } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { classifyInstrument, findDirection, INSTRUMENTS, type Instrument } from "../../domain/direction.ts";
import type { Industry } from "../../domain/industry.ts";
import { computeReportingGapDays, countDaysLate, isLate } from "../../domain/lateness.ts";
import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../domain/politician.ts";
import { listTickers } from "../../domain/renames.ts";
import {
  NO_CURRENT_TICKER,
  type NoCurrentTicker,
  type OptionTerms,
  OWNERS,
  type Owner,
  TRANSACTION_TYPES,
  type Trade,
  type TransactionType,
} from "../../domain/trade.ts";
import { isAmendmentPending, isPossibleDuplicate, type TradePolitician } from "../../domain/trade-filter.ts";
import { Codes, Uint32Column } from "./codes.ts";
import { type WordIndex, WordIndexWriter } from "./search/word-index.ts";

/** Four traits of a trade. The columns store all four as one number, since there are few possible combinations. */
export interface Traits {
  readonly chamber: Chamber;
  readonly party: Party;
  readonly type: TransactionType;
  /** True if the trade was disclosed late. Null if the trade needs no periodic report, or if lateness is unknown. */
  readonly late: boolean | null;
}

/** All combinations of traits. The column `traits` stores the index of a combination in this list. */
export const TRAITS: readonly Traits[] = CHAMBERS.flatMap((chamber) =>
  PARTIES.flatMap((party) =>
    TRANSACTION_TYPES.flatMap((type) => [false, true, null].map((late) => ({ chamber, party, type, late }))),
  ),
);
const traitCodes = new Map(TRAITS.map((traits, code) => [buildTraitsKey(traits), code]));

/**
 * Flags of a trade, one bit each. `repeat`: an earlier filing of the member has an identical trade, which this trade may repeat.
 * `restated`: this filing did not disclose the trade first, or it is unknown which filing did. `undirected`: neither bullish nor
 * bearish.
 */
export const FLAGS = {
  amendmentPending: 1,
  possibleDuplicate: 2,
  gapUnknown: 4,
  repeat: 8,
  restated: 16,
  undirected: 32,
} as const;

export const OWNER_CODES: readonly (Owner | null)[] = [null, ...OWNERS];

/** Reasons why a security has no current symbol, by their code in the column. */
export const NO_CURRENT_TICKER_CODES: readonly (NoCurrentTicker | null)[] = [null, ...NO_CURRENT_TICKER];

export const INSTRUMENT_CODES: readonly Instrument[] = INSTRUMENTS;

export interface TradeColumns {
  readonly length: number;
  /** Index into `filings`. */
  readonly filing: Uint32Array;
  readonly person: Uint16Array;
  readonly symbol: Uint32Array;
  /** Index into `symbols`: the security's current symbol, or the empty text if the current symbol is unknown. */
  readonly current: Uint32Array;
  /** Index into `symbols`: the symbol under which the trade is counted, or the empty text if there is none. */
  readonly security: Uint32Array;
  /** Index into `NO_CURRENT_TICKER_CODES`. */
  readonly noCurrent: Uint8Array;
  /** Index into `companies`. */
  readonly company: Uint32Array;
  readonly traits: Uint8Array;
  readonly owner: Uint8Array;
  readonly instrument: Uint8Array;
  /** The `FLAGS` of each trade, combined as bits of one number. */
  readonly flags: Uint8Array;
  readonly assetType: Uint16Array;
  /** Index into `industries`. */
  readonly industry: Uint16Array;
  /** Index into `coins`. */
  readonly coin: Uint16Array;
  /** Index into `amounts`. */
  readonly amount: Uint32Array;
  /** Days since 1970-01-01, in descending order: the list of trades has the newest first. */
  readonly disclosed: Int32Array;
  readonly traded: Int32Array;
  /** Days late of a late trade; 0 for all others. */
  readonly daysLate: Uint32Array;
  /** Option terms, keyed by the position of the trade, if a filing states any. */
  readonly options: ReadonlyMap<number, OptionTerms>;
  readonly filings: readonly string[];
  readonly people: readonly (TradePolitician & { readonly id: string })[];
  readonly personCodes: ReadonlyMap<string, number>;
  readonly symbols: readonly string[];
  readonly symbolCodes: ReadonlyMap<string, number>;
  readonly companies: readonly string[];
  readonly assetTypes: readonly string[];
  /** Null is the entry for trades without an industry, or with an unknown one. */
  readonly industries: readonly (Industry | null)[];
  readonly coins: readonly string[];
  readonly amounts: readonly AmountRange[];
  /** Other symbols by which searches find a trade: current or former symbols of its security, by ascending position. */
  readonly otherSymbols: { readonly positions: Uint32Array; readonly codes: Uint32Array };
  /** Code of the comment, or of the empty text if there is none. */
  readonly comment: Uint32Array;
  /** Words of four text columns, in this order: politicians' names, companies, symbols as filed, comments. */
  readonly words: WordIndex;
}

/** Builds `TradeColumns`. The trades must be added in the order of the list of trades: newest disclosure first. */
export class TradeColumnsWriter {
  readonly #filing = new Uint32Column();
  readonly #person = new Uint32Column();
  readonly #symbol = new Uint32Column();
  readonly #current = new Uint32Column();
  readonly #security = new Uint32Column();
  readonly #noCurrent = new Uint32Column();
  readonly #company = new Uint32Column();
  readonly #comment = new Uint32Column();
  readonly #traits = new Uint32Column();
  readonly #owner = new Uint32Column();
  readonly #instrument = new Uint32Column();
  readonly #flags = new Uint32Column();
  readonly #assetType = new Uint32Column();
  readonly #industry = new Uint32Column();
  readonly #coin = new Uint32Column();
  readonly #amount = new Uint32Column();
  readonly #disclosed = new Uint32Column();
  readonly #traded = new Uint32Column();
  readonly #daysLate = new Uint32Column();
  readonly #otherPositions = new Uint32Column();
  readonly #otherCodes = new Uint32Column();
  readonly #filings = new Codes<string>();
  readonly #people: (TradePolitician & { readonly id: string })[] = [];
  readonly #names: string[] = [];
  readonly #ids = new Codes<string>();
  readonly #symbols = new Codes<string>();
  readonly #companies = new Codes<string>();
  readonly #comments = new Codes<string>();
  readonly #assetTypes = new Codes<string>();
  readonly #sics = new Codes<string>();
  readonly #industries: (Industry | null)[] = [];
  readonly #coins = new Codes<string>();
  readonly #amountKeys = new Codes<string>();
  readonly #amounts: AmountRange[] = [];
  readonly #options = new Map<number, OptionTerms>();
  readonly #words = new WordIndexWriter(4);
  readonly #days = new Map<IsoDate, number>();

  /** @param security symbol that the trade is counted under; null if there is none. */
  add(
    trade: Trade,
    politician: TradePolitician,
    { industry, security }: { readonly industry: Industry | null; readonly security: string | null },
  ): void {
    const position = this.#person.length;
    this.#filing.push(this.#filings.getOrAddCode(trade.filingId));
    const person = this.#ids.getOrAddCode(trade.politicianId);
    if (person === this.#people.length) {
      this.#people.push({ id: trade.politicianId, ...politician });
      this.#names.push(politician.name);
    }
    this.#person.push(person);
    this.#symbol.push(this.#symbols.getOrAddCode(trade.ticker));
    this.#current.push(this.#symbols.getOrAddCode(trade.currentTicker ?? ""));
    this.#security.push(this.#symbols.getOrAddCode(security ?? ""));
    this.#noCurrent.push(NO_CURRENT_TICKER_CODES.indexOf(trade.noCurrentTicker));
    for (const other of listTickers(trade)) {
      if (other === trade.ticker) continue;
      this.#otherPositions.push(position);
      this.#otherCodes.push(this.#symbols.getOrAddCode(other));
    }
    this.#company.push(this.#companies.getOrAddCode(trade.company));
    this.#comment.push(this.#comments.getOrAddCode(trade.comment ?? ""));
    const { chamber, party, transactionType: type } = trade;
    this.#traits.push(traitCodes.get(buildTraitsKey({ chamber, party, type, late: isLate(trade) })) ?? 0);
    this.#owner.push(OWNER_CODES.indexOf(trade.owner));
    this.#instrument.push(INSTRUMENT_CODES.indexOf(classifyInstrument(trade)));
    if (trade.option !== null) this.#options.set(position, trade.option);
    this.#flags.push(computeTradeFlags(trade));
    this.#assetType.push(this.#assetTypes.getOrAddCode(trade.assetType));
    const sic = this.#sics.getOrAddCode(industry?.sic ?? "");
    if (sic === this.#industries.length) this.#industries.push(industry);
    this.#industry.push(sic);
    this.#coin.push(this.#coins.getOrAddCode(trade.coin ?? ""));
    const amount = this.#amountKeys.getOrAddCode(`${trade.amount.lowUsd} ${trade.amount.highUsd}`);
    if (amount === this.#amounts.length) this.#amounts.push(trade.amount);
    this.#amount.push(amount);
    this.#disclosed.push(this.#toCachedDayNumber(trade.disclosureDate));
    this.#traded.push(this.#toCachedDayNumber(trade.transactionDate));
    this.#daysLate.push(countDaysLate(trade) ?? 0);
    this.#words.addTexts(this.#names, this.#companies.values, this.#symbols.values, this.#comments.values);
  }

  /** Runs in steps, since indexing the words takes a while. */
  *buildInSteps(): Generator<void, TradeColumns> {
    const words = yield* this.#words.buildInSteps();
    yield;
    // Narrower arrays take less memory: values must be below 65,536 in a `Uint16Array`, and below 256 in a `Uint8Array`.
    return {
      length: this.#person.length,
      filing: this.#filing.values.slice(),
      person: new Uint16Array(this.#person.values),
      symbol: this.#symbol.values.slice(),
      current: this.#current.values.slice(),
      security: this.#security.values.slice(),
      noCurrent: new Uint8Array(this.#noCurrent.values),
      company: this.#company.values.slice(),
      traits: new Uint8Array(this.#traits.values),
      owner: new Uint8Array(this.#owner.values),
      instrument: new Uint8Array(this.#instrument.values),
      flags: new Uint8Array(this.#flags.values),
      assetType: new Uint16Array(this.#assetType.values),
      industry: new Uint16Array(this.#industry.values),
      coin: new Uint16Array(this.#coin.values),
      amount: this.#amount.values.slice(),
      disclosed: new Int32Array(this.#disclosed.values),
      traded: new Int32Array(this.#traded.values),
      daysLate: this.#daysLate.values.slice(),
      options: this.#options,
      filings: this.#filings.values,
      people: this.#people,
      personCodes: mapToCodes(this.#ids.values),
      symbols: this.#symbols.values,
      symbolCodes: mapToCodes(this.#symbols.values),
      companies: this.#companies.values,
      assetTypes: this.#assetTypes.values,
      industries: this.#industries,
      coins: this.#coins.values,
      amounts: this.#amounts,
      otherSymbols: { positions: this.#otherPositions.values.slice(), codes: this.#otherCodes.values.slice() },
      comment: this.#comment.values.slice(),
      words,
    };
  }

  #toCachedDayNumber(date: IsoDate): number {
    return getOrAdd(this.#days, date, () => toDayNumber(date));
  }
}

function computeTradeFlags(trade: Trade): number {
  return (
    (isAmendmentPending(trade) ? FLAGS.amendmentPending : 0) +
    (isPossibleDuplicate(trade) ? FLAGS.possibleDuplicate : 0) +
    (computeReportingGapDays(trade) === null ? FLAGS.gapUnknown : 0) +
    (trade.isRepeat ? FLAGS.repeat : 0) +
    (trade.firstDisclosed.source === "filing" ? 0 : FLAGS.restated) +
    (findDirection(trade) === null ? FLAGS.undirected : 0)
  );
}

function buildTraitsKey({ chamber, party, type, late }: Traits): string {
  return `${chamber} ${party} ${type} ${late}`;
}

export function mapToCodes(values: readonly string[]): ReadonlyMap<string, number> {
  return new Map(values.map((value, code) => [value, code]));
}
