/** Price coverage: how many trades have a stored price on their day, and why other trades do not. */
import type { IsoDate } from "../../domain/dates.ts";
import { BENCHMARK } from "../../domain/symbol.ts";
import { findUnpricedKind, type ReportedTrade, UNPRICED_KINDS, type UnpricedKind } from "./decision.ts";

/**
 * `not_asked`: the security has not been requested yet, or only for days after the trade. `failed`: at the last attempt, the
 * sources refused or did not respond. `no_source`: no source has a price of the security. `no_earlier_days`: the sources' prices
 * begin later. `no_later_days`: the stored prices end earlier, since later prices are not available yet or trading has ended.
 */
export const UNSTORED_REASONS = ["not_asked", "failed", "no_source", "no_earlier_days", "no_later_days"] as const;
export type UnstoredReason = (typeof UNSTORED_REASONS)[number];

/** First and last day of a symbol's stored prices. */
interface StoredDays {
  readonly firstDay: IsoDate | null;
  readonly lastDay: IsoDate | null;
  readonly dividendsFrom: IsoDate | null;
  /** The last request for earlier days: `from` is the first requested day, or null if no source responded. */
  readonly requested: { readonly from: IsoDate | null } | null;
}

/** The last failed attempt to fetch a symbol's prices. */
interface Miss {
  readonly triedAt: Date;
  readonly kind: "unknown" | "failed";
  readonly reason: string;
}

export interface PriceInventory {
  /** Returns a token that changes with each new price of the latest day. Only some new prices of older days change the token. */
  readPriceRevision(): Promise<string>;
  readSpans(): Promise<ReadonlyMap<string, StoredDays>>;
  readFailures(): Promise<ReadonlyMap<string, Miss>>;
}

interface Counts<Reason extends string> {
  readonly all: number;
  readonly priced: number;
  readonly unpriced: Readonly<Record<Reason, number>>;
}

export interface PriceCoverage {
  readonly version: string;
  /** Shares and listed funds that members traded. A security counts as priced if its first and its last trade are priced. */
  readonly securities: Counts<UnstoredReason>;
  /** Number of priced securities whose dividend data begins on or before the day of the first trade by a member. */
  readonly withDividends: number;
  readonly trades: Counts<UnpricedKind | UnstoredReason>;
  /** Sessions without a price of the benchmark, between the first and the last day that have one. They are requested again. */
  readonly missingSessions: readonly IsoDate[];
  /** Why no price of the benchmark is stored; null if a price is stored. */
  readonly benchmarkGap: UnstoredReason | null;
  readonly lastFailure: { readonly symbol: string; readonly at: Date; readonly reason: string } | null;
}

/** Later than any requested day. */
const LATEST_DAY = "9999-12-31" as IsoDate;

/** First and last session of a symbol's trades, and why the price is missing on each; null if it is stored. */
interface TradedDays {
  first: IsoDate;
  last: IsoDate;
  firstMissing: UnstoredReason | null;
  lastMissing: UnstoredReason | null;
}

interface CoverageParts {
  readonly findTradingDayFrom: (day: IsoDate) => IsoDate;
  readonly findMissingSessions: () => Promise<readonly IsoDate[]>;
  readonly pause: () => Promise<void>;
}

export async function computePriceCoverage(
  version: string,
  trades: AsyncIterable<readonly ReportedTrade[]>,
  inventory: PriceInventory,
  { findTradingDayFrom, findMissingSessions, pause }: CoverageParts,
): Promise<PriceCoverage> {
  const [spans, misses] = [await inventory.readSpans(), await inventory.readFailures()];
  const unpriced = createZeroCounts([...UNPRICED_KINDS, ...UNSTORED_REASONS]);
  const traded = new Map<string, TradedDays>();
  let [all, priced] = [0, 0];
  for await (const some of trades) {
    for (const trade of some) {
      all += 1;
      const kind = findUnpricedKind(trade);
      const { symbol } = trade;
      if (kind !== null || symbol === null) {
        unpriced[kind ?? "no_ticker"] += 1;
        continue;
      }
      const session = findTradingDayFrom(trade.transactionDate);
      const missing = findUnstoredReason(session, spans.get(symbol), misses.get(symbol));
      if (missing === null) priced += 1;
      else unpriced[missing] += 1;
      recordTradedDay(traded, symbol, session, missing);
    }
    await pause();
  }
  return {
    version,
    ...countSecurities(traded, spans),
    trades: { all, priced, unpriced },
    missingSessions: await findMissingSessions(),
    benchmarkGap: explainNoPrices(spans.get(BENCHMARK), misses.get(BENCHMARK)),
    lastFailure: findLatestFailure(misses),
  };
}

/** See `PriceCoverage.benchmarkGap`. */
export async function findBenchmarkGap(inventory: PriceInventory): Promise<UnstoredReason | null> {
  const [spans, misses] = [await inventory.readSpans(), await inventory.readFailures()];
  return explainNoPrices(spans.get(BENCHMARK), misses.get(BENCHMARK));
}

function explainNoPrices(span: StoredDays | undefined, miss: Miss | undefined): UnstoredReason | null {
  return span?.lastDay ? null : findUnstoredReason(LATEST_DAY, span, miss);
}

/** Null if the session is within the stored days. */
function findUnstoredReason(
  session: IsoDate,
  span: StoredDays | undefined,
  miss: Miss | undefined,
): UnstoredReason | null {
  const { firstDay = null, lastDay = null, requested = null } = span ?? {};
  if (firstDay !== null && lastDay !== null && session >= firstDay) return session > lastDay ? "no_later_days" : null;
  if (requested !== null && requested.from === null) return "failed";
  if (requested !== null && requested.from !== null && requested.from <= session) {
    return firstDay === null ? "no_source" : "no_earlier_days";
  }
  if (miss === undefined || firstDay !== null) return "not_asked";
  return miss.kind === "unknown" ? "no_source" : "failed";
}

function recordTradedDay(
  traded: Map<string, TradedDays>,
  symbol: string,
  day: IsoDate,
  missing: UnstoredReason | null,
): void {
  const days = traded.get(symbol);
  if (days === undefined) {
    traded.set(symbol, { first: day, last: day, firstMissing: missing, lastMissing: missing });
    return;
  }
  if (day < days.first) Object.assign(days, { first: day, firstMissing: missing });
  if (day > days.last) Object.assign(days, { last: day, lastMissing: missing });
}

function countSecurities(traded: ReadonlyMap<string, TradedDays>, spans: ReadonlyMap<string, StoredDays>) {
  const unpriced = createZeroCounts(UNSTORED_REASONS);
  let [priced, withDividends] = [0, 0];
  for (const [symbol, { first, firstMissing, lastMissing }] of traded) {
    const missing = firstMissing ?? lastMissing;
    if (missing !== null) {
      unpriced[missing] += 1;
      continue;
    }
    priced += 1;
    const from = spans.get(symbol)?.dividendsFrom ?? null;
    if (from !== null && from <= first) withDividends += 1;
  }
  return { securities: { all: traded.size, priced, unpriced }, withDividends };
}

function findLatestFailure(misses: ReadonlyMap<string, Miss>): PriceCoverage["lastFailure"] {
  let latest: PriceCoverage["lastFailure"] = null;
  for (const [symbol, { triedAt, kind, reason }] of misses) {
    if (kind === "failed" && (latest === null || triedAt > latest.at)) latest = { symbol, at: triedAt, reason };
  }
  return latest;
}

function createZeroCounts<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
