/** Reads a date cell with several passes. `cross-check-dates.ts` decides with the other rows of the page whether the date is sure. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank-cell.ts";
import { type CellText, cellText } from "./cell.ts";
import { profileOf } from "./column-profile.ts";
import { weighedByCopies } from "./copied-date.ts";
import { parseDate } from "./date.ts";
import { spelledDates } from "./date-beam-search.ts";
import { type DatePasses, evidenceOf, isSureAlone, NO_DATE, needsAnotherPass } from "./date-evidence.ts";
import { readSteps } from "./date-net.ts";
import { printedScore } from "./handwriting.ts";
import { hardPass, smallBlurredPass, softPass, thinPass } from "./ocr-passes.ts";
import { type Vote, voteOf } from "./reading.ts";

const LETTERS = "0123456789/-.";
/** Number of the network's dates that are checked against the column. */
const LIKELIEST = 14;
/** Number of passes after which another digit height is tried, if one of them read no date. */
const THREE = 3;

/**
 * Reads one cell.
 * @throws {ParseError} `ocr_failed`.
 */
export async function readDate(page: Bitmap, box: PageBox): Promise<DatePasses> {
  const text = cellText(page, box);
  if (text !== null) return await readDateText(text);
  return withoutLetters(page, box).sure ? NO_DATE : { ...NO_DATE, text: voteOf([]) };
}

async function readDateText(cell: CellText): Promise<DatePasses> {
  const text = withDigitHeight(cell);
  const spelled = spelledDates(readSteps(text.bitmap)).slice(0, LIKELIEST);
  const [likeliest] = spelled;
  if (likeliest && !needsAnotherPass(evidenceOf({ spelled, dates: [], text: null }), 0)) {
    const { date, chance } = likeliest;
    const vote = { text: date, words: [chance], confidence: chance, mean: chance };
    return { spelled, dates: [], text: vote, printed: printedScore(text, chance) };
  }
  const votes: Vote[] = [];
  for (const ocrPass of [
    () => softPass(text, "line"),
    () => hardPass(text, "line", { letters: LETTERS }),
    () => thinPass(text, "line", { letters: LETTERS }),
    () => softPass(cell, "line"),
  ]) {
    if (votes.length === THREE && datesOf(votes).length === THREE) break;
    votes.push(voteOf(await ocrPass()));
    if (!needsAnotherPass(evidenceOf({ spelled, dates: datesOf(votes), text: bestOf(votes) }), votes.length)) break;
  }
  const best = bestOf(votes);
  const dates = datesOf(votes);
  const isSure = isSureAlone(evidenceOf({ spelled, dates, text: best }));
  const weighed = isSure ? spelled : weighedByCopies(spelled, await copiedDates(cell));
  return { spelled: weighed, dates, text: best, printed: printedScore(text, best.mean) };
}

/** Dates read by the passes of the model for copies. */
async function copiedDates(cell: CellText): Promise<string[]> {
  const how = { model: "copies" } as const;
  const digits = { ...how, letters: LETTERS };
  const votes: Vote[] = [];
  votes.push(voteOf(await softPass(cell, "line", how)));
  votes.push(voteOf(await smallBlurredPass(cell, "line", how)));
  votes.push(voteOf(await hardPass(cell, "line", digits)));
  votes.push(voteOf(await thinPass(cell, "line", digits)));
  return datesOf(votes).map(({ date }) => date);
}

function bestOf(votes: readonly Vote[]): Vote {
  return votes.reduce((first, second) => (second.confidence > first.confidence ? second : first));
}

/** Sets the letter height to the distance between the two column levels: the digits' height, even if slashes are taller and digits touch. */
function withDigitHeight(text: CellText): CellText {
  const { upper, lower } = profileOf(text.bitmap, 1);
  const height = lower.at - upper.at + 1;
  return height >= text.letterHeight / 2 && height <= text.letterHeight ? { ...text, letterHeight: height } : text;
}

function datesOf(votes: readonly Vote[]): DatePasses["dates"] {
  return votes.flatMap(({ text, confidence }) => {
    const date = parseDate(text);
    return date === null ? [] : [{ date, confidence }];
  });
}
