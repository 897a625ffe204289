/** Reads a date cell with several passes. Whether its date is sure is decided with the other rows of the page (`cross-check-dates.ts`). */
import type { PageBox } from "../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank-cell.ts";
import { type CellText, cellText } from "./cell.ts";
import { profileOf } from "./column-profile.ts";
import { parseDate, parseStruckDate } from "./date.ts";
import { type DateChance, spelledDates } from "./date-beam-search.ts";
import { readSteps } from "./date-net.ts";
import { printedScore } from "./handwriting.ts";
import { hardPass, softPass, thinPass } from "./ocr-passes.ts";
import { type Vote, voteOf } from "./reading.ts";

/** All readings of a date cell. */
export interface DatePasses {
  /** Dates by the network, most likely first. */
  readonly spelled: readonly DateChance[];
  /** Dates by the OCR passes: `MM/DD/YYYY`, each with its confidence. A pass that read no date is left out. */
  readonly dates: readonly { readonly date: string; readonly confidence: number }[];
  /** Text of the best pass where none read a date; null where the cell is blank. */
  readonly text: Vote | null;
  /** See `printedScore`; null where the cell shows no letter. */
  readonly printed: number | null;
}

export const NO_DATE: DatePasses = { spelled: [], dates: [], text: null, printed: null };

const LETTERS = "0123456789/-.";
/** Number of dates by the network that are kept. */
const LIKELIEST = 3;
/** No second pass is needed where the network reaches `LIKELY` and the first pass read the same; no third where two agree with `FIRM`. */
const LIKELY = 0.9;
const FIRM = 0.9;
/** Number of passes after which another height of the digits is tried, if one of them read no date. */
const THREE = 3;
/** Greatest confidence of a date of which a slash was read as a digit. */
const STRUCK = 0.8;

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
  const votes = [voteOf(await softPass(text, "line"))];
  const [likeliest] = spelled;
  if (likeliest === undefined || likeliest.chance < LIKELY || datesOf(votes)[0]?.date !== likeliest.date) {
    votes.push(voteOf(await hardPass(text, "line", LETTERS)));
    const [one, other] = datesOf(votes);
    if (one === undefined || one.date !== other?.date || Math.min(one.confidence, other.confidence) < FIRM) {
      votes.push(voteOf(await thinPass(text, "line", LETTERS)));
    }
    if (votes.length === THREE && datesOf(votes).length < THREE) votes.push(voteOf(await softPass(cell, "line")));
  }
  const best = votes.reduce((first, second) => (second.confidence > first.confidence ? second : first));
  return { spelled, dates: datesOf(votes), text: best, printed: printedScore(text, best.mean) };
}

/** Takes the height between the two levels that most columns begin and end on: the height of the digits, even where slashes stand higher and digits touch. */
function withDigitHeight(text: CellText): CellText {
  const { upper, lower } = profileOf(text.bitmap, 1);
  const height = lower.at - upper.at + 1;
  return height >= text.letterHeight / 2 && height <= text.letterHeight ? { ...text, letterHeight: height } : text;
}

function datesOf(votes: readonly Vote[]): DatePasses["dates"] {
  return votes.flatMap(({ text, confidence }) => {
    const date = parseDate(text);
    if (date !== null) return [{ date, confidence }];
    const struck = parseStruckDate(text);
    return struck === null ? [] : [{ date: struck, confidence: Math.min(confidence, STRUCK) }];
  });
}
