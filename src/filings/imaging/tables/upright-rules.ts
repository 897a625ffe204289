/** Finds the vertical rules of a straightened page. */
import type { Ink } from "../raster/ink.ts";
import { computeScale, extractStrokes } from "./strokes.ts";

export interface Rule {
  /** Position from the left, in pixels. */
  readonly x: number;
  /** Half the width of the ruled line in pixels, including its waviness, rounded up. */
  readonly reach: number;
  /** Y ranges that the ruled line covers, from the top: `[from, to)`. */
  readonly spans: readonly (readonly [number, number])[];
  /** Total length of the spans, in pixels. */
  readonly length: number;
  /** The longest stretch without a gap of more than `SMALL_BREAK`; in a column of checkboxes, at most as long as one box. */
  readonly unbroken: number;
}

/** Minimum length of a ruled line, in pixels at 200 dpi; a letter's stem is shorter. */
const SHORTEST = 51;
/** Maximum gap within one of a rule's `spans`, in pixels at 200 dpi. A faint copy loses parts of rules. */
const MAX_GAP = 14;
/** Maximum gap within the part of a rule that counts as `unbroken`, in pixels at 200 dpi. */
const SMALL_BREAK = 6;

/**
 * Finds the page's vertical rules, from left to right. The result may include long straight strokes of stamps and handwriting.
 */
export function findVerticalRules(ink: Ink, across: Ink, thickest: number): Rule[] {
  const scale = computeScale(ink);
  const strokes = extractStrokes(across, ink, Math.round(SHORTEST * scale), thickest);
  // A row of `strokes` is a column of the page, since the ink is transposed.
  const weights = new Float64Array(strokes.height);
  for (let x = 0; x < strokes.height; x += 1) {
    let sum = 0;
    for (let i = x * strokes.width, end = i + strokes.width; i < end; i += 1) sum += strokes.at[i] as number;
    weights[x] = sum;
  }
  const spread = Math.max(2, Math.round(4 * scale));
  return findPeaks(weights, spread, SHORTEST * scale)
    .map((x) => measureRule(strokes, x, spread, scale))
    .filter((rule) => rule.length >= SHORTEST * scale);
}

/** Finds the local maxima of the weights after smoothing them over the spread. */
function findPeaks(weights: Float64Array, spread: number, least: number): number[] {
  const sums = weights.map((_, x) => {
    let sum = 0;
    for (let i = Math.max(0, x - spread); i <= Math.min(weights.length - 1, x + spread); i += 1) {
      sum += (weights[i] as number) * (1 - Math.abs(i - x) / (spread + 2));
    }
    return sum;
  });
  const peaks: number[] = [];
  for (let x = 0; x < sums.length; x += 1) {
    const sum = sums[x] as number;
    if (sum < least) continue;
    let highest = true;
    for (let i = Math.max(0, x - 2 * spread); i <= Math.min(sums.length - 1, x + 2 * spread) && highest; i += 1) {
      const other = sums[i] as number;
      if (other > sum || (other === sum && i < x)) highest = false;
    }
    if (highest) peaks.push(x);
  }
  return peaks;
}

function measureRule(strokes: Ink, x: number, spread: number, scale: number): Rule {
  const covered = new Uint8Array(strokes.width);
  let weight = 0;
  let moment = 0;
  const perColumn: number[] = [];
  for (let i = Math.max(0, x - spread); i <= Math.min(strokes.height - 1, x + spread); i += 1) {
    let sum = 0;
    for (let y = 0; y < strokes.width; y += 1) {
      if (!strokes.at[i * strokes.width + y]) continue;
      covered[y] = 1;
      sum += 1;
    }
    perColumn.push(sum);
    weight += sum;
    moment += sum * i;
  }
  const middle = weight > 0 ? moment / weight : x;
  const wide = perColumn.filter((sum) => sum > 0.15 * Math.max(...perColumn)).length;
  const spans = findSpans(covered, MAX_GAP * scale);
  return {
    x: middle,
    reach: Math.ceil(wide / 2),
    spans,
    length: spans.reduce((sum, [from, to]) => sum + to - from, 0),
    unbroken: Math.max(0, ...findSpans(covered, SMALL_BREAK * scale).map(([from, to]) => to - from)),
  };
}

function findSpans(covered: Uint8Array, maxGap: number): [number, number][] {
  const spans: [number, number][] = [];
  for (let y = 0; y < covered.length; y += 1) {
    if (!covered[y]) continue;
    const last = spans.at(-1);
    if (last && y - last[1] <= maxGap) last[1] = y + 1;
    else spans.push([y, y + 1]);
  }
  return spans;
}

export function countRulePixelsBetween(rule: Rule, top: number, bottom: number): number {
  return rule.spans.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, bottom) - Math.max(from, top)), 0);
}
