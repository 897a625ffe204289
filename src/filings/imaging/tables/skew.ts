import type { Skew } from "../../../domain/scanned-page.ts";
import type { Ink } from "../raster/ink.ts";

/** Search range in degrees. */
const MAX_DEGREES = 5;
/** Maximum degrees between the best angle of all ruled lines and the best angle of the horizontal or the vertical rules alone. */
const MAX_APART = 1.5;
/** Maximum fan (`Skew.fan`) of an unevenly fed page, in degrees. */
const MAX_FAN = 0.8;
/** Minimum factor by which a fan must increase the sharpness to be accepted. */
const FAN_GAIN = 1.1;
/** Minimum number of coordinates of the sample points. Each point has two coordinates, x and y. */
const MIN_COORDINATES = 400;
/** Maximum number of sample points. */
const MAX_POINTS = 12_000;

/** Estimates the skew of the page; all angles are 0 if the page has no ruled lines. */
export function estimateSkew(ink: Ink, across: Ink): Skew {
  const level = collectRunPoints(ink);
  const upright = collectRunPoints(across);
  if (level.length + upright.length < MIN_COORDINATES) return { level: 0, upright: 0, fan: 0 };
  const scoreLevelRuns = (angle: number, fan = 0): number => scoreSharpness(level, angle, fan, ink.height);
  const scoreUprightRuns = (angle: number): number => scoreSharpness(upright, -angle, 0, across.height);
  const both = findBestAngle((angle) => scoreLevelRuns(angle) + scoreUprightRuns(angle), 0, MAX_DEGREES, 0.25);
  const findAngle = (measure: (angle: number) => number): number => {
    const angle = findBestAngle(measure, findBestAngle(measure, both, MAX_APART, 0.1), 0.1, 0.02);
    return Math.abs(angle) < 0.03 ? 0 : Math.round(angle * 100) / 100;
  };
  const straight = {
    level: findAngle(level.length < MIN_COORDINATES ? scoreUprightRuns : scoreLevelRuns),
    upright: findAngle(upright.length < MIN_COORDINATES ? scoreLevelRuns : scoreUprightRuns),
    fan: 0,
  };
  const fan = Math.round(100 * findBestAngle((more) => scoreLevelRuns(straight.level, more), 0, MAX_FAN, 0.05)) / 100;
  if (scoreLevelRuns(straight.level, fan) < FAN_GAIN * scoreLevelRuns(straight.level)) return straight;
  return { ...straight, level: findAngle((angle) => scoreLevelRuns(angle, fan)), fan };
}

function findBestAngle(measure: (angle: number) => number, middle: number, width: number, step: number): number {
  let best = middle;
  let most = measure(middle);
  for (let angle = middle - width; angle <= middle + width + 1e-9; angle += step) {
    const score = measure(angle);
    if (score <= most) continue;
    most = score;
    best = angle;
  }
  return best;
}

/** Returns sample points (alternating x and y) in horizontal runs of ink, spread evenly over all runs. */
function collectRunPoints({ width, height, at }: Ink): Float32Array {
  const shortest = Math.max(16, Math.round(width / 90));
  const points: number[] = [];
  for (let y = 0; y < height; y += 1) {
    let from = -1;
    for (let x = 0; x <= width; x += 1) {
      const isInk = x < width && at[y * width + x] === 1;
      if (isInk && from < 0) from = x;
      if (isInk || from < 0) continue;
      if (x - from >= shortest) for (let i = from + 4; i < x; i += 8) points.push(i - width / 2, y);
      from = -1;
    }
  }
  const stride = Math.max(1, Math.ceil(points.length / 2 / MAX_POINTS));
  const sampled = new Float32Array(Math.ceil(points.length / 2 / stride) * 2);
  for (let i = 0, j = 0; i < points.length; i += 2 * stride, j += 2) {
    sampled[j] = points[i] as number;
    sampled[j + 1] = points[i + 1] as number;
  }
  return sampled;
}

// Scores an angle and a `Skew.fan` by summing the squared point counts of the pixel rows. The sum is highest if the angle and the
// fan make the ruled lines horizontal.
function scoreSharpness(points: Float32Array, degrees: number, fan: number, height: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const widening = Math.tan((fan * Math.PI) / 180) / (height / 2);
  const lines = new Uint32Array(height + 600);
  for (let i = 0; i < points.length; i += 2) {
    const y = points[i + 1] as number;
    const leaning = slope + widening * (y - height / 2);
    const line = Math.round(y - leaning * (points[i] as number)) + 300;
    if (line >= 0 && line < lines.length) lines[line] = (lines[line] as number) + 1;
  }
  let sum = 0;
  for (const count of lines) sum += count * count;
  return sum;
}
