import type { Bar } from "../domain/bar.ts";
import type { MarketProvider, Split } from "./market.ts";
import { type Comparison, compare, isNear, type Stretch, WITNESSES } from "./scale.ts";
import { isRunning, tradingDaysBetween } from "./session.ts";
import { rescale, workedIn } from "./splits.ts";

/** Longest gap in trading days over which two series without a common day are joined. */
const LONGEST_GAP = 10;
/** Step from a close to the next opening that may be a split; without a common day nothing could confirm it. */
const STEP = 1.35;
/** Number of latest stored days that are preliminary: a trusted provider may correct their volume and extremes. */
const PRELIMINARY_DAYS = 5;

interface KeptBars {
  /** Newest first. */
  readonly bars: readonly Bar[];
  readonly refreshedAt: Date;
}

interface OfferedBars {
  /** Newest first. */
  readonly bars: readonly Bar[];
  /** Oldest first. */
  readonly splits: readonly Split[];
  readonly splitPolicy: MarketProvider["splitPolicy"];
}

/**
 * `isMoved`: kept days were brought to another scale for which no provider has reported a split. `contradicts`: the days that
 * both have differ. `apart`: there is nothing to compare them by.
 */
export type Merge = { readonly kind: "merged"; readonly bars: readonly Bar[]; readonly isMoved: boolean } | Refusal;

interface Refusal {
  readonly kind: "contradicts" | "apart";
  readonly reason: string;
}

/** Kept days, each list newest first. */
interface Kept {
  readonly settled: readonly Bar[];
  readonly running: readonly Bar[];
}

/** Both series on one scale. */
interface Aligned extends Kept {
  readonly kind: "aligned";
  readonly offered: readonly Bar[];
  readonly isMoved: boolean;
}

/**
 * Kept bars and a provider's answer as one series that loses no day. A jump that no split explains is a price.
 *
 * - A kept day is settled once it had ended when it was fetched, and is not replaced, but for the last five: their volume
 *   and extremes were preliminary. The day that was running is replaced where the answer has it.
 * - Days that only one side has are all there, if the days that both have are on one scale, or on two that splits
 *   explain; one in five may differ by itself.
 * - The kept days are brought to another scale only by a provider that works splits in, and only by an answer that is
 *   not behind the kept days: by the splits that it tells, or, from a newer day on, by a plain fraction. A day that the
 *   answer has then stands as the answer tells it. Kept days that agree with it already stay as they are.
 * - What nobody has confirmed is itself brought to the kept scale, by one plain fraction for all its days, if it adds no
 *   later day: there a split may lie between, and the kept days may be those on the former scale.
 */
export function mergeBars(kept: KeptBars, offered: OfferedBars): Merge {
  const settled = kept.bars.filter((bar) => !isRunning(bar.date, kept.refreshedAt));
  const running = kept.bars.slice(0, kept.bars.length - settled.length);
  if (settled.length === 0) {
    const bars = united(running, workedIn(offered.bars, offered.splits), []);
    return { kind: "merged", bars, isMoved: false };
  }
  const isVerified = offered.splitPolicy === "adjusted";
  const aligned = isVerified ? movingKept({ settled, running }, offered) : onKeptScale({ settled, running }, offered);
  if (aligned.kind !== "aligned") return aligned;
  const corrected = isVerified ? corrections(aligned) : [];
  const bars = united(aligned.running, aligned.offered, aligned.settled, corrected);
  return { kind: "merged", bars, isMoved: aligned.isMoved };
}

/** The latest settled days as the answer tells them, where their closes agree. */
function corrections({ settled, offered }: Aligned): readonly Bar[] {
  const preliminary = new Map(settled.slice(0, PRELIMINARY_DAYS).map((bar) => [bar.date, bar]));
  return offered.filter((bar) => {
    const before = preliminary.get(bar.date);
    return before !== undefined && isNear(bar.close, before.close);
  });
}

/** Each day once, newest first; of two bars of a day that of the later list. */
function united(...lists: readonly (readonly Bar[])[]): readonly Bar[] {
  const byDate = new Map(lists.flat().map((bar) => [bar.date, bar]));
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
}

function movingKept(kept: Kept, { bars, splits }: OfferedBars): Aligned | Refusal {
  const offered = workedIn(bars, splits);
  const compared = compare(kept.settled, offered, splits);
  if (compared.kind !== "stretches") return unlessAdjoining(compared, kept, offered);
  const { stretches } = compared;
  if (stretches.every(({ factor }) => factor === 1)) return { kind: "aligned", ...kept, offered, isMoved: false };
  const newestKept = (kept.running[0] ?? kept.settled[0])?.date ?? "";
  const newestOffered = offered[0]?.date ?? "";
  const isTold = stretches.every((stretch) => stretch.isTold);
  const isAhead = isTold ? newestOffered >= newestKept : newestOffered > newestKept || stretches[0]?.factor === 1;
  if (!isAhead) {
    return { kind: "contradicts", reason: `they are on another scale than what is kept up to ${newestKept}` };
  }
  const byDate = new Map(offered.map((bar) => [bar.date, bar]));
  const scaled = (days: readonly Bar[]) =>
    days.map((bar) => {
      const factor = factorOn(bar, stretches);
      const [moved, told] = [rescale(bar, factor), byDate.get(bar.date)];
      return factor !== 1 && told !== undefined && isNear(told.close, moved.close) ? told : moved;
    });
  return {
    kind: "aligned",
    settled: scaled(kept.settled),
    running: scaled(kept.running),
    offered,
    isMoved: !isTold,
  };
}

function factorOn({ date }: Bar, stretches: readonly Stretch[]): number {
  return (stretches.find(({ from }) => date >= from) ?? stretches.at(-1))?.factor ?? 1;
}

function onKeptScale(kept: Kept, { bars }: OfferedBars): Aligned | Refusal {
  const compared = compare(kept.settled, bars, []);
  if (compared.kind !== "stretches") return unlessAdjoining(compared, kept, bars);
  const [only, ...more] = compared.stretches;
  if (only === undefined || more.length > 0) {
    return { kind: "contradicts", reason: `their days before ${only?.from} are on another scale than those since` };
  }
  if (only.factor !== 1 && only.days < WITNESSES) {
    return { kind: "contradicts", reason: `${only.days} common days that differ by ${only.factor} prove no split` };
  }
  const [newestKept, newestOffered] = [kept.settled[0]?.date ?? "", bars[0]?.date ?? ""];
  if (only.factor !== 1 && newestOffered > newestKept) {
    return {
      kind: "contradicts",
      reason: `they are on another scale than what is kept, and a split before ${newestOffered} is not told`,
    };
  }
  return { kind: "aligned", ...kept, offered: bars.map((bar) => rescale(bar, 1 / only.factor)), isMoved: false };
}

/** Series without a common day, when the two follow each other closely and go on where the other ended. */
function unlessAdjoining(
  compared: Exclude<Comparison, { kind: "stretches" }>,
  kept: Kept,
  offered: readonly Bar[],
): Aligned | Refusal {
  if (compared.kind === "contradicts") return compared;
  const [keptNewest, offeredNewest] = [kept.settled[0], offered[0]];
  const [keptOldest, offeredOldest] = [kept.settled.at(-1), offered.at(-1)];
  const aligned = { kind: "aligned", ...kept, offered, isMoved: false } as const;
  if (!keptNewest || !keptOldest || !offeredNewest || !offeredOldest) return aligned;
  const [before, after] =
    offeredOldest.date > keptNewest.date ? [keptNewest, offeredOldest] : [offeredNewest, keptOldest];
  if (before.date > after.date) return { kind: "apart", reason: "they have no day in common" };
  const gap = tradingDaysBetween(before.date, after.date) - 1;
  if (gap > LONGEST_GAP) return { kind: "apart", reason: `${gap} days of trading lie between them` };
  if (isStep(before, after)) return { kind: "apart", reason: "they do not go on where the other ended" };
  return aligned;
}

function isStep(before: Bar, after: Bar): boolean {
  const step = after.open / before.close;
  return step > STEP || step < 1 / STEP;
}
