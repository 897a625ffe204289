/** The texts of a page's lines: dates judged beside each other, assets each for itself. */
import type { Bitmap } from "../../../imaging/raster/bitmap.ts";
import { judgeDates, type RowDates } from "../../../imaging/text/judge-dates.ts";
import { type DateLooks, NO_DATE, readDate } from "../../../imaging/text/read-date.ts";
import { BLANK } from "../../../imaging/text/reading.ts";
import type { SenateLine } from "./line.ts";
import { type AssetReading, NO_ASSET, readAsset } from "./read-asset.ts";
import type { ReadLine } from "./rows.ts";

/** @param text the page that the lines' dates are places on. @throws {ParseError} `ocr_failed`. */
export async function readLines(text: Bitmap, lines: readonly SenateLine[]): Promise<ReadLine[]> {
  const votes: RowDates<DateLooks>[] = [];
  const assets: AssetReading[] = [];
  for (const { date, asset } of lines) {
    votes.push({ transaction: date === null ? NO_DATE : await readDate(text, date), notification: NO_DATE });
    assets.push(asset === null ? NO_ASSET : await readAsset(asset));
  }
  const dates = judgeDates(votes);
  return lines.map((line, at) => ({
    ...line,
    assetReading: assets[at] ?? NO_ASSET,
    dateReading: dates[at]?.transaction ?? BLANK,
  }));
}
