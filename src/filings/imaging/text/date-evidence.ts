/** Weighs what the network and the OCR passes read in one date cell. */
import { isWeekend } from "./date.ts";
import type { DateChance } from "./date-beam-search.ts";
import type { Vote } from "./reading.ts";

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

/** One cell: its most likely date, its probability by the network, and the confidences of the OCR passes. */
export interface DateEvidence {
  readonly date: string | null;
  readonly chance: number;
  /** Confidences of the passes that read it, highest first; and the number of passes that read another date. */
  readonly agreeing: readonly number[];
  readonly dissenting: number;
  /** Another date that the picture may show. */
  readonly rival: string | null;
  /** The month may be a name, which the network cannot read: it knows no letters. */
  readonly isNamed: boolean;
}

/**
 * A date is sure when the network reaches `CERTAIN`, when it reaches `LIKELY` and an OCR pass read the same, or when it reaches
 * `AS_LIKELY_AS_NOT` and two passes agree firmly.
 */
const LIKELY = 0.9;
export const CERTAIN = 0.98;
const AS_LIKELY_AS_NOT = 0.5;
/** A pass below `COUNTED` counts for nothing; two passes agree firmly when both reach `FIRM`. */
const COUNTED = 0.5;
const FIRM = 0.85;
/** Least probability of a second date for the same picture: then their digits are hard to distinguish. */
const RIVAL = 0.1;
/** Number of passes at a cell that no pass can make sure: a person is shown what it reads. */
const FOR_A_PERSON = 1;
const MONTH = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

export function evidenceOf({ spelled, dates, text }: Omit<DatePasses, "printed">): DateEvidence {
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
    isNamed: MONTH.test(text?.text ?? ""),
  };
}

/** The date is sure by its own cell alone. */
export function isSureAlone(evidence: DateEvidence): boolean {
  const { chance, agreeing } = evidence;
  if (chance >= CERTAIN || (chance >= LIKELY && (agreeing[0] ?? 0) >= COUNTED)) return true;
  return mayBeFirm(evidence) && (agreeing[1] ?? 0) >= FIRM;
}

/** Two firm passes make the date sure: the network sees no other and half believes it, or cannot read its month; and no pass dissents. */
function mayBeFirm({ chance, dissenting, rival, isNamed }: DateEvidence): boolean {
  return dissenting === 0 && rival === null && (chance >= AS_LIKELY_AS_NOT || isNamed);
}

/** Returns whether another pass may change whether the date is sure, or what a person is shown. @param passes their number so far. */
export function needsAnotherPass(evidence: DateEvidence, passes: number): boolean {
  const { date, chance, agreeing } = evidence;
  // Trades are rare on weekends: a pass has to confirm one, however certain the network is.
  if (chance >= CERTAIN) return agreeing.length === 0 && date !== null && isWeekend(date);
  if (isSureAlone(evidence)) return false;
  return passes < FOR_A_PERSON || chance >= LIKELY || mayBeFirm(evidence);
}
