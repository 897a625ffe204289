/**
 * Weighs the dates of a column together. On clotted print the network hesitates between a few dates of a cell, and the other rows, which show
 * one of them or its month, decide. The column's dates and each cell's date are estimated from each other (expectation maximization).
 */
import type { DateChance } from "../../../domain/scanned-page.ts";

/** Weights of the prior: shares of the same date, same month and same year in the column's other rows, and of any date at all. */
const SAME_DATE = 0.5;
const SAME_MONTH = 0.3 / 30;
const SAME_YEAR = 0.15 / 365;
const ANY_DATE = 0.05 / 5000;
/** Number of EM rounds; 30 of them make only one more date certain among 1,219 of the corpus. */
const ROUNDS = 12;
/** Minimum probability with the column; and the minimum by the network alone, for the date and for all dates of its cell. */
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
export function columnDates(cells: readonly Dates[]): (DateChance | null)[] {
  let weighed = cells.map(addingUpToOne);
  for (let round = 0; round < ROUNDS; round += 1) {
    const column = shownIn(weighed);
    const total = sumOf(weighed.flat());
    weighed = weighed.map((own, at) => {
      const prior = priorOf(column, shownIn([own]), Math.max(1, total - 1));
      return addingUpToOne((cells[at] as Dates).map(({ date, chance }) => ({ date, chance: chance * prior(date) })));
    });
  }
  const likely = countOfMonths(cells.flat().filter(({ chance }) => chance >= LIKELY));
  return weighed.map((dates, at) => {
    const [first = null] = dates.toSorted((one, other) => other.chance - one.chance);
    if (first === null || first.chance < CERTAIN || sumOf(cells[at] as Dates) < LEAST_OF_CELL) return null;
    const alone = (cells[at] as Dates).find(({ date }) => date === first.date)?.chance ?? 0;
    return alone >= LEAST_ALONE && (likely.get(monthOf(first.date)) ?? 0) >= LIKELY_CELLS ? first : null;
  });
}

/** Prior probability of a date, before its own cell is considered. @param others number of the other cells. */
function priorOf(column: ProbabilitySums, own: ProbabilitySums, others: number): (date: string) => number {
  const share = (key: string) => Math.max(0, (column.get(key) ?? 0) - (own.get(key) ?? 0)) / others;
  return (date) =>
    SAME_DATE * share(date) + SAME_MONTH * share(monthOf(date)) + SAME_YEAR * share(yearOf(date)) + ANY_DATE;
}

function shownIn(cells: readonly Dates[]): ProbabilitySums {
  const shown = new Map<string, number>();
  for (const { date, chance } of cells.flat()) {
    for (const key of [date, monthOf(date), yearOf(date)]) shown.set(key, (shown.get(key) ?? 0) + chance);
  }
  return shown;
}

function countOfMonths(dates: Dates): ProbabilitySums {
  return new Map([...Map.groupBy(dates, ({ date }) => monthOf(date))].map(([month, alike]) => [month, alike.length]));
}

function addingUpToOne(dates: Dates): Dates {
  const sum = sumOf(dates);
  return dates.map(({ date, chance }) => ({ date, chance: chance / sum }));
}

function sumOf(dates: Dates): number {
  return dates.reduce((sum, { chance }) => sum + chance, 0);
}

function monthOf(date: string): string {
  return date.slice(0, 2) + date.slice(5);
}

function yearOf(date: string): string {
  return date.slice(6);
}
