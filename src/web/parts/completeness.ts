/** Completeness of a set of filings, in numbers and one sentence. */
import type { YearCoverage } from "../../publication/dataset/coverage.ts";
import { countByStanding, REPORT_STANDINGS, type Standing } from "./filing-state.ts";
import { formatCount, formatShare, pluralize } from "./words.ts";

interface Completeness {
  readonly counts: Readonly<Record<Standing, number>>;
  /** Filings known to be reports of members' trades. */
  readonly reports: number;
}

export function countCompleteness(states: YearCoverage["states"]): Completeness {
  const counts = countByStanding(states);
  return { counts, reports: REPORT_STANDINGS.reduce((sum, progress) => sum + counts[progress], 0) };
}

/** `Of 109 reports of trades, 77 (70.6%) are read in full; 32 are read but for lines that wait for a person.` */
export function formatCompleteness({ counts, reports }: Completeness): string {
  if (reports === 0) return "No trade report is known.";
  const { read, partly, waiting, failed } = counts;
  const rest = [
    partly > 0 &&
      `${partly} ${pickIsOrAre(partly)} read in part, and the rest of ${partly === 1 ? "it needs" : "each needs"} review by a person`,
    waiting > 0 && `${waiting} ${pickIsOrAre(waiting)} not read yet`,
    failed > 0 && `${failed} could not be read`,
  ].filter((part) => part !== false);
  const whole = `Of ${pluralize(reports, "trade report")}, ${formatCount(read)} (${formatShare(read, reports)}) ${pickIsOrAre(read)} read in full`;
  return `${[whole, ...rest].join("; ")}.`;
}

function pickIsOrAre(number: number): string {
  return number === 1 ? "is" : "are";
}
