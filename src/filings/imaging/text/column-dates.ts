/**
 * Weighs the dates of a column together. On clotted print the network hesitates between a few dates for a cell, and the other rows, which show one of
 * them or its month, decide. The column's dates and each cell's date are estimated from each other (expectation maximization).
 */
import type { DateChance } from "../../../domain/scanned-page.ts";

/** Weights of the prior: shares of the same date, same month and same year in the column's other rows, and of any date at all. */
const SAME_DATE = 0.5;
const SAME_MONTH = 0.3 / 30;
const SAME_YEAR = 0.15 / 365;
const ANY_DATE = 0.05 / 5000;
/** Number of EM rounds; 30 of them make only one more date certain among 1,219 of the corpus. */
const ROUNDS = 12;
/** Minimum probability considering the column; and the minimum according to the network alone, for the date and for all dates of its cell. */
const CERTAIN = 0.99;
const LEAST_ALONE = 0.1;
const LEAST_OF_CELL = 0.5;
/** A cell shows the month of a date if the network alone gives it this probability. Otherwise a misread year would confirm itself. */
const LIKELY = 0.9;
const LIKELY_CELLS = 2;

type Dates = readonly DateChance[];
/** Sums of probabilities by date, by month (`MM/YYYY`) and by year. */
type ProbabilitySums = ReadonlyMap<string, number>;

/**
 * Pure. Returns for each cell of a column the date that the other cells make certain, with its probability; null if there is none.
 * @param cells dates of each cell according to the network.
 */
export function weighColumnDates(cells: readonly Dates[]): (DateChance | null)[] {
  let weighed = cells.map(normaliseChances);
  for (let round = 0; round < ROUNDS; round += 1) {
    const column = sumProbabilities(weighed);
    const total = sumChances(weighed.flat());
    weighed = weighed.map((own, at) => {
      const prior = computePrior(column, sumProbabilities([own]), Math.max(1, total - 1));
      return normaliseChances((cells[at] as Dates).map(({ date, chance }) => ({ date, chance: chance * prior(date) })));
    });
  }
  const likely = sumByMonth(cells.flat().filter(({ chance }) => chance >= LIKELY));
  return weighed.map((dates, at) => {
    const [first = null] = dates.toSorted((one, other) => other.chance - one.chance);
    if (first === null || first.chance < CERTAIN || sumChances(cells[at] as Dates) < LEAST_OF_CELL) return null;
    const alone = (cells[at] as Dates).find(({ date }) => date === first.date)?.chance ?? 0;
    return alone >= LEAST_ALONE && (likely.get(getMonthKey(first.date)) ?? 0) >= LIKELY_CELLS ? first : null;
  });
}

/** Prior probability of a date, before its own cell is considered. @param others number of the other cells. */
function computePrior(column: ProbabilitySums, own: ProbabilitySums, others: number): (date: string) => number {
  const computeShare = (key: string) => Math.max(0, (column.get(key) ?? 0) - (own.get(key) ?? 0)) / others;
  return (date) =>
    SAME_DATE * computeShare(date) +
    SAME_MONTH * computeShare(getMonthKey(date)) +
    SAME_YEAR * computeShare(getYearKey(date)) +
    ANY_DATE;
}

function sumProbabilities(cells: readonly Dates[]): ProbabilitySums {
  const shown = new Map<string, number>();
  for (const { date, chance } of cells.flat()) {
    for (const key of [date, getMonthKey(date), getYearKey(date)]) shown.set(key, (shown.get(key) ?? 0) + chance);
  }
  return shown;
}

function sumByMonth(dates: Dates): ProbabilitySums {
  return new Map(
    [...Map.groupBy(dates, ({ date }) => getMonthKey(date))].map(([month, alike]) => [month, alike.length]),
  );
}

function normaliseChances(dates: Dates): Dates {
  const sum = sumChances(dates);
  return dates.map(({ date, chance }) => ({ date, chance: chance / sum }));
}

function sumChances(dates: Dates): number {
  return dates.reduce((sum, { chance }) => sum + chance, 0);
}

function getMonthKey(date: string): string {
  return date.slice(0, 2) + date.slice(5);
}

function getYearKey(date: string): string {
  return date.slice(6);
}
