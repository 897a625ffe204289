/** Daily bars of every symbol that a trade names, fetched ahead of callers: five years once, then after each day of trading. */
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { IsoDate } from "../domain/dates.ts";
import { currentTicker } from "../domain/renames.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import type { Logger } from "../log.ts";
import type { PriceStockTable } from "../store/store.ts";
import type { FillOutcome } from "./service.ts";
import { barsAreFresh, isOpen } from "./session.ts";

/** A trade's symbol as filed. */
export interface NamedSymbol {
  readonly ticker: string;
  readonly transactionDate: IsoDate;
}

export interface WarmingProgress {
  /** Symbols with work to do in this round. */
  readonly known: number;
  readonly done: number;
  readonly filled: number;
  readonly unknown: number;
  readonly failed: number;
  /** Until when nothing is asked, and why. */
  readonly waiting: { readonly until: Date; readonly reason: string } | null;
}

interface WarmingOptions {
  readonly fill: (symbol: CanonicalSymbol) => Promise<FillOutcome>;
  readonly stock: PriceStockTable;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** Between two questions: 2,000 unless told. */
  readonly spacingMs?: number;
  readonly progressed?: (progress: WarmingProgress) => void;
  /** Waits so long, or until the signal; replaced where time is not the machine's. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Both: what has no bars yet, and what is not fresh. */
export type WarmingScope = "missing" | "kept" | "both";

/** A symbol that no provider knows is asked for again after this: it may be listed anew, or a provider come back to it. */
const UNKNOWN_AGAIN_MS = 30 * 86_400_000;
const FAILED_AGAIN_MS = 3_600_000;
/** Trades looked at in one go, so that requests are answered in between. */
const SLICE = 5_000;
/** A symbol that could not be fetched so often in a row is left to the next round. */
const TRIES = 3;

/** What today names the securities of these trades, most traded first. */
export async function symbolsOf(
  trades: AsyncIterable<NamedSymbol> | Iterable<NamedSymbol>,
): Promise<readonly CanonicalSymbol[]> {
  const counts = new Map<CanonicalSymbol, number>();
  let seen = 0;
  for await (const { ticker, transactionDate } of trades) {
    seen += 1;
    if (seen % SLICE === 0) await nextTurn();
    const symbol = ticker === "" ? null : canonicalSymbol(currentTicker(ticker, transactionDate));
    if (symbol !== null) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([symbol]) => symbol);
}

/**
 * One round over the symbols. What it has done is in the store, so that a round that was ended goes on where it stopped.
 * It waits when the providers cannot be asked. Ends early, with what was done, when the signal is given.
 */
export async function warm(
  symbols: readonly CanonicalSymbol[],
  scope: WarmingScope,
  options: WarmingOptions,
  signal: AbortSignal,
): Promise<WarmingProgress> {
  const { fill, stock, log, clock = () => new Date(), spacingMs = 2_000, wait = waited } = options;
  const work = await due(symbols, scope, stock, clock());
  const counts = { known: work.length, done: 0, filled: 0, unknown: 0, failed: 0 };
  const tell = (waiting: WarmingProgress["waiting"] = null) => options.progressed?.({ ...counts, waiting });
  tell();
  for (const symbol of work) {
    let outcome = await fill(symbol);
    for (let tries = 1; outcome.kind === "later" && tries < TRIES && !signal.aborted; tries += 1) {
      const { retryAfterSeconds, reason } = outcome;
      tell({ until: new Date(clock().getTime() + retryAfterSeconds * 1000), reason });
      await wait(retryAfterSeconds * 1000, signal);
      if (!signal.aborted) outcome = await fill(symbol);
    }
    if (signal.aborted) break;
    counts.done += 1;
    if (outcome.kind === "filled" || outcome.kind === "fresh") {
      counts.filled += 1;
      await stock.found(symbol);
    } else {
      const kind = outcome.kind === "unknown" ? "unknown" : "failed";
      const reason = outcome.kind === "later" ? outcome.reason : "no provider knows it";
      counts[kind] += 1;
      await stock.missed(symbol, { triedAt: clock(), kind, reason });
    }
    tell();
    if (outcome.kind !== "fresh") await wait(spacingMs, signal);
    if (signal.aborted) break;
  }
  if (counts.done > 0) log.info(counts, "Daily bars fetched ahead");
  return { ...counts, waiting: null };
}

async function due(
  symbols: readonly CanonicalSymbol[],
  scope: WarmingScope,
  stock: PriceStockTable,
  now: Date,
): Promise<readonly CanonicalSymbol[]> {
  const [refreshed, misses] = [await stock.refreshed(), await stock.misses()];
  return symbols.filter((symbol) => {
    const at = refreshed.get(symbol);
    const miss = misses.get(symbol);
    if (at === undefined ? scope === "kept" : scope === "missing" || barsAreFresh(at, now)) return false;
    if (miss === undefined) return true;
    return now.getTime() - miss.triedAt.getTime() >= (miss.kind === "unknown" ? UNKNOWN_AGAIN_MS : FAILED_AGAIN_MS);
  });
}

async function waited(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}

interface KeptWarm {
  /** Ends the round under way; resolves when nothing is asked any more. */
  stop(): Promise<void>;
}

/** A question under way is waited for so long at most. */
const STOP_MS = 2_000;
/** How often is looked whether there is something to do. */
const LOOK_EVERY_MS = 10 * 60_000;
const FIRST_LOOK_MS = 15_000;

/** Rounds for as long as the service runs: what is missing at any time, what is kept when the exchanges are closed. */
export function keepWarm(
  symbols: () => Promise<readonly CanonicalSymbol[]>,
  options: WarmingOptions & { readonly lookEveryMs?: number; readonly firstLookMs?: number },
): KeptWarm {
  const {
    log,
    clock = () => new Date(),
    wait = waited,
    lookEveryMs = LOOK_EVERY_MS,
    firstLookMs = FIRST_LOOK_MS,
  } = options;
  const stop = new AbortController();
  const rounds = async () => {
    await wait(firstLookMs, stop.signal);
    while (!stop.signal.aborted) {
      try {
        await warm(await symbols(), isOpen(clock()) ? "missing" : "both", options, stop.signal);
      } catch (error) {
        log.error({ err: error }, "Daily bars could not be fetched ahead");
      }
      await wait(lookEveryMs, stop.signal);
    }
  };
  const ended = rounds();
  return {
    async stop() {
      stop.abort();
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}
