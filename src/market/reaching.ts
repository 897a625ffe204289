/** Fetches daily bars and dividends back to the first trade of each symbol, slowly and behind everything else. */
import { setTimeout as sleep } from "node:timers/promises";
import type { IsoDate } from "../domain/dates.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import type { Logger } from "../log.ts";
import { nextTurn } from "../next-turn.ts";
import type { PriceSpan, PriceStockTable } from "../store/price-stock.ts";
import { isTradingDay } from "./calendar.ts";
import type { FillOutcome } from "./service.ts";

/** A trade, as far as the prices of its security matter. */
export interface ReachingTrade {
  /** The ticker as filed; empty where the filing names none. */
  readonly ticker: string;
  readonly currentTicker: string | null;
  readonly transactionDate: IsoDate;
}

/** The days of the first and the last trade of a symbol. */
interface TradedSpan {
  readonly symbol: CanonicalSymbol;
  readonly first: IsoDate;
  readonly last: IsoDate;
}

interface ReachingOptions {
  /** Asks the providers for every day of a symbol that they have. */
  readonly reach: (symbol: CanonicalSymbol) => Promise<FillOutcome>;
  readonly stock: Pick<PriceStockTable, "spans" | "asked" | "found" | "missed">;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** Milliseconds between two questions; 5,000 by default. */
  readonly spacingMs?: number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** SPY and the eleven sector funds, with which returns are compared. */
export const BENCHMARKS = "SPY XLB XLC XLE XLF XLI XLK XLP XLRE XLU XLV XLY"
  .split(" ")
  .map((symbol) => symbol as CanonicalSymbol);

/** A symbol of which the providers have no earlier days, or no dividends, is asked for again after this. */
const ASKED_AGAIN_MS = 30 * 86_400_000;
const FAILED_AGAIN_MS = 3_600_000;
/** Questions about one symbol while no provider can be asked, before the next one has its turn. */
const TRIES = 3;
const UNKNOWN = "no provider knows it";
/** Trades read in one go, so that requests are answered in between. */
const SLICE = 5_000;

/**
 * The benchmarks, then the symbols of these trades, newest traded first. A security that is no longer listed has the symbol that the filing
 * names, unless another security is listed under it.
 */
export async function tradedSpans(
  trades: Iterable<ReachingTrade>,
  isListed: (symbol: CanonicalSymbol) => boolean | null,
): Promise<readonly TradedSpan[]> {
  const spans = new Map<CanonicalSymbol, TradedSpan>();
  let earliest: IsoDate | null = null;
  let seen = 0;
  for (const { ticker, currentTicker, transactionDate: day } of trades) {
    seen += 1;
    if (seen % SLICE === 0) await nextTurn();
    if (earliest === null || day < earliest) earliest = day;
    const filed = canonicalSymbol(ticker);
    const today = currentTicker === null ? null : canonicalSymbol(currentTicker);
    const symbol = today ?? (filed === null || isListed(filed) === true ? null : filed);
    if (symbol === null) continue;
    const { first, last } = spans.get(symbol) ?? { first: day, last: day };
    spans.set(symbol, { symbol, first: day < first ? day : first, last: day > last ? day : last });
  }
  if (earliest === null) return [];
  const first = earliest;
  for (const symbol of BENCHMARKS) spans.delete(symbol);
  const newest = [...spans.values()].sort((a, b) =>
    a.last > b.last ? -1 : a.last < b.last ? 1 : a.symbol < b.symbol ? -1 : 1,
  );
  return [...BENCHMARKS.map((symbol) => ({ symbol, first, last: first })), ...newest];
}

/** True if the stored bars begin after the first trade, or if dividends since then are not known. */
function isLacking(first: IsoDate, span: PriceSpan | undefined): boolean {
  if (span === undefined || span.firstDay === null || span.dividendsFrom === null) return true;
  const begins = first > span.firstDay ? first : span.firstDay;
  return (first < span.firstDay && isTradingDay(first)) || span.dividendsFrom > begins;
}

/** True if a symbol is to be asked for now. */
export function isDue({ first }: Pick<TradedSpan, "first">, span: PriceSpan | undefined, now: Date): boolean {
  if (!isLacking(first, span)) return false;
  const asked = span?.asked ?? null;
  if (asked === null) return true;
  const ago = now.getTime() - asked.at.getTime();
  // A time in the future is from a clock that ran ahead.
  return ago < 0 || ago >= (asked.from === null || asked.from > first ? FAILED_AGAIN_MS : ASKED_AGAIN_MS);
}

/**
 * Asks for one symbol after the other until all are done or the signal is given. What was asked is in the store, so that the next call goes
 * on from there, also after a restart.
 */
export async function reachBack(symbols: readonly TradedSpan[], options: ReachingOptions, signal: AbortSignal) {
  const { reach, stock, log, clock = () => new Date(), spacingMs = 5_000, wait = waited } = options;
  const spans = await stock.spans();
  const due = symbols.filter((each) => isDue(each, spans.get(each.symbol), clock()));
  const counts = { due: due.length, reached: 0, failed: 0 };
  for (const { symbol, first } of due) {
    for (let tries = 1; ; tries += 1) {
      if (signal.aborted) break;
      const outcome = await reach(symbol);
      if (outcome.kind !== "later") {
        await stock.asked(symbol, { from: first, at: clock() });
        if (outcome.kind === "unknown")
          await stock.missed(symbol, { triedAt: clock(), kind: "unknown", reason: UNKNOWN });
        else await stock.found(symbol);
        counts.reached += 1;
        break;
      }
      if (outcome.about === "symbol" || tries === TRIES) {
        await stock.asked(symbol, { from: null, at: clock() });
        await stock.missed(symbol, { triedAt: clock(), kind: "failed", reason: outcome.reason });
        counts.failed += 1;
        break;
      }
      await wait(outcome.retryAfterSeconds * 1_000, signal);
    }
    await wait(spacingMs, signal);
    if (signal.aborted) break;
  }
  if (counts.reached > 0) log.info(counts, "Daily bars reach further back");
  return counts;
}

async function waited(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}
