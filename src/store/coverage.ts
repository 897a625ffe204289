/** Counts filings and lines in the ledger. */
import { type Kysely, sql } from "kysely";
import { compareTexts } from "../base/compare-texts.ts";
import type { FilingSourceId, FilingState } from "../domain/filing.ts";
import type { Database } from "./database.ts";
import { type FilingRange, forEachFilingRange } from "./filing-ranges.ts";
import type { Schema } from "./schema.ts";

/** Filings of one source, year and status, with their lines: `rowsRead = trades + superseded + rejected`. */
export interface CoverageRow {
  readonly source: FilingSourceId;
  readonly year: number;
  readonly state: FilingState;
  readonly filings: number;
  readonly rowsRead: number;
  readonly trades: number;
  /** Number of trades that repeat a trade of an earlier filing by the same member. Superseded trades are not counted. */
  readonly possibleRepeats: number;
  /** Number of trades replaced or deleted by an amendment. */
  readonly superseded: number;
  readonly rejected: number;
}

/** The last complete list of a source for a year. `rows - filings` is the number of rows that repeat a document. */
export interface ListedYear {
  readonly source: FilingSourceId;
  readonly year: number;
  readonly rows: number;
  readonly filings: number;
  readonly listedAt: Date;
}

export interface ReasonCount {
  readonly source: FilingSourceId;
  readonly year: number;
  readonly of: "filing" | "line";
  /** Code of the reason, such as `pdf_truncated`. The code comes without the text that explains the reason. */
  readonly reason: string;
  readonly count: number;
}

const STATES_WITH_REASON: readonly FilingState[] = ["unreadable", "needs_review", "needs_ocr"];

export async function computeCoverageRows(database: Database): Promise<readonly CoverageRow[]> {
  const totals = new Map<string, CoverageRow>();
  await forEachFilingRange(database, async (reading, range) => {
    for (const row of await readCoverage(reading, range)) {
      const key = `${row.source} ${row.year} ${row.state}`;
      totals.set(key, addCoverage(totals.get(key), row));
    }
  });
  return [...totals.values()].sort(
    (a, b) => compareTexts(a.source, b.source) || a.year - b.year || compareTexts(a.state, b.state),
  );
}

async function readCoverage(reading: Kysely<Schema>, { after, to }: FilingRange): Promise<readonly CoverageRow[]> {
  const trades = reading
    .selectFrom("trades")
    .select((eb) => [
      "filing_id",
      eb.fn.countAll<number>().as("lines"),
      eb.fn.count<number>("superseded_by").as("superseded"),
      eb.fn.sum<number>("is_repeat").as("repeats"),
    ])
    .where("filing_id", ">", after)
    .where("filing_id", "<=", to)
    .groupBy("filing_id")
    .as("t");
  const rejected = reading
    .selectFrom("rejected_lines")
    .select(["filing_id", (eb) => eb.fn.countAll<number>().as("lines")])
    .where("filing_id", ">", after)
    .where("filing_id", "<=", to)
    .groupBy("filing_id")
    .as("r");
  const rows = await reading
    .selectFrom("filings as f")
    .leftJoin(trades, "t.filing_id", "f.id")
    .leftJoin(rejected, "r.filing_id", "f.id")
    .select((eb) => [
      "f.source",
      "f.year",
      "f.state",
      eb.fn.countAll<number>().as("filings"),
      sql<number>`cast(sum(f.rows_read) as bigint)`.as("rowsRead"),
      sql<number>`cast(coalesce(sum(t.lines - t.superseded), 0) as bigint)`.as("trades"),
      sql<number>`cast(coalesce(sum(t.superseded), 0) as bigint)`.as("superseded"),
      sql<number>`cast(coalesce(sum(t.repeats), 0) as bigint)`.as("possibleRepeats"),
      sql<number>`cast(coalesce(sum(r.lines), 0) as bigint)`.as("rejected"),
    ])
    .where("f.id", ">", after)
    .where("f.id", "<=", to)
    .groupBy(["f.source", "f.year", "f.state"])
    .execute();
  return rows.map((row) => ({ ...row, source: row.source as FilingSourceId, state: row.state as FilingState }));
}

function addCoverage(sum: CoverageRow | undefined, row: CoverageRow): CoverageRow {
  if (sum === undefined) return row;
  return {
    ...row,
    filings: sum.filings + row.filings,
    rowsRead: sum.rowsRead + row.rowsRead,
    trades: sum.trades + row.trades,
    superseded: sum.superseded + row.superseded,
    possibleRepeats: sum.possibleRepeats + row.possibleRepeats,
    rejected: sum.rejected + row.rejected,
  };
}

export async function readListedYears(reading: Kysely<Schema>): Promise<readonly ListedYear[]> {
  const rows = await reading.selectFrom("listed_years").selectAll().orderBy("source").orderBy("year").execute();
  return rows.map(({ listed_at, ...row }) => ({
    ...row,
    source: row.source as FilingSourceId,
    listedAt: new Date(listed_at),
  }));
}

export async function countReasons(database: Database): Promise<readonly ReasonCount[]> {
  const counts = new Map<string, ReasonCount>();
  await forEachFilingRange(database, async (reading, range) => {
    for (const row of await countReasonsIn(reading, range)) {
      const key = `${row.of} ${row.source} ${row.year} ${row.reason}`;
      counts.set(key, { ...row, count: row.count + (counts.get(key)?.count ?? 0) });
    }
  });
  return [...counts.values()];
}

async function countReasonsIn(reading: Kysely<Schema>, { after, to }: FilingRange): Promise<readonly ReasonCount[]> {
  const filings = await reading
    .selectFrom("filings")
    .select((eb) => ["source", "year", "reason_code as reason", eb.fn.countAll<number>().as("count")])
    .where("id", ">", after)
    .where("id", "<=", to)
    .where("state", "in", STATES_WITH_REASON)
    .where("reason_code", "is not", null)
    .groupBy(["source", "year", "reason_code"])
    .$narrowType<{ reason: string }>()
    .execute();
  const lines = await reading
    .selectFrom("rejected_lines as r")
    .innerJoin("filings as f", "f.id", "r.filing_id")
    .select((eb) => ["f.source", "f.year", "r.reason", eb.fn.countAll<number>().as("count")])
    .where("r.filing_id", ">", after)
    .where("r.filing_id", "<=", to)
    .groupBy(["f.source", "f.year", "r.reason"])
    .execute();
  return [
    ...filings.map((row) => ({ ...row, of: "filing" as const })),
    ...lines.map((row) => ({ ...row, of: "line" as const })),
  ].map((row) => ({ ...row, source: row.source as FilingSourceId }));
}
