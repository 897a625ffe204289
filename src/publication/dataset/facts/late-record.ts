/**
 * Late disclosures by person and year of disclosure, judged by `isLate`. A trade repeated in an amendment is judged by its first
 * disclosure; a trade whose first disclosure is unknown counts neither as late nor as on time.
 */
import type { Chamber, Party } from "../../../domain/politician.ts";
import { GRACE_DAYS } from "../../../domain/reporting-deadline.ts";
import { TRAITS, type TradeColumns } from "../trade-columns.ts";
import type { LatenessCounts } from "./late-cells.ts";
import { computeQuartiles, computeQuartilesFromHistogram, type Spread } from "./spread.ts";

export interface LateRow {
  /** Bioguide id and name; empty for all members together. */
  readonly id: string;
  readonly name: string;
  readonly state: string;
  /** Chamber of the trade disclosed last. */
  readonly chamber: Chamber;
  readonly party: Party;
  /** Null for all years together. */
  readonly year: number | null;
  /** Reports with at least one trade, each counted once however often it is amended. */
  readonly reports: number;
  readonly lateReports: number;
  readonly trades: number;
  /** Trades for which it is known whether they are late. */
  readonly judged: number;
  readonly late: number;
  /** Late trades disclosed within the grace period, in which no fee is due. */
  readonly lateInGrace: number;
  /** Days after the deadline, for late trades. */
  readonly daysLate: Spread | null;
  /** Days from the transaction to its first disclosure. Trades whose first disclosure is unknown are left out. */
  readonly daysToDisclose: Spread | null;
}

/** Chamber and party on the transaction date, and year of disclosure; an absent field selects all trades. */
export interface LateFilter {
  readonly chamber?: Chamber | undefined;
  readonly party?: Party | undefined;
  readonly year?: number | undefined;
}

/** One row per person, most recent disclosure first. */
export function buildLateRowsByPerson(
  columns: TradeColumns,
  cells: readonly LatenessCounts[],
  filter: LateFilter,
): readonly LateRow[] {
  const groups = Map.groupBy(filterLatenessCounts(cells, filter), ({ person }) => person);
  const rows: LateRow[] = [];
  for (const group of groups.values()) {
    rows.push(buildLateRow(columns, group, filter.year ?? null));
  }
  return rows;
}

/** One row per year for all members together, newest year first. */
export function buildLateRowsByYear(
  columns: TradeColumns,
  cells: readonly LatenessCounts[],
  filter: LateFilter = {},
): readonly LateRow[] {
  const groups = Map.groupBy(filterLatenessCounts(cells, filter), ({ year }) => year);
  const rows: LateRow[] = [];
  for (const [year, group] of groups) {
    rows.push({ ...buildLateRow(columns, group, year), id: "", name: "", state: "" });
  }
  return rows.sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
}

function filterLatenessCounts(
  cells: readonly LatenessCounts[],
  { chamber, party, year }: LateFilter,
): readonly LatenessCounts[] {
  return cells.filter(
    (cell) =>
      (chamber ?? cell.chamber) === cell.chamber &&
      (party ?? cell.party) === cell.party &&
      (year ?? cell.year) === cell.year,
  );
}

/** @param cells the newest trade's cell first. */
function buildLateRow(columns: TradeColumns, cells: readonly LatenessCounts[], year: number | null): LateRow {
  const newest = cells[0]?.newest ?? 0;
  const traits = TRAITS[columns.traits[newest] as number];
  const person = columns.people[columns.person[newest] as number];
  const sums = { reports: 0, lateReports: 0, trades: 0, judged: 0, late: 0 };
  const daysLate = cells.flatMap((cell) => cell.daysLate).sort((a, b) => a - b);
  for (const cell of cells) {
    sums.reports += cell.reports;
    sums.lateReports += cell.lateReports;
    sums.trades += cell.trades;
    sums.judged += cell.judged;
    sums.late += cell.late;
  }
  return {
    id: person?.id ?? "",
    name: person?.name ?? "",
    state: person?.state ?? "",
    chamber: traits?.chamber ?? "house",
    party: traits?.party ?? "Independent",
    year,
    ...sums,
    lateInGrace: daysLate.filter((days) => days <= GRACE_DAYS).length,
    daysLate: computeQuartiles(daysLate),
    daysToDisclose: computeDisclosureSpread(cells),
  };
}

/** Spread of days to disclosure over all cells. Counts how often each number occurs: many trades share the same few numbers. */
function computeDisclosureSpread(cells: readonly LatenessCounts[]): Spread | null {
  let [least, most, length] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const { gaps } of cells) {
    least = Math.min(least, gaps[0] ?? least);
    most = Math.max(most, gaps.at(-1) ?? most);
    length += gaps.length;
  }
  const counts = new Uint32Array(length === 0 ? 0 : most - least + 1);
  for (const { gaps } of cells) for (const gap of gaps) counts[gap - least] = (counts[gap - least] as number) + 1;
  return computeQuartilesFromHistogram(counts, least, length);
}
