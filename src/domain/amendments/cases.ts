/** The cases of the rules on amendments, as tables: of the cases of one table the first that holds counts. */
import type { Trade } from "../trade.ts";
import { isOfLaterDay, type Report } from "./report.ts";
import type { RefusedDecision } from "./settlement.ts";

interface Case<Facts, Result> {
  readonly holds: (facts: Facts) => boolean;
  readonly result: Result;
}

/** @throws {RangeError} when none of the cases holds: a table ends with one that always does. */
export function firstCase<Facts, Result>(cases: readonly Case<Facts, Result>[], facts: Facts): Result {
  const found = cases.find(({ holds }) => holds(facts));
  if (found === undefined) throw new RangeError("a table of cases must have one that holds");
  return found.result;
}

/** A person's decision that a report restates another one. */
interface DecidedReport {
  readonly report: Report;
  /** The report that was named; undefined where the member has none of that id. */
  readonly named: Report | undefined;
  /** The named report restates this one already, itself or through others. */
  readonly isNamedInPlace: boolean;
  /** Another report restates or repeats the named one. */
  readonly isNamedRestated: boolean;
}

export const DECIDED_REPORT: readonly Case<DecidedReport, RefusedDecision | "restate">[] = [
  { holds: ({ report, named }) => !named || named === report, result: "decision_unknown" },
  { holds: ({ report, named }) => named?.source !== report.source, result: "decision_unknown" },
  { holds: ({ report, named }) => named !== undefined && isOfLaterDay(named, report), result: "decision_not_earlier" },
  { holds: ({ isNamedInPlace }) => isNamedInPlace, result: "decision_circular" },
  { holds: ({ isNamedRestated }) => isNamedRestated, result: "decision_taken" },
  { holds: () => true, result: "restate" },
];

/** A person's decision that a line supersedes a trade. */
interface DecidedLine {
  readonly report: Report;
  readonly isDeletion: boolean;
  /** The line is published itself. */
  readonly isPublished: boolean;
  /** The report of the trade that was named; undefined where there is no such trade. */
  readonly namedReport: Report | undefined;
  /** The trade that is served in place of the named one, or that one; null where a filing took it back. */
  readonly served: Trade | null;
  /** Id at the end of the line's own chain. */
  readonly endOfLine: string;
}

export const DECIDED_LINE: readonly Case<
  DecidedLine,
  RefusedDecision | "line_unreadable" | "already_taken_back" | "supersede"
>[] = [
  { holds: ({ report, namedReport }) => !namedReport || namedReport === report, result: "decision_unknown" },
  { holds: ({ isDeletion, isPublished }) => !isDeletion && !isPublished, result: "line_unreadable" },
  {
    holds: ({ report, namedReport }) => namedReport !== undefined && isOfLaterDay(namedReport, report),
    result: "decision_not_earlier",
  },
  { holds: ({ isDeletion, served }) => isDeletion && served === null, result: "already_taken_back" },
  { holds: ({ served, endOfLine }) => served?.id === endOfLine, result: "decision_circular" },
  { holds: ({ report, served }) => !served || served.filingId === report.id, result: "decision_taken" },
  { holds: () => true, result: "supersede" },
];

/** A line with the House's id of a row that an earlier report named too. */
interface KnownRow {
  readonly report: Report;
  readonly isDeletion: boolean;
  /** The trade that is served for the row now; null where it was taken back. */
  readonly served: Trade | null;
}

export const KNOWN_ROW: readonly Case<
  KnownRow,
  "supersede" | "several_fit" | "already_taken_back" | "deleted_before"
>[] = [
  { holds: ({ report, served }) => served?.filingId === report.id, result: "several_fit" },
  { holds: ({ served }) => served !== null, result: "supersede" },
  { holds: ({ isDeletion }) => isDeletion, result: "already_taken_back" },
  { holds: () => true, result: "deleted_before" },
];
