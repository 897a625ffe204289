/** Which earlier report a whole report restates, where it says only that it is an amendment. */
import { type Agreement, agreementOf, FIELDS, type Row, rowOf } from "./agreement.ts";
import { type Pair, pairRows } from "./pairing.ts";
import { amendmentRank, isEarlier, type Report, titleDay } from "./report.ts";

export interface Restated {
  readonly report: Report;
  readonly pairs: readonly Pair[];
  /** How many of the pairs are the same in all five fields. */
  readonly unchanged: number;
}

/** Why no report is superseded, with the ids of those that could be. */
export interface Open {
  readonly reason: "nothing_restated" | "original_not_found" | "original_not_read" | "content_differs" | "several_fit";
  readonly candidates: readonly string[];
}

/**
 * The report of the same title's day with the next lower number; where there are several of a day, the one whose lines are restated.
 * Without a title's day, or where its report is not known: the one report of which most lines are restated unchanged, in both directions.
 * @param earlier the filer's reports in that chamber that nothing has restated yet, this one not among them.
 */
export function findRestated(amending: Report, earlier: readonly Report[]): Restated | Open {
  if (amending.trades.length === 0) return { reason: "nothing_restated", candidates: [] };
  const named = sameTitle(amending, earlier);
  for (const ofRank of downwards(named)) {
    const fitting = ofRank
      .map((report) => restatement(report, amending))
      .filter((restated) => isSupported(restated, amending));
    if (fitting.length > 0) return theBest(fitting);
  }
  const alike = earlier.filter((report) => isEarlier(report, amending) && isMostlySame(report, amending));
  const [only, ...others] = alike;
  if (only !== undefined && others.length === 0) return restatement(only, amending);
  if (only !== undefined) return { reason: "several_fit", candidates: idsOf(alike) };
  const unread = named.filter(({ isRead }) => !isRead);
  if (unread.length > 0) return { reason: "original_not_read", candidates: idsOf(unread) };
  if (named.length > 0) return { reason: "content_differs", candidates: idsOf(named) };
  return { reason: "original_not_found", candidates: [] };
}

/** The lines of one report paired with those of the one that restates it. */
export function restatement(report: Report, amending: Report): Restated {
  const pairs = pairRows(report.trades.map(rowOf), amending.trades.map(rowOf), restates);
  const unchanged = pairs.filter(({ former, latter }) => isUnchanged(agreementOf(rowOf(former), rowOf(latter))));
  return { report, pairs, unchanged: unchanged.length };
}

function sameTitle(amending: Report, earlier: readonly Report[]): readonly Report[] {
  const day = titleDay(amending);
  if (day === null) return [];
  const rank = amendmentRank(amending);
  const isNumbered = amending.amending?.report?.number !== null;
  return earlier.filter(
    (report) =>
      titleDay(report) === day && isEarlier(report, amending) && (amendmentRank(report) < rank || !isNumbered),
  );
}

/** The amendments with the highest number first, originals last. */
function downwards(reports: readonly Report[]): readonly (readonly Report[])[] {
  return [...Map.groupBy(reports, amendmentRank)].toSorted(([a], [b]) => b - a).map(([, ofRank]) => ofRank);
}

/** A line is restated where four of its five fields are the same, or the asset and two others. */
function restates(former: Row, latter: Row): number {
  const agreement = agreementOf(former, latter);
  const isEnough = agreement.fields >= 4 || (agreement.fields === 3 && !agreement.differing.includes("asset"));
  return isEnough ? scoreOf(agreement) : 0;
}

export function scoreOf({ fields, further }: Agreement): number {
  return fields * 16 + further;
}

/** The title alone is not believed: at least half of the shorter report's lines must be in the other. */
function isSupported({ report, pairs }: Restated, amending: Report): boolean {
  return pairs.length > 0 && pairs.length * 2 >= Math.min(report.trades.length, amending.trades.length);
}

function theBest(fitting: readonly Restated[]): Restated | Open {
  const best = fitting.find((one) => fitting.every((other) => other === one || fitsBetter(one, other)));
  return best ?? { reason: "several_fit", candidates: idsOf(fitting.map(({ report }) => report)) };
}

function fitsBetter(one: Restated, other: Restated): boolean {
  if (one.pairs.length < other.pairs.length || one.unchanged < other.unchanged) return false;
  return one.pairs.length > other.pairs.length || one.unchanged > other.unchanged;
}

/** More than half of the lines of both are the same in all five fields. */
function isMostlySame(report: Report, amending: Report): boolean {
  const rows = Math.max(report.trades.length, amending.trades.length);
  const least = Math.min(report.trades.length, amending.trades.length);
  if (least * 2 <= rows) return false;
  const isSame = (former: Row, latter: Row) => {
    const agreement = agreementOf(former, latter);
    return isUnchanged(agreement) ? scoreOf(agreement) : 0;
  };
  return pairRows(report.trades.map(rowOf), amending.trades.map(rowOf), isSame).length * 2 > rows;
}

function isUnchanged({ fields }: Agreement): boolean {
  return fields === FIELDS;
}

function idsOf(reports: readonly Report[]): readonly string[] {
  return reports.map(({ id }) => id);
}
