/** A page image of a Senate paper report -> the picture that is measured: half or a third of its size, about 200 dots an inch. */
import type { Bitmap } from "../raster/bitmap.ts";
import { readGif } from "./gif.ts";

/** The images are 8.5 inches wide at 400 or 645 dots; the picture is at least so wide. */
const LEAST_WIDTH = 1700;

/** @throws {ParseError} `image_unknown_format`, `image_too_large`, `image_damaged`. */
export function readPageImage(bytes: Uint8Array): Bitmap {
  const image = readGif(bytes);
  return reduced(image, Math.max(1, Math.floor(image.width / LEAST_WIDTH)));
}

/** Each pixel the mean of `factor` times `factor`, so that a shade made of dots becomes a light gray. */
function reduced(image: Bitmap, factor: number): Bitmap {
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
