/** What was taken from bundles of other instances, as long as it has not been checked here. */
import { promisify } from "node:util";
import { zstdCompressSync, zstdDecompress } from "node:zlib";
import type { Database } from "./database.ts";
import { type FilingRow, toFilingRow } from "./filing-rows.ts";
import { metaValue } from "./meta.ts";
import type { Writing } from "./schema.ts";
import { takenCounts } from "./taken-counts.ts";
import { excluded, upsert } from "./upsert.ts";

/** The instance that published a bundle, and when it was made. */
export interface TakenFrom {
  readonly publisher: string;
  readonly madeAt: Date;
}

export interface WaitingReading extends TakenFrom {
  readonly documentSha256: string;
  /** Page number, from 1. */
  readonly page: number;
  readonly reader: string;
  readonly sureRows: number;
}

/** Readings of one version of the reader by one publisher. */
interface ReaderOf {
  readonly publisher: string;
  readonly reader: string;
}

const ROWS_AT_ONCE = 200;
/** No reader has this version: a page that has it is read again. */
const REFUSED = "refused";
const decompress = promisify(zstdDecompress);

export function takenTable(database: Database) {
  const { reading, writing, change } = database;
  return {
    /** Notes, before its bytes are stored, that an answer comes from a bundle. */
    async noteDocument(url: string, sha256: string, { publisher, madeAt }: TakenFrom): Promise<void> {
      const row = { sha256, publisher, made_at: madeAt.getTime(), tried_at: null };
      await upsert(writing, "taken_documents", { url }, row);
    },

    async document(url: string): Promise<(TakenFrom & { readonly sha256: string }) | undefined> {
      const row = await reading.selectFrom("taken_documents").selectAll().where("url", "=", url).executeTakeFirst();
      return row && { sha256: row.sha256, publisher: row.publisher, madeAt: new Date(row.made_at) };
    },

    /** Filings whose document has not been compared with the site's, those not tried for longest and the newest first. */
    async unchecked(source: string, limit: number): Promise<readonly FilingRow[]> {
      const rows = await reading
        .selectFrom("filings")
        .innerJoin("taken_documents", "taken_documents.url", "filings.url")
        .selectAll("filings")
        .where("filings.source", "=", source)
        .where("filings.document_sha256", "is not", null)
        .orderBy("taken_documents.tried_at", (order) => order.asc().nullsFirst())
        .orderBy("filings.filed_date", (order) => order.desc().nullsLast())
        .orderBy("filings.id")
        .limit(limit)
        .execute();
      return rows.map(toFilingRow);
    },

    async tried(url: string, at: Date): Promise<void> {
      await writing.updateTable("taken_documents").set({ tried_at: at.getTime() }).where("url", "=", url).execute();
    },

    /** The site has been asked itself. */
    async checked(urls: readonly string[]): Promise<void> {
      if (urls.length > 0) await writing.deleteFrom("taken_documents").where("url", "in", urls).execute();
    },

    /** Sets a reading aside until a sample has been read here. A page that was read here or taken before stays. */
    async setAside(row: WaitingReading, json: string): Promise<void> {
      await writing
        .insertInto("taken_readings")
        .values({
          document_sha256: row.documentSha256,
          page: row.page,
          reader: row.reader,
          publisher: row.publisher,
          made_at: row.madeAt.getTime(),
          sure_rows: row.sureRows,
          reading: zstdCompressSync(json),
        })
        .onConflict((conflict) =>
          conflict
            .columns(["document_sha256", "page"])
            .doUpdateSet(excluded("reader", "publisher", "made_at", "sure_rows", "reading"))
            .whereRef("taken_readings.reader", "!=", "excluded.reader"),
        )
        .execute();
    },

    /** The pages that were set aside. */
    async waiting({ publisher, reader }: ReaderOf): Promise<readonly WaitingReading[]> {
      const rows = await reading
        .selectFrom("taken_readings")
        .select(["document_sha256", "page", "reader", "publisher", "made_at", "sure_rows"])
        .where("publisher", "=", publisher)
        .where("reader", "=", reader)
        .where("reading", "is not", null)
        .orderBy("document_sha256")
        .orderBy("page")
        .execute();
      return rows.map((row) => ({
        documentSha256: row.document_sha256,
        page: row.page,
        reader: row.reader,
        publisher: row.publisher,
        madeAt: new Date(row.made_at),
        sureRows: row.sure_rows,
      }));
    },

    async setAsideReading(documentSha256: string, page: number): Promise<string | undefined> {
      const row = await reading
        .selectFrom("taken_readings")
        .select("reading")
        .where("document_sha256", "=", documentSha256)
        .where("page", "=", page)
        .executeTakeFirst();
      return row?.reading ? (await decompress(row.reading)).toString("utf8") : undefined;
    },

    /** Pages of it that were read here too, and when all was refused. */
    async trust({ publisher, reader }: ReaderOf) {
      const row = await reading
        .selectFrom("bundle_readers")
        .selectAll()
        .where("publisher", "=", publisher)
        .where("reader", "=", reader)
        .executeTakeFirst();
      return {
        checkedPages: row?.checked_pages ?? 0,
        refusedAt: row?.refused_at == null ? null : new Date(row.refused_at),
        report: row?.report ?? null,
      };
    },

    async noteChecked({ publisher, reader }: ReaderOf, pages: number): Promise<void> {
      await upsert(writing, "bundle_readers", { publisher, reader }, { checked_pages: pages });
    },

    /** The sample was read alike here: the readings that were set aside count from now on. @returns how many. */
    async take(of: ReaderOf): Promise<number> {
      for (let taken = 0; ; ) {
        const moved = await change((transaction) => moveSome(transaction, of));
        taken += moved;
        if (moved === 0) return taken;
      }
    },

    /** Takes none of them, and what was taken before no longer counts: those pages are read again. */
    refuse: (of: ReaderOf, at: Date, report: string) => change((transaction) => refuse(transaction, of, at, report)),

    /** Forgets that they were refused, and the pages that agreed before: the next sample is as large as the first. */
    async forgive({ publisher, reader }: ReaderOf): Promise<void> {
      await writing
        .deleteFrom("bundle_readers")
        .where("publisher", "=", publisher)
        .where("reader", "=", reader)
        .where("refused_at", "is not", null)
        .execute();
    },

    /** Time at which a bundle was last asked for readings to the end, and whether it gave them. */
    async asked(address: string): Promise<{ readonly at: Date; readonly gave: boolean } | undefined> {
      const value = await metaValue(reading, `bundle ${address}`);
      return value === undefined ? undefined : { at: new Date(value.slice(1)), gave: value.startsWith("+") };
    },

    async noteAsked(address: string, at: Date, gave: boolean): Promise<void> {
      await upsert(writing, "meta", { key: `bundle ${address}` }, { value: `${gave ? "+" : "-"}${at.toISOString()}` });
    },

    /** Origin of the reading of a page that counts and was not read here. */
    async page(documentSha256: string, page: number): Promise<TakenFrom | undefined> {
      const row = await reading
        .selectFrom("taken_readings")
        .select(["publisher", "made_at"])
        .where("document_sha256", "=", documentSha256)
        .where("page", "=", page)
        .where("reading", "is", null)
        .executeTakeFirst();
      return row && { publisher: row.publisher, madeAt: new Date(row.made_at) };
    },

    counts: () => takenCounts(database),
  };
}

async function moveSome(transaction: Writing, { publisher, reader }: ReaderOf): Promise<number> {
  const rows = await transaction
    .selectFrom("taken_readings")
    .select(["document_sha256", "page", "reader", "reading"])
    .where("publisher", "=", publisher)
    .where("reader", "=", reader)
    .where("reading", "is not", null)
    .limit(ROWS_AT_ONCE)
    .execute();
  for (const { document_sha256, page, reading } of rows) {
    if (reading === null) continue;
    await transaction
      .insertInto("page_readings")
      .values({ document_sha256, page, reader, reading })
      .onConflict((conflict) =>
        conflict
          .columns(["document_sha256", "page"])
          .doUpdateSet(excluded("reader", "reading"))
          .whereRef("page_readings.reader", "!=", "excluded.reader"),
      )
      .execute();
    await transaction
      .updateTable("taken_readings")
      .set({ reading: null })
      .where("document_sha256", "=", document_sha256)
      .where("page", "=", page)
      .execute();
  }
  return rows.length;
}

async function refuse(transaction: Writing, { publisher, reader }: ReaderOf, at: Date, report: string): Promise<void> {
  await transaction
    .updateTable("page_readings")
    .set({ reader: REFUSED })
    .where("page_readings.reader", "=", reader)
    .where((row) =>
      row.exists(
        row
          .selectFrom("taken_readings")
          .select("taken_readings.page")
          .whereRef("taken_readings.document_sha256", "=", "page_readings.document_sha256")
          .whereRef("taken_readings.page", "=", "page_readings.page")
          .where("taken_readings.publisher", "=", publisher)
          .where("taken_readings.reader", "=", reader)
          .where("taken_readings.reading", "is", null),
      ),
    )
    .execute();
  await transaction
    .deleteFrom("taken_readings")
    .where("publisher", "=", publisher)
    .where("reader", "=", reader)
    .execute();
  const { checked_pages } = (await transaction
    .selectFrom("bundle_readers")
    .select("checked_pages")
    .where("publisher", "=", publisher)
    .where("reader", "=", reader)
    .executeTakeFirst()) ?? { checked_pages: 0 };
  await upsert(
    transaction,
    "bundle_readers",
    { publisher, reader },
    { checked_pages, refused_at: at.getTime(), report },
  );
}
