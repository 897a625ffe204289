/** Measures where the ink of each pixel column begins and ends: on two straight lines in print, anywhere in handwriting. */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";

/** A y position at which the ink of many columns begins or ends. */
interface Level {
  readonly at: number;
  /** Share of the columns with ink whose ink begins (or ends) at this position. */
  readonly share: number;
}

/** The levels at which the ink of most columns begins and ends, for one line of text. */
interface Profile {
  readonly upper: Level;
  readonly lower: Level;
}

/** Measures one line of text. Without ink, both shares are 0. @param tolerance maximum distance from a level, in pixels. */
export function measureProfile({ width, height, pixels }: Bitmap, tolerance: number): Profile {
  const first: number[] = [];
  const last: number[] = [];
  for (let x = 0; x < width; x += 1) {
    const inked: number[] = [];
    for (let y = 0; y < height; y += 1) if ((pixels[y * width + x] as number) < INK_BELOW) inked.push(y);
    if (inked.length === 0) continue;
    first.push(inked[0] as number);
    last.push(inked[inked.length - 1] as number);
  }
  return { upper: findMostCommon(first, tolerance), lower: findMostCommon(last, tolerance) };
}

function findMostCommon(values: readonly number[], tolerance: number): Level {
  let best: Level = { at: 0, share: 0 };
  for (const at of new Set(values)) {
    const share = values.filter((value) => Math.abs(value - at) <= tolerance).length / values.length;
    if (share > best.share) best = { at, share };
  }
  return best;
}
