/** Fetches the daily bars of every traded symbol ahead of callers: five years once, then after each day of trading. */
import { setTimeout as sleep } from "node:timers/promises";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import type { Logger } from "../log.ts";
import { nextTurn } from "../next-turn.ts";
import type { PriceStockTable } from "../store/price-stock.ts";
import type { FillOutcome } from "./service.ts";
import { barsAreFresh, isOpen } from "./session.ts";

/** A trade, with today's symbol of its security; null where another issuer has its symbol, or where it has none. */
export interface TradedSymbol {
  readonly currentTicker: string | null;
}

export interface WarmingProgress {
  /** Symbols with work to do in this round. */
  readonly known: number;
  readonly done: number;
  readonly filled: number;
  readonly unknown: number;
  readonly failed: number;
  /** The time until which no request is made, and the reason. */
  readonly waiting: { readonly until: Date; readonly reason: string } | null;
}

interface WarmingOptions {
  readonly fill: (symbol: CanonicalSymbol) => Promise<FillOutcome>;
  readonly stock: Pick<PriceStockTable, "refreshed" | "misses" | "found" | "missed">;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** Monotonic milliseconds, whatever the clock is set to. */
  readonly elapsedMs?: () => number;
  /** Consecutive failures of each symbol, over all rounds. */
  readonly failures?: Map<string, number>;
  /** Milliseconds between two requests; 2,000 by default. */
  readonly spacingMs?: number;
  readonly progressed?: (progress: WarmingProgress) => void;
  /** Waits for that long, or until the signal; replaced where a test holds the clock. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** `missing`: symbols without bars. `stored`: symbols whose stored bars are not fresh. */
export type WarmingScope = "missing" | "stored" | "both";

/** A symbol that no provider knows is asked for again after this: it may be listed again, or become known to a provider. */
const UNKNOWN_AGAIN_MS = 30 * 86_400_000;
/** A symbol that failed is asked for again after this, then after twice as long each time. */
const FAILED_AGAIN_MS = 3_600_000;
const FAILED_AGAIN_AT_MOST_MS = 86_400_000;
/** Trades read in one go, so that requests are answered in between. */
const SLICE = 5_000;
/** A symbol that could not be fetched this many times is left to a later round. */
const TRIES = 3;
const LONG_DUE = Number.NEGATIVE_INFINITY;
/** Consecutive symbols that must fail before the providers count as away. */
const AWAY = 2;

/** Today's symbols of the securities of these trades, most traded first. */
export async function symbolsOf(
  trades: AsyncIterable<TradedSymbol> | Iterable<TradedSymbol>,
): Promise<readonly CanonicalSymbol[]> {
  const counts = new Map<CanonicalSymbol, number>();
  let seen = 0;
  for await (const { currentTicker } of trades) {
    seen += 1;
    if (seen % SLICE === 0) await nextTurn();
    const symbol = currentTicker === null ? null : canonicalSymbol(currentTicker);
    if (symbol !== null) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).map(([symbol]) => symbol);
}

/** A symbol's place in the line. */
interface Turn {
  readonly symbol: CanonicalSymbol;
  readonly tries: number;
  /** The earliest time; and the reason, where the symbol was put aside. */
  readonly dueMs: number;
  readonly reason: string | null;
}

/**
 * One round over the symbols. What it has done is in the store, so that the next round continues where this one was ended.
 * A symbol that cannot be fetched now is put aside and the others go on; when one after the other fails, the round waits
 * for the providers. It ends early, with what was done, when the signal is given.
 */
export async function warm(
  symbols: readonly CanonicalSymbol[],
  scope: WarmingScope,
  options: WarmingOptions,
  signal: AbortSignal,
): Promise<WarmingProgress> {
  const {
    fill,
    stock,
    log,
    clock = () => new Date(),
    elapsedMs = () => performance.now(),
    spacingMs = 2_000,
    wait = waited,
    failures = new Map(),
  } = options;
  const work = await due(symbols, scope, { stock, failures }, clock());
  const line: Turn[] = work.map((symbol) => ({ symbol, tries: 0, dueMs: LONG_DUE, reason: null }));
  const aside: Turn[] = [];
  const counts = { known: work.length, done: 0, filled: 0, unknown: 0, failed: 0 };
  const tell = (waiting: WarmingProgress["waiting"] = null) => options.progressed?.({ ...counts, waiting });
  /** Symbols in a row for which no provider could be asked. */
  let awayFor = 0;
  let next = { dueMs: LONG_DUE, reason: null as string | null };
  tell();
  for (let turn = takeTurn(line, aside); turn !== undefined; turn = takeTurn(line, aside)) {
    const { symbol, tries } = turn;
    const latest = turn.dueMs > next.dueMs ? turn : next;
    const waitMs = latest.dueMs - elapsedMs();
    if (waitMs > 0) {
      if (latest.reason !== null) tell({ until: new Date(clock().getTime() + waitMs), reason: latest.reason });
      await wait(waitMs, signal);
    }
    if (signal.aborted) break;
    const outcome = await fill(symbol);
    const now = elapsedMs();
    const isAway = outcome.kind === "later" && outcome.about === "providers";
    awayFor = isAway ? awayFor + 1 : 0;
    next = { dueMs: outcome.kind === "fresh" ? LONG_DUE : now + spacingMs, reason: null };
    if (isAway) {
      const waitFor = { dueMs: now + outcome.retryAfterSeconds * 1_000 * 2 ** tries, reason: outcome.reason };
      if (awayFor >= AWAY) next = { ...waitFor, dueMs: now + outcome.retryAfterSeconds * 1_000 };
      if (tries + 1 < TRIES) {
        aside.push({ symbol, tries: tries + 1, ...waitFor });
        continue;
      }
    }
    counts.done += 1;
    if (outcome.kind === "filled" || outcome.kind === "fresh") {
      counts.filled += 1;
      failures.delete(symbol);
      await stock.found(symbol);
    } else {
      const kind = outcome.kind === "unknown" ? "unknown" : "failed";
      counts[outcome.kind === "behind" ? "filled" : kind] += 1;
      failures.set(symbol, (failures.get(symbol) ?? 0) + 1);
      await stock.missed(symbol, { triedAt: clock(), kind, reason: reasonOf(outcome) });
    }
    tell();
  }
  if (counts.done > 0) log.info(counts, "Daily bars fetched ahead");
  return { ...counts, waiting: null };
}

function reasonOf(outcome: Exclude<FillOutcome, { kind: "fresh" | "filled" }>): string {
  if (outcome.kind === "later") return outcome.reason;
  return outcome.kind === "behind" ? "no provider has its latest day of trading" : "no provider knows it";
}

/** Symbols that were put aside come after all others, the one that is due first before the rest. */
function takeTurn(line: Turn[], aside: Turn[]): Turn | undefined {
  return line.shift() ?? aside.sort((a, b) => a.dueMs - b.dueMs).shift();
}

async function due(
  symbols: readonly CanonicalSymbol[],
  scope: WarmingScope,
  { stock, failures }: Required<Pick<WarmingOptions, "stock" | "failures">>,
  now: Date,
): Promise<readonly CanonicalSymbol[]> {
  const [refreshed, misses] = [await stock.refreshed(), await stock.misses()];
  return symbols.filter((symbol) => {
    const at = refreshed.get(symbol);
    const miss = misses.get(symbol);
    if (at === undefined ? scope === "stored" : scope === "missing" || barsAreFresh(at, now)) return false;
    if (miss === undefined) return true;
    const failedAgainMs = Math.min(FAILED_AGAIN_MS * 2 ** ((failures.get(symbol) ?? 1) - 1), FAILED_AGAIN_AT_MOST_MS);
    const ago = now.getTime() - miss.triedAt.getTime();
    // A try in the future was made by a clock that ran ahead.
    return ago < 0 || ago >= (miss.kind === "unknown" ? UNKNOWN_AGAIN_MS : failedAgainMs);
  });
}

async function waited(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}

/** The longest wait for a question under way. */
const STOP_MS = 2_000;
/** The interval in milliseconds between two rounds. */
const LOOK_EVERY_MS = 10 * 60_000;
const FIRST_LOOK_MS = 15_000;

/** Rounds for as long as the service runs: for missing bars at any time, for stored ones when the exchanges are closed. */
export function keepWarm(
  symbols: () => Promise<readonly CanonicalSymbol[]>,
  options: WarmingOptions & {
    readonly lookEveryMs?: number;
    readonly firstLookMs?: number;
    /** What is done between two rounds; it ends when the signal is given. */
    readonly between?: (signal: AbortSignal) => Promise<unknown>;
  },
) {
  const {
    log,
    clock = () => new Date(),
    wait = waited,
    lookEveryMs = LOOK_EVERY_MS,
    firstLookMs = FIRST_LOOK_MS,
  } = options;
  const stop = new AbortController();
  const failures = new Map<string, number>();
  const idle = async () => {
    const untilNextRound = AbortSignal.any([stop.signal, AbortSignal.timeout(lookEveryMs)]);
    try {
      await options.between?.(untilNextRound);
    } catch (error) {
      log.error({ err: error }, "Earlier daily bars could not be fetched");
    }
  };
  const rounds = async () => {
    await wait(firstLookMs, stop.signal);
    while (!stop.signal.aborted) {
      try {
        await warm(await symbols(), isOpen(clock()) ? "missing" : "both", { ...options, failures }, stop.signal);
      } catch (error) {
        log.error({ err: error }, "Daily bars could not be fetched ahead");
      }
      await Promise.all([wait(lookEveryMs, stop.signal), idle()]);
    }
  };
  const ended = rounds();
  return {
    /** Ends the round under way; resolves when nothing is asked any more. */
    async stop(): Promise<void> {
      stop.abort();
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}
