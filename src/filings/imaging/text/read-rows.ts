/** Reads the texts of a page's rows: each cell alone, then cross-checked with the other rows. */
import type { PassText, ScannedField } from "../../../domain/scanned-page.ts";
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { crossCheckDates } from "./cross-check-dates.ts";
import { crossCheckNames } from "./cross-check-names.ts";
import { crossCheckOwners } from "./cross-check-owners.ts";
import { type DatePasses, NO_DATE } from "./date-evidence.ts";
import { MIN_DATE_PRINT_SCORE, MIN_PRINT_SCORE } from "./handwriting.ts";
import { readDate } from "./read-date.ts";
import { type NameReading, readName, rereadNameWithPhotocopyModel } from "./read-name.ts";
import { readOwner } from "./read-owner.ts";
import { BLANK, type Reading } from "./reading.ts";
import type { NamePass } from "./voted-name.ts";
import { joinWords } from "./word-places.ts";

/** Positions of a row's cells on the upright page; null for a column that the form does not have. */
export interface RowCells {
  readonly owner: PageBox | null;
  readonly asset: PageBox;
  readonly transactionDate: PageBox | null;
  readonly notificationDate: PageBox | null;
}

/** Readings of a row, in the wording of the electronic form. In a handwritten row, only a blank cell's reading can be certain. */
export interface RowTexts {
  readonly handwritten: boolean;
  readonly owner: Reading;
  /** Includes the readings of the passes; see `ScannedField`. */
  readonly asset: Reading & Pick<ScannedField, "passes">;
  readonly transactionDate: Reading;
  readonly notificationDate: Reading;
}

/** Weight of the name in a row's handwriting score; a date has weight 1, since it is short. */
const WEIGHT_OF_NAME = 2;
/** Weight of the page's mean score in a row's score. The rows of a page are mostly written by one person. */
const SHARE_OF_PAGE = 0.3;

/** Reads all rows, in order. @throws {ParseError} `ocr_failed` if the engine fails. */
export async function readRowTexts(page: Bitmap, rows: readonly RowCells[]): Promise<RowTexts[]> {
  const read = [];
  for (const { owner, asset, transactionDate, notificationDate } of rows) {
    read.push({
      owner: owner === null ? BLANK : await readOwner(page, owner),
      asset: await readName(page, asset),
      transaction: transactionDate === null ? NO_DATE : await readDate(page, transactionDate),
      notification: notificationDate === null ? NO_DATE : await readDate(page, notificationDate),
    });
  }
  const dates = crossCheckDates(read);
  const names = await crossCheckNamesTwice(
    page,
    read.map(({ asset }) => asset),
  );
  const owners = crossCheckOwners(read.map(({ owner }) => owner));
  const scores = read.map((row) => averageKnownScores(listPrintScores(row.asset, [row.transaction, row.notification])));
  const pageScore = averageKnownScores(scores) ?? 0;
  return read.map((row, at) => {
    const { transaction, notification } = dates[at] as (typeof dates)[number];
    const asset = names[at] as NameReading;
    const score = scores[at] ?? null;
    const handwritten = score !== null && (1 - SHARE_OF_PAGE) * score + SHARE_OF_PAGE * pageScore < MIN_PRINT_SCORE;
    const markUncertainIfHandwritten = (reading: Reading, printed: boolean) =>
      reading.reading === null || (printed && !handwritten)
        ? reading
        : { reading: reading.reading, confidence: reading.confidence, sure: false };
    return {
      handwritten,
      owner: markUncertainIfHandwritten(owners[at] as Reading, true),
      asset: toAssetField(asset, markUncertainIfHandwritten(asset, (asset.printScore ?? 0) >= MIN_PRINT_SCORE).sure),
      transactionDate: markUncertainIfHandwritten(
        transaction,
        (row.transaction.printScore ?? 0) >= MIN_DATE_PRINT_SCORE,
      ),
      notificationDate: markUncertainIfHandwritten(
        notification,
        (row.notification.printScore ?? 0) >= MIN_DATE_PRINT_SCORE,
      ),
    };
  });
}

/** Cross-checks names, rereads uncertain printed names with the OCR model for copies and faxes, then cross-checks all again. */
async function crossCheckNamesTwice(page: Bitmap, read: readonly NameReading[]): Promise<readonly NameReading[]> {
  const names = crossCheckNames(read);
  const again: NameReading[] = [];
  for (const [at, name] of read.entries()) {
    const mayBeRead = name.passes.length > 0 && name.end !== "cut off" && (name.printScore ?? 0) >= MIN_PRINT_SCORE;
    again.push(names[at]?.sure || !mayBeRead ? name : await rereadNameWithPhotocopyModel(page, name));
  }
  return crossCheckNames(again);
}

function listPrintScores(name: NameReading, dates: readonly DatePasses[]): (number | null)[] {
  return [...Array<number | null>(WEIGHT_OF_NAME).fill(name.printScore), ...dates.map(({ printScore }) => printScore)];
}

/** Returns the mean of the known scores; null if none is known. */
function averageKnownScores(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}

/** Builds the asset field; an ellipsis stands for text cut off by the cell's edge. */
function toAssetField(
  { reading, confidence, end, passes, copyModelPasses }: NameReading,
  sure: boolean,
): RowTexts["asset"] {
  if (end === "whole" && passes.length > 0)
    return { reading, confidence, sure, passes: listPassTexts([...passes, ...copyModelPasses]) };
  return { reading: reading !== null && end === "left out" ? `${reading} …` : reading, confidence, sure };
}

/** Lists the distinct texts of the passes, most frequent first. */
function listPassTexts(passes: readonly NamePass[]): PassText[] {
  const texts = Map.groupBy(passes.map(joinWords), (text) => text);
  return [...texts]
    .map(([text, { length: count }]) => ({ text, count }))
    .toSorted((one, other) => other.count - one.count);
}
