/** Counts all known filings by source, year and status. Reconciles the counts with the index. Says how fresh each source is. */
import { FILING_STATES, type FilingSourceId, type FilingState, type SourceState } from "../../domain/filing.ts";
import { formatReason } from "../../domain/reason.ts";
import { determineSourceCondition, type SourceCondition } from "../../domain/source-condition.ts";
import type { CompanyCounts } from "../../store/companies.ts";
import type { CoverageRow, ListedYear, ReasonCount } from "../../store/coverage.ts";
import type { StartedFrom } from "../../store/meta.ts";
import type { HeldPublication } from "../../store/publication.ts";
import type { SourceStatus } from "../../store/sources.ts";
import type { Store } from "../../store/store.ts";

/** Counts of filings and of the lines that a parser found in them: `rows_read = trades + superseded + rejected`. */
interface Counts {
  /** Filings; always the sum of `states`. */
  readonly known: number;
  /** Every state, including those without filings. */
  readonly states: Readonly<Record<FilingState, number>>;
  readonly rows_read: number;
  readonly trades: number;
  /** How many of `trades` are also reported in an earlier filing of the same member. */
  readonly possible_repeats: number;
  readonly superseded: number;
  readonly rejected: number;
}

/** The last complete listing: `rows = filings + duplicates`, and `known = filings + not_listed`. */
interface IndexCount {
  readonly rows: number;
  /** Rows that repeat a document. */
  readonly duplicates: number;
  readonly filings: number;
  /** Known filings missing from this listing: listed earlier, or imported by hand. */
  readonly not_listed: number;
  readonly listed_at: string;
}

export interface YearCoverage extends Counts {
  readonly source: FilingSourceId;
  readonly year: number;
  /** Null until the source's list of filings for the year has been read completely. */
  readonly index: IndexCount | null;
  /** How often each reason occurs: for filings that are pending or unreadable, and for rejected lines. */
  readonly reasons: {
    readonly filings: Readonly<Record<string, number>>;
    readonly lines: Readonly<Record<string, number>>;
  };
}

/**
 * `stale`: the source's last answer is not trusted, or its last successful request is more than 26 hours old; `never`: not
 * queried yet, or never responded; `blocked`: the source rejects our requests; `failing`: the last attempt failed in another
 * way; `off`: the operator has not turned the source on.
 */
export const SOURCE_CONDITIONS = ["ok", "stale", "blocked", "failing", "never", "off"] as const;
type SourceStatusName = (typeof SOURCE_CONDITIONS)[number];

export interface SourceFreshness {
  readonly source: string;
  readonly status: SourceStatusName;
  readonly last_attempt_at: string | null;
  readonly last_success_at: string | null;
  /** Time when the source's list of filings was first read completely. */
  readonly listing_completed_at: string | null;
  readonly last_error: string | null;
  readonly last_error_at: string | null;
  /** Time from listing to publication, for this source's filings among the latest published ones; null if there are none. */
  readonly listed_to_served: { readonly filings: number; readonly median_s: number; readonly p95_s: number } | null;
}

export interface Coverage {
  /** `0` before the first publication. */
  readonly dataset_version: string;
  readonly sources: readonly SourceFreshness[];
  readonly years: readonly YearCoverage[];
  readonly totals: Counts;
  /** Number of amendments with an uncertain target, in all years. Both their trades and the possible targets stay published. */
  readonly open_amendments: number;
  readonly companies: CompanyCoverage;
  /** The public backup that the instance was started from; null if it fetched everything itself. */
  readonly started_from: StartedFrom | null;
  /** Publications that wait for the operator's approval; until then, the counts show their filings as they were before. */
  readonly held_publications: readonly { readonly id: number; readonly held_at: string; readonly reason: string }[];
}

// Companies whose industry was requested from the SEC. `asked` is `with_industry + without_industry` plus the number of companies
// for which the SEC has not responded.
interface CompanyCoverage {
  readonly asked: number;
  readonly with_industry: number;
  readonly without_industry: number;
  /** Number of companies for which the last request to the SEC failed. */
  readonly failed: number;
  readonly last_answer_at: string | null;
  readonly last_error: string | null;
  readonly last_error_at: string | null;
}

export const NOTHING_COVERED: Coverage = {
  dataset_version: "0",
  sources: [],
  years: [],
  totals: sumCoverageRows([]),
  open_amendments: 0,
  companies: toCompanyCoverage({
    asked: 0,
    withIndustry: 0,
    withoutIndustry: 0,
    failed: 0,
    lastAnswerAt: null,
    lastFailure: null,
  }),
  started_from: null,
  held_publications: [],
};

export async function loadCoverage(
  store: Pick<Store, "filings" | "sources" | "held" | "publications" | "companies" | "readBackupOrigin">,
  sources: readonly SourceState[],
  now: Date = new Date(),
): Promise<Coverage> {
  const rows = await store.filings.computeCoverageRows();
  const listed = await store.filings.readListedYears();
  const reasons = await store.filings.countReasons();
  const statuses = await store.sources.listAll();
  const held = await store.held.list();
  const current = await store.publications.readCurrent();
  const open = await store.filings.countOpenReportsByPolitician();
  const companies = await store.companies.readCounts();
  const delays = await store.publications.measurePublicationDelays();
  return {
    dataset_version: current?.version ?? "0",
    sources: ["legislators", "tickers", ...sources.map(({ id }) => id)].map((source) =>
      buildFreshness(
        source,
        statuses.find((each) => each.source === source),
        sources.some(({ id, isOff }) => id === source && isOff),
        delays.filter((each) => each.source === source).map(({ ms }) => ms),
        now,
      ),
    ),
    years: buildYearCoverage(rows, listed, reasons),
    totals: sumCoverageRows(rows),
    open_amendments: [...open.values()].reduce((sum, { amending }) => sum + amending, 0),
    companies: toCompanyCoverage(companies),
    started_from: await store.readBackupOrigin(),
    held_publications: held.map(toHeldRecord),
  };
}

/** One row per source and year, sources by name, newest year first. */
export function buildYearCoverage(
  rows: readonly CoverageRow[],
  listed: readonly ListedYear[],
  reasons: readonly ReasonCount[],
): readonly YearCoverage[] {
  const buildYearKey = ({ source, year }: { source: string; year: number }) => `${source} ${year}`;
  const years = new Map(
    [...rows, ...listed].map((each) => [buildYearKey(each), { source: each.source, year: each.year }]),
  );
  return [...years.values()]
    .sort((a, b) => (a.source === b.source ? b.year - a.year : a.source < b.source ? -1 : 1))
    .map(({ source, year }) => {
      const filterBySourceAndYear = <T extends { source: string; year: number }>(all: readonly T[]) =>
        all.filter((each) => each.source === source && each.year === year);
      const counts = sumCoverageRows(filterBySourceAndYear(rows));
      const [index] = filterBySourceAndYear(listed);
      return {
        source,
        year,
        ...counts,
        index: index ? toIndexCount(index, counts.known) : null,
        reasons: {
          filings: countByReason(filterBySourceAndYear(reasons).filter((each) => each.of === "filing")),
          lines: countByReason(filterBySourceAndYear(reasons).filter((each) => each.of === "line")),
        },
      };
    });
}

/** Restricts the coverage to one source, to one year, or to both. The totals in the result are restricted in the same way. */
export function restrictCoverage(
  coverage: Coverage,
  only: { readonly source?: FilingSourceId | undefined; readonly year?: number | undefined },
): Coverage {
  const { source, year } = only;
  if (source === undefined && year === undefined) return coverage;
  const years = coverage.years.filter(
    (each) => (source === undefined || each.source === source) && (year === undefined || each.year === year),
  );
  return {
    ...coverage,
    sources: coverage.sources.filter((each) => source === undefined || each.source === source),
    years,
    totals: sumCoverageCounts(years),
  };
}

function sumCoverageRows(rows: readonly CoverageRow[]): Counts {
  return sumCoverageCounts(
    rows.map(({ state, filings, rowsRead, trades, possibleRepeats, superseded, rejected }) => ({
      known: filings,
      states: { ...NO_STATES, [state]: filings },
      rows_read: rowsRead,
      trades,
      possible_repeats: possibleRepeats,
      superseded,
      rejected,
    })),
  );
}

const NO_STATES = Object.fromEntries(FILING_STATES.map((state) => [state, 0])) as Record<FilingState, number>;

function sumCoverageCounts(all: readonly Counts[]): Counts {
  const sumField = (getCount: (each: Counts) => number) => all.reduce((total, each) => total + getCount(each), 0);
  return {
    known: sumField(({ known }) => known),
    states: Object.fromEntries(
      FILING_STATES.map((state) => [state, sumField(({ states }) => states[state])]),
    ) as Record<FilingState, number>,
    rows_read: sumField((each) => each.rows_read),
    trades: sumField(({ trades }) => trades),
    possible_repeats: sumField((each) => each.possible_repeats),
    superseded: sumField(({ superseded }) => superseded),
    rejected: sumField(({ rejected }) => rejected),
  };
}

function toIndexCount({ rows, filings, listedAt }: ListedYear, known: number): IndexCount {
  return { rows, duplicates: rows - filings, filings, not_listed: known - filings, listed_at: listedAt.toISOString() };
}

function countByReason(counts: readonly ReasonCount[]): Readonly<Record<string, number>> {
  const all = new Map<string, number>();
  for (const { reason, count } of counts) all.set(reason, (all.get(reason) ?? 0) + count);
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function buildFreshness(
  source: string,
  known: SourceStatus | undefined,
  off: boolean,
  delaysMs: readonly number[],
  now: Date,
): SourceFreshness {
  const formatTimeOrNull = (at: Date | null | undefined) => at?.toISOString() ?? null;
  return {
    source,
    status: STATUS[determineSourceCondition(known, off, now)],
    last_attempt_at: formatTimeOrNull(known?.lastAttemptAt),
    last_success_at: formatTimeOrNull(known?.lastSuccessAt),
    listing_completed_at: formatTimeOrNull(known?.listingCompletedAt),
    last_error: known?.lastError ? formatReason(known.lastError) : null,
    last_error_at: formatTimeOrNull(known?.lastErrorAt),
    listed_to_served: summarizeDelays(delaysMs),
  };
}

function summarizeDelays(delaysMs: readonly number[]): SourceFreshness["listed_to_served"] {
  if (delaysMs.length === 0) return null;
  const sorted = delaysMs.toSorted((a, b) => a - b);
  const getQuantileSeconds = (quantile: number) =>
    Math.round((sorted[Math.floor(quantile * sorted.length)] ?? 0) / 1000);
  return { filings: sorted.length, median_s: getQuantileSeconds(0.5), p95_s: getQuantileSeconds(0.95) };
}

/** The conditions as named by `/coverage`. */
const STATUS: Readonly<Record<SourceCondition, SourceStatusName>> = {
  ok: "ok",
  overdue: "stale",
  not_believed: "stale",
  blocked: "blocked",
  failing: "failing",
  never_answered: "never",
  off: "off",
};

function toCompanyCoverage(counts: CompanyCounts): CompanyCoverage {
  const { asked, withIndustry, withoutIndustry, failed, lastAnswerAt, lastFailure } = counts;
  return {
    asked,
    with_industry: withIndustry,
    without_industry: withoutIndustry,
    failed,
    last_answer_at: lastAnswerAt?.toISOString() ?? null,
    last_error: lastFailure && formatReason(lastFailure.reason),
    last_error_at: lastFailure?.at.toISOString() ?? null,
  };
}

function toHeldRecord({ id, heldAt, reason }: HeldPublication) {
  return { id, held_at: heldAt.toISOString(), reason };
}
