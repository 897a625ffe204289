import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { NotFoundError } from "../base/errors.ts";
import type { FilingListing, FilingSourceId, FilingState, RejectedLine } from "../domain/filing.ts";
import type { RawFiling } from "../domain/printed-report.ts";
import type { Trade } from "../domain/trade.ts";
import { countRows } from "./count-rows.ts";
import { computeCoverageRows, countReasons, readListedYears } from "./coverage.ts";
import type { Database } from "./database.ts";
import { type FilingRow, toFilingRow, toRejectedLine } from "./filing-rows.ts";
import { countFilingsByPolitician, countOpenReportsByPolitician } from "./filings-by-politician.ts";
import { listFilingsInReview } from "./in-review.ts";
import { readListedFilings, recordListings, withdrawUnlistedFilings } from "./listings.ts";
import { toTrade } from "./trade-rows.ts";

/** Selects filings that meet all given conditions. */
export interface FilingFilter {
  readonly source?: FilingSourceId | undefined;
  readonly year?: number | undefined;
  /** Any of these states. */
  readonly states?: readonly FilingState[] | undefined;
  readonly politicianId?: string | undefined;
}

export interface FilingTrade {
  readonly trade: Trade;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
}

const FILINGS_AT_ONCE = 200;
/** States of filings that every run tries to process. */
const RETRIED_STATES: readonly FilingState[] = ["pending", "missing_document", "unreadable"];
const decompress = promisify(zstdDecompress);

export function createFilingQueries(database: Database) {
  const { reading, writing, change } = database;
  return {
    /** Adds new filings as `pending` or `not_a_ptr`, and updates changed ones. @param whole given if the list is complete. */
    recordListings: (
      listings: readonly FilingListing[],
      at: Date,
      whole?: { readonly source: FilingSourceId; readonly year: number },
    ) => change((transaction) => recordListings(transaction, listings, at, whole)),

    /** The ledger's filings of a source and year, to compare with a new list. */
    readListed: (source: FilingSourceId, year: number) => readListedFilings(reading, source, year),
    /** Withdraws unread filings that no list has named since `before`, until a list names them again. @returns how many. */
    withdrawUnlisted: (source: FilingSourceId, years: readonly number[], before: Date) =>
      change((transaction) => withdrawUnlistedFilings(transaction, source, years, before)),

    /**
     * Filings to process, latest filed first: pending, with a missing document, or unreadable. Omits filings in a held
     * publication. A stored document's digest is included, so that a resumed run does not download the document again.
     */
    listPending: (source: FilingSourceId) => listPending(reading, source),

    /** Records the stored document of an unread filing. Publishing an outcome records the document of any other filing. */
    setDocument: (id: string, sha256: string) => setDocument(writing, id, sha256),

    async get(id: string): Promise<FilingRow | undefined> {
      const row = await reading.selectFrom("filings").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toFilingRow(row);
    },

    /** A page of the ledger, latest filed first, and the number of filings that match the filter. */
    list: (filter: FilingFilter, page: { readonly limit: number; readonly skip: number }) =>
      listFilings(reading, filter, page),

    /** The held publication in which the filing waits, and the document from which the filing was read for that publication. */
    async findHeldPublication(
      id: string,
    ): Promise<{ readonly publication: number; readonly documentSha256: string | null } | undefined> {
      const row = await reading.selectFrom("held_filings").selectAll().where("filing_id", "=", id).executeTakeFirst();
      return row && { publication: row.held_id, documentSha256: row.document_sha256 };
    },

    listRejectedLines: (id: string) => listRejectedLines(reading, id),

    /**
     * Streams filings with the reader's result, ordered by id, to normalize them again. `unidentified`: only filings with a trade
     * whose ticker was not filed, or with a line rejected as `uncertain`.
     */
    readFilings: (which: "all" | "unidentified" = "all") => readFilings(reading, which),
    /** Filings in state `needs_review` or `unreadable`, or with rejected lines to be decided by a person; latest filed first. */
    listInReview: () => listFilingsInReview(reading),
    /** All known filings, of any kind and state, ordered by id. */
    listAll: () => listFilingsInOrder(reading, false),
    /** Filings that `reparse` reads again: those with a stored document, except kind `other`; ordered by id. */
    listWithDocument: () => listFilingsInOrder(reading, true),

    computeCoverageRows: () => computeCoverageRows(database),
    /** For each source and year, the number of rows and of filings in the most recent complete list of filings. */
    readListedYears: () => readListedYears(reading),
    /** Number of occurrences of each reason for unusable filings and rejected lines. */
    countReasons: () => countReasons(database),

    /** The filing's published trades, sorted by line number, including superseded trades. */
    listTrades: (id: string) => listTradesOfFiling(reading, id),

    /** The report from `FilingOutcome.rawJson`; undefined if no document has been read. */
    readStoredReport: (id: string) => readStoredReport(reading, id),

    /** Number of filings by filing state for each politician id, such as `{ parsed: 4, needs_ocr: 1 }`. */
    countFilingsByPolitician: () => countFilingsByPolitician(reading),
    /** Counts the unresolved reports of each politician, by politician id. Politicians without such reports are left out. */
    countOpenReportsByPolitician: () => countOpenReportsByPolitician(reading),
  };
}

export type FilingTable = ReturnType<typeof createFilingQueries>;

async function setDocument(writing: Database["writing"], id: string, sha256: string): Promise<void> {
  const { numUpdatedRows } = await writing
    .updateTable("filings")
    .set({ document_sha256: sha256 })
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new NotFoundError("filing_not_found", `There is no filing "${id}".`);
}

async function listRejectedLines(reading: Database["reading"], id: string): Promise<readonly RejectedLine[]> {
  const rows = await reading
    .selectFrom("rejected_lines")
    .select(["line", "reason", "text", "corrected_by"])
    .where("filing_id", "=", id)
    .orderBy("position")
    .execute();
  return rows.map(toRejectedLine);
}

async function listTradesOfFiling(reading: Database["reading"], id: string): Promise<readonly FilingTrade[]> {
  const rows = await reading
    .selectFrom("trades")
    .selectAll()
    .where("filing_id", "=", id)
    .orderBy("line")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ trade: toTrade(row), supersedes: row.supersedes, supersededBy: row.superseded_by }));
}

async function readStoredReport(reading: Database["reading"], id: string): Promise<RawFiling | undefined> {
  const row = await reading.selectFrom("filing_contents").select("raw").where("filing_id", "=", id).executeTakeFirst();
  return row && decompressReport(row.raw);
}

async function listFilings(
  reading: Database["reading"],
  { source, year, states, politicianId }: FilingFilter,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<{ readonly filings: readonly FilingRow[]; readonly total: number }> {
  const matching = reading
    .selectFrom("filings")
    .$if(source !== undefined, (query) => query.where("source", "=", source as string))
    .$if(year !== undefined, (query) => query.where("year", "=", year as number))
    .$if(states !== undefined, (query) => query.where("state", "in", states as readonly string[]))
    .$if(politicianId !== undefined, (query) => query.where("politician_id", "=", politicianId as string));
  const rows = await matching
    .selectAll()
    .orderBy("filed_date", (order) => order.desc().nullsLast())
    .orderBy("id", "desc")
    .limit(limit)
    .offset(skip)
    .execute();
  return { filings: rows.map(toFilingRow), total: await countRows(matching) };
}

async function listPending(reading: Database["reading"], source: FilingRow["source"]): Promise<readonly FilingRow[]> {
  const rows = await reading
    .selectFrom("filings")
    .selectAll()
    .where("source", "=", source)
    .where("state", "in", RETRIED_STATES)
    .where("id", "not in", (held) => held.selectFrom("held_filings").select("filing_id"))
    .orderBy("filed_date", (order) => order.desc().nullsLast())
    .orderBy("id", "desc")
    .execute();
  return rows.map(toFilingRow);
}

async function* readFilings(
  reading: Database["reading"],
  which: "all" | "unidentified",
): AsyncGenerator<{ readonly filing: FilingRow; readonly raw: RawFiling }> {
  for (let after = ""; ; ) {
    const rows = await reading
      .selectFrom("filings")
      .innerJoin("filing_contents", "filing_contents.filing_id", "filings.id")
      .selectAll("filings")
      .select("filing_contents.raw")
      .$if(which === "unidentified", (query) =>
        query.where((eb) =>
          eb.or([
            eb.exists(
              eb
                .selectFrom("trades")
                .select("trades.id")
                .whereRef("trades.filing_id", "=", "filings.id")
                .where("trades.ticker_source", "!=", "filed"),
            ),
            eb.exists(
              eb
                .selectFrom("rejected_lines")
                .select("rejected_lines.line")
                .whereRef("rejected_lines.filing_id", "=", "filings.id")
                .where("rejected_lines.reason", "=", "uncertain"),
            ),
          ]),
        ),
      )
      .where("filings.id", ">", after)
      .orderBy("filings.id")
      .limit(FILINGS_AT_ONCE)
      .execute();
    for (const { raw, ...filing } of rows) yield { filing: toFilingRow(filing), raw: await decompressReport(raw) };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function decompressReport(raw: Uint8Array): Promise<RawFiling> {
  return JSON.parse((await decompress(raw)).toString("utf8")) as RawFiling;
}

/** @param toBeRead if true, lists only filings that have a stored document and are not of kind `other`. */
async function* listFilingsInOrder(reading: Database["reading"], toBeRead: boolean): AsyncGenerator<FilingRow> {
  for (let after = ""; ; ) {
    const rows = await reading
      .selectFrom("filings")
      .selectAll()
      .where("id", ">", after)
      .$if(toBeRead, (query) => query.where("document_sha256", "is not", null).where("kind", "!=", "other"))
      .orderBy("id")
      .limit(FILINGS_AT_ONCE)
      .execute();
    yield* rows.map(toFilingRow);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
