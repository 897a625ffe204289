/** Totals of the trades in one security, under its current symbol. A security without a current symbol uses the filed symbol. */
import { compareTexts } from "../../base/compare-texts.ts";
import { getOrAdd } from "../../base/get-or-add.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { classifyInstrument, findDirection, type Instrument, toTradeSign } from "../../domain/direction.ts";
import { addDivision, type DividedIndustry, type Industry } from "../../domain/industry.ts";
import { mayBeOneIssuer } from "../../domain/issuer-name.ts";
import { findCurrentIssuerName, listFormerTickers, listTickers } from "../../domain/renames.ts";
import { foldSearchText } from "../../domain/search-words.ts";
import type { NoCurrentTicker, Trade } from "../../domain/trade.ts";
import { JsonListWriter } from "./json-list.ts";
import { SumsWithoutRepeats } from "./sums-without-repeats.ts";
import { TickerList } from "./ticker-list.ts";

type TickerTrade = Pick<
  Trade,
  | "ticker"
  | "currentTicker"
  | "noCurrentTicker"
  | "endedOn"
  | "company"
  | "assetType"
  | "transactionType"
  | "transactionDate"
  | "politicianId"
  | "amount"
  | "option"
  | "shortSale"
  | "directionDoubt"
  | "isRepeat"
>;

/** Trades of each kind: in the security itself, in options on it by kind, and those that open and close short positions. */
const COUNTS = [
  "trades",
  "buys",
  "sells",
  "calls_bought",
  "calls_sold",
  "puts_bought",
  "puts_sold",
  "other_options",
  "short_sales",
  "short_covers",
  "bullish",
  "bearish",
] as const;
type Counts = Record<(typeof COUNTS)[number], number>;

/** One record of the list, with its fields in this order. */
interface TickerFields extends Counts {
  readonly ticker: string;
  readonly company: string;
  readonly buyers: number;
  readonly sellers: number;
  readonly volume_low: number;
  readonly volume_high: number | null;
  readonly last_trade_date: IsoDate;
  readonly industry: DividedIndustry | null;
  readonly no_current_ticker: NoCurrentTicker | null;
  readonly ended_on: IsoDate | null;
}

/** Counts of purchases and of sales by instrument, in addition to `trades`. Options of unknown kind have one count for both. */
const COUNT_NAMES: Readonly<Record<Instrument, readonly [bought: keyof Counts, sold: keyof Counts]>> = {
  security: ["buys", "sells"],
  call: ["calls_bought", "calls_sold"],
  put: ["puts_bought", "puts_sold"],
  option: ["other_options", "other_options"],
  short: ["short_covers", "short_sales"],
};

class TickerActivity {
  /** Company of the trade disclosed last. */
  readonly company: string;
  /** Null for a security with a current symbol. */
  readonly noCurrentTicker: NoCurrentTicker | null;
  endedOn: IsoDate | null;
  readonly unrepeated = new SumsWithoutRepeats();
  readonly #counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Counts;
  lastTradeDate: IsoDate;
  readonly #buyers = new Set<string>();
  readonly #sellers = new Set<string>();
  /** Total in cents, because sums of fractional dollars drift. */
  #lowCents = 0;
  #highCents: number | null = 0;

  constructor({
    company,
    transactionDate,
    noCurrentTicker,
    endedOn,
  }: Pick<TickerTrade, "company" | "transactionDate" | "noCurrentTicker" | "endedOn">) {
    this.company = company;
    this.noCurrentTicker = noCurrentTicker;
    this.endedOn = endedOn;
    this.lastTradeDate = transactionDate;
  }

  get trades(): number {
    return this.#counts.trades;
  }

  add(trade: TickerTrade): void {
    const { transactionDate, politicianId, amount } = trade;
    this.#counts.trades += 1;
    const side = toTradeSign(trade.transactionType);
    const instrument = classifyInstrument(trade);
    const column = side === 0 ? null : COUNT_NAMES[instrument][side > 0 ? 0 : 1];
    if (column !== null) this.#counts[column] += 1;
    if (!trade.isRepeat) this.unrepeated.add(trade, column === "buys" || column === "sells" ? column : null);
    if (side !== 0 && instrument === "security") (side > 0 ? this.#buyers : this.#sellers).add(politicianId);
    const direction = findDirection(trade);
    if (direction !== null) this.#counts[direction] += 1;
    if (transactionDate > this.lastTradeDate) this.lastTradeDate = transactionDate;
    this.endedOn ??= trade.endedOn;
    this.#lowCents += Math.round(amount.lowUsd * 100);
    if (amount.highUsd === null) this.#highCents = null;
    else if (this.#highCents !== null) this.#highCents += Math.round(amount.highUsd * 100);
  }

  merge(other: TickerActivity): void {
    this.unrepeated.merge(other.unrepeated);
    for (const name of COUNTS) this.#counts[name] += other.#counts[name];
    for (const each of other.#buyers) this.#buyers.add(each);
    for (const each of other.#sellers) this.#sellers.add(each);
    if (other.lastTradeDate > this.lastTradeDate) this.lastTradeDate = other.lastTradeDate;
    this.#lowCents += other.#lowCents;
    this.#highCents = this.#highCents === null || other.#highCents === null ? null : this.#highCents + other.#highCents;
  }

  toTickerFields(ticker: string, industry: DividedIndustry | null): TickerFields {
    const { trades, buys, sells, ...others } = this.#counts;
    return {
      ticker,
      company: this.company,
      trades,
      buys,
      sells,
      buyers: this.#buyers.size,
      sellers: this.#sellers.size,
      ...others,
      volume_low: this.#lowCents / 100,
      volume_high: this.#highCents === null ? null : this.#highCents / 100,
      last_trade_date: this.lastTradeDate,
      industry,
      no_current_ticker: this.noCurrentTicker,
      ended_on: this.endedOn,
    };
  }
}

// Totals of the trades that a search for one symbol finds, with one entry per security. Each key is a security's current symbol,
// or the symbol in the filings if the security has no current symbol.
type ActivityByTicker = Map<string, TickerActivity>;

interface Summary {
  readonly fields: TickerFields;
  readonly unrepeated: SumsWithoutRepeats;
  /** Number of trades that a search for the symbol finds but `fields` does not count. See `summarizeTicker`. */
  readonly others: number;
}

export class TickerListWriter {
  readonly #industries: ReadonlyMap<string, Industry>;
  readonly #found = new Map<string, ActivityByTicker>();
  /** By filed symbol: number of trades that no symbol's totals include. A search for the filed symbol finds these trades. */
  readonly #uncounted = new Map<string, number>();

  /** @param industries by current symbol. */
  constructor(industries: ReadonlyMap<string, Industry>) {
    this.#industries = industries;
  }

  /** Adds a trade. Add the latest disclosures first. @param security symbol whose totals include the trade. Null if none do. */
  add(trade: TickerTrade, security: string | null): void {
    const { ticker } = trade;
    if (ticker === "") return;
    if (security === null) {
      this.#uncounted.set(ticker, (this.#uncounted.get(ticker) ?? 0) + 1);
      return;
    }
    for (const symbol of listTickers(trade)) {
      const found = getOrAdd(this.#found, symbol, () => new Map<string, TickerActivity>());
      getOrAdd(found, security, () => new TickerActivity(trade)).add(trade);
    }
  }

  /** Runs in steps, since summarizing thousands of symbols takes a while. */
  *buildInSteps(): Generator<void, TickerList> {
    const summaries: Summary[] = [];
    const rows: TickerFields[] = [];
    for (const [symbol, found] of this.#found) {
      yield;
      summaries.push(summarizeTicker(symbol, found, this.#uncounted.get(symbol) ?? 0, this.#findDividedIndustry));
      const own = found.get(symbol);
      const isShown = own !== undefined && findMainSecurity(symbol, found)[1] === own;
      if (isShown) rows.push(own.toTickerFields(symbol, this.#findDividedIndustry(symbol)));
    }
    rows.sort(
      (a, b) =>
        b.trades - a.trades || compareTexts(b.last_trade_date, a.last_trade_date) || compareTexts(a.ticker, b.ticker),
    );
    yield;
    const writer = new JsonListWriter();
    for (const row of rows) writer.append(JSON.stringify(row));
    yield;
    const details = new JsonListWriter();
    for (const summary of summaries) details.append(formatTickerDetail(summary));
    return new TickerList({
      list: writer.toJsonList().parts,
      texts: rows.map(({ ticker, company }) => foldSearchText(`${ticker}\n${company}`)),
      sics: rows.map(({ industry }) => industry?.sic ?? null),
      symbols: [...this.#found.keys()],
      details: details.toJsonList().parts,
    });
  }

  readonly #findDividedIndustry = (symbol: string): DividedIndustry | null => {
    const known = this.#industries.get(symbol);
    return known === undefined ? null : addDivision(known);
  };
}

function formatTickerDetail({ fields, unrepeated, others }: Summary): string {
  return JSON.stringify({
    ...fields,
    without_possible_repeats: unrepeated.toUnrepeatedSums(),
    former_tickers: listFormerTickers(fields.ticker),
    other_issuers: others,
  });
}

/** The security whose current symbol is `symbol`; else the last traded one with a current symbol; else the last traded of all. */
function findMainSecurity(
  symbol: string,
  found: ActivityByTicker,
): readonly [symbol: string, activity: TickerActivity] {
  const latest = [...found].toSorted(([, a], [, b]) => compareTexts(b.lastTradeDate, a.lastTradeDate));
  const listed = latest.filter(([, { noCurrentTicker }]) => noCurrentTicker === null);
  return (listed.find(([each]) => each === symbol) ?? listed[0] ?? latest[0]) as [string, TickerActivity];
}

// Sums the trades that a search for the symbol finds in securities of one issuer. This issuer is the issuer of the main security
// (see `findMainSecurity`). The sum leaves out all other trades that the search finds, and `others` counts those trades. Each of
// those trades is in a bond, or in a security of another issuer that had the symbol.
function summarizeTicker(
  symbol: string,
  found: ActivityByTicker,
  uncounted: number,
  findIndustryOf: (symbol: string) => DividedIndustry | null,
): Summary {
  const [ticker, first] = findMainSecurity(symbol, found);
  const industry = findIndustryOf(ticker);
  if (found.size === 1) {
    return { fields: first.toTickerFields(ticker, industry), unrepeated: first.unrepeated, others: uncounted };
  }
  const { company, lastTradeDate: transactionDate, noCurrentTicker, endedOn } = first;
  const sum = new TickerActivity({ company, transactionDate, noCurrentTicker, endedOn });
  let others = uncounted;
  for (const [current, activity] of found) {
    const name = findCurrentIssuerName(current) ?? activity.company;
    if (activity === first || mayBeOneIssuer(name, findCurrentIssuerName(ticker) ?? first.company)) sum.merge(activity);
    else others += activity.trades;
  }
  return { fields: sum.toTickerFields(ticker, industry), unrepeated: sum.unrepeated, others };
}
