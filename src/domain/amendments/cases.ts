/** The rules on amendments as decision tables: in each table, the first case that holds applies. */
import type { Trade } from "../trade.ts";
import { isOfLaterDay, type Report } from "./report.ts";
import type { RefusedDecision } from "./settlement.ts";

interface Case<Facts, Result> {
  readonly isMatch: (facts: Facts) => boolean;
  readonly result: Result;
}

/** @throws {RangeError} if no case holds: the last case of a table must always hold. */
export function findFirstCase<Facts, Result>(cases: readonly Case<Facts, Result>[], facts: Facts): Result {
  const found = cases.find(({ isMatch }) => isMatch(facts));
  if (found === undefined) throw new RangeError("a table of cases must have one that holds");
  return found.result;
}

/** A person's decision that a report restates another one. */
interface DecidedReport {
  readonly report: Report;
  /** The report named by the decision; undefined if the member has no report with that id. */
  readonly named: Report | undefined;
  /** The named report already restates this one, directly or through others. */
  readonly isNamedInPlace: boolean;
  /** Another report restates or repeats the named one. */
  readonly isNamedRestated: boolean;
}

export const DECIDED_REPORT: readonly Case<DecidedReport, RefusedDecision | "restate">[] = [
  { isMatch: ({ report, named }) => !named || named === report, result: "decision_unknown" },
  { isMatch: ({ report, named }) => named?.source !== report.source, result: "decision_unknown" },
  {
    isMatch: ({ report, named }) => named !== undefined && isOfLaterDay(named, report),
    result: "decision_not_earlier",
  },
  { isMatch: ({ isNamedInPlace }) => isNamedInPlace, result: "decision_circular" },
  { isMatch: ({ isNamedRestated }) => isNamedRestated, result: "decision_taken" },
  { isMatch: () => true, result: "restate" },
];

/** A person's decision that a line supersedes a trade. */
interface DecidedLine {
  readonly report: Report;
  readonly isDeletion: boolean;
  /** The line itself is published. */
  readonly isPublished: boolean;
  /** The report of the named trade; undefined if there is no such trade. */
  readonly namedReport: Report | undefined;
  /** The trade now served for the named one (possibly itself); null if a filing deleted it. */
  readonly served: Trade | null;
  /** Id at the end of the line's own chain of replacements. */
  readonly endOfLine: string;
}

export const DECIDED_LINE: readonly Case<
  DecidedLine,
  RefusedDecision | "line_unreadable" | "already_taken_back" | "supersede"
>[] = [
  { isMatch: ({ report, namedReport }) => !namedReport || namedReport === report, result: "decision_unknown" },
  { isMatch: ({ isDeletion, isPublished }) => !isDeletion && !isPublished, result: "line_unreadable" },
  {
    isMatch: ({ report, namedReport }) => namedReport !== undefined && isOfLaterDay(namedReport, report),
    result: "decision_not_earlier",
  },
  { isMatch: ({ isDeletion, served }) => isDeletion && served === null, result: "already_taken_back" },
  { isMatch: ({ served, endOfLine }) => served?.id === endOfLine, result: "decision_circular" },
  { isMatch: ({ report, served }) => !served || served.filingId === report.id, result: "decision_taken" },
  { isMatch: () => true, result: "supersede" },
];

/** A line whose House row id was also named by an earlier report. */
interface KnownRow {
  readonly report: Report;
  readonly isDeletion: boolean;
  /** The trade now served for the row; null if it was deleted. */
  readonly served: Trade | null;
}

export const KNOWN_ROW: readonly Case<
  KnownRow,
  "supersede" | "several_fit" | "already_taken_back" | "deleted_before"
>[] = [
  { isMatch: ({ report, served }) => served?.filingId === report.id, result: "several_fit" },
  { isMatch: ({ served }) => served !== null, result: "supersede" },
  { isMatch: ({ isDeletion }) => isDeletion, result: "already_taken_back" },
  { isMatch: () => true, result: "deleted_before" },
];
