/** A date cell, looked at more than once. Whether its date is believed is judged with the other rows of the page (`judge-dates.ts`). */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank.ts";
import { type CellText, cellText } from "./cell.ts";
import { parseDate, parseStruckDate } from "./date.ts";
import { hardLook, softLook, thinLook } from "./looks.ts";
import { profileOf } from "./profile.ts";
import { type Vote, voteOf } from "./reading.ts";
import { printedScore } from "./writing.ts";

/** What the looks at a date cell gave. */
export interface DateVotes {
  /** `MM/DD/YYYY`, each with its confidence; a look that saw no date is not among them. */
  readonly dates: readonly { readonly date: string; readonly confidence: number }[];
  /** The best look's text where none saw a date; null where the cell is blank. */
  readonly text: Vote | null;
  /** `printedScore`; null where the cell shows no letter. */
  readonly printed: number | null;
  /** The cell's text, cut to its ink; absent where it shows no letter. */
  readonly picture?: Bitmap;
}

const LETTERS = "0123456789/-.";
/** Two looks that agree as surely as this need no third. */
const FIRM = 0.9;
/** Where one of three looks saw no date, another height of the digits is tried. */
const THREE = 3;
/** A date of which a stroke was taken for a digit is at most this sure. */
const STRUCK = 0.8;

/** @throws {ParseError} `ocr_failed`. */
export async function readDate(page: Bitmap, box: PageBox): Promise<DateVotes> {
  const text = cellText(page, box);
  if (text !== null) return await readDateText(text);
  return { dates: [], text: withoutLetters(page, box).sure ? null : voteOf([]), printed: null };
}

async function readDateText(cell: CellText): Promise<DateVotes> {
  const text = withDigitHeight(cell);
  const votes = [voteOf(await softLook(text, "line")), voteOf(await hardLook(text, "line", LETTERS))];
  const [one, other] = datesOf(votes);
  if (one === undefined || one.date !== other?.date || Math.min(one.confidence, other.confidence) < FIRM) {
    votes.push(voteOf(await thinLook(text, "line", LETTERS)));
  }
  if (votes.length === THREE && datesOf(votes).length < THREE) votes.push(voteOf(await softLook(cell, "line")));
  const best = votes.reduce((first, second) => (second.confidence > first.confidence ? second : first));
  return { dates: datesOf(votes), text: best, printed: printedScore(text, best.mean), picture: text.bitmap };
}

/** With the height between the levels that most columns begin and end on: that of the digits, where strokes stand higher and digits touch. */
function withDigitHeight(text: CellText): CellText {
  const { upper, lower } = profileOf(text.bitmap, 1);
  const height = lower.at - upper.at + 1;
  return height >= text.letterHeight / 2 && height <= text.letterHeight ? { ...text, letterHeight: height } : text;
}

function datesOf(votes: readonly Vote[]): DateVotes["dates"] {
  return votes.flatMap(({ text, confidence }) => {
    const date = parseDate(text);
    if (date !== null) return [{ date, confidence }];
    const struck = parseStruckDate(text);
    return struck === null ? [] : [{ date: struck, confidence: Math.min(confidence, STRUCK) }];
  });
}
