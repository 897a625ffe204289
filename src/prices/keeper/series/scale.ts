/** Finds the scale factor between two price series of one security, using the days in both. Also adjusts a series for splits. */
import type { Bar } from "../../../domain/bar.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { Split } from "../../market.ts";

/** Closes of one day that differ by more than this fraction are on different scales. */
const TOLERANCE = 0.01;
// Maximum fraction of the shared days on which the ratio of the two closes may be unexplained. A close may be corrected or wrong.
const MAX_UNEXPLAINED_FRACTION = 0.2;
/** Minimum number of days in both series needed to accept a scale that no reported split explains. */
export const MIN_COMMON_DAYS = 5;

interface CommonDay {
  readonly stored: Bar;
  readonly offered: Bar;
  /** The newly received close of the day, divided by the stored close. */
  readonly ratio: number;
}

/** Consecutive days on which the stored bars are on one scale. */
export interface ScalePeriod {
  readonly from: IsoDate;
  /** Factor that converts stored prices to the scale of the newly received prices. */
  readonly factor: number;
  /** Number of shared days on which the two closes differ by this factor. */
  readonly days: number;
  /** True if reported splits explain the factor. */
  readonly isReported: boolean;
}

export type Comparison =
  | { readonly kind: "none" }
  /** Newest first; the last period also applies to all earlier days. */
  | { readonly kind: "stretches"; readonly stretches: readonly ScalePeriod[] }
  | { readonly kind: "contradicts"; readonly reason: string };

/** Returns the factor that rescales a day's prices. */
export type GetFactor = (day: IsoDate) => number;

/** @param stored newest first, like `offered`. @param splits oldest first. */
export function compareScales(stored: readonly Bar[], offered: readonly Bar[], splits: readonly Split[]): Comparison {
  const byDate = new Map(offered.map((bar) => [bar.date, bar]));
  const days = stored.flatMap((bar): CommonDay[] => {
    const other = byDate.get(bar.date);
    return other === undefined ? [] : [{ stored: bar, offered: other, ratio: other.close / bar.close }];
  });
  if (days.length === 0) return { kind: "none" };
  const runs = groupByRatio(days);
  const limit = days.length * MAX_UNEXPLAINED_FRACTION;
  const all = groupRunsByScale(runs, splits);
  if (all.left.length <= limit && all.stretches.length > 0) return { kind: "stretches", stretches: all.stretches };
  // The newest closes may be wrong. If the preceding shared days are on the same scale in both series, the newest days only
  // count as unexplained days.
  const older = groupRunsByScale(runs.slice(1), splits);
  if (older.stretches[0]?.factor === 1 && (runs[0]?.length ?? 0) + older.left.length <= limit) {
    return { kind: "stretches", stretches: older.stretches };
  }
  return { kind: "contradicts", reason: describeDisagreement(days) };
}

function describeDisagreement(days: readonly CommonDay[]): string {
  const odd = days.find(({ ratio }) => !isNear(ratio, 1));
  if (odd === undefined) return "they are not on one scale";
  return `the new close of ${odd.stored.date} is ${odd.offered.close}, but ${odd.stored.close} is stored, and no split explains the difference`;
}

function groupByRatio(days: readonly CommonDay[]): readonly (readonly CommonDay[])[] {
  const runs: CommonDay[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run !== undefined && isNear(day.ratio, getMedianRatio(run.slice(0, MIN_COMMON_DAYS)))) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

function groupRunsByScale(runs: readonly (readonly CommonDay[])[], splits: readonly Split[]) {
  const stretches: ScalePeriod[] = [];
  const left: CommonDay[] = [];
  let newer: CommonDay | undefined;
  for (const run of runs) {
    const last = stretches.at(-1);
    const [first, oldest] = [run[0], run.at(-1)];
    if (first === undefined || oldest === undefined) continue;
    const ratio = getMedianRatio(run);
    if (last !== undefined && isNear(ratio, last.factor)) {
      stretches[stretches.length - 1] = { ...last, from: oldest.stored.date, days: last.days + run.length };
    } else {
      const next =
        last === undefined || newer === undefined
          ? explainRatioBySplits(ratio, first.stored.date, splits)
          : explainEarlierRatio(ratio, last, { older: first, newer, days: run.length }, splits);
      if (next === null) {
        left.push(...run);
        continue;
      }
      if (last !== undefined && next.nextPeriodStart !== null)
        stretches[stretches.length - 1] = { ...last, from: next.nextPeriodStart };
      stretches.push({ from: oldest.stored.date, factor: next.factor, days: run.length, isReported: next.isReported });
    }
    newer = oldest;
  }
  return { stretches, left };
}

interface Explanation {
  readonly factor: number;
  readonly isReported: boolean;
  /** Day of the reported split that ended the period with this factor. The next period begins on that day. Null if unknown. */
  readonly nextPeriodStart: IsoDate | null;
}

// Explains the ratio of offered to stored closes on the newest shared days: no difference, splits reported after `newest`, or a
// usual split ratio.
function explainRatioBySplits(ratio: number, newest: IsoDate, splits: readonly Split[]): Explanation | null {
  if (isNear(ratio, 1)) return { factor: 1, isReported: true, nextPeriodStart: null };
  const reported = findMatchingSplits(ratio, splits.filter(({ date }) => date > newest).reverse());
  const factor = reported ?? findUsualSplitRatio(ratio);
  return factor === null ? null : { factor, isReported: reported !== null, nextPeriodStart: null };
}

// Explains the ratio of offered to stored closes in a period older than `last`. The assumption is that the older period's stored
// bars are not yet adjusted for a later split. First tries the splits reported between the two periods. If none of these splits
// fits, tries a usual split ratio. A usual split ratio is accepted only if the stored prices jump more between the two periods
// than the offered prices do.
function explainEarlierRatio(
  ratio: number,
  last: ScalePeriod,
  { older, newer, days }: { readonly older: CommonDay; readonly newer: CommonDay; readonly days: number },
  splits: readonly Split[],
): Explanation | null {
  const step = ratio / last.factor;
  const between = splits.filter(({ date }) => date > older.stored.date && date <= newer.stored.date);
  const reported = findMatchingSplits(step, between);
  if (reported !== null)
    return { factor: last.factor * reported, isReported: last.isReported, nextPeriodStart: between[0]?.date ?? null };
  const fraction = days >= MIN_COMMON_DAYS ? findUsualSplitRatio(step) : null;
  if (fraction === null || measureJump(older.stored, newer.stored) <= measureJump(older.offered, newer.offered))
    return null;
  return { factor: last.factor * fraction, isReported: false, nextPeriodStart: null };
}

/** Multiplies the price factors of the splits one by one; returns the first product that is near the ratio, null if none is. */
function findMatchingSplits(ratio: number, splits: readonly Split[]): number | null {
  let combined = 1;
  for (const split of splits) {
    combined /= split.ratio;
    if (isNear(ratio, combined)) return combined;
  }
  return null;
}

function getMedianRatio(days: readonly CommonDay[]): number {
  const ratios = days.map(({ ratio }) => ratio).sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 1;
}

/** Returns whether two closes, or two ratios, differ by at most `TOLERANCE`. */
export function isNear(ratio: number, expected: number): boolean {
  return Math.abs(ratio / expected - 1) <= TOLERANCE;
}

/** Minimum ratio of a visible split. A smaller split, such as a 10% stock dividend, looks like an ordinary price move. */
const SMALLEST_STEP = 1.18;
/** Minimum ratio of a clear split. A smaller split is visible only if the price, once adjusted, moves by at most `OVERNIGHT`. */
const MIN_CLEAR_SPLIT = 1.35;
/** Maximum price move from a close to the next open without a split. */
const OVERNIGHT = 0.1;
/** Maximum distance of a median ratio of closes from a usual split ratio, relative to the split ratio. */
const EXACTNESS = 0.0025;

export function rescale(bar: Bar, factor: number): Bar {
  if (factor === 1) return bar;
  const rescalePrice = (value: number) => Number((value * factor).toFixed(6));
  return {
    date: bar.date,
    open: rescalePrice(bar.open),
    high: rescalePrice(bar.high),
    low: rescalePrice(bar.low),
    close: rescalePrice(bar.close),
    volume: Math.round(bar.volume / factor),
  };
}

/**
 * Adjusts bars, newest first, for every reported split. If the step of a split is still visible, the earlier days are on the old
 * scale. These days are rescaled. `getFactor` returns the factor applied to a day.
 */
export function adjustForSplits(bars: readonly Bar[], splits: readonly Split[]) {
  const applied: Split[] = [];
  let scaled = bars;
  for (const split of splits) {
    const next = applySplit(scaled, split);
    if (next !== scaled) applied.push(split);
    scaled = next;
  }
  const getFactor: GetFactor = (day) =>
    applied.reduce((factor, { date, ratio }) => (day < date ? factor / ratio : factor), 1);
  return { bars: scaled, getFactor };
}

function applySplit(bars: readonly Bar[], { date, ratio }: Split): readonly Bar[] {
  const at = bars.findIndex((bar) => bar.date < date);
  const [after, before] = [bars[at - 1], bars[at]];
  if (after === undefined || before === undefined) return bars;
  if (!isSplitVisible(before, after, ratio)) return bars;
  return bars.map((bar) => (bar.date < date ? rescale(bar, 1 / ratio) : bar));
}

/** True if a split is visible as a step from the close before to the open after: removing the split at least halves the step. */
function isSplitVisible(before: Bar, after: Bar, ratio: number): boolean {
  const size = Math.max(ratio, 1 / ratio);
  if (size < SMALLEST_STEP) return false;
  const step = Math.log(after.open / before.close);
  const remaining = Math.abs(step + Math.log(ratio));
  if (size < MIN_CLEAR_SPLIT && remaining > Math.log(1 + OVERNIGHT)) return false;
  return remaining <= Math.abs(step) / 2;
}

/** Absolute logarithm of the ratio between a close and the next open. A rise and the inverse fall give the same value. */
function measureJump(before: Bar, after: Bar): number {
  return Math.abs(Math.log(after.open / before.close));
}

// Returns the usual split ratio close to this ratio, or null. Usual ratios are N for 1 with N from 2 to 50, N for 2, 3 or 4 with
// a larger N up to 9, and the inverses of these ratios. 100 for 1 is excluded: that ratio may come from prices in cents.
function findUsualSplitRatio(ratio: number): number | null {
  const larger = ratio > 1 ? ratio : 1 / ratio;
  for (const divisor of [1, 2, 3, 4]) {
    const whole = Math.round(larger * divisor);
    const isPlain = whole > divisor && whole <= (divisor === 1 ? 50 : 9);
    if (!isPlain || Math.abs((larger * divisor) / whole - 1) > EXACTNESS) continue;
    return ratio > 1 ? whole / divisor : divisor / whole;
  }
  return null;
}
