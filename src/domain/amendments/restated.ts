/** Finds the earlier report that a whole report restates, where it only says that it is an amendment. */

import { daysBetween, isoDate } from "../dates.ts";
import type { Trade } from "../trade.ts";
import { agreementOf, type Row, rowOf } from "./agreement.ts";
import { type Pair, pairReports, pairRows } from "./pairing.ts";
import { amendmentRank, dayOfReport, isEarlier, type Report, titleDay } from "./report.ts";
import { amends, isUnchanged, repeats, restates, restatesAlone } from "./scores.ts";

/** A report that may be the one that is restated. */
export interface Former {
  readonly report: Report;
  /** Its lines as they stand by then: those in the place of amended ones, none for those taken back. */
  readonly current: readonly Trade[];
}

export interface Restatement extends Former {
  readonly pairs: readonly Pair[];
  /** Number of pairs that are equal in all five fields. */
  readonly unchanged: number;
}

type Score = (former: Row, latter: Row) => number;

/** Why no report is superseded, with the ids of those that could be. */
export interface OpenRestatement {
  readonly reason: "nothing_restated" | "original_not_found" | "original_not_read" | "content_differs" | "several_fit";
  readonly candidates: readonly string[];
}

/**
 * The report of the same title's day with the next lower number; where there are several of a day, the one whose lines are restated.
 * Finds the report where there is no title's day or its report is not known: the only one most of whose lines are restated unchanged, in both directions; or the
 * one filed within days of the title's day most of whose lines are restated with a correction each. A report that bears the title alone is the one
 * where its lines go together with less.
 * @param earlier the filer's reports in that chamber that nothing has restated yet, this one not among them, in the order of filing.
 */
export function findRestated(amending: Report, earlier: readonly Former[]): Restatement | OpenRestatement {
  if (amending.trades.length === 0) return { reason: "nothing_restated", candidates: [] };
  const named = sameTitle(amending, earlier);
  for (const ofRank of downwards(named)) {
    const fitting = ofRank
      .map((former) => restatement(former, amending))
      .filter((restated) => isSupported(restated, amending));
    if (fitting.length > 0) return theBest(fitting);
  }
  const before = earlier.filter(({ report }) => isEarlier(report, amending));
  const alike = apart(before.filter((former) => isMostly(repeats, former, amending)));
  const near = before.filter(({ report }) => isNearTitle(report, amending));
  const corrected =
    alike.length > 0 || named.length > 0 ? [] : apart(near.filter((one) => isMostly(amends, one, amending)));
  const fitting = [...alike, ...corrected];
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return restatement(only, amending);
  if (only !== undefined) return { reason: "several_fit", candidates: idsOf(fitting) };
  const [alone] = named;
  if (alone !== undefined && named.length === 1) {
    const restated = restatement(alone, amending, restatesAlone);
    if (isSupported(restated, amending)) return restated;
  }
  const unread = named.filter(({ report }) => !report.isRead);
  if (unread.length > 0) return { reason: "original_not_read", candidates: idsOf(unread) };
  if (named.length > 0) return { reason: "content_differs", candidates: idsOf(named) };
  return { reason: "original_not_found", candidates: [] };
}

/**
 * The lines of one report paired with those of the one that restates it: as they stand, or as they were printed where more of them fit
 * then. Who restates a report on paper may start from either.
 */
export function restatement(former: Former, amending: Report, score: Score = restates): Restatement {
  return versionsOf(former)
    .map((lines) => paired(former, lines, amending, score))
    .reduce((best, one) => (isFuller(one, best) ? one : best));
}

function isFuller(one: Restatement, other: Restatement): boolean {
  return (one.pairs.length - other.pairs.length || one.unchanged - other.unchanged) > 0;
}

/** Its lines as they stand, and as they were printed where that is something else. */
function versionsOf({ report: { trades }, current }: Former): readonly (readonly Trade[])[] {
  const isSame = current.length === trades.length && current.every((trade, at) => trade === trades[at]);
  return isSame ? [current] : [current, trades];
}

function paired(former: Former, lines: readonly Trade[], amending: Report, score: Score): Restatement {
  const pairs = pairReports(lines.map(rowOf), amending.trades.map(rowOf), score);
  const unchanged = pairs.filter((pair) => isUnchanged(agreementOf(rowOf(pair.former), rowOf(pair.latter))));
  return { ...former, pairs, unchanged: unchanged.length };
}

/** Drops reports whose lines all stand in another of them: rows that amend a report are no report of their own. */
function apart(formers: readonly Former[]): readonly Former[] {
  return formers.filter(
    (one, at) =>
      !formers.some((other, otherAt) => {
        const lines = new Set(other.current.map(({ id }) => id));
        const isWithin = other !== one && one.current.every(({ id }) => lines.has(id));
        return isWithin && (one.current.length < other.current.length || at < otherAt);
      }),
  );
}

function sameTitle(amending: Report, earlier: readonly Former[]): readonly Former[] {
  const day = titleDay(amending);
  if (day === null) return [];
  const rank = amendmentRank(amending);
  const isNumbered = amending.amending?.report?.number !== null;
  return earlier.filter(
    ({ report }) =>
      titleDay(report) === day && isEarlier(report, amending) && (amendmentRank(report) < rank || !isNumbered),
  );
}

/** The amendments with the highest number first, originals last. */
function downwards(formers: readonly Former[]): readonly (readonly Former[])[] {
  return [...Map.groupBy(formers, ({ report }) => amendmentRank(report))]
    .toSorted(([a], [b]) => b - a)
    .map(([, ofRank]) => ofRank);
}

/** Greatest difference in days between a title's date and the report, for a slip in the title. */
const DAYS_FROM_TITLE = 7;

function isNearTitle(report: Report, amending: Report): boolean {
  const day = titleDay(amending);
  const filed = isoDate(dayOfReport(report));
  return day !== null && filed !== null && Math.abs(daysBetween(day, filed)) <= DAYS_FROM_TITLE;
}

/** The title alone is not sufficient: at least half of the shorter report's lines must be in the other. */
function isSupported({ report, pairs }: Restatement, amending: Report): boolean {
  return pairs.length > 0 && pairs.length * 2 >= Math.min(report.trades.length, amending.trades.length);
}

function theBest(fitting: readonly Restatement[]): Restatement | OpenRestatement {
  const best = fitting.find((one) => fitting.every((other) => other === one || fitsBetter(one, other)));
  return best ?? { reason: "several_fit", candidates: idsOf(fitting) };
}

function fitsBetter(one: Restatement, other: Restatement): boolean {
  if (one.pairs.length < other.pairs.length || one.unchanged < other.unchanged) return false;
  return one.pairs.length > other.pairs.length || one.unchanged > other.unchanged;
}

/** True if more than half of the lines of both reports are paired. */
function isMostly(score: Score, former: Former, amending: Report): boolean {
  return versionsOf(former).some((lines) => {
    const rows = Math.max(lines.length, amending.trades.length);
    const least = Math.min(lines.length, amending.trades.length);
    return least * 2 > rows && pairRows(lines.map(rowOf), amending.trades.map(rowOf), score).length * 2 > rows;
  });
}

function idsOf(formers: readonly Former[]): readonly string[] {
  return formers.map(({ report }) => report.id);
}
