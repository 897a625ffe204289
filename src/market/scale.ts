/** Determines the scale between two series of one security from their common days. */
import type { Bar } from "../domain/bar.ts";
import type { IsoDate } from "../domain/dates.ts";
import type { Split } from "./market.ts";
import { plainFraction, stepBetween } from "./splits.ts";

/** Closes of one day further apart than this are on different scales, not merely rounded. */
const TOLERANCE = 0.01;
/** Share of the common days that may remain unexplained, such as a corrected close or a bad tick. */
const UNEXPLAINED = 0.2;
/** Number of common days that prove a scale which no split explains. */
export const WITNESSES = 5;

interface CommonDay {
  readonly kept: Bar;
  readonly offered: Bar;
  /** Factor from the kept close to the offered one. */
  readonly ratio: number;
}

/** Days, one after the other, on which the kept bars are on one scale. */
export interface Stretch {
  /** Its first day. */
  readonly from: IsoDate;
  /** Factor from the stored scale to the offered one. */
  readonly factor: number;
  /** Common days that show it. */
  readonly days: number;
  /** A provider has reported every split in the factor. */
  readonly isTold: boolean;
}

export type Comparison =
  | { readonly kind: "none" }
  /** Newest first; the last one holds for all earlier days, too. */
  | { readonly kind: "stretches"; readonly stretches: readonly Stretch[] }
  | { readonly kind: "contradicts"; readonly reason: string };

/** @param kept newest first, as `offered`. @param splits oldest first. */
export function compare(kept: readonly Bar[], offered: readonly Bar[], splits: readonly Split[]): Comparison {
  const byDate = new Map(offered.map((bar) => [bar.date, bar]));
  const days = kept.flatMap((bar): CommonDay[] => {
    const other = byDate.get(bar.date);
    return other === undefined ? [] : [{ kept: bar, offered: other, ratio: other.close / bar.close }];
  });
  if (days.length === 0) return { kind: "none" };
  const runs = runsOf(days);
  const most = days.length * UNEXPLAINED;
  const found = explained(runs, splits);
  if (found.left.length <= most && found.stretches.length > 0) return { kind: "stretches", stretches: found.stretches };
  // The newest close may be the one that is wrong, where the others agree.
  const rest = explained(runs.slice(1), splits);
  if (rest.stretches[0]?.factor === 1 && (runs[0]?.length ?? 0) + rest.left.length <= most) {
    return { kind: "stretches", stretches: rest.stretches };
  }
  return { kind: "contradicts", reason: disagreement(days) };
}

/** The newest day on which two series differ, in words. */
function disagreement(days: readonly CommonDay[]): string {
  const odd = days.find(({ ratio }) => !isNear(ratio, 1));
  if (odd === undefined) return "they are not on one scale";
  return `${odd.kept.date} closed at ${odd.offered.close} where ${odd.kept.close} is kept, which no split explains`;
}

/** Neighbours with one ratio. */
function runsOf(days: readonly CommonDay[]): readonly (readonly CommonDay[])[] {
  const runs: CommonDay[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run !== undefined && isNear(day.ratio, medianOf(run.slice(0, WITNESSES)))) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

function explained(runs: readonly (readonly CommonDay[])[], splits: readonly Split[]) {
  const stretches: Stretch[] = [];
  const left: CommonDay[] = [];
  let newer: CommonDay | undefined;
  for (const run of runs) {
    const last = stretches.at(-1);
    const [first, oldest] = [run[0], run.at(-1)];
    if (first === undefined || oldest === undefined) continue;
    const ratio = medianOf(run);
    if (last !== undefined && isNear(ratio, last.factor)) {
      stretches[stretches.length - 1] = { ...last, from: oldest.kept.date, days: last.days + run.length };
    } else {
      const next =
        last === undefined || newer === undefined
          ? newestStretch(ratio, first.kept.date, splits)
          : earlierStretch(ratio, last, { older: first, newer, days: run.length }, splits);
      if (next === null) {
        left.push(...run);
        continue;
      }
      if (last !== undefined && next.since !== null) stretches[stretches.length - 1] = { ...last, from: next.since };
      stretches.push({ from: oldest.kept.date, factor: next.factor, days: run.length, isTold: next.isTold });
    }
    newer = oldest;
  }
  return { stretches, left };
}

interface Explanation {
  readonly factor: number;
  readonly isTold: boolean;
  /** First day of the stretch that follows, where it is known. */
  readonly since: IsoDate | null;
}

/** No difference, splits that are reported for later days, or a plain fraction. */
function newestStretch(ratio: number, newest: IsoDate, splits: readonly Split[]): Explanation | null {
  if (isNear(ratio, 1)) return { factor: 1, isTold: true, since: null };
  const told = combinedSplits(ratio, splits.filter(({ date }) => date > newest).reverse());
  const factor = told ?? plainFraction(ratio);
  return factor === null ? null : { factor, isTold: told !== null, since: null };
}

/**
 * Kept days before a split that was worked in late: by splits reported between the two stretches, or, where nobody has
 * reported one, by a plain fraction without which the kept days step further between the two than the offered ones do.
 */
function earlierStretch(
  ratio: number,
  last: Stretch,
  { older, newer, days }: { readonly older: CommonDay; readonly newer: CommonDay; readonly days: number },
  splits: readonly Split[],
): Explanation | null {
  const step = ratio / last.factor;
  const between = splits.filter(({ date }) => date > older.kept.date && date <= newer.kept.date);
  const told = combinedSplits(step, between);
  if (told !== null) return { factor: last.factor * told, isTold: last.isTold, since: between[0]?.date ?? null };
  const plain = days >= WITNESSES ? plainFraction(step) : null;
  if (plain === null || stepBetween(older.kept, newer.kept) <= stepBetween(older.offered, newer.offered)) return null;
  return { factor: last.factor * plain, isTold: false, since: null };
}

/** The combined effect of the first of these splits on earlier prices, where it equals the ratio; otherwise null. */
function combinedSplits(ratio: number, splits: readonly Split[]): number | null {
  let together = 1;
  for (const split of splits) {
    together /= split.ratio;
    if (isNear(ratio, together)) return together;
  }
  return null;
}

function medianOf(days: readonly CommonDay[]): number {
  const ratios = days.map(({ ratio }) => ratio).sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 1;
}

/** Tells whether two closes, or two ratios, are equal except for rounding. */
export function isNear(ratio: number, expected: number): boolean {
  return Math.abs(ratio / expected - 1) <= TOLERANCE;
}
