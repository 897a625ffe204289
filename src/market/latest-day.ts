/** Tracks whether the latest trading day is among the bars, and how long it is not asked for again when no provider has it. */
import type { Bar } from "../domain/bar.ts";
import type { StoredBars } from "../store/store.ts";
import { endOf, isOpen, latestSettledDay } from "./session.ts";
import { createTtlCache } from "./ttl-cache.ts";

/** First pause before the latest day is asked for again, in milliseconds; outside hours it doubles each time. */
const FIRST_MS = 15 * 60_000;
const LONGEST_MS = 6 * 3_600_000;
const REMEMBERED_AT_MOST = 20_000;
const REMEMBERED_MS = 4 * 86_400_000;

interface Lacking {
  /** A provider that may have the day could not be asked, or what is kept of it is half a day. */
  readonly stale: boolean;
}

interface LackingDays {
  /** Undefined when it is time to ask. */
  of(symbol: string): Lacking | undefined;
  missed(symbol: string, stale: boolean): void;
  found(symbol: string): void;
}

interface Miss extends Lacking {
  readonly untilMs: number;
  readonly waitMs: number;
}

export function createLackingDays(clock: () => Date, elapsedMs: () => number): LackingDays {
  const misses = createTtlCache<Miss>(REMEMBERED_AT_MOST, REMEMBERED_MS, elapsedMs);
  return {
    of(symbol) {
      const known = misses.get(symbol);
      return known === undefined || known.untilMs <= elapsedMs() ? undefined : { stale: known.stale };
    },
    missed(symbol, stale) {
      const before = misses.get(symbol)?.waitMs ?? FIRST_MS / 2;
      const waitMs = Math.min(2 * before, isOpen(clock()) ? FIRST_MS : LONGEST_MS);
      misses.set(symbol, { untilMs: elapsedMs() + waitMs, waitMs, stale });
    },
    found: (symbol) => void misses.delete(symbol),
  };
}

/** The newest kept day was fetched before it had ended, and has ended by now. */
export function isHalf({ bars: [newest], refreshedAt }: StoredBars, now: Date): boolean {
  return newest !== undefined && newest.date > latestSettledDay(refreshedAt) && newest.date <= latestSettledDay(now);
}

/**
 * The instant up to which joined bars are whole: that of the answer, where it has the newest of them and that is the latest
 * day of trading. Earlier than the end of that day where it was still running; never after the answers.
 * @param joined newest first, as those that they were made of. @param asOf when the offered ones were true.
 */
export function wholeUntil(
  [newest]: readonly Bar[],
  kept: Pick<StoredBars, "bars" | "refreshedAt">,
  offered: readonly Bar[],
  asOf: Date,
): Date {
  if (newest === undefined) return asOf;
  const isOffered = offered[0]?.date === newest.date;
  if (!isOffered && newest.date > latestSettledDay(kept.refreshedAt)) return kept.refreshedAt;
  const latest = kept.bars.length > 0 && kept.refreshedAt > asOf ? kept.refreshedAt : asOf;
  const ended = endOf(newest.date);
  return newest.date < latestSettledDay(latest) && ended < latest ? ended : latest;
}
