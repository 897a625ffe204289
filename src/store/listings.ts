/** Records a source's list in the ledger: adds new filings, updates changed filings, never removes any. */
import type { Kysely } from "kysely";
import type { ErrorCode } from "../base/error-codes.ts";
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { AlsoListed, FilingListing, FilingSourceId, FilingState } from "../domain/filing.ts";
import { type ListedContent, toFilingRow, toListingColumns } from "./filing-rows.ts";
import type { FilingRecord, Schema, Writing } from "./schema.ts";
import { buildExcludedValues, upsert } from "./upsert.ts";

/** The ledger's filings for a source and year. */
export interface ListedFilings {
  readonly ids: readonly string[];
  /** Filings in the last complete list whose document has been read or need not be read. */
  readonly settled: readonly string[];
  /** Time of the year's last complete listing. */
  readonly listedAt: Date | null;
}

const ROWS_AT_ONCE = 500;
/** States of filings without published data: nothing is lost if their documents are no longer requested. */
const UNREAD_STATES: readonly FilingState[] = ["pending", "missing_document", "unreadable"];
const UNSETTLED_STATES: readonly string[] = ["pending", "missing_document", "withdrawn"] satisfies FilingState[];

/** A source and year whose list is complete. */
interface WholeYear {
  readonly source: FilingSourceId;
  readonly year: number;
}

export async function recordListings(
  transaction: Writing,
  listings: readonly FilingListing[],
  at: Date,
  whole?: WholeYear,
): Promise<{ readonly added: number; readonly changed: number }> {
  const pause = createPause();
  const listed = groupByFiling(listings);
  const counts = { added: 0, changed: 0 };
  for (const part of splitIntoChunks([...listed.values()], ROWS_AT_ONCE)) {
    const ids = part.map(([{ id }]) => id);
    await resetWithdrawnFilings(transaction, ids);
    const stored = await transaction.selectFrom("filings").selectAll().where("id", "in", ids).execute();
    const byId = new Map(stored.map((row) => [row.id, row]));
    const chunk = part.map((rows) => mergeListedContent(rows, whole === undefined ? byId.get(rows[0].id) : undefined));
    const rows: FilingRecord[] = [];
    const unchanged: string[] = [];
    for (const content of chunk) {
      const old = byId.get(content.id);
      if (old === undefined) {
        rows.push(createFiling(content, at));
        counts.added += 1;
      } else if (hasListedContent(old, content)) {
        unchanged.push(content.id);
      } else {
        rows.push({ ...old, ...content, state: computeStateAfterListing(old, content), last_listed_at: at.getTime() });
        counts.changed += 1;
      }
    }
    if (rows.length > 0) await upsertFilings(transaction, rows);
    if (unchanged.length > 0) {
      await transaction
        .updateTable("filings")
        .set({ last_listed_at: at.getTime() })
        .where("id", "in", unchanged)
        .execute();
    }
    await pause();
  }
  if (whole) {
    const { source, year } = whole;
    const sizes = { rows: listings.length, filings: listed.size, listed_at: at.getTime() };
    await upsert(transaction, "listed_years", { source, year }, sizes);
  }
  return counts;
}

/** Sets withdrawn filings that are listed again to `pending`, so that their documents are requested again. */
async function resetWithdrawnFilings(transaction: Writing, ids: readonly string[]): Promise<void> {
  await transaction
    .updateTable("filings")
    .set({ state: "pending" satisfies FilingState, reason_code: null, reason_detail: null })
    .where("id", "in", ids)
    .where("state", "=", "withdrawn" satisfies FilingState)
    .execute();
}

export async function readListedFilings(
  reading: Kysely<Schema>,
  source: FilingSourceId,
  year: number,
): Promise<ListedFilings> {
  const last = await reading
    .selectFrom("listed_years")
    .select("listed_at")
    .where("source", "=", source)
    .where("year", "=", year)
    .executeTakeFirst();
  const rows = await reading
    .selectFrom("filings")
    .select(["id", "state", "last_listed_at"])
    .where("source", "=", source)
    .where("year", "=", year)
    .execute();
  const isSettled = (row: (typeof rows)[number]) =>
    last !== undefined && row.last_listed_at >= last.listed_at && !UNSETTLED_STATES.includes(row.state);
  return {
    ids: rows.map(({ id }) => id),
    settled: rows.filter(isSettled).map(({ id }) => id),
    listedAt: last === undefined ? null : new Date(last.listed_at),
  };
}

/** @returns the number of filings withdrawn. */
export async function withdrawUnlistedFilings(
  transaction: Writing,
  source: FilingSourceId,
  years: readonly number[],
  before: Date,
): Promise<number> {
  if (years.length === 0) return 0;
  const { numUpdatedRows } = await transaction
    .updateTable("filings")
    .set({
      state: "withdrawn" satisfies FilingState,
      reason_code: "not_listed" satisfies ErrorCode,
      reason_detail: `The list of ${before.toISOString().slice(0, 10)} no longer named it.`,
    })
    .where("source", "=", source)
    .where("year", "in", years)
    .where("state", "in", UNREAD_STATES)
    .where("last_listed_at", "<", before.getTime())
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

type ListedRows = readonly [FilingListing, ...FilingListing[]];

/** A list may name a document twice; if the kinds differ, the rows that call it a transaction report are kept. */
function groupByFiling(listings: readonly FilingListing[]): ReadonlyMap<string, ListedRows> {
  const listed = new Map<string, ListedRows>();
  for (const listing of listings) {
    const listedRows = listed.get(listing.id);
    if (listedRows === undefined || (listedRows[0].kind === "other" && listing.kind !== "other"))
      listed.set(listing.id, [listing]);
    else if (listedRows[0].kind === listing.kind) listed.set(listing.id, [...listedRows, listing]);
  }
  return listed;
}

// Combines a fetched list's rows for one filing with the stored filing, `known`. If several list rows are stored for the filing,
// all stored rows are kept. `known` is undefined if the filing is new, or if the fetched list covers a whole year.
function mergeListedContent([first, ...others]: ListedRows, known: FilingRecord | undefined): ListedContent {
  const before = known && toFilingRow(known);
  if (before?.alsoListed === undefined) return toListingColumns(first, pickDifferingRows(first, others));
  return toListingColumns(before, pickDifferingRows(before, [...before.alsoListed, first, ...others]));
}

/** Returns rows whose name or seat differs from that of `first`. Of rows with the same name and seat, only one is returned. */
function pickDifferingRows(first: AlsoListed, others: readonly AlsoListed[]): readonly AlsoListed[] {
  const buildKey = ({ filer, stateDistrict }: AlsoListed) => {
    const { prefix, first: firstName, last, suffix } = filer;
    return JSON.stringify([prefix, firstName, last, suffix, stateDistrict]);
  };
  const byKey = new Map(others.toReversed().map((each) => [buildKey(each), each]));
  byKey.delete(buildKey(first));
  return [...byKey.values()].reverse();
}

function createFiling(content: ListedContent, at: Date): FilingRecord {
  return {
    ...content,
    state: content.kind === "other" ? "not_a_ptr" : "pending",
    reason_code: null,
    reason_detail: null,
    document_sha256: null,
    politician_id: null,
    first_listed_at: at.getTime(),
    last_listed_at: at.getTime(),
    rows_read: 0,
    read_state: null,
  };
}

/** A filing whose kind has changed becomes `pending` or `not_a_ptr`, unless its document has already been read. */
function computeStateAfterListing(old: FilingRecord, content: ListedContent): string {
  if (old.kind === content.kind) return old.state;
  if (old.state === "pending" && content.kind === "other") return "not_a_ptr";
  if (old.state === "not_a_ptr" && old.kind === "other") return "pending";
  return old.state;
}

function hasListedContent(stored: FilingRecord, content: ListedContent): boolean {
  return (Object.keys(content) as (keyof ListedContent)[]).every((column) => stored[column] === content[column]);
}

async function upsertFilings(transaction: Writing, rows: FilingRecord[]): Promise<void> {
  await transaction
    .insertInto("filings")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        ...buildExcludedValues(
          "kind",
          "year",
          "filer_prefix",
          "filer_first",
          "filer_last",
          "filer_suffix",
          "state_district",
        ),
        ...buildExcludedValues("filed_date", "title", "url", "also_listed", "state", "last_listed_at"),
      }),
    )
    .execute();
}
