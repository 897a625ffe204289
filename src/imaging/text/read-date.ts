/** A date cell, looked at more than once. Whether its date is believed is judged with the other rows of the page (`judge-dates.ts`). */
import type { PageBox } from "../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank.ts";
import { type CellText, cellText } from "./cell.ts";
import { parseDate, parseStruckDate } from "./date.ts";
import { readSteps } from "./date-net.ts";
import { hardLook, softLook, thinLook } from "./looks.ts";
import { profileOf } from "./profile.ts";
import { type Vote, voteOf } from "./reading.ts";
import { type DateChance, spelledDates } from "./spelled-dates.ts";
import { printedScore } from "./writing.ts";

/** What a date cell seems to say. */
export interface DateLooks {
  /** By the net, likeliest first. */
  readonly spelled: readonly DateChance[];
  /** By the engine's looks: `MM/DD/YYYY`, each with its confidence; a look that saw no date is not among them. */
  readonly dates: readonly { readonly date: string; readonly confidence: number }[];
  /** The best look's text where none saw a date; null where the cell is blank. */
  readonly text: Vote | null;
  /** `printedScore`; null where the cell shows no letter. */
  readonly printed: number | null;
}

export const NO_DATE: DateLooks = { spelled: [], dates: [], text: null, printed: null };

const LETTERS = "0123456789/-.";
/** Of all that the net takes the cell for, so many are kept. */
const LIKELIEST = 3;
/** Where the net is as sure as this and a look saw the same, no other look is needed; and two looks that agree like this need no third. */
const LIKELY = 0.9;
const FIRM = 0.9;
/** Where one of three looks saw no date, another height of the digits is tried. */
const THREE = 3;
/** A date of which a stroke was taken for a digit is at most this sure. */
const STRUCK = 0.8;

/** @throws {ParseError} `ocr_failed`. */
export async function readDate(page: Bitmap, box: PageBox): Promise<DateLooks> {
  const text = cellText(page, box);
  if (text !== null) return await readDateText(text);
  return withoutLetters(page, box).sure ? NO_DATE : { ...NO_DATE, text: voteOf([]) };
}

async function readDateText(cell: CellText): Promise<DateLooks> {
  const text = withDigitHeight(cell);
  const spelled = spelledDates(readSteps(text.bitmap)).slice(0, LIKELIEST);
  const votes = [voteOf(await softLook(text, "line"))];
  const [likeliest] = spelled;
  if (likeliest === undefined || likeliest.chance < LIKELY || datesOf(votes)[0]?.date !== likeliest.date) {
    votes.push(voteOf(await hardLook(text, "line", LETTERS)));
    const [one, other] = datesOf(votes);
    if (one === undefined || one.date !== other?.date || Math.min(one.confidence, other.confidence) < FIRM) {
      votes.push(voteOf(await thinLook(text, "line", LETTERS)));
    }
    if (votes.length === THREE && datesOf(votes).length < THREE) votes.push(voteOf(await softLook(cell, "line")));
  }
  const best = votes.reduce((first, second) => (second.confidence > first.confidence ? second : first));
  return { spelled, dates: datesOf(votes), text: best, printed: printedScore(text, best.mean) };
}

/** With the height between the levels that most columns begin and end on: that of the digits, where strokes stand higher and digits touch. */
function withDigitHeight(text: CellText): CellText {
  const { upper, lower } = profileOf(text.bitmap, 1);
  const height = lower.at - upper.at + 1;
  return height >= text.letterHeight / 2 && height <= text.letterHeight ? { ...text, letterHeight: height } : text;
}

function datesOf(votes: readonly Vote[]): DateLooks["dates"] {
  return votes.flatMap(({ text, confidence }) => {
    const date = parseDate(text);
    if (date !== null) return [{ date, confidence }];
    const struck = parseStruckDate(text);
    return struck === null ? [] : [{ date: struck, confidence: Math.min(confidence, STRUCK) }];
  });
}
