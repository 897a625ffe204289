/** Where a text's columns of pixels begin and end: on two straight lines where it was printed, anywhere where a pen wrote. */
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";

/** A line that many columns begin or end on. */
interface Level {
  readonly at: number;
  /** Of all columns with ink, those that reach it. */
  readonly share: number;
}

/** For a text of one line: the line that most columns begin on, and the one that most end on. */
interface Profile {
  readonly upper: Level;
  readonly lower: Level;
}

/** `tolerance` in pixels either way. A bitmap without ink has levels of share 0. */
export function profileOf({ width, height, pixels }: Bitmap, tolerance: number): Profile {
  const first: number[] = [];
  const last: number[] = [];
  for (let x = 0; x < width; x += 1) {
    const inked: number[] = [];
    for (let y = 0; y < height; y += 1) if ((pixels[y * width + x] as number) < INK_BELOW) inked.push(y);
    if (inked.length === 0) continue;
    first.push(inked[0] as number);
    last.push(inked[inked.length - 1] as number);
  }
  return { upper: levelOf(first, tolerance), lower: levelOf(last, tolerance) };
}

function levelOf(values: readonly number[], tolerance: number): Level {
  let best: Level = { at: 0, share: 0 };
  for (const at of new Set(values)) {
    const share = values.filter((value) => Math.abs(value - at) <= tolerance).length / values.length;
    if (share > best.share) best = { at, share };
  }
  return best;
}
