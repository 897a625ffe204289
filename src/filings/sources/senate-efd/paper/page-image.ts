/** Prepares a page image of a Senate paper report: one picture for measuring, and a larger one for reading text. */
import type { Bitmap } from "../../../imaging/raster/bitmap.ts";
import { readGif } from "../../../imaging/raster/gif.ts";

/** Minimum width in pixels (200 dpi) of the picture used for measuring. The images are 8.5 inches wide at 400 or 645 dpi. */
const MIN_WIDTH = 1700;
/** Minimum width in pixels (300 dpi, since the print is small) of the picture used for reading. */
const MIN_TEXT_WIDTH = 2550;

/** @throws {ParseError} `image_unknown_format`, `image_too_large`, `image_damaged`. */
export function readPageImages(bytes: Uint8Array) {
  const image = readGif(bytes);
  return { measured: shrinkToWidth(image, MIN_WIDTH), text: shrinkToWidth(image, MIN_TEXT_WIDTH) };
}

/** @throws {ParseError} like `readPageImages`. */
export function readPageImage(bytes: Uint8Array): Bitmap {
  return shrinkToWidth(readGif(bytes), MIN_WIDTH);
}

function shrinkToWidth(image: Bitmap, leastWidth: number): Bitmap {
  return shrinkByFactor(image, Math.max(1, Math.floor(image.width / leastWidth)));
}

/** Shrinks the picture by averaging blocks of `factor` by `factor` pixels, so that dotted shading becomes light gray. */
function shrinkByFactor(image: Bitmap, factor: number): Bitmap {
  if (factor === 1) return image;
  const width = Math.floor(image.width / factor);
  const height = Math.floor(image.height / factor);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let row = y * factor; row < (y + 1) * factor; row += 1) {
        const from = row * image.width + x * factor;
        for (let at = from; at < from + factor; at += 1) sum += image.pixels[at] as number;
      }
      pixels[y * width + x] = Math.round(sum / (factor * factor));
    }
  }
  return { width, height, pixels };
}
