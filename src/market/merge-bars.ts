import type { Bar } from "../domain/bar.ts";
import type { MarketProvider, Split } from "./market.ts";
import { type Comparison, compare, type Stretch, WITNESSES } from "./scale.ts";
import { isRunning, tradingDaysBetween } from "./session.ts";
import { rescale, workedIn } from "./splits.ts";

/** Without a common day, series are joined over a gap of so many days of trading at most. */
const LONGEST_GAP = 10;
/** From a close to the next opening: a step like this may be a split (3 for 2 and above) that a provider has not worked in. */
const STEP = 1.35;
/** The same at the new end (5 for 4 and above): there a split that is taken for a fall would be told as the latest price. */
const STEP_ONWARDS = 1.2;

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

/** `contradicts`: the days that both have differ. `apart`: there is nothing to compare them by. */
export type Merge = { readonly kind: "merged"; readonly bars: readonly Bar[] } | Refusal;

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
}

/**
 * Kept bars and a provider's answer as one series that loses no day.
 *
 * - A kept day is settled once it had ended when it was fetched, and is never replaced. The day that was running is
 *   replaced where the answer has it.
 * - Days that only one side has are all there, if the days that both have are on one scale, or on two that splits
 *   explain; one in five may differ by itself.
 * - The kept days are brought to another scale only by a provider that works splits in, and only by an answer that is
 *   not behind the kept days: by the splits that it tells, or, from a newer day on, by a plain fraction. Kept days that
 *   agree with it already stay as they are.
 * - What nobody has confirmed is itself brought to the kept scale, by one plain fraction for all its days, and adds no
 *   day on the other side of a step that looks like a split.
 */
export function mergeBars(kept: KeptBars, offered: OfferedBars): Merge {
  const settled = kept.bars.filter((bar) => !isRunning(bar.date, kept.refreshedAt));
  const running = kept.bars.slice(0, kept.bars.length - settled.length);
  if (settled.length === 0) return { kind: "merged", bars: united(running, believable(offered), []) };
  const isVerified = offered.splitPolicy === "adjusted";
  const aligned = isVerified ? movingKept({ settled, running }, offered) : onKeptScale({ settled, running }, offered);
  if (aligned.kind !== "aligned") return aligned;
  const added = isVerified ? aligned.offered : additions(aligned.settled, aligned.offered);
  if ("kind" in added) return added;
  return { kind: "merged", bars: united(aligned.running, added, aligned.settled) };
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
  if (stretches.every(({ factor }) => factor === 1)) return { kind: "aligned", ...kept, offered };
  const newestKept = (kept.running[0] ?? kept.settled[0])?.date ?? "";
  const newestOffered = offered[0]?.date ?? "";
  const isAhead = stretches.every(({ isTold }) => isTold)
    ? newestOffered >= newestKept
    : newestOffered > newestKept || stretches[0]?.factor === 1;
  if (!isAhead) {
    return { kind: "contradicts", reason: `they are on another scale than what is kept up to ${newestKept}` };
  }
  const scaled = (days: readonly Bar[]) => days.map((bar) => rescale(bar, factorOn(bar, stretches)));
  return { kind: "aligned", settled: scaled(kept.settled), running: scaled(kept.running), offered };
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
  return { kind: "aligned", ...kept, offered: bars.map((bar) => rescale(bar, 1 / only.factor)) };
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
  const aligned = { kind: "aligned", ...kept, offered } as const;
  if (!keptNewest || !keptOldest || !offeredNewest || !offeredOldest) return aligned;
  const [before, after] =
    offeredOldest.date > keptNewest.date ? [keptNewest, offeredOldest] : [offeredNewest, keptOldest];
  if (before.date > after.date) return { kind: "apart", reason: "they have no day in common" };
  const gap = tradingDaysBetween(before.date, after.date) - 1;
  if (gap > LONGEST_GAP) return { kind: "apart", reason: `${gap} days of trading lie between them` };
  if (isStep(before, after)) return { kind: "apart", reason: "they do not go on where the other ended" };
  return aligned;
}

/** The days of an answer that nobody has confirmed that may join. */
function additions(whole: readonly Bar[], bars: readonly Bar[]): readonly Bar[] | Refusal {
  const [newest, oldest] = [whole[0], whole.at(-1)];
  if (!newest || !oldest) return bars;
  const onwards = bars.filter((bar) => bar.date > newest.date);
  const step = lastStep([...onwards, newest], STEP_ONWARDS);
  if (step !== -1) {
    return { kind: "contradicts", reason: `a step like a split's lies before ${onwards[step]?.date}, which it adds` };
  }
  const before = [oldest, ...bars.filter((bar) => bar.date < oldest.date)];
  return [...bars.filter((bar) => bar.date >= oldest.date), ...untilStep(before).slice(1)];
}

/** A first series from a provider with unconfirmed splits reaches back to the last step that might be one. */
function believable({ bars, splits, splitPolicy }: OfferedBars): readonly Bar[] {
  return splitPolicy === "adjusted" ? workedIn(bars, splits) : untilStep(bars);
}

function untilStep(bars: readonly Bar[]): readonly Bar[] {
  const step = lastStep(bars, STEP);
  return step === -1 ? bars : bars.slice(0, step + 1);
}

/** Position of the newest bar that opened a step away from the close before it; -1 for none. */
function lastStep(bars: readonly Bar[], size: number): number {
  return bars.findIndex((bar, at) => isStep(bars[at + 1], bar, size));
}

function isStep(before: Bar | undefined, after: Bar, size = STEP): boolean {
  if (before === undefined) return false;
  const step = after.open / before.close;
  return step > size || step < 1 / size;
}
