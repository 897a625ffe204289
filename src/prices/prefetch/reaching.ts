/** Backfills daily bars and dividends to the first trade of each symbol, slowly and with the lowest priority. */
import type { Logger } from "../../base/log.ts";
import { createPause } from "../../base/pause.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { BENCHMARK, type CanonicalSymbol, toCanonicalSymbol } from "../../domain/symbol.ts";
import type { Trade } from "../../domain/trade.ts";
import type { PriceInventoryTable, PriceSpan } from "../../store/price-inventory.ts";
import type { FillOutcome } from "../create-market.ts";
import { hasTradingDayBefore } from "../keeper/series/missing-days.ts";
import { FAILED_RETRY_MS, isDueAgain, type PaceOptions, prefetchAll, UNKNOWN_RETRY_MS } from "./fetching-ahead.ts";

/** The fields of a trade that determine which prices to fetch. */
export type BackfilledTrade = Pick<Trade, "ticker" | "currentTicker" | "noCurrentTicker" | "transactionDate">;

/** Transaction days of a symbol's first and last trade. */
interface TradedSpan {
  readonly symbol: CanonicalSymbol;
  readonly first: IsoDate;
  readonly last: IsoDate;
}

interface BackfillOptions extends PaceOptions {
  /** Fetches all days that the providers have for a symbol. */
  readonly backfill: (symbol: CanonicalSymbol) => Promise<FillOutcome>;
  readonly inventory: Pick<PriceInventoryTable, "readSpans" | "recordPriceRequest" | "clearFailure" | "recordFailure">;
  /** Sessions for which the benchmark has no price, between the first and the last day that have one. */
  readonly findMissingSessions: () => Promise<readonly IsoDate[]>;
  readonly log: Logger;
}

const SPACING_MS = 5_000;
/** How long to wait before the benchmark's missing prices are requested again. A provider may have added the prices by then. */
const MISSING_AGAIN_MS = 86_400_000;

/**
 * Lists the benchmark of returns, then the symbols of these trades, most recently traded first. A security without a current
 * symbol uses the symbol in the filing. A trade is skipped if another security is listed under that symbol.
 */
export async function listTradedSpans(
  trades: Iterable<BackfilledTrade>,
  isListed: (symbol: CanonicalSymbol) => boolean | null,
): Promise<readonly TradedSpan[]> {
  const spans = new Map<CanonicalSymbol, TradedSpan>();
  let earliest: IsoDate | null = null;
  const pause = createPause();
  for (const { ticker, currentTicker, noCurrentTicker, transactionDate: day } of trades) {
    await pause();
    if (earliest === null || day < earliest) earliest = day;
    const filed = toCanonicalSymbol(ticker);
    const current = currentTicker === null ? null : toCanonicalSymbol(currentTicker);
    const isReused = filed === null || (noCurrentTicker !== "ended" && isListed(filed) === true);
    const symbol = current ?? (isReused ? null : filed);
    if (symbol === null) continue;
    const { first, last } = spans.get(symbol) ?? { first: day, last: day };
    spans.set(symbol, { symbol, first: day < first ? day : first, last: day > last ? day : last });
  }
  if (earliest === null) return [];
  const first = earliest;
  spans.delete(BENCHMARK);
  const newest = [...spans.values()].sort((a, b) =>
    a.last > b.last ? -1 : a.last < b.last ? 1 : a.symbol < b.symbol ? -1 : 1,
  );
  return [{ symbol: BENCHMARK, first, last: first }, ...newest];
}

/** Returns whether bars or dividends are missing since the first trade. A trade on a weekend counts from the next session. */
function isMissingPrices(first: IsoDate, span: PriceSpan | undefined): boolean {
  if (span === undefined || span.firstDay === null || span.dividendsFrom === null) return true;
  const begins = first > span.firstDay ? first : span.firstDay;
  return hasTradingDayBefore(span.firstDay, first) || span.dividendsFrom > begins;
}

/** Returns whether to fetch a symbol now. @param hasHoles true for the benchmark if sessions in its price span have no price. */
export function isBackfillDue(
  { first }: Pick<TradedSpan, "first">,
  span: PriceSpan | undefined,
  now: Date,
  hasHoles = false,
): boolean {
  const requested = span?.requested ?? null;
  if (hasHoles && (requested === null || isDueAgain(requested.at, now, MISSING_AGAIN_MS))) return true;
  if (!isMissingPrices(first, span)) return false;
  if (requested === null) return true;
  const isAnswered = requested.from !== null && requested.from <= first;
  return isDueAgain(requested.at, now, isAnswered ? UNKNOWN_RETRY_MS : FAILED_RETRY_MS);
}

/** Backfills one symbol after the other until done or aborted. The store holds the progress for later calls and restarts. */
export async function backfillPrices(symbols: readonly TradedSpan[], options: BackfillOptions, signal: AbortSignal) {
  const { backfill, inventory, findMissingSessions, log, getTime = () => new Date() } = options;
  const spans = await inventory.readSpans();
  const holes = await findMissingSessions();
  const due = symbols.filter((each) =>
    isBackfillDue(each, spans.get(each.symbol), getTime(), each.symbol === BENCHMARK && holes.length > 0),
  );
  if (holes.length > 0 && due[0]?.symbol === BENCHMARK) {
    log.warn({ symbol: BENCHMARK, days: holes }, "Requesting benchmark prices again for trading days that have none");
  }
  const firsts = new Map(due.map(({ symbol, first }) => [symbol, first]));
  const counts = { due: due.length, reached: 0, failed: 0 };
  const recordOutcome = async (symbol: CanonicalSymbol, { kind }: FillOutcome) => {
    const isFailed = kind === "later";
    counts[isFailed ? "failed" : "reached"] += 1;
    await inventory.recordPriceRequest(symbol, { from: isFailed ? null : (firsts.get(symbol) ?? null), at: getTime() });
  };
  await prefetchAll([...firsts.keys()], { spacingMs: SPACING_MS, ...options, fetch: backfill, recordOutcome }, signal);
  if (counts.reached > 0) log.info(counts, "Daily bars reach further back");
  return counts;
}
