/** The texts of a page's lines: dates judged beside each other, assets believed where two looks agree. */

import type { CellText } from "../text/cell.ts";
import { judgeDates, type RowDates } from "../text/judge-dates.ts";
import { hardLook, softLook } from "../text/looks.ts";
import { type DateVotes, readDateText } from "../text/read-date.ts";
import { BLANK, type Reading, voteOf } from "../text/reading.ts";
import { splitAssetText } from "./asset-text.ts";
import type { SenateLine } from "./line.ts";
import type { ReadLine } from "./rows.ts";

/** The form has no column for it. */
const NO_DATE: DateVotes = { dates: [], text: null };
const LEAST_CONFIDENCE = 0.6;

export async function readLines(lines: readonly SenateLine[]): Promise<ReadLine[]> {
  const votes: RowDates<DateVotes>[] = [];
  const assets: Reading[] = [];
  for (const { date, asset } of lines) {
    votes.push({ transaction: date === null ? NO_DATE : await readDateText(date), notification: NO_DATE });
    assets.push(asset === null ? BLANK : await readAsset(asset));
  }
  const dates = judgeDates(votes);
  return lines.map((line, at) => ({
    ...line,
    assetReading: assets[at] ?? BLANK,
    dateReading: dates[at]?.transaction ?? BLANK,
    handwritten: false,
  }));
}

/** Believed where two looks give the same owner and name. */
async function readAsset(text: CellText): Promise<Reading> {
  const soft = voteOf(await softLook(text, "block"));
  const hard = voteOf(await hardLook(text, "block"));
  const best = soft.confidence >= hard.confidence ? soft : hard;
  const [one, other] = [splitAssetText(soft.text), splitAssetText(hard.text)];
  return {
    reading: best.text || null,
    confidence: best.confidence,
    sure:
      one.name !== "" && one.name === other.name && one.owner === other.owner && best.confidence >= LEAST_CONFIDENCE,
  };
}
