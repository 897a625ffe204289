/** Weighs the neural network's and the OCR passes' readings of one date cell. */
import type { DateChance } from "../../../domain/scanned-page.ts";
import { isWeekend } from "./date.ts";
import type { Vote } from "./reading.ts";

export interface DatePasses {
  /** Dates from the neural network, most likely first. */
  readonly spelled: readonly DateChance[];
  /** Dates from the OCR passes, `MM/DD/YYYY` with their confidence. A pass that read no date is left out. */
  readonly dates: readonly { readonly date: string; readonly confidence: number }[];
  /** Best text, shown if no date was read; null if the cell is blank. */
  readonly text: Vote | null;
  /** See `computePrintScore`; null if the cell shows no letter. */
  readonly printScore: number | null;
}

export const NO_DATE: DatePasses = { spelled: [], dates: [], text: null, printScore: null };

/** A cell's most likely date, its probability from the neural network, and the confidences of the OCR passes. */
export interface DateEvidence {
  readonly date: string | null;
  readonly chance: number;
  /** Confidences of the passes that read this date, highest first. `dissenting` counts passes that read another date. */
  readonly agreeing: readonly number[];
  readonly dissenting: number;
  /** Another date that the picture may show. */
  readonly rival: string | null;
  /** True if the month may be spelled out. The network cannot read a month's name, since it is not trained on letters. */
  readonly mayHaveMonthName: boolean;
}

// Minimum probability from the network for a date to be certain: `CERTAIN` alone, `LIKELY` if an OCR pass read the same date, and
// `AS_LIKELY_AS_NOT` if two passes agree firmly.
const LIKELY = 0.9;
export const CERTAIN = 0.98;
const AS_LIKELY_AS_NOT = 0.5;
/** An OCR pass that read a likely date (`LIKELY`) confirms the date if the pass's confidence is at least this. */
const MIN_CONSIDERED = 0.5;
/** Two OCR passes that read the same date agree firmly if the confidence of each pass is at least this. */
const FIRM = 0.85;
/** A second date is a rival if the network gives it at least this probability. */
const RIVAL = 0.1;
/** Number of passes for a cell whose date cannot become certain: enough to show the reviewer a reading. */
const FOR_A_PERSON = 1;
const MONTH = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

export function combineDateEvidence({ spelled, dates, text }: Omit<DatePasses, "printScore">): DateEvidence {
  const [first, second] = spelled;
  const most = [...Map.groupBy(dates, ({ date }) => date).values()].toSorted((one, other) => other.length - one.length);
  const date =
    first !== undefined && first.chance >= AS_LIKELY_AS_NOT ? first.date : (most[0]?.[0]?.date ?? first?.date ?? null);
  const agreeing = dates.filter((ocrPass) => ocrPass.date === date).map(({ confidence }) => confidence);
  const rival = (date === first?.date ? second : first) ?? null;
  return {
    date,
    chance: spelled.find((other) => other.date === date)?.chance ?? 0,
    agreeing: agreeing.toSorted((one, other) => other - one),
    dissenting: dates.length - agreeing.length,
    rival: rival !== null && rival.chance >= RIVAL ? rival.date : null,
    mayHaveMonthName: MONTH.test(text?.text ?? ""),
  };
}

/** Returns whether the date is certain from its cell alone. */
export function isCertain(evidence: DateEvidence): boolean {
  const { chance, agreeing } = evidence;
  if (chance >= CERTAIN || (chance >= LIKELY && (agreeing[0] ?? 0) >= MIN_CONSIDERED)) return true;
  return canPassesConfirmDate(evidence) && (agreeing[1] ?? 0) >= FIRM;
}

/** True if two `FIRM` passes suffice: no dissent, no rival, and the network finds the date likely enough or cannot read it. */
function canPassesConfirmDate({ chance, dissenting, rival, mayHaveMonthName }: DateEvidence): boolean {
  return dissenting === 0 && rival === null && (chance >= AS_LIKELY_AS_NOT || mayHaveMonthName);
}

/** Returns whether another pass may make the date certain or change the reading shown for review. @param passes number so far. */
export function needsAnotherPass(evidence: DateEvidence, passes: number): boolean {
  const { date, chance, agreeing } = evidence;
  // Trades are rare on weekends. An OCR pass must confirm a weekend date even if the network is certain.
  if (chance >= CERTAIN) return agreeing.length === 0 && date !== null && isWeekend(date);
  if (isCertain(evidence)) return false;
  return passes < FOR_A_PERSON || chance >= LIKELY || canPassesConfirmDate(evidence);
}
