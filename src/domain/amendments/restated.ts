/** Finds the earlier report that an amendment restates but does not name. */
import { countDaysBetween, parseIsoDate } from "../dates.ts";
import type { Trade } from "../trade.ts";
import { compareRows, toRow } from "./agreement.ts";
import { type Pair, pairAllRows, pairRows, type Score } from "./pairing.ts";
import { getAmendmentRank, getReportDay, isEarlier, parseTitleDay, type Report } from "./report.ts";
import { isUnchanged, scoreAmendment, scoreRepetition, scoreRestatement, scoreRestatementLoosely } from "./scores.ts";

/** An earlier report, which an amending report may restate. */
export interface PreviousReport {
  readonly report: Report;
  /** The report's current lines: amended lines are replaced, deleted lines are removed. */
  readonly current: readonly Trade[];
}

export interface Restatement extends PreviousReport {
  readonly pairs: readonly Pair[];
  /** Number of pairs equal in all five fields. */
  readonly unchanged: number;
}

/** Why no restated report was found, with the ids of the candidates. */
export interface OpenRestatement {
  readonly reason: "nothing_restated" | "original_not_found" | "original_not_read" | "content_differs" | "several_fit";
  readonly candidates: readonly string[];
}

/**
 * Finds the report that an amendment restates. These rules are tried in order:
 * 1. The report with the same title date, enough matching lines and the nearest lower amendment number. If several reports have
 *    that number, the report with the best matching lines.
 * 2. The only earlier report for which more than half of each report's lines match.
 * 3. If no report has the title date, the only match by rule 2 among reports filed within `DAYS_FROM_TITLE` days of the title
 *    date. In each pair of matching lines, one field may have been corrected.
 * 4. The only report with the same title date, even if its lines match less closely.
 * @param earlier the filer's other reports in the same chamber, in filing order. Omits reports that are already restated.
 */
export function findRestatement(amending: Report, earlier: readonly PreviousReport[]): Restatement | OpenRestatement {
  if (amending.trades.length === 0) return { reason: "nothing_restated", candidates: [] };
  const named = findReportsWithTitleDate(amending, earlier);
  for (const ofRank of groupByRank(named)) {
    const fitting = ofRank
      .map((previous) => pairBestVersion(previous, amending))
      .filter((restated) => hasEnoughPairs(restated, amending));
    if (fitting.length > 0) return pickBestRestatement(fitting);
  }
  const before = earlier.filter(({ report }) => isEarlier(report, amending));
  const repeated = dropSubsetReports(before.filter((previous) => sharesMostLines(scoreRepetition, previous, amending)));
  const nearTitleDay = before.filter(({ report }) => isFiledNearTitleDay(report, amending));
  const corrected =
    repeated.length > 0 || named.length > 0
      ? []
      : dropSubsetReports(nearTitleDay.filter((one) => sharesMostLines(scoreAmendment, one, amending)));
  const fitting = [...repeated, ...corrected];
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return pairBestVersion(only, amending);
  if (only !== undefined) return { reason: "several_fit", candidates: listReportIds(fitting) };
  const [onlyNamed] = named;
  if (onlyNamed !== undefined && named.length === 1) {
    const restated = pairBestVersion(onlyNamed, amending, scoreRestatementLoosely);
    if (hasEnoughPairs(restated, amending)) return restated;
  }
  const unread = named.filter(({ report }) => !report.isRead);
  if (unread.length > 0) return { reason: "original_not_read", candidates: listReportIds(unread) };
  if (named.length > 0) return { reason: "content_differs", candidates: listReportIds(named) };
  return { reason: "original_not_found", candidates: [] };
}

/**
 * Pairs the lines of a report with those of the report that restates it: uses the current lines, or the lines as printed if more
 * of these match. A filer who restates a paper report may start from either version.
 */
export function pairBestVersion(
  previous: PreviousReport,
  amending: Report,
  score: Score = scoreRestatement,
): Restatement {
  return listCurrentAndPrintedTrades(previous)
    .map((lines) => pairReports(previous, lines, amending, score))
    .reduce((best, one) => (isBetterRestatement(one, best) ? one : best));
}

function isBetterRestatement(one: Restatement, other: Restatement): boolean {
  return (one.pairs.length - other.pairs.length || one.unchanged - other.unchanged) > 0;
}

/** Returns the current lines, and also the lines as printed if they differ. */
function listCurrentAndPrintedTrades({ report: { trades }, current }: PreviousReport): readonly (readonly Trade[])[] {
  const isSame = current.length === trades.length && current.every((trade, at) => trade === trades[at]);
  return isSame ? [current] : [current, trades];
}

function pairReports(previous: PreviousReport, lines: readonly Trade[], amending: Report, score: Score): Restatement {
  const pairs = pairAllRows(lines.map(toRow), amending.trades.map(toRow), score);
  const unchanged = pairs.filter((pair) => isUnchanged(compareRows(toRow(pair.previous), toRow(pair.latter))));
  return { ...previous, pairs, unchanged: unchanged.length };
}

// Drops a report if another report also has all current lines of the dropped report. For example, the current lines of an amended
// report include the amendment's lines. So an amendment is dropped if it only amends that other report.
function dropSubsetReports(previousReports: readonly PreviousReport[]): readonly PreviousReport[] {
  return previousReports.filter(
    (one, at) =>
      !previousReports.some((other, otherAt) => {
        const lines = new Set(other.current.map(({ id }) => id));
        const isWithin = other !== one && one.current.every(({ id }) => lines.has(id));
        return isWithin && (one.current.length < other.current.length || at < otherAt);
      }),
  );
}

function findReportsWithTitleDate(amending: Report, earlier: readonly PreviousReport[]): readonly PreviousReport[] {
  const day = parseTitleDay(amending);
  if (day === null) return [];
  const rank = getAmendmentRank(amending);
  const isNumbered = amending.amending?.report?.number !== null;
  return earlier.filter(
    ({ report }) =>
      parseTitleDay(report) === day && isEarlier(report, amending) && (getAmendmentRank(report) < rank || !isNumbered),
  );
}

/** Groups reports by amendment number: highest number first, originals last. */
function groupByRank(previousReports: readonly PreviousReport[]): readonly (readonly PreviousReport[])[] {
  return [...Map.groupBy(previousReports, ({ report }) => getAmendmentRank(report))]
    .toSorted(([a], [b]) => b - a)
    .map(([, ofRank]) => ofRank);
}

/** Maximum days between a title's date and the filing date. The difference allows for a typo in the title. */
const DAYS_FROM_TITLE = 7;

function isFiledNearTitleDay(report: Report, amending: Report): boolean {
  const day = parseTitleDay(amending);
  const filed = parseIsoDate(getReportDay(report));
  return day !== null && filed !== null && Math.abs(countDaysBetween(day, filed)) <= DAYS_FROM_TITLE;
}

/** The title alone is not enough: at least half of the shorter report's lines must be in the other. */
function hasEnoughPairs({ report, pairs }: Restatement, amending: Report): boolean {
  return pairs.length > 0 && pairs.length * 2 >= Math.min(report.trades.length, amending.trades.length);
}

function pickBestRestatement(fitting: readonly Restatement[]): Restatement | OpenRestatement {
  const best = fitting.find((one) => fitting.every((other) => other === one || matchesBetter(one, other)));
  return best ?? { reason: "several_fit", candidates: listReportIds(fitting) };
}

function matchesBetter(one: Restatement, other: Restatement): boolean {
  if (one.pairs.length < other.pairs.length || one.unchanged < other.unchanged) return false;
  return one.pairs.length > other.pairs.length || one.unchanged > other.unchanged;
}

/** True if more than half of the lines in each of the two reports are paired with lines of the other report. */
function sharesMostLines(score: Score, previous: PreviousReport, amending: Report): boolean {
  return listCurrentAndPrintedTrades(previous).some((lines) => {
    const rows = Math.max(lines.length, amending.trades.length);
    const least = Math.min(lines.length, amending.trades.length);
    return least * 2 > rows && pairRows(lines.map(toRow), amending.trades.map(toRow), score).length * 2 > rows;
  });
}

function listReportIds(previousReports: readonly PreviousReport[]): readonly string[] {
  return previousReports.map(({ report }) => report.id);
}
