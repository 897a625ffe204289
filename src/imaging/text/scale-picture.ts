/** Enlarges a small picture for an engine that was trained on larger letters. */
import type { Bitmap } from "../raster/bitmap.ts";

/** Scales by bilinear interpolation, so black and white get gray edges. */
export function scaled({ width, height, pixels }: Bitmap, factor: number): Bitmap {
  const wide = Math.max(1, Math.round(width * factor));
  const high = Math.max(1, Math.round(height * factor));
  const out = new Uint8Array(wide * high);
  for (let y = 0; y < high; y += 1) {
    const fromY = Math.min(height - 1, Math.max(0, (y + 0.5) / factor - 0.5));
    const top = Math.floor(fromY);
    const below = Math.min(height - 1, top + 1);
    const down = fromY - top;
    for (let x = 0; x < wide; x += 1) {
      const fromX = Math.min(width - 1, Math.max(0, (x + 0.5) / factor - 0.5));
      const left = Math.floor(fromX);
      const beside = Math.min(width - 1, left + 1);
      const right = fromX - left;
      const upper =
        (pixels[top * width + left] as number) * (1 - right) + (pixels[top * width + beside] as number) * right;
      const lower =
        (pixels[below * width + left] as number) * (1 - right) + (pixels[below * width + beside] as number) * right;
      out[y * wide + x] = Math.round(upper * (1 - down) + lower * down);
    }
  }
  return { width: wide, height: high, pixels: out };
}

/** Binarises: black where darker than `below`, white elsewhere. */
export function blackAndWhite(bitmap: Bitmap, below: number): Bitmap {
  return { ...bitmap, pixels: bitmap.pixels.map((value) => (value < below ? 0 : 255)) };
}

/** Adds a white border on each side. @param border in pixels. */
export function bordered({ width, height, pixels }: Bitmap, border: number): Bitmap {
  const wide = width + 2 * border;
  const out = new Uint8Array(wide * (height + 2 * border)).fill(255);
  for (let y = 0; y < height; y += 1) {
    out.set(pixels.subarray(y * width, (y + 1) * width), (y + border) * wide + border);
  }
  return { width: wide, height: height + 2 * border, pixels: out };
}

/** Box blur of five by five pixels, white beyond the edge. It runs over the rows, then over the columns. */
export function blurred(bitmap: Bitmap): Bitmap {
  const { width, height } = bitmap;
  const across = meansOfFive(bitmap.pixels, width, height, 1, width);
  return { width, height, pixels: meansOfFive(across, height, width, width, 1) };
}

function meansOfFive(from: Uint8Array, along: number, lines: number, step: number, stride: number): Uint8Array {
  const out = new Uint8Array(from.length);
  const at = (line: number, place: number) =>
    place < 0 || place >= along ? 255 : (from[line * stride + place * step] as number);
  for (let line = 0; line < lines; line += 1) {
    let sum = at(line, 0) + at(line, 1) + 2 * 255 + at(line, -3);
    for (let place = 0; place < along; place += 1) {
      sum += at(line, place + 2) - at(line, place - 3);
      out[line * stride + place * step] = Math.round(sum / 5);
    }
  }
  return out;
}
