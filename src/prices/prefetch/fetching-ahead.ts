/** Prefetches bars, one symbol after the other and within a share of the providers' budgets. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { PriceInventoryTable, PriceMiss } from "../../store/price-inventory.ts";
import type { FillOutcome } from "../create-market.ts";

/** Clock and pace of the prefetch; tests set the clock. */
export interface PaceOptions {
  readonly getTime?: () => Date;
  /** Monotonic milliseconds, unaffected by changes of the system clock. */
  readonly readElapsedMs?: () => number;
  /** Milliseconds between two requests. */
  readonly spacingMs?: number;
  /** Waits `ms` milliseconds, or until the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Time until which no request is sent, and the reason. */
export interface Wait {
  readonly until: Date;
  readonly reason: string;
}

interface RoundOptions extends PaceOptions {
  readonly fetch: (symbol: CanonicalSymbol) => Promise<FillOutcome>;
  readonly inventory: Pick<PriceInventoryTable, "clearFailure" | "recordFailure">;
  /** Called once for each symbol, after its last attempt in this round. */
  readonly recordOutcome: (symbol: CanonicalSymbol, outcome: FillOutcome) => Promise<void> | void;
  readonly onWait?: (wait: Wait) => void;
}

/** The next attempt at a symbol. */
interface Turn {
  readonly symbol: CanonicalSymbol;
  readonly tries: number;
  /** Earliest time of the attempt. `reason` says why the symbol was postponed; null if it was not. */
  readonly dueMs: number;
  readonly reason: string | null;
}

/** How long to wait before retrying a symbol that no provider knows: a provider may add the symbol. */
export const UNKNOWN_RETRY_MS = 30 * 86_400_000;
export const FAILED_RETRY_MS = 3_600_000;
/** After this many failed attempts, a symbol is left to a later round. */
const TRIES = 3;
const DUE_NOW = Number.NEGATIVE_INFINITY;
/** After this many consecutive failures, the round waits for the providers. */
const FAILURES_UNTIL_WAIT = 2;

/**
 * Runs one round over the symbols, and stores which ones could not be fetched. A symbol for which no provider is available is
 * postponed; after `FAILURES_UNTIL_WAIT` of these in a row, the round waits for the providers. Ends early when the signal aborts.
 */
export async function prefetchAll(
  symbols: readonly CanonicalSymbol[],
  options: RoundOptions,
  signal: AbortSignal,
): Promise<void> {
  const { fetch, inventory, recordOutcome, onWait, spacingMs = 2_000, wait = waitUnlessAborted } = options;
  const { getTime = () => new Date(), readElapsedMs = () => performance.now() } = options;
  const queue: Turn[] = symbols.map((symbol) => ({ symbol, tries: 0, dueMs: DUE_NOW, reason: null }));
  const postponed: Turn[] = [];
  /** Number of consecutive symbols for which no provider was available. */
  let failuresInRow = 0;
  let next = { dueMs: DUE_NOW, reason: null as string | null };
  for (let turn = takeNextTurn(queue, postponed); turn !== undefined; turn = takeNextTurn(queue, postponed)) {
    const { symbol, tries } = turn;
    const latest = turn.dueMs > next.dueMs ? turn : next;
    const waitMs = latest.dueMs - readElapsedMs();
    if (waitMs > 0) {
      if (latest.reason !== null) onWait?.({ until: new Date(getTime().getTime() + waitMs), reason: latest.reason });
      await wait(waitMs, signal);
    }
    if (signal.aborted) return;
    const outcome = await fetch(symbol);
    const now = readElapsedMs();
    const isAway = outcome.kind === "later" && outcome.about === "providers";
    failuresInRow = isAway ? failuresInRow + 1 : 0;
    next = { dueMs: outcome.kind === "fresh" ? DUE_NOW : now + spacingMs, reason: null };
    if (isAway) {
      const waitFor = { dueMs: now + outcome.retryAfterSeconds * 1_000 * 2 ** tries, reason: outcome.reason };
      if (failuresInRow >= FAILURES_UNTIL_WAIT) next = { ...waitFor, dueMs: now + outcome.retryAfterSeconds * 1_000 };
      if (tries + 1 < TRIES) {
        postponed.push({ symbol, tries: tries + 1, ...waitFor });
        continue;
      }
    }
    if (outcome.kind === "filled" || outcome.kind === "fresh") await inventory.clearFailure(symbol);
    else await inventory.recordFailure(symbol, { triedAt: getTime(), ...toPriceMiss(outcome) });
    await recordOutcome(symbol, outcome);
  }
}

/** Postponed symbols come after all others, the earliest due first. */
function takeNextTurn(queue: Turn[], postponed: Turn[]): Turn | undefined {
  return queue.shift() ?? postponed.sort((a, b) => a.dueMs - b.dueMs).shift();
}

/** Returns whether a retry is due. A `triedAt` in the future comes from a clock that ran ahead. */
export function isDueAgain(triedAt: Date, now: Date, afterMs: number): boolean {
  const ago = now.getTime() - triedAt.getTime();
  return ago < 0 || ago >= afterMs;
}

function toPriceMiss(outcome: Exclude<FillOutcome, { kind: "fresh" | "filled" }>): Omit<PriceMiss, "triedAt"> {
  if (outcome.kind === "unknown") return { kind: "unknown", reason: "no provider knows it" };
  return {
    kind: "failed",
    reason: outcome.kind === "later" ? outcome.reason : "no provider has prices for the symbol's latest trading day",
  };
}

export async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}
