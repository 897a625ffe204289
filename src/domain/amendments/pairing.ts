/** Pairs lines of an earlier report one to one with lines of a later one, but only where no other pairing would fit as well. */
import type { Trade } from "../trade.ts";
import type { Row } from "./agreement.ts";
import { isSameButForDay } from "./scores.ts";

export interface Pair {
  readonly former: Trade;
  readonly latter: Trade;
}

/** Score of a pair of lines; 0 if they do not match. */
export type Score = (former: Row, latter: Row) => number;

interface Fit {
  readonly row: Row;
  readonly score: number;
}

/**
 * Pairs the lines of a report with those of the report that restates it. If both have the same number of lines and only dates differ, pairs them line
 * by line; otherwise pairs them like `pairRows`, and pairs ties in printed order if both sides have the same number of lines.
 */
export function pairReports(formers: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  if (formers.length === latters.length && formers.every((former, at) => isSameButForDay(former, latters[at] as Row))) {
    return formers.map(({ trade }, at) => ({ former: trade, latter: (latters[at] as Row).trade }));
  }
  const pairs = pairRows(formers, latters, score);
  const known = new Set(pairs.flatMap(({ former, latter }) => [former, latter]));
  const isOpen = ({ trade }: Row) => !known.has(trade);
  return [...pairs, ...pairInOrder(formers.filter(isOpen), latters.filter(isOpen), score)];
}

/** Pairs groups of lines that match only each other, in printed order, if both sides have the same number of lines. */
function pairInOrder(formers: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  const left = new Set(formers);
  const pairs: Pair[] = [];
  for (const start of formers) {
    if (!left.has(start)) continue;
    const group = { formers: new Set([start]), latters: new Set<Row>() };
    for (let size = 0; size < group.formers.size + group.latters.size; ) {
      size = group.formers.size + group.latters.size;
      for (const latter of latters)
        if (hasMatch(group.formers, (former) => score(former, latter))) group.latters.add(latter);
      for (const former of formers)
        if (hasMatch(group.latters, (latter) => score(former, latter))) group.formers.add(former);
    }
    for (const former of group.formers) left.delete(former);
    const [ours, theirs] = [
      formers.filter((row) => group.formers.has(row)),
      latters.filter((row) => group.latters.has(row)),
    ];
    if (ours.length !== theirs.length || ours.some((former, at) => score(former, theirs[at] as Row) === 0)) continue;
    pairs.push(...ours.map(({ trade }, at) => ({ former: trade, latter: (theirs[at] as Row).trade })));
  }
  return pairs;
}

function hasMatch(rows: ReadonlySet<Row>, score: (row: Row) => number): boolean {
  return [...rows].some((row) => score(row) > 0);
}

/**
 * Pairs two lines if each is the other's best match. Identical lots of one filing are paired in printed order; any other tie stays open until one of
 * the tied lines has found its own pair. Rows must be ordered by filing and line.
 */
export function pairRows(formers: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  const pairs = pairRestated(formers, latters, score);
  const known = new Set(pairs.flatMap(({ former, latter }) => [former, latter]));
  const isOpen = ({ trade }: Row) => !known.has(trade);
  return [...pairs, ...pairAltered(formers.filter(isOpen), latters.filter(isOpen), score)];
}

/** Pairs lines that are restated word for word, as most are. */
function pairRestated(formers: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  const restated = Map.groupBy(latters, ({ whole }) => whole);
  const pairs: Pair[] = [];
  for (const [whole, lots] of Map.groupBy(formers, (row) => row.whole)) {
    const others = restated.get(whole) ?? [];
    if (!areRepeatedLots(lots) || !areRepeatedLots(others)) continue;
    for (const [at, latter] of others.entries()) {
      const former = lots[at];
      if (former !== undefined && score(former, latter) > 0) pairs.push({ former: former.trade, latter: latter.trade });
    }
  }
  return pairs;
}

function pairAltered(formers: readonly Row[], latters: readonly Row[], score: Score): readonly Pair[] {
  const ofLatter = new Map<Row, Fit[]>(latters.map((row) => [row, []]));
  const ofFormer = new Map<Row, Fit[]>(formers.map((row) => [row, []]));
  for (const [latter, fits] of ofLatter) {
    for (const [former, others] of ofFormer) {
      const value = score(former, latter);
      if (value === 0) continue;
      fits.push({ row: former, score: value });
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
      const [former] = candidates;
      if (former === undefined || !areRepeatedLots(candidates)) continue;
      const wanted = pickBest(ofFormer.get(former));
      if (!wanted.includes(latter) || !areRepeatedLots(wanted)) continue;
      paired.add(former).add(latter);
      pairs.push({ former: former.trade, latter: latter.trade });
    }
  }
  return pairs;
}

/** All rows with the highest score, in their order. */
export function findBestRows(fits: readonly Fit[]): readonly Row[] {
  const highest = fits.reduce((most, { score }) => Math.max(most, score), 0);
  return fits.filter(({ score }) => score === highest).map(({ row }) => row);
}

function areRepeatedLots([first, ...others]: readonly Row[]): boolean {
  return others.every((row) => row.whole === first?.whole && row.trade.filingId === first.trade.filingId);
}
