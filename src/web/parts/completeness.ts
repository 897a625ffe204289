/** Completeness of a set of filings, in numbers and one sentence. */
import type { YearCoverage } from "../../publication/dataset/coverage.ts";
import { byStanding, REPORT_STANDINGS, type Standing } from "./filing-state.ts";
import { count, counted, share } from "./words.ts";

interface Completeness {
  readonly counts: Readonly<Record<Standing, number>>;
  /** Filings known to be reports of members' trades. */
  readonly reports: number;
}

export function completenessOf(states: YearCoverage["states"]): Completeness {
  const counts = byStanding(states);
  return { counts, reports: REPORT_STANDINGS.reduce((sum, standing) => sum + counts[standing], 0) };
}

/** `Of 109 reports of trades, 77 (70.6%) are read in full; 32 are read but for lines that wait for a person.` */
export function completenessSentence({ counts, reports }: Completeness): string {
  if (reports === 0) return "No trade report is known.";
  const { read, partly, waiting, failed } = counts;
  const rest = [
    partly > 0 &&
      `${partly} ${are(partly)} read in part, and the rest of ${partly === 1 ? "it needs" : "each needs"} review by a person`,
    waiting > 0 && `${waiting} ${are(waiting)} not read yet`,
    failed > 0 && `${failed} could not be read`,
  ].filter((part) => part !== false);
  const whole = `Of ${counted(reports, "trade report")}, ${count(read)} (${share(read, reports)}) ${are(read)} read in full`;
  return `${[whole, ...rest].join("; ")}.`;
}

function are(number: number): string {
  return number === 1 ? "is" : "are";
}
