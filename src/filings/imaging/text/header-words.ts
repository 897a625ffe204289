/** Reads a multi-line part of a page: its header, or the whole page. */
import type { Bitmap } from "../raster/bitmap.ts";
import { type OcrWord, recogniseLines } from "./engine.ts";

/**
 * Words with at least the given confidence, line by line from the top. Text that is rotated is left out: the engine turns it by itself, so it
 * says nothing about which way up the page is. @throws {ParseError} `ocr_failed`.
 */
export async function readHeaderWords(bitmap: Bitmap, leastConfidence = 0.6): Promise<OcrWord[]> {
  const lines = await recogniseLines(bitmap, "page");
  return lines
    .flat()
    .filter(({ confidence, text }) => confidence >= leastConfidence && /[\p{L}\p{N}]/u.test(text))
    .filter(({ text, box }) => text.length < 4 || box.width > box.height);
}
