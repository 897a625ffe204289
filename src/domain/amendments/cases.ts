/** Rules for applying people's decisions about amendments. In each function, the first rule that matches applies. */
import type { Trade } from "../trade.ts";
import { isFiledOnLaterDay, type Report } from "./report.ts";
import type { RefusedDecision } from "./settlement.ts";

/** Judges a person's decision that a report restates another one. Pure. */
export function checkReportDecision(facts: {
  readonly report: Report;
  /** The report named by the decision; undefined if the member has no report with that id. */
  readonly named: Report | undefined;
  /** True if the decision is circular: the named report already restates `report`, directly or through other reports. */
  readonly isRestatedByNamed: boolean;
  /** True if another report restates or repeats the named report. */
  readonly isNamedRestated: boolean;
}): RefusedDecision | "restate" {
  const { report, named, isRestatedByNamed, isNamedRestated } = facts;
  if (named === undefined || named === report || named.source !== report.source) return "decision_unknown";
  if (isFiledOnLaterDay(named, report)) return "decision_not_earlier";
  if (isRestatedByNamed) return "decision_circular";
  return isNamedRestated ? "decision_taken" : "restate";
}

/** Judges a person's decision that a line supersedes a trade. Pure. */
export function checkLineDecision(facts: {
  readonly report: Report;
  readonly isDeletion: boolean;
  readonly isPublished: boolean;
  /** The report of the trade that the decision names; undefined if there is no such trade. */
  readonly namedReport: Report | undefined;
  /** The current version of the trade that the decision names, possibly that trade itself; null if a filing deleted the trade. */
  readonly served: Trade | null;
  /** Id at the end of the line's chain of replacements: that of the last trade, or of the filing that deletes the last trade. */
  readonly endOfLine: string;
}): RefusedDecision | "line_unreadable" | "already_taken_back" | "supersede" {
  const { report, isDeletion, isPublished, namedReport, served, endOfLine } = facts;
  if (namedReport === undefined || namedReport === report) return "decision_unknown";
  if (!isDeletion && !isPublished) return "line_unreadable";
  if (isFiledOnLaterDay(namedReport, report)) return "decision_not_earlier";
  if (isDeletion && served === null) return "already_taken_back";
  if (served?.id === endOfLine) return "decision_circular";
  return served === null || served.filingId === report.id ? "decision_taken" : "supersede";
}
