/** Finds connected components of ink: letters, dots, specks, and stroke ends from neighboring cells. */
import type { PageBox } from "../../../domain/trade.ts";
import { type Bitmap, INK_BELOW } from "../raster/bitmap.ts";

export interface Component {
  readonly box: PageBox;
  /** Pixel indexes in the bitmap. */
  readonly places: readonly number[];
}

/** Finds all connected components (8-connected), ordered by their first pixel from the top. */
export function findComponents({ width, height, pixels }: Bitmap): Component[] {
  const seen = new Uint8Array(pixels.length);
  const found: Component[] = [];
  for (let start = 0; start < pixels.length; start += 1) {
    if (seen[start] === 1 || (pixels[start] as number) >= INK_BELOW) continue;
    const places = [start];
    seen[start] = 1;
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let next = 0; next < places.length; next += 1) {
      const place = places[next] as number;
      const x = place % width;
      const y = (place - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
          const other = ny * width + nx;
          if (seen[other] === 1 || (pixels[other] as number) >= INK_BELOW) continue;
          seen[other] = 1;
          places.push(other);
        }
      }
    }
    found.push({ places, box: { left, top, width: right - left + 1, height: bottom - top + 1 } });
  }
  return found;
}
