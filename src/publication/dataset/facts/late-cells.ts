/** Counts reports and trades by cell, once per version. A cell is a combination of person, disclosure year, chamber and party. */
import { getOrAdd } from "../../../base/get-or-add.ts";
import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../../domain/politician.ts";
import { FLAGS, TRAITS, type TradeColumns } from "../trade-columns.ts";
import { getDayYear } from "./days.ts";

/** Counts for one person, disclosure year, chamber and party. Lateness records are built from these counts. */
export interface LatenessCounts {
  readonly person: number;
  /** Year of disclosure. */
  readonly year: number;
  readonly chamber: Chamber;
  readonly party: Party;
  /** Position of the trade disclosed last. */
  readonly newest: number;
  readonly reports: number;
  readonly lateReports: number;
  readonly trades: number;
  readonly judged: number;
  readonly late: number;
  /** Days late of the late trades, unordered. */
  readonly daysLate: readonly number[];
  /** Days to disclosure, ascending. */
  readonly gaps: readonly number[];
}

type OpenCell = { -readonly [K in keyof LatenessCounts]: LatenessCounts[K] } & { gaps: number[]; daysLate: number[] };

/** Bits that mark how a report was counted. */
const REPORT_COUNTED = 1;
const REPORT_COUNTED_LATE = 2;

/** Number of trades processed in one step of a generator. A step takes a millisecond at most. */
const STEP = 2_000;

/**
 * Works in steps, so as not to block the process. @param byGap positions sorted by days to disclosure.
 * @returns the cells, sorted by the latest disclosed trade of each cell, newest first.
 */
export function* groupLatenessCounts(
  columns: TradeColumns,
  byGap: Uint32Array,
): Generator<void, readonly LatenessCounts[]> {
  const { person, traits, flags, disclosed, traded, daysLate } = columns;
  const years = yield* computeDisclosureYears(columns);
  const { reports, reportCount } = yield* findFirstReports(columns);
  const reportMarks = new Uint8Array(reportCount);
  const cells = new Map<number, OpenCell>();
  // In this order, the `gaps` of each cell are already sorted.
  for (const [index, position] of byGap.entries()) {
    if (index % STEP === 0) yield;
    const code = person[position] as number;
    const year = years[position] as number;
    const seat = SEATS[traits[position] as number] as number;
    const key = (code * YEARS + year) * SEAT_COUNT + seat;
    const cell = getOrAdd(cells, key, () => createCell(code, year, traits[position] as number, position));
    const late = TRAITS[traits[position] as number]?.late ?? null;
    const report = reports[position] as number;
    const marks = reportMarks[report] as number;
    if ((marks & REPORT_COUNTED) === 0) cell.reports += 1;
    if (late === true && (marks & REPORT_COUNTED_LATE) === 0) cell.lateReports += 1;
    reportMarks[report] = marks | (late === true ? REPORT_COUNTED | REPORT_COUNTED_LATE : REPORT_COUNTED);
    cell.trades += 1;
    if (late !== null) cell.judged += 1;
    if (late === true) {
      cell.late += 1;
      cell.daysLate.push(daysLate[position] as number);
    }
    if (position < cell.newest) cell.newest = position;
    if (((flags[position] as number) & FLAGS.gapUnknown) === 0) {
      cell.gaps.push((disclosed[position] as number) - (traded[position] as number));
    }
  }
  return [...cells.values()].sort((a, b) => a.newest - b.newest);
}

/** Higher than the year of any report. */
const YEARS = 10_000;
const SEAT_COUNT = CHAMBERS.length * PARTIES.length;
/** For each of `TRAITS`, its chamber and party, combined into one number. */
const SEATS = TRAITS.map(({ chamber, party }) => CHAMBERS.indexOf(chamber) * PARTIES.length + PARTIES.indexOf(party));

function createCell(person: number, year: number, traits: number, newest: number): OpenCell {
  const { chamber = "house", party = "Independent" } = TRAITS[traits] ?? {};
  return {
    ...{ person, year, chamber, party, newest },
    ...{ reports: 0, lateReports: 0, trades: 0, judged: 0, late: 0, daysLate: [], gaps: [] },
  };
}

function* computeDisclosureYears({ disclosed, length }: TradeColumns): Generator<void, Uint16Array> {
  const years = new Uint16Array(length);
  let [day, year] = [Number.NaN, 0];
  for (let position = 0; position < length; position += 1) {
    if (position % STEP === 0) yield;
    const each = disclosed[position] as number;
    if (each !== day) [day, year] = [each, getDayYear(each)];
    years[position] = year;
  }
  return years;
}

// Finds the report that first disclosed each trade, as an index into `filings`. A trade repeated by an amendment gets the report
// that the member filed on the day of the first disclosure. If no trade of that report is published, the report is not in
// `filings`. The repeated trades of that member and day then share one extra index, which follows the indices of `filings`.
function* findFirstReports(
  columns: TradeColumns,
): Generator<void, { readonly reports: Uint32Array; readonly reportCount: number }> {
  const { flags, filing, filings, person, people, disclosed, length } = columns;
  const reports = filing.slice();
  const isRestated = (position: number) => ((flags[position] as number) & FLAGS.restated) !== 0;
  const buildKey = (position: number) => (disclosed[position] as number) * people.length + (person[position] as number);
  const restated: number[] = [];
  for (let position = 0; position < length; position += 1) {
    if (position % STEP === 0) yield;
    if (isRestated(position)) restated.push(position);
  }
  const codes = new Map<number, number | null>();
  for (const position of restated) codes.set(buildKey(position), null);
  if (codes.size === 0) return { reports, reportCount: filings.length };
  for (let position = 0; position < length; position += 1) {
    if (position % STEP === 0) yield;
    if (isRestated(position)) continue;
    const key = buildKey(position);
    if (codes.has(key)) codes.set(key, filing[position] as number);
  }
  let reportCount = filings.length;
  for (const position of restated) {
    const key = buildKey(position);
    const code = codes.get(key) ?? reportCount;
    if (code === reportCount) reportCount += 1;
    codes.set(key, code);
    reports[position] = code;
  }
  return { reports, reportCount };
}
