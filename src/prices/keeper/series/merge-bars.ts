import type { Bar } from "../../../domain/bar.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import type { StoredBars } from "../../../store/market.ts";
import type { DailyBars, MarketProvider } from "../../market.ts";
import { countTradingDays, isPartialDay } from "../../trading-day.ts";
import {
  adjustForSplits,
  type Comparison,
  compareScales,
  type GetFactor,
  isNear,
  MIN_COMMON_DAYS,
  rescale,
  type ScalePeriod,
} from "./scale.ts";

/** Maximum number of missing trading days between two series that have no day in common. */
const LONGEST_GAP = 10;
/** Maximum factor between the last close of one series and the first open of the later series. A larger factor may be a split. */
const SPLIT_STEP = 1.35;
/** Number of newest days in `ended` whose bars may be corrected, but only by a provider that adjusts for splits. */
const CORRECTABLE_DAYS = 5;

/** Bars are newest first, splits oldest first. */
type OfferedBars = Pick<DailyBars, "bars" | "splits"> & Pick<MarketProvider, "splitPolicy">;

type Merge = ({ readonly kind: "merged"; readonly bars: readonly Bar[] } & Scales) | Refusal;

interface Scales {
  /** True if the stored prices were rescaled although no provider has reported a split. */
  readonly isMoved: boolean;
  /** Factors that convert the prices of the stored bars and of the answer's bars to the scale of the merged bars. */
  readonly storedFactor: GetFactor;
  readonly offeredFactor: GetFactor;
}

const getUnitFactor: GetFactor = () => 1;

/** `contradicts`: the series differ on days that both have. `apart`: they have no day in common, and do not adjoin. */
export interface Refusal {
  readonly kind: "contradicts" | "apart";
  readonly reason: string;
}

/** Stored bars, by whether a bar's day had `ended` or was `unfinished` when the bar was fetched. Each list is newest first. */
interface StoredDays {
  readonly ended: readonly Bar[];
  readonly unfinished: readonly Bar[];
}

interface AlignedSeries extends StoredDays, Scales {
  readonly kind: "aligned";
  readonly offered: readonly Bar[];
}

/**
 * Merges stored bars and a provider's answer into one series without losing a day. A jump that no split explains is a price move.
 * - A stored day is final if the day had ended when its bar was fetched. The answer replaces days that are not final. The answer
 * replaces a final day only if the provider adjusts for splits and the two closes agree. The day must also be one of the last
 * five stored final days, or a rescaled day.
 * - Shared days are days in both series. Shared days must be on one scale, or splits must explain the different scales. At most
 * one in five shared days may have a ratio of closes that nothing explains. Days in only one series are then included.
 * - Stored days are rescaled only if the provider adjusts for splits. Reported splits are used if the answer's newest day is not
 * before the newest stored day. A usual split ratio that nobody reported is used in two cases. Either the answer ends after the
 * newest stored day, or the newest shared days are on one scale.
 * - An unverified source's bars on another scale are rejected if the bars end after the newest stored day. A split may precede
 * the later days, so the stored days may be on the old scale. Bars that end no later are rescaled to the stored scale. One usual
 * split ratio must then fit all shared days.
 * @param stored newest first.
 */
export function mergeBars(stored: Pick<StoredBars, "bars" | "refreshedAt">, offered: OfferedBars): Merge {
  const ended = stored.bars.filter((bar) => !isPartialDay(bar.date, stored.refreshedAt));
  const unfinished = stored.bars.slice(0, stored.bars.length - ended.length);
  if (ended.length === 0) {
    const adjusted = adjustForSplits(offered.bars, offered.splits);
    const scales = { isMoved: false, storedFactor: getUnitFactor, offeredFactor: adjusted.getFactor };
    return { kind: "merged", bars: mergeDays(unfinished, adjusted.bars, []), ...scales };
  }
  const isVerified = offered.splitPolicy === "adjusted";
  const align = isVerified ? alignStoredBars : alignOfferedBars;
  const aligned = align({ ended, unfinished }, offered);
  if (aligned.kind !== "aligned") return aligned;
  const corrected = isVerified ? listCorrections(aligned) : [];
  const bars = mergeDays(aligned.unfinished, aligned.offered, aligned.ended, corrected);
  const { isMoved, storedFactor, offeredFactor } = aligned;
  return { kind: "merged", bars, isMoved, storedFactor, offeredFactor };
}

/** Of the newest `CORRECTABLE_DAYS` days in `ended`, returns the offered bars whose close agrees with the stored close. */
function listCorrections({ ended, offered }: AlignedSeries): readonly Bar[] {
  const preliminary = new Map(ended.slice(0, CORRECTABLE_DAYS).map((bar) => [bar.date, bar]));
  return offered.filter((bar) => {
    const before = preliminary.get(bar.date);
    return before !== undefined && isNear(bar.close, before.close);
  });
}

/** Returns each day once, newest first; if several lists have a day, the last of these lists wins. */
function mergeDays(...lists: readonly (readonly Bar[])[]): readonly Bar[] {
  const byDate = new Map(lists.flat().map((bar) => [bar.date, bar]));
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
}

function alignStoredBars(stored: StoredDays, { bars, splits }: OfferedBars): AlignedSeries | Refusal {
  const { bars: offered, getFactor: offeredFactor } = adjustForSplits(bars, splits);
  const compared = compareScales(stored.ended, offered, splits);
  if (compared.kind !== "stretches") return alignBarsIfAdjoining(compared, stored, offered, offeredFactor);
  const { stretches } = compared;
  if (stretches.every(({ factor }) => factor === 1)) {
    return { kind: "aligned", ...stored, offered, isMoved: false, storedFactor: getUnitFactor, offeredFactor };
  }
  const newestStored = (stored.unfinished[0] ?? stored.ended[0])?.date ?? "";
  const newestOffered = offered[0]?.date ?? "";
  const isReported = stretches.every((stretch) => stretch.isReported);
  const isAhead = isReported
    ? newestOffered >= newestStored
    : newestOffered > newestStored || stretches[0]?.factor === 1;
  if (!isAhead) {
    return { kind: "contradicts", reason: `their scale differs from that of the bars stored up to ${newestStored}` };
  }
  const byDate = new Map(offered.map((bar) => [bar.date, bar]));
  const rescaleDays = (days: readonly Bar[]) =>
    days.map((bar) => {
      const factor = findScaleFactorOn(bar.date, stretches);
      const [moved, reported] = [rescale(bar, factor), byDate.get(bar.date)];
      return factor !== 1 && reported !== undefined && isNear(reported.close, moved.close) ? reported : moved;
    });
  return {
    kind: "aligned",
    ended: rescaleDays(stored.ended),
    unfinished: rescaleDays(stored.unfinished),
    offered,
    isMoved: !isReported,
    storedFactor: (day) => findScaleFactorOn(day, stretches),
    offeredFactor,
  };
}

function findScaleFactorOn(day: IsoDate, stretches: readonly ScalePeriod[]): number {
  return (stretches.find(({ from }) => day >= from) ?? stretches.at(-1))?.factor ?? 1;
}

function alignOfferedBars(stored: StoredDays, { bars }: OfferedBars): AlignedSeries | Refusal {
  const compared = compareScales(stored.ended, bars, []);
  if (compared.kind !== "stretches") return alignBarsIfAdjoining(compared, stored, bars, getUnitFactor);
  const [only, ...more] = compared.stretches;
  if (only === undefined || more.length > 0) {
    return { kind: "contradicts", reason: `new prices before ${only?.from} are on a different scale from later ones` };
  }
  if (only.factor !== 1 && only.days < MIN_COMMON_DAYS) {
    return {
      kind: "contradicts",
      reason: `the two series differ by a factor of ${only.factor} on ${only.days} shared days, which are too few to prove a split`,
    };
  }
  const [newestStored, newestOffered] = [stored.ended[0]?.date ?? "", bars[0]?.date ?? ""];
  if (only.factor !== 1 && newestOffered > newestStored) {
    return {
      kind: "contradicts",
      reason: `their scale differs from that of the stored bars, and no split before ${newestOffered} is reported`,
    };
  }
  return {
    kind: "aligned",
    ...stored,
    offered: bars.map((bar) => rescale(bar, 1 / only.factor)),
    isMoved: false,
    storedFactor: getUnitFactor,
    offeredFactor: () => 1 / only.factor,
  };
}

/** Aligns series with no day in common. The later one must begin soon after the earlier one ends and open near its last close. */
function alignBarsIfAdjoining(
  compared: Exclude<Comparison, { kind: "stretches" }>,
  stored: StoredDays,
  offered: readonly Bar[],
  offeredFactor: GetFactor,
): AlignedSeries | Refusal {
  if (compared.kind === "contradicts") return compared;
  const [storedNewest, offeredNewest] = [stored.ended[0], offered[0]];
  const [storedOldest, offeredOldest] = [stored.ended.at(-1), offered.at(-1)];
  const scales = { isMoved: false, storedFactor: getUnitFactor, offeredFactor };
  const aligned = { kind: "aligned", ...stored, offered, ...scales } as const;
  if (!storedNewest || !storedOldest || !offeredNewest || !offeredOldest) return aligned;
  const [before, after] =
    offeredOldest.date > storedNewest.date ? [storedNewest, offeredOldest] : [offeredNewest, storedOldest];
  if (before.date > after.date) return { kind: "apart", reason: "they have no day in common" };
  const gap = countTradingDays(before.date, after.date) - 1;
  if (gap > LONGEST_GAP) return { kind: "apart", reason: `${gap} days of trading lie between them` };
  const step = after.open / before.close;
  // Only a day that both series have could show whether a large step is a split.
  if (step > SPLIT_STEP || step < 1 / SPLIT_STEP)
    return { kind: "apart", reason: "the later series does not open near the earlier one's last close" };
  return aligned;
}
