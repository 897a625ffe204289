import { promisify } from "node:util";
import { zstdCompressSync, zstdDecompress } from "node:zlib";
import type { FilingState } from "../domain/filing.ts";
import type { Database } from "./database.ts";
import { type FilingRow, toFilingRow } from "./filing-rows.ts";
import { readMeta } from "./meta.ts";
import { upsert } from "./upsert.ts";

/** The reading of a scanned report's page, as JSON, by one version of the reader. */
interface StoredPageReading {
  /** Page number, from 1. */
  readonly page: number;
  readonly reader: string;
  readonly json: string;
}

/** The table `meta` lists, under this key, the ids of the reports whose pages are being read again. */
const READ_AGAIN = "reports read again";
const decompress = promisify(zstdDecompress);

/** Readings of scanned pages, so that an interrupted run continues with the next page. */
export function createPageReadingQueries({ reading, writing }: Database) {
  return {
    async readStoredPages(documentSha256: string): Promise<readonly StoredPageReading[]> {
      const rows = await reading
        .selectFrom("page_readings")
        .select(["page", "reader", "reading"])
        .where("document_sha256", "=", documentSha256)
        .orderBy("page")
        .execute();
      return Promise.all(
        rows.map(async ({ page, reader, reading: packed }) => ({
          page,
          reader,
          json: (await decompress(packed)).toString("utf8"),
        })),
      );
    },

    /** Stores the reading of a page, overwriting a reading that another version of the reader made. */
    async save(documentSha256: string, { page, reader, json }: StoredPageReading): Promise<void> {
      const row = { reader, reading: zstdCompressSync(json) };
      await upsert(writing, "page_readings", { document_sha256: documentSha256, page }, row);
    },

    /** Filings in state `needs_ocr` or with failed page readings, latest filed first. Leaves out filings held for approval. */
    listWaiting: () => listWaitingFilings(reading),

    /**
     * `documents`: documents with at least one page that another reader version read.
     * `begun`: reports that are being read again and have not been republished yet.
     * `filings`, latest filed first: filings in `begun`, and filings that may contain one of `documents`. Every paper report may
     * contain such a document, since the pages of a paper report are separate documents. `filings` leaves out filings held for
     * approval, filings without a document, and filings in state `pending`, `needs_ocr` or `superseded`.
     */
    findOutdatedReadings: (reader: string) => findOutdatedReadings(reading, reader),

    /** Stores which reports are being read again, replacing the earlier list. */
    async storeRereadReports(ids: readonly string[]): Promise<void> {
      await upsert(writing, "meta", { key: READ_AGAIN }, { value: JSON.stringify(ids) });
    },
  };
}

async function listWaitingFilings(reading: Database["reading"]): Promise<readonly FilingRow[]> {
  const rows = await reading
    .selectFrom("filings")
    .selectAll()
    .where("document_sha256", "is not", null)
    .where((where) =>
      where.or([
        where("state", "=", "needs_ocr" satisfies FilingState),
        where("state", "=", "needs_review" satisfies FilingState).and("reason_code", "like", "reader_%"),
      ]),
    )
    .where("id", "not in", (held) => held.selectFrom("held_filings").select("filing_id"))
    .orderBy("filed_date", (order) => order.desc().nullsLast())
    .orderBy("id", "desc")
    .execute();
  return rows.map(toFilingRow);
}

async function findOutdatedReadings(
  reading: Database["reading"],
  reader: string,
): Promise<{
  readonly documents: ReadonlySet<string>;
  readonly begun: ReadonlySet<string>;
  readonly filings: readonly FilingRow[];
}> {
  const begun = new Set(JSON.parse((await readMeta(reading, READ_AGAIN)) ?? "[]") as string[]);
  const pages = await reading
    .selectFrom("page_readings")
    .select("document_sha256")
    .distinct()
    .where("reader", "!=", reader)
    .execute();
  const documents = new Set(pages.map((page) => page.document_sha256));
  if (documents.size + begun.size === 0) return { documents, begun, filings: [] };
  const rows = await reading
    .selectFrom("filings")
    .selectAll()
    .where("document_sha256", "is not", null)
    .where("state", "not in", ["pending", "needs_ocr", "superseded"] satisfies FilingState[])
    .where((where) =>
      where.or([
        ...(begun.size === 0 ? [] : [where("id", "in", [...begun])]),
        where("kind", "=", "paper" satisfies FilingRow["kind"]),
        where("document_sha256", "in", (other) =>
          other.selectFrom("page_readings").select("document_sha256").where("reader", "!=", reader),
        ),
      ]),
    )
    .where("id", "not in", (held) => held.selectFrom("held_filings").select("filing_id"))
    .orderBy("filed_date", (order) => order.desc().nullsLast())
    .orderBy("id", "desc")
    .execute();
  return { documents, begun, filings: rows.map(toFilingRow) };
}
