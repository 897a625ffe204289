/** Measures where each pixel column's ink begins and ends. In print, unlike handwriting, these points form two straight lines. */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";

/** A y position at which the ink of many pixel columns begins, or at which the ink of many pixel columns ends. */
interface Level {
  readonly at: number;
  /** Of the pixel columns with ink, the fraction whose ink begins or ends at this position, within the tolerance. */
  readonly share: number;
}

/** The most frequent y positions at which the ink of a pixel column begins (`upper`) and ends (`lower`) in one line of text. */
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
