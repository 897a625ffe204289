/** Reads the texts of a page's lines: the dates of all lines are cross-checked, each asset is read on its own. */
import type { Bitmap } from "../../../imaging/raster/bitmap.ts";
import { crossCheckDates, type RowDates } from "../../../imaging/text/cross-check-dates.ts";
import { type DatePasses, NO_DATE } from "../../../imaging/text/date-evidence.ts";
import { readDate } from "../../../imaging/text/read-date.ts";
import { BLANK } from "../../../imaging/text/reading.ts";
import type { SenateLine } from "./line.ts";
import { type AssetReading, NO_ASSET, readAssetCell } from "./read-asset.ts";
import type { ReadLine } from "./rows.ts";

/** @param text the page's high-resolution image. Date boxes are in pixels of this image. @throws {ParseError} `ocr_failed`. */
export async function readLines(text: Bitmap, lines: readonly SenateLine[]): Promise<ReadLine[]> {
  const votes: RowDates<DatePasses>[] = [];
  const assets: AssetReading[] = [];
  for (const { date, asset } of lines) {
    votes.push({ transaction: date === null ? NO_DATE : await readDate(text, date), notification: NO_DATE });
    assets.push(asset === null ? NO_ASSET : await readAssetCell(asset));
  }
  const dates = crossCheckDates(votes);
  return lines.map((line, at) => ({
    ...line,
    assetReading: assets[at] ?? NO_ASSET,
    dateReading: dates[at]?.transaction ?? BLANK,
  }));
}
