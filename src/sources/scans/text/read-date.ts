/** A date cell: believed where two looks at it give the same day of the calendar. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { type CellText, cellText } from "./cell.ts";
import { parseDate } from "./date.ts";
import { hardLook, smallLook, softLook } from "./looks.ts";
import { BLANK, type Reading, type Vote, voteOf } from "./reading.ts";

/** `reading` is `MM/DD/YYYY`, or what was read where that is no date. */
export interface DateReading extends Reading {
  /** The date that more than one look gave although another differs: believed only where other rows bear it out. */
  readonly likely: string | null;
}

const LETTERS = "0123456789/-.";
/** Both looks of an agreement are at least as confident as this. */
const AGREED = 0.5;
const OUTVOTED = 0.8;

/** @throws {ParseError} `ocr_failed`. */
export async function readDate(page: Bitmap, box: PageBox): Promise<DateReading> {
  const text = cellText(page, box);
  return text === null ? { ...BLANK, likely: null } : await readDateText(text);
}

export async function readDateText(text: CellText): Promise<DateReading> {
  const votes = [voteOf(await softLook(text, "line")), voteOf(await hardLook(text, "line", LETTERS))];
  const first = agreement(votes, AGREED);
  if (first !== null) return { ...first, sure: true, likely: first.reading };
  votes.push(voteOf(await smallLook(text, "block")));
  const second = agreement(votes, 0);
  if (second !== null) return { ...second, sure: second.confidence >= OUTVOTED, likely: second.reading };
  const best = votes.reduce((one, other) => (score(other) > score(one) ? other : one));
  return {
    reading: parseDate(best.text) ?? (best.text || null),
    confidence: best.confidence,
    sure: false,
    likely: null,
  };
}

/** The date that two votes have in common, with the lesser confidence of the two that are surest of it. */
function agreement(votes: readonly Vote[], least: number): { reading: string; confidence: number } | null {
  const dated = votes.flatMap(({ text, confidence }) => {
    const date = parseDate(text);
    return date === null || confidence < least ? [] : [{ date, confidence }];
  });
  for (const { date } of dated) {
    const same = dated.filter((vote) => vote.date === date).map(({ confidence }) => confidence);
    if (same.length > 1) return { reading: date, confidence: same.sort((a, b) => b - a)[1] as number };
  }
  return null;
}

/** A vote that is a date beats one that is none. */
function score({ text, confidence }: Vote): number {
  return confidence + (parseDate(text) === null ? 0 : 1);
}
