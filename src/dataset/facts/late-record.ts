/**
 * Who disclosed late, by person and year of disclosure. Whether a trade was late is decided by `isLate`; a trade that an amendment names again is
 * judged by its first disclosure, and one of which that is not known counts as neither.
 */
import type { Chamber, Party } from "../../domain/politician.ts";
import { TRAITS, type TradeColumns } from "../trade-columns.ts";
import { type LateCell, YEARS } from "./late-cells.ts";
import { type Spread, spreadOf } from "./spread.ts";

export interface LateRow {
  /** Bioguide id and name; empty for all members together. */
  readonly id: string;
  readonly name: string;
  readonly state: string;
  /** Of the trade that was disclosed last. */
  readonly chamber: Chamber;
  readonly party: Party;
  /** Null for all years together. */
  readonly year: number | null;
  /** Reports with a trade, each once whatever amends it. */
  readonly reports: number;
  readonly lateReports: number;
  readonly trades: number;
  /** Those of which it is known whether they were late. */
  readonly judged: number;
  readonly late: number;
  /** From the transaction to its first disclosure, without trades of which that is not known. */
  readonly daysToDisclose: Spread | null;
}

export interface LateRecord {
  /** A row for each person, over all years, in the order in which each disclosed last. */
  readonly people: readonly LateRow[];
  /** A row for each person and year, newest year first. */
  readonly peopleByYear: readonly LateRow[];
  /** All members together, newest year first. */
  readonly years: readonly LateRow[];
}

/** A chamber or a party as of the transaction date; absent for all. */
export interface LateFilter {
  readonly chamber?: Chamber | undefined;
  readonly party?: Party | undefined;
}

/** Made in steps, each a few rows. */
export function* lateRecord(
  columns: TradeColumns,
  cells: readonly LateCell[],
  { chamber, party }: LateFilter = {},
): Generator<void, LateRecord> {
  const taken = cells.filter(
    (cell) => (chamber ?? cell.chamber) === cell.chamber && (party ?? cell.party) === cell.party,
  );
  yield;
  const people = yield* rowsOf(columns, taken, ({ person }) => person, false);
  const peopleByYear = yield* rowsOf(columns, taken, ({ person, year }) => person * YEARS + year, true);
  const years = yield* rowsOf(columns, taken, ({ year }) => year, true);
  return { people, peopleByYear, years: years.map((row) => ({ ...row, id: "", name: "", state: "" })) };
}

function* rowsOf(
  columns: TradeColumns,
  cells: readonly LateCell[],
  keyOf: (cell: LateCell) => number,
  ofYear: boolean,
): Generator<void, readonly LateRow[]> {
  const groups = Map.groupBy(cells, keyOf);
  yield;
  const rows: LateRow[] = [];
  for (const group of groups.values()) {
    rows.push(rowOf(columns, group, ofYear));
    yield;
  }
  return rows.sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
}

/** @param cells those of the newest trade first. */
function rowOf(columns: TradeColumns, cells: readonly LateCell[], ofYear: boolean): LateRow {
  const sum = (of: (cell: LateCell) => number) => cells.reduce((total, cell) => total + of(cell), 0);
  const newest = cells[0]?.newest ?? 0;
  const traits = TRAITS[columns.traits[newest] as number];
  const person = columns.people[columns.person[newest] as number];
  return {
    id: person?.id ?? "",
    name: person?.name ?? "",
    state: person?.state ?? "",
    chamber: traits?.chamber ?? "house",
    party: traits?.party ?? "Independent",
    year: ofYear ? (cells[0]?.year ?? null) : null,
    reports: sum(({ reports }) => reports),
    lateReports: sum(({ lateReports }) => lateReports),
    trades: sum(({ trades }) => trades),
    judged: sum(({ judged }) => judged),
    late: sum(({ late }) => late),
    daysToDisclose: spreadOf(joined(cells)),
  };
}

/** All days to disclose, ascending. */
function joined(cells: readonly LateCell[]): ArrayLike<number> {
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) return only.gaps;
  const all = new Int32Array(cells.reduce((total, { gaps }) => total + gaps.length, 0));
  let at = 0;
  for (const { gaps } of cells) {
    all.set(gaps, at);
    at += gaps.length;
  }
  return all.sort();
}
