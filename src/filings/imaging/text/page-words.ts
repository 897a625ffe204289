/** Reads the words of a whole page. */
import type { Bitmap } from "../raster/bitmap.ts";
import { type OcrWord, recogniseLines } from "./engine.ts";

/**
 * Reads the words with at least the given confidence, line by line from the top. Omits text that runs vertically: the engine
 * also reads vertical text, so such text does not show that the page is upright. @throws {ParseError} `ocr_failed`.
 */
export async function readPageWords(bitmap: Bitmap, leastConfidence = 0.6): Promise<OcrWord[]> {
  const lines = await recogniseLines(bitmap, "page");
  return lines
    .flat()
    .filter(({ confidence, text }) => confidence >= leastConfidence && /[\p{L}\p{N}]/u.test(text))
    .filter(({ text, box }) => text.length < 4 || box.width > box.height);
}
