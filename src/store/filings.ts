import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import type { FilingState } from "../domain/filing.ts";
import type { RawFiling } from "../domain/printed-report.ts";
import { NotFoundError } from "../errors.ts";
import { coverage, listedYears, reasons } from "./coverage.ts";
import type { Database } from "./database.ts";
import { listFilings } from "./filing-list.ts";
import { toFilingRow, toRejectedLine } from "./filing-rows.ts";
import { openByPolitician, statesByPolitician } from "./filings-by-politician.ts";
import { inReview } from "./in-review.ts";
import { listed, recordListings, withdrawUnlisted } from "./listings.ts";
import type { FilingRow, FilingTable } from "./store.ts";
import { toTrade } from "./trade-rows.ts";

const FILINGS_AT_ONCE = 200;
/** States of filings that are asked for in each run. */
const TO_BE_TAKEN: readonly FilingState[] = ["pending", "missing_document", "unreadable"];
const decompress = promisify(zstdDecompress);

export function filingTable(database: Database): FilingTable {
  const { reading, writing, change } = database;
  return {
    recordListings: (listings, at, whole) => change((transaction) => recordListings(transaction, listings, at, whole)),

    listed: (source, year) => listed(reading, source, year),
    withdrawUnlisted: (source, years, before) =>
      change((transaction) => withdrawUnlisted(transaction, source, years, before)),

    pending: (source) => pending(reading, source),

    async setDocument(id, sha256) {
      const { numUpdatedRows } = await writing
        .updateTable("filings")
        .set({ document_sha256: sha256 })
        .where("id", "=", id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new NotFoundError("filing_not_found", `The ledger has no filing "${id}".`);
    },

    async get(id) {
      const row = await reading.selectFrom("filings").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toFilingRow(row);
    },

    list: (filter, page) => listFilings(reading, filter, page),

    async heldIn(id) {
      const row = await reading.selectFrom("held_filings").selectAll().where("filing_id", "=", id).executeTakeFirst();
      return row && { publication: row.held_id, documentSha256: row.document_sha256 };
    },

    async rejectedLines(id) {
      const rows = await reading
        .selectFrom("rejected_lines")
        .select(["line", "reason", "text"])
        .where("filing_id", "=", id)
        .orderBy("position")
        .execute();
      return rows.map(toRejectedLine);
    },

    readFilings: (which = "all") => readFilings(reading, which),
    inReview: () => inReview(reading),
    withDocument: () => withDocument(reading),

    coverage: () => coverage(database),
    listedYears: () => listedYears(reading),
    reasons: () => reasons(database),

    async trades(id) {
      const rows = await reading
        .selectFrom("trades")
        .selectAll()
        .where("filing_id", "=", id)
        .orderBy("line")
        .orderBy("id")
        .execute();
      return rows.map((row) => ({
        trade: toTrade(row),
        supersedes: row.supersedes,
        supersededBy: row.superseded_by,
      }));
    },

    async printedReport(id) {
      const row = await reading
        .selectFrom("filing_contents")
        .select("raw")
        .where("filing_id", "=", id)
        .executeTakeFirst();
      return row && unpacked(row.raw);
    },

    statesByPolitician: () => statesByPolitician(reading),
    openByPolitician: () => openByPolitician(reading),
  };
}

async function pending(reading: Database["reading"], source: FilingRow["source"]): Promise<readonly FilingRow[]> {
  const rows = await reading
    .selectFrom("filings")
    .selectAll()
    .where("source", "=", source)
    .where("state", "in", TO_BE_TAKEN)
    .where("id", "not in", (held) => held.selectFrom("held_filings").select("filing_id"))
    .orderBy("filed_date", (order) => order.desc().nullsLast())
    .orderBy("id", "desc")
    .execute();
  return rows.map(toFilingRow);
}

async function* readFilings(
  reading: Database["reading"],
  which: "all" | "without-ticker",
): AsyncGenerator<{ readonly filing: FilingRow; readonly raw: RawFiling }> {
  for (let after = ""; ; ) {
    const rows = await reading
      .selectFrom("filings")
      .innerJoin("filing_contents", "filing_contents.filing_id", "filings.id")
      .selectAll("filings")
      .select("filing_contents.raw")
      .$if(which === "without-ticker", (all) =>
        all.where((some) =>
          some.exists(
            some
              .selectFrom("trades")
              .select("trades.id")
              .whereRef("trades.filing_id", "=", "filings.id")
              .where("trades.ticker_source", "!=", "filed"),
          ),
        ),
      )
      .where("filings.id", ">", after)
      .orderBy("filings.id")
      .limit(FILINGS_AT_ONCE)
      .execute();
    for (const { raw, ...filing } of rows) yield { filing: toFilingRow(filing), raw: await unpacked(raw) };
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function unpacked(raw: Uint8Array): Promise<RawFiling> {
  return JSON.parse((await decompress(raw)).toString("utf8")) as RawFiling;
}

async function* withDocument(reading: Database["reading"]): AsyncGenerator<FilingRow> {
  for (let after = ""; ; ) {
    const rows = await reading
      .selectFrom("filings")
      .selectAll()
      .where("id", ">", after)
      .where("document_sha256", "is not", null)
      .where("kind", "!=", "other")
      .orderBy("id")
      .limit(FILINGS_AT_ONCE)
      .execute();
    yield* rows.map(toFilingRow);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
