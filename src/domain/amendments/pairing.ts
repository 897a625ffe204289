/** Pairs lines of an earlier report one to one with lines of a later report. Ties stay unpaired unless printed order decides. */
import type { Trade } from "../trade.ts";
import type { Row } from "./agreement.ts";
import { isSameExceptDate } from "./scores.ts";

export interface Pair {
  readonly previous: Trade;
  readonly latter: Trade;
}

/** Score of a pair of lines; 0 if they do not match. */
export type Score = (previous: Row, latter: Row) => number;

interface Fit {
  readonly row: Row;
  readonly score: number;
}

/**
 * Pairs the lines of a report with the lines of the report that restates it. If both reports have the same number of lines and
 * only dates differ, pairs them line by line. Otherwise pairs them like `pairRows`. Then pairs the lines of each tied group in
 * printed order. Skips a group if the reports have different numbers of lines in the group, or if any pair does not match.
 */
export function pairAllRows(previousRows: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  if (
    previousRows.length === latters.length &&
    previousRows.every((previous, at) => isSameExceptDate(previous, latters[at] as Row))
  ) {
    return previousRows.map(({ trade }, at) => ({ previous: trade, latter: (latters[at] as Row).trade }));
  }
  const pairs = pairRows(previousRows, latters, score);
  const known = new Set(pairs.flatMap(({ previous, latter }) => [previous, latter]));
  const isUnpaired = ({ trade }: Row) => !known.has(trade);
  return [...pairs, ...pairTiedRows(previousRows.filter(isUnpaired), latters.filter(isUnpaired), score)];
}

// Groups lines so that no match crosses groups. Pairs a group's lines in printed order if both reports have equally many lines in
// the group and every such pair matches.
function pairTiedRows(previousRows: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  const left = new Set(previousRows);
  const pairs: Pair[] = [];
  for (const start of previousRows) {
    if (!left.has(start)) continue;
    const group = { previousRows: new Set([start]), latters: new Set<Row>() };
    for (let size = 0; size < group.previousRows.size + group.latters.size; ) {
      size = group.previousRows.size + group.latters.size;
      for (const latter of latters)
        if (hasMatch(group.previousRows, (previous) => score(previous, latter))) group.latters.add(latter);
      for (const previous of previousRows)
        if (hasMatch(group.latters, (latter) => score(previous, latter))) group.previousRows.add(previous);
    }
    for (const previous of group.previousRows) left.delete(previous);
    const [ours, theirs] = [
      previousRows.filter((row) => group.previousRows.has(row)),
      latters.filter((row) => group.latters.has(row)),
    ];
    if (ours.length !== theirs.length || ours.some((previous, at) => score(previous, theirs[at] as Row) === 0))
      continue;
    pairs.push(...ours.map(({ trade }, at) => ({ previous: trade, latter: (theirs[at] as Row).trade })));
  }
  return pairs;
}

function hasMatch(rows: ReadonlySet<Row>, score: (row: Row) => number): boolean {
  return [...rows].some((row) => score(row) > 0);
}

/**
 * Pairs two lines if each is the other's best match. Identical lots of one filing are paired in printed order; any other tie is
 * left unpaired until one of the tied lines is paired elsewhere. Rows must be ordered by filing and line.
 */
export function pairRows(previousRows: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  const pairs = pairIdenticalRows(previousRows, latters, score);
  const known = new Set(pairs.flatMap(({ previous, latter }) => [previous, latter]));
  const isUnpaired = ({ trade }: Row) => !known.has(trade);
  return [...pairs, ...pairByScore(previousRows.filter(isUnpaired), latters.filter(isUnpaired), score)];
}

/** Pairs lines that are restated word for word, as most lines are. */
function pairIdenticalRows(previousRows: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  const restated = Map.groupBy(latters, ({ comparisonKey }) => comparisonKey);
  const pairs: Pair[] = [];
  for (const [comparisonKey, lots] of Map.groupBy(previousRows, (row) => row.comparisonKey)) {
    const others = restated.get(comparisonKey) ?? [];
    if (!areIdenticalLots(lots) || !areIdenticalLots(others)) continue;
    for (const [at, latter] of others.entries()) {
      const previous = lots[at];
      if (previous !== undefined && score(previous, latter) > 0)
        pairs.push({ previous: previous.trade, latter: latter.trade });
    }
  }
  return pairs;
}

function pairByScore(previousRows: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  const ofLatter = new Map<Row, Fit[]>(latters.map((row) => [row, []]));
  const ofPrevious = new Map<Row, Fit[]>(previousRows.map((row) => [row, []]));
  for (const [latter, fits] of ofLatter) {
    for (const [previous, others] of ofPrevious) {
      const value = score(previous, latter);
      if (value === 0) continue;
      fits.push({ row: previous, score: value });
      others.push({ row: latter, score: value });
    }
  }
  const paired = new Set<Row>();
  const pickBest = (fits: readonly Fit[] = []) => findBestRows(fits.filter(({ row }) => !paired.has(row)));
  const pairs: Pair[] = [];
  for (let found = -1; found !== pairs.length; ) {
    found = pairs.length;
    for (const latter of latters) {
      if (paired.has(latter)) continue;
      const candidates = pickBest(ofLatter.get(latter));
      const [previous] = candidates;
      if (previous === undefined || !areIdenticalLots(candidates)) continue;
      const wanted = pickBest(ofPrevious.get(previous));
      if (!wanted.includes(latter) || !areIdenticalLots(wanted)) continue;
      paired.add(previous).add(latter);
      pairs.push({ previous: previous.trade, latter: latter.trade });
    }
  }
  return pairs;
}

/** All rows with the highest score, in their order. */
export function findBestRows(fits: readonly Fit[]): readonly Row[] {
  const highest = fits.reduce((most, { score }) => Math.max(most, score), 0);
  return fits.filter(({ score }) => score === highest).map(({ row }) => row);
}

function areIdenticalLots([first, ...others]: readonly Row[]): boolean {
  return others.every(
    (row) => row.comparisonKey === first?.comparisonKey && row.trade.filingId === first.trade.filingId,
  );
}
