/** Fetches bars ahead of callers, one symbol after the other and within a share of the providers' budgets. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { PriceInventoryTable, PriceMiss } from "../../store/price-inventory.ts";
import type { FillOutcome } from "../create-market.ts";

/** Time and pace of fetching ahead; a test holds the clock. */
export interface PaceOptions {
  readonly clock?: () => Date;
  /** Monotonic milliseconds, whatever the clock is set to. */
  readonly elapsedMs?: () => number;
  /** Milliseconds between two questions. */
  readonly spacingMs?: number;
  /** Waits for that long, or until the signal. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The time until which no question is asked, and the reason. */
export interface Wait {
  readonly until: Date;
  readonly reason: string;
}

interface RoundOptions extends PaceOptions {
  readonly fetch: (symbol: CanonicalSymbol) => Promise<FillOutcome>;
  readonly inventory: Pick<PriceInventoryTable, "found" | "missed">;
  /** Called once for each symbol whose turn in this round is over. */
  readonly done: (symbol: CanonicalSymbol, outcome: FillOutcome) => Promise<void> | void;
  readonly waits?: (wait: Wait) => void;
}

/** A symbol's place in the line. */
interface Turn {
  readonly symbol: CanonicalSymbol;
  readonly tries: number;
  /** The earliest time; and the reason, where the symbol was put aside. */
  readonly dueMs: number;
  readonly reason: string | null;
}

/** A symbol that no provider knows is asked for again after this: it may be listed again, or become known to a provider. */
export const UNKNOWN_AGAIN_MS = 30 * 86_400_000;
export const FAILED_AGAIN_MS = 3_600_000;
/** A symbol that could not be fetched this many times is left to a later round. */
const TRIES = 3;
const LONG_DUE = Number.NEGATIVE_INFINITY;
/** Consecutive symbols that must fail before the providers count as away. */
const AWAY = 2;

/**
 * One round over the symbols; the store remembers which of them could not be had. A symbol that cannot be fetched now is
 * put aside and the others go on; when one after the other fails, the round waits for the providers. It ends early when
 * the signal is given.
 */
export async function fetchInTurn(
  symbols: readonly CanonicalSymbol[],
  options: RoundOptions,
  signal: AbortSignal,
): Promise<void> {
  const { fetch, inventory, done, waits, spacingMs = 2_000, wait = waited } = options;
  const { clock = () => new Date(), elapsedMs = () => performance.now() } = options;
  const line: Turn[] = symbols.map((symbol) => ({ symbol, tries: 0, dueMs: LONG_DUE, reason: null }));
  const aside: Turn[] = [];
  /** Symbols in a row for which no provider could be asked. */
  let awayFor = 0;
  let next = { dueMs: LONG_DUE, reason: null as string | null };
  for (let turn = takeTurn(line, aside); turn !== undefined; turn = takeTurn(line, aside)) {
    const { symbol, tries } = turn;
    const latest = turn.dueMs > next.dueMs ? turn : next;
    const waitMs = latest.dueMs - elapsedMs();
    if (waitMs > 0) {
      if (latest.reason !== null) waits?.({ until: new Date(clock().getTime() + waitMs), reason: latest.reason });
      await wait(waitMs, signal);
    }
    if (signal.aborted) return;
    const outcome = await fetch(symbol);
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
    if (outcome.kind === "filled" || outcome.kind === "fresh") await inventory.found(symbol);
    else await inventory.missed(symbol, { triedAt: clock(), ...missOf(outcome) });
    await done(symbol, outcome);
  }
}

/** Symbols that were put aside come after all others, the one that is due first before the rest. */
function takeTurn(line: Turn[], aside: Turn[]): Turn | undefined {
  return line.shift() ?? aside.sort((a, b) => a.dueMs - b.dueMs).shift();
}

/** True if a symbol that was tried at that time is to be tried again. A time in the future is from a clock that ran ahead. */
export function isDueAgain(triedAt: Date, now: Date, afterMs: number): boolean {
  const ago = now.getTime() - triedAt.getTime();
  return ago < 0 || ago >= afterMs;
}

function missOf(outcome: Exclude<FillOutcome, { kind: "fresh" | "filled" }>): Omit<PriceMiss, "triedAt"> {
  if (outcome.kind === "unknown") return { kind: "unknown", reason: "no provider knows it" };
  return {
    kind: "failed",
    reason: outcome.kind === "later" ? outcome.reason : "no provider has its latest day of trading",
  };
}

export async function waited(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: true }).catch(() => undefined);
}
