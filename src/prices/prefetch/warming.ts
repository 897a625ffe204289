/** Prefetches the daily bars of every traded symbol: six years once, then an update after each trading day. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../base/log.ts";
import { createPause } from "../../base/pause.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../../domain/symbol.ts";
import type { PriceInventoryTable } from "../../store/price-inventory.ts";
import type { FillOutcome } from "../create-market.ts";
import { areBarsFresh, isExchangeOpen } from "../trading-day.ts";
import {
  FAILED_RETRY_MS,
  isDueAgain,
  type PaceOptions,
  prefetchAll,
  UNKNOWN_RETRY_MS,
  type Wait,
  waitUnlessAborted,
} from "./fetching-ahead.ts";

/** The current symbol of a trade's security. Null if there is none, or if another issuer has the filed symbol today. */
export interface TradedSymbol {
  readonly currentTicker: string | null;
}

export interface WarmingProgress {
  /** Number of symbols that were due to be fetched when this round started. */
  readonly known: number;
  readonly done: number;
  readonly filled: number;
  readonly unknown: number;
  readonly failed: number;
  readonly waiting: Wait | null;
}

interface WarmingOptions extends PaceOptions {
  readonly fill: (symbol: CanonicalSymbol) => Promise<FillOutcome>;
  readonly inventory: Pick<PriceInventoryTable, "readRefreshTimes" | "readFailures" | "clearFailure" | "recordFailure">;
  readonly log: Logger;
  /** Consecutive failures per symbol, over all rounds. */
  readonly failures?: Map<string, number>;
  readonly onProgress?: (progress: WarmingProgress) => void;
}

/** `missing`: symbols without bars. `stored`: symbols whose stored bars are not fresh. */
export type WarmingScope = "missing" | "stored" | "both";

const FAILED_AGAIN_AT_MOST_MS = 86_400_000;

/** Current symbols of the securities in these trades, most traded first. */
export async function listTradedSymbols(
  trades: AsyncIterable<TradedSymbol> | Iterable<TradedSymbol>,
): Promise<readonly CanonicalSymbol[]> {
  const counts = new Map<CanonicalSymbol, number>();
  const pause = createPause();
  for await (const { currentTicker } of trades) {
    await pause();
    const symbol = currentTicker === null ? null : toCanonicalSymbol(currentTicker);
    if (symbol !== null) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([symbol]) => symbol);
}

/** Runs one round over the symbols. The store holds the progress, so the next round continues where this round stopped. */
export async function prefetchPrices(
  symbols: readonly CanonicalSymbol[],
  scope: WarmingScope,
  options: WarmingOptions,
  signal: AbortSignal,
): Promise<WarmingProgress> {
  const { fill, inventory, log, getTime = () => new Date(), failures = new Map() } = options;
  const dueSymbols = await listDueSymbols(symbols, scope, { inventory, failures }, getTime());
  const counts = { known: dueSymbols.length, done: 0, filled: 0, unknown: 0, failed: 0 };
  const reportProgress = (waiting: WarmingProgress["waiting"] = null) => options.onProgress?.({ ...counts, waiting });
  const recordOutcome = (symbol: CanonicalSymbol, { kind }: FillOutcome) => {
    counts.done += 1;
    counts[kind === "unknown" ? "unknown" : kind === "later" ? "failed" : "filled"] += 1;
    if (kind === "filled" || kind === "fresh") failures.delete(symbol);
    else failures.set(symbol, (failures.get(symbol) ?? 0) + 1);
    reportProgress();
  };
  reportProgress();
  await prefetchAll(dueSymbols, { ...options, fetch: fill, recordOutcome, onWait: reportProgress }, signal);
  if (counts.done > 0) log.info(counts, "Daily bars fetched ahead");
  return { ...counts, waiting: null };
}

async function listDueSymbols(
  symbols: readonly CanonicalSymbol[],
  scope: WarmingScope,
  { inventory, failures }: Required<Pick<WarmingOptions, "inventory" | "failures">>,
  now: Date,
): Promise<readonly CanonicalSymbol[]> {
  const [refreshed, misses] = [await inventory.readRefreshTimes(), await inventory.readFailures()];
  return symbols.filter((symbol) => {
    const at = refreshed.get(symbol);
    const miss = misses.get(symbol);
    if (at === undefined ? scope === "stored" : scope === "missing" || areBarsFresh(at, now)) return false;
    if (miss === undefined) return true;
    const failedAgainMs = Math.min(FAILED_RETRY_MS * 2 ** ((failures.get(symbol) ?? 1) - 1), FAILED_AGAIN_AT_MOST_MS);
    return isDueAgain(miss.triedAt, now, miss.kind === "unknown" ? UNKNOWN_RETRY_MS : failedAgainMs);
  });
}

/** Maximum wait for a pending request at shutdown. */
const STOP_MS = 2_000;
/** Interval in milliseconds between two rounds. */
const LOOK_EVERY_MS = 10 * 60_000;
const FIRST_LOOK_MS = 15_000;

/** Runs rounds while the service runs: fetches missing bars at any time, updates stored bars while the exchanges are closed. */
export function prefetchUntilStopped(
  listSymbols: () => Promise<readonly CanonicalSymbol[]>,
  options: WarmingOptions & {
    /** Work to do between two rounds; must end when the signal aborts. */
    readonly runBetween?: (signal: AbortSignal) => Promise<unknown>;
  },
) {
  const { log, getTime = () => new Date(), wait = waitUnlessAborted } = options;
  const stop = new AbortController();
  const failures = new Map<string, number>();
  const runWorkBetweenRounds = async () => {
    const untilNextRound = AbortSignal.any([stop.signal, AbortSignal.timeout(LOOK_EVERY_MS)]);
    try {
      await options.runBetween?.(untilNextRound);
    } catch (error) {
      log.error({ err: error }, "Earlier daily bars could not be fetched");
    }
  };
  const runRounds = async () => {
    await wait(FIRST_LOOK_MS, stop.signal);
    while (!stop.signal.aborted) {
      try {
        await prefetchPrices(
          await listSymbols(),
          isExchangeOpen(getTime()) ? "missing" : "both",
          { ...options, failures },
          stop.signal,
        );
      } catch (error) {
        log.error({ err: error }, "Daily bars could not be fetched ahead");
      }
      await Promise.all([wait(LOOK_EVERY_MS, stop.signal), runWorkBetweenRounds()]);
    }
  };
  const ended = runRounds();
  return {
    /** Ends the current round; resolves when no request is pending, or after `STOP_MS`. */
    async stop(): Promise<void> {
      stop.abort();
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}
