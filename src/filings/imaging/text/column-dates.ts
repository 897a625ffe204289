/**
 * Weighs the dates of a column together. For a cell of blotted print, the neural network may find several dates likely. The
 * dates, months and years that other rows also show then become more likely. The column's dates and each cell's date are
 * estimated from each other (expectation maximization).
 */
import { type DateChance, sumChances } from "../../../domain/scanned-page.ts";

/** Weights of the prior: for the same date, month or year in the column's other rows, and for any date. */
const SAME_DATE = 0.5;
const SAME_MONTH = 0.3 / 30;
const SAME_YEAR = 0.15 / 365;
const ANY_DATE = 0.05 / 5000;
/** Number of EM rounds; after 30 rounds, only one more of the corpus's 1,219 dates is certain. */
const ROUNDS = 12;
/** Minimum probability of a date after taking the column's other cells into account. */
const MIN_WITH_COLUMN = 0.99;
/** Minimum probability of that date from the network alone. */
const MIN_ALONE = 0.1;
/** Minimum sum of the network's probabilities of a cell's candidate dates. With a lower sum, none of the dates is confirmed. */
const MIN_OF_CELL = 0.5;
// A date is confirmed only if at least `LIKELY_CELLS` cells have a date of its month (`MM/YYYY`) to which the network gives a
// probability of at least `LIKELY`. Otherwise a misread year could confirm itself.
const LIKELY = 0.9;
const LIKELY_CELLS = 2;

type Dates = readonly DateChance[];
/** Sums of probabilities by date, by month (`MM/YYYY`) and by year. */
type ProbabilitySums = ReadonlyMap<string, number>;

/** Pure. Returns for each cell the date that the other cells make certain, or null. @param cells the network's dates by cell. */
export function findDatesConfirmedByColumn(cells: readonly Dates[]): (DateChance | null)[] {
  let weighed = cells.map(normaliseChances);
  for (let round = 0; round < ROUNDS; round += 1) {
    const column = sumProbabilities(weighed);
    const total = sumChances(weighed.flat());
    weighed = weighed.map((own, at) => {
      const prior = createPrior(column, sumProbabilities([own]), Math.max(1, total - 1));
      return normaliseChances((cells[at] as Dates).map(({ date, chance }) => ({ date, chance: chance * prior(date) })));
    });
  }
  const likely = countByMonth(cells.flat().filter(({ chance }) => chance >= LIKELY));
  return weighed.map((dates, at) => {
    const [first = null] = dates.toSorted((one, other) => other.chance - one.chance);
    if (first === null || first.chance < MIN_WITH_COLUMN || sumChances(cells[at] as Dates) < MIN_OF_CELL) return null;
    const chanceAlone = (cells[at] as Dates).find(({ date }) => date === first.date)?.chance ?? 0;
    return chanceAlone >= MIN_ALONE && (likely.get(getMonthKey(first.date)) ?? 0) >= LIKELY_CELLS ? first : null;
  });
}

/** Returns a function for a date's prior probability from the column's other cells. @param others number of these other cells. */
function createPrior(column: ProbabilitySums, own: ProbabilitySums, others: number): (date: string) => number {
  const computeShare = (key: string) => Math.max(0, (column.get(key) ?? 0) - (own.get(key) ?? 0)) / others;
  return (date) =>
    SAME_DATE * computeShare(date) +
    SAME_MONTH * computeShare(getMonthKey(date)) +
    SAME_YEAR * computeShare(getYearKey(date)) +
    ANY_DATE;
}

function sumProbabilities(cells: readonly Dates[]): ProbabilitySums {
  const sums = new Map<string, number>();
  for (const { date, chance } of cells.flat()) {
    for (const key of [date, getMonthKey(date), getYearKey(date)]) sums.set(key, (sums.get(key) ?? 0) + chance);
  }
  return sums;
}

function countByMonth(dates: Dates): ProbabilitySums {
  return new Map(
    [...Map.groupBy(dates, ({ date }) => getMonthKey(date))].map(([month, alike]) => [month, alike.length]),
  );
}

function normaliseChances(dates: Dates): Dates {
  const sum = sumChances(dates);
  return dates.map(({ date, chance }) => ({ date, chance: chance / sum }));
}

function getMonthKey(date: string): string {
  return date.slice(0, 2) + date.slice(5);
}

function getYearKey(date: string): string {
  return date.slice(6);
}
