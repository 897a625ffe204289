/** Whether the latest day of trading is among the bars, and for how long it is not asked for again where no provider has it. */
import type { Bar } from "../domain/bar.ts";
import type { StoredBars } from "../store/store.ts";
import { endOf, isOpen, latestSettledDay } from "./session.ts";
import { createShortMemory } from "./short-memory.ts";

/** How long the latest day is not asked for again; then twice as long each time, outside hours. */
const FIRST_MS = 15 * 60_000;
const LONGEST_MS = 6 * 3_600_000;
const REMEMBERED_AT_MOST = 20_000;
const REMEMBERED_MS = 4 * 86_400_000;

interface Lacking {
  /** A provider that may have the day could not be asked, or what is kept of it is half a day. */
  readonly stale: boolean;
  /** Seconds until it is asked for again. */
  readonly lackingFor: number;
}

interface LackingDays {
  /** Undefined when it is time to ask. */
  of(symbol: string): Lacking | undefined;
  missed(symbol: string, stale: boolean): Lacking;
  found(symbol: string): void;
}

export function createLackingDays(clock: () => Date): LackingDays {
  const remembered = createShortMemory<{ readonly untilMs: number; readonly waitMs: number; readonly stale: boolean }>(
    REMEMBERED_AT_MOST,
    REMEMBERED_MS,
  );
  const secondsTo = (untilMs: number) => Math.max(1, Math.ceil((untilMs - clock().getTime()) / 1000));
  return {
    of(symbol) {
      const now = clock().getTime();
      const known = remembered.get(symbol, now);
      if (known === undefined || known.untilMs <= now) return undefined;
      return { stale: known.stale, lackingFor: secondsTo(known.untilMs) };
    },
    missed(symbol, stale) {
      const now = clock().getTime();
      const before = remembered.get(symbol, now)?.waitMs ?? FIRST_MS / 2;
      const waitMs = Math.min(2 * before, isOpen(clock()) ? FIRST_MS : LONGEST_MS);
      remembered.set(symbol, { untilMs: now + waitMs, waitMs, stale }, now);
      return { stale, lackingFor: secondsTo(now + waitMs) };
    },
    found(symbol) {
      remembered.delete(symbol);
    },
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
