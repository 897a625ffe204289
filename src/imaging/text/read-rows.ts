/** The texts of a page's rows: each cell read on its own, then judged beside the others. */
import type { PageBox } from "../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { judgeDates } from "./judge-dates.ts";
import { judgeNames } from "./judge-names.ts";
import { judgeOwners } from "./judge-owners.ts";
import { readOwner } from "./read-choice.ts";
import { type DateLooks, NO_DATE, readDate } from "./read-date.ts";
import { type NameReading, readName } from "./read-name.ts";
import { BLANK, type Reading } from "./reading.ts";
import { PRINTED, PRINTED_DATE } from "./writing.ts";

/** Where a row's cells lie on the upright page; null for a column that the form does not have. */
export interface RowCells {
  readonly owner: PageBox | null;
  readonly asset: PageBox;
  readonly transactionDate: PageBox | null;
  readonly notificationDate: PageBox | null;
}

/** Readings in the words of the electronic form; of a handwritten row only what is blank is sure. */
export interface RowTexts {
  readonly handwritten: boolean;
  readonly owner: Reading;
  readonly asset: Reading;
  readonly transactionDate: Reading;
  readonly notificationDate: Reading;
}

/** A row's name says twice as much about the hand that wrote it as one of its dates, which are short. */
const WEIGHT_OF_NAME = 2;
/** The rows of a page are mostly of one hand: so much of a row's score is the page's. */
const SHARE_OF_PAGE = 0.3;

/** One answer for each row, in order. @throws {ParseError} `ocr_failed` where the engine fails. */
export async function readRows(page: Bitmap, rows: readonly RowCells[]): Promise<RowTexts[]> {
  const read = [];
  for (const { owner, asset, transactionDate, notificationDate } of rows) {
    read.push({
      owner: owner === null ? BLANK : await readOwner(page, owner),
      asset: await readName(page, asset),
      transaction: transactionDate === null ? NO_DATE : await readDate(page, transactionDate),
      notification: notificationDate === null ? NO_DATE : await readDate(page, notificationDate),
    });
  }
  const dates = judgeDates(read);
  const names = judgeNames(read.map(({ asset }) => asset));
  const owners = judgeOwners(read.map(({ owner }) => owner));
  const scores = read.map((row) => meanOf(scoresOf(row.asset, [row.transaction, row.notification])));
  const ofPage = meanOf(scores) ?? 0;
  return read.map((row, at) => {
    const { transaction, notification } = dates[at] as (typeof dates)[number];
    const asset = names[at] as NameReading;
    const score = scores[at] ?? null;
    const handwritten = score !== null && (1 - SHARE_OF_PAGE) * score + SHARE_OF_PAGE * ofPage < PRINTED;
    const judged = (reading: Reading, printed: boolean) =>
      reading.reading === null || (printed && !handwritten) ? reading : { ...reading, sure: false };
    return {
      handwritten,
      owner: judged(owners[at] as Reading, true),
      asset: plainReading(judged(asset, (asset.printed ?? 0) >= PRINTED)),
      transactionDate: judged(transaction, (row.transaction.printed ?? 0) >= PRINTED_DATE),
      notificationDate: judged(notification, (row.notification.printed ?? 0) >= PRINTED_DATE),
    };
  });
}

function scoresOf(name: NameReading, dates: readonly DateLooks[]): (number | null)[] {
  return [...Array<number | null>(WEIGHT_OF_NAME).fill(name.printed), ...dates.map(({ printed }) => printed)];
}

/** Of those that are known; null where none is. */
function meanOf(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}

function plainReading({ reading, confidence, sure }: Reading): Reading {
  return { reading, confidence, sure };
}
