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
  /** Waits that long, or until the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Time until which no request is sent, and the reason. */
export interface Wait {
  readonly until: Date;
  readonly reason: string;
}

interface RoundOptions extends PaceOptions {
  readonly fetch: (symbol: CanonicalSymbol) => Promise<FillOutcome>;
  readonly inventory: Pick<PriceInventoryTable, "deleteMiss" | "recordMiss">;
  /** Called once for each symbol that this round is done with. */
  readonly recordDone: (symbol: CanonicalSymbol, outcome: FillOutcome) => Promise<void> | void;
  readonly onWait?: (wait: Wait) => void;
}

/** A symbol's place in the queue. */
interface Turn {
  readonly symbol: CanonicalSymbol;
  readonly tries: number;
  /** Earliest time of its turn; and the reason, if the symbol was postponed. */
  readonly dueMs: number;
  readonly reason: string | null;
}

/** How long to wait before retrying a symbol that no provider knows: it may be listed again, or become known to a provider. */
export const UNKNOWN_AGAIN_MS = 30 * 86_400_000;
export const FAILED_AGAIN_MS = 3_600_000;
/** After this many failed attempts, a symbol is left to a later round. */
const TRIES = 3;
const LONG_DUE = Number.NEGATIVE_INFINITY;
/** Number of consecutive symbols that must fail before the providers count as down. */
const AWAY = 2;

/**
 * Runs one round over the symbols; the store remembers which could not be fetched. A symbol that cannot be fetched now is postponed and the others go
 * on; if several fail in a row, the round waits for the providers. Ends early when the signal aborts.
 */
export async function fetchInTurn(
  symbols: readonly CanonicalSymbol[],
  options: RoundOptions,
  signal: AbortSignal,
): Promise<void> {
  const { fetch, inventory, recordDone, onWait, spacingMs = 2_000, wait = waitUnlessAborted } = options;
  const { getTime = () => new Date(), readElapsedMs = () => performance.now() } = options;
  const line: Turn[] = symbols.map((symbol) => ({ symbol, tries: 0, dueMs: LONG_DUE, reason: null }));
  const aside: Turn[] = [];
  /** Consecutive symbols for which no provider could be queried. */
  let awayFor = 0;
  let next = { dueMs: LONG_DUE, reason: null as string | null };
  for (let turn = takeNextSymbol(line, aside); turn !== undefined; turn = takeNextSymbol(line, aside)) {
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
    if (outcome.kind === "filled" || outcome.kind === "fresh") await inventory.deleteMiss(symbol);
    else await inventory.recordMiss(symbol, { triedAt: getTime(), ...toPriceMiss(outcome) });
    await recordDone(symbol, outcome);
  }
}

/** Takes the next symbol: postponed symbols come after all others, the earliest due first. */
function takeNextSymbol(line: Turn[], aside: Turn[]): Turn | undefined {
  return line.shift() ?? aside.sort((a, b) => a.dueMs - b.dueMs).shift();
}

/** Returns whether a symbol last tried at that time is due for a retry. A time in the future comes from a clock that ran ahead. */
export function isDueAgain(triedAt: Date, now: Date, afterMs: number): boolean {
  const ago = now.getTime() - triedAt.getTime();
  return ago < 0 || ago >= afterMs;
}

function toPriceMiss(outcome: Exclude<FillOutcome, { kind: "fresh" | "filled" }>): Omit<PriceMiss, "triedAt"> {
  if (outcome.kind === "unknown") return { kind: "unknown", reason: "no provider knows it" };
  return {
    kind: "failed",
    reason: outcome.kind === "later" ? outcome.reason : "no provider has its latest day of trading",
  };
}

export async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}
