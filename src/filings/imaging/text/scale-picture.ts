/** Enlarges a small picture for an engine trained on larger letters. */
import type { Bitmap } from "../raster/bitmap.ts";

/** Scales by bilinear interpolation, which gives a black and white picture gray edges. */
export function scaleBitmap({ width, height, pixels }: Bitmap, factor: number): Bitmap {
  const wide = Math.max(1, Math.round(width * factor));
  const high = Math.max(1, Math.round(height * factor));
  const out = new Uint8Array(wide * high);
  const across = Array.from({ length: wide }, (_, x) => findSourcePixels(x, width, factor));
  for (let y = 0; y < high; y += 1) {
    const { from, to, share: down } = findSourcePixels(y, height, factor);
    const [above, below] = [from * width, to * width];
    for (let x = 0; x < wide; x += 1) {
      const { from: left, to: right, share } = across[x] as Between;
      const one = pixels[above + left] as number;
      const other = pixels[above + right] as number;
      const third = pixels[below + left] as number;
      const last = pixels[below + right] as number;
      if (one === other && one === third && one === last) {
        out[y * wide + x] = one;
        continue;
      }
      const upper = one * (1 - share) + other * share;
      const lower = third * (1 - share) + last * share;
      out[y * wide + x] = Math.round(upper * (1 - down) + lower * down);
    }
  }
  return { width: wide, height: high, pixels: out };
}

/** The two source pixels next to a target pixel along one axis. `share` is the weight of the second (0 to 1). */
interface Between {
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

function findSourcePixels(at: number, length: number, factor: number): Between {
  const place = Math.min(length - 1, Math.max(0, (at + 0.5) / factor - 0.5));
  const from = Math.floor(place);
  return { from, to: Math.min(length - 1, from + 1), share: place - from };
}

/** Binarizes: black if darker than `below`, else white. */
export function applyThreshold({ width, height, pixels }: Bitmap, below: number): Bitmap {
  const out = new Uint8Array(pixels.length);
  for (let at = 0; at < out.length; at += 1) out[at] = (pixels[at] as number) < below ? 0 : 255;
  return { width, height, pixels: out };
}

/** Adds a white border on each side. @param border in pixels. */
export function addBorder({ width, height, pixels }: Bitmap, border: number): Bitmap {
  const wide = width + 2 * border;
  const out = new Uint8Array(wide * (height + 2 * border)).fill(255);
  for (let y = 0; y < height; y += 1) {
    out.set(pixels.subarray(y * width, (y + 1) * width), (y + border) * wide + border);
  }
  return { width: wide, height: height + 2 * border, pixels: out };
}

/** Applies a box blur of five by five pixels, white beyond the edge: first along rows, then along columns. */
export function blur(bitmap: Bitmap): Bitmap {
  const { width, height } = bitmap;
  const across = averageFivePixels(bitmap.pixels, width, height, 1, width);
  return { width, height, pixels: averageFivePixels(across, height, width, width, 1) };
}

function averageFivePixels(from: Uint8Array, along: number, lines: number, step: number, stride: number): Uint8Array {
  const out = new Uint8Array(from.length);
  // Two white pixels before the line and three after it.
  const padded = new Uint8Array(along + 5).fill(255);
  for (let line = 0; line < lines; line += 1) {
    const start = line * stride;
    for (let place = 0; place < along; place += 1) padded[place + 2] = from[start + place * step] as number;
    let sum = 0;
    for (let place = 0; place < 4; place += 1) sum += padded[place] as number;
    for (let place = 0; place < along; place += 1) {
      sum += padded[place + 4] as number;
      out[start + place * step] = Math.round(sum / 5);
      sum -= padded[place] as number;
    }
  }
  return out;
}
