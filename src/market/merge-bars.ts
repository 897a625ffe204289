import type { Bar } from "../domain/bar.ts";
import type { MarketProvider, Split } from "./market.ts";
import { isRunning, tradingDaysBetween } from "./session.ts";

/** Closes of one day further apart than this are on different scales, not merely rounded. */
const TOLERANCE = 0.01;
/** Of the days that both have, so many must show the same ratio. */
const AGREEING = 0.8;
/** So many common days prove a ratio that no split event and no simple fraction explains. */
const WITNESSES = 5;
/** Without a common day, series are joined over a gap of so many days of trading at most. */
const LONGEST_GAP = 10;
/** From a close to the next opening: a step like this may be a split (3 for 2 and above) that a provider has not worked in. */
const STEP = 1.35;

interface KeptBars {
  /** Newest first. */
  readonly bars: readonly Bar[];
  readonly refreshedAt: Date;
}

interface OfferedBars {
  /** Newest first. */
  readonly bars: readonly Bar[];
  readonly splits: readonly Split[];
  readonly splitPolicy: MarketProvider["splitPolicy"];
}

/** `contradicts`: the days that both have differ. `apart`: there is nothing to compare them by. */
export type Merge =
  | { readonly kind: "merged"; readonly bars: readonly Bar[] }
  | { readonly kind: "contradicts" | "apart"; readonly reason: string };

/**
 * Kept bars and a provider's newer answer as one series that loses no day.
 *
 * - A kept day is settled once it had ended when it was fetched, and is never replaced. The day that was running is
 *   replaced, or left out where the answer does not have it: half a day is no bar.
 * - Days that only one side has are all there, if the days that both have agree: one ratio in four of five of them.
 * - That ratio is 1, or a split since: told by the provider, a simple fraction, or shown by five days. Kept days are
 *   then brought to the new scale, prices times the ratio and volumes divided by it.
 * - A provider whose handling of splits nobody has confirmed adds no day on the other side of a step that looks like a
 *   split.
 */
export function mergeBars(kept: KeptBars, offered: OfferedBars): Merge {
  const settled = kept.bars.filter((bar) => !isRunning(bar.date, kept.refreshedAt));
  if (settled.length === 0) return { kind: "merged", bars: believable(offered) };
  const ratio = ratioOf(settled, offered);
  if (typeof ratio !== "number") return ratio;
  const scaled = ratio === 1 ? settled : settled.map((bar) => rescale(bar, ratio));
  const added = additions(scaled, offered);
  if ("kind" in added) return added;
  const byDate = new Map([...added, ...scaled].map((bar) => [bar.date, bar]));
  return { kind: "merged", bars: [...byDate.values()].sort((a, b) => (a.date < b.date ? 1 : -1)) };
}

/** Factor from the kept scale to the offered one. */
function ratioOf(settled: readonly Bar[], offered: OfferedBars): number | Merge {
  const closes = new Map(offered.bars.map((bar) => [bar.date, bar.close]));
  const ratios = settled.flatMap((bar) => {
    const close = closes.get(bar.date);
    return close === undefined ? [] : [close / bar.close];
  });
  if (ratios.length === 0) return adjoining(settled, offered.bars) ?? 1;
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1;
  const agreeing = ratios.filter((ratio) => isNear(ratio, median)).length;
  if (agreeing < ratios.length * AGREEING) {
    return { kind: "contradicts", reason: `only ${agreeing} of ${ratios.length} common days show one ratio` };
  }
  if (isNear(median, 1)) return 1;
  if (agreeing >= WITNESSES || isFraction(median) || isTold(median, offered.splits)) return median;
  return {
    kind: "contradicts",
    reason: `${ratios.length} common days differ by ${median.toFixed(4)}, which is no split`,
  };
}

/** Null when the two follow each other closely and go on where the other ended. */
function adjoining(settled: readonly Bar[], offered: readonly Bar[]): Merge | null {
  const [keptNewest, offeredNewest] = [settled[0], offered[0]];
  const [keptOldest, offeredOldest] = [settled.at(-1), offered.at(-1)];
  if (!keptNewest || !keptOldest || !offeredNewest || !offeredOldest) return null;
  const [before, after] =
    offeredOldest.date > keptNewest.date ? [keptNewest, offeredOldest] : [offeredNewest, keptOldest];
  if (before.date > after.date) return { kind: "apart", reason: "they have no day in common" };
  const gap = tradingDaysBetween(before.date, after.date) - 1;
  if (gap > LONGEST_GAP) return { kind: "apart", reason: `${gap} days of trading lie between them` };
  if (isStep(before, after)) return { kind: "apart", reason: "they do not go on where the other ended" };
  return null;
}

/** The offered days that may join. */
function additions(scaled: readonly Bar[], { bars, splitPolicy }: OfferedBars): readonly Bar[] | Merge {
  const [newest, oldest] = [scaled[0], scaled.at(-1)];
  if (splitPolicy === "adjusted" || !newest || !oldest) return bars;
  const onwards = bars.filter((bar) => bar.date > newest.date);
  if (lastStep([...onwards, newest]) !== -1) {
    return { kind: "contradicts", reason: "a step like a split's lies in the days that it adds" };
  }
  const before = [oldest, ...bars.filter((bar) => bar.date < oldest.date)];
  return [...bars.filter((bar) => bar.date >= oldest.date), ...untilStep(before).slice(1)];
}

/** A first series from a provider with unconfirmed splits reaches back to the last step that might be one. */
function believable({ bars, splitPolicy }: OfferedBars): readonly Bar[] {
  return splitPolicy === "adjusted" ? bars : untilStep(bars);
}

function untilStep(bars: readonly Bar[]): readonly Bar[] {
  const step = lastStep(bars);
  return step === -1 ? bars : bars.slice(0, step + 1);
}

/** Position of the newest bar that opened a step away from the close before it; -1 for none. */
function lastStep(bars: readonly Bar[]): number {
  return bars.findIndex((bar, at) => isStep(bars[at + 1], bar));
}

function isStep(before: Bar | undefined, after: Bar): boolean {
  if (before === undefined) return false;
  const step = after.open / before.close;
  return step > STEP || step < 1 / STEP;
}

function isNear(ratio: number, expected: number): boolean {
  return Math.abs(ratio / expected - 1) <= TOLERANCE;
}

/** Three for two, one for ten, a stock dividend of a twentieth: 1/n, n, n/2, n/3 or n/4. */
function isFraction(ratio: number): boolean {
  const larger = ratio > 1 ? ratio : 1 / ratio;
  return [1, 2, 3, 4].some((divisor) => {
    const whole = Math.round(larger * divisor);
    return whole > divisor && Math.abs((larger * divisor) / whole - 1) <= TOLERANCE / 4;
  });
}

/** Whether some of the latest splits together make the ratio. */
function isTold(ratio: number, splits: readonly Split[]): boolean {
  let together = 1;
  for (const split of splits.toReversed()) {
    together /= split.ratio;
    if (isNear(ratio, together)) return true;
  }
  return false;
}

function rescale(bar: Bar, ratio: number): Bar {
  const price = (value: number) => Number((value * ratio).toFixed(6));
  return {
    date: bar.date,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    volume: Math.round(bar.volume / ratio),
  };
}
