import { sql } from "kysely";
import type { StoredDocument } from "../domain/stored-document.ts";
import type { Database } from "./database.ts";
import type { DocumentRecord } from "./schema.ts";
import { buildExcludedValues } from "./upsert.ts";

const DOCUMENTS_AT_ONCE = 500;

export function createDocumentQueries({ reading, writing }: Database) {
  return {
    listAll: () => listAllDocuments(reading),

    async findLatest(url: string): Promise<StoredDocument | undefined> {
      const row = await reading
        .selectFrom("documents")
        .selectAll()
        .where("url", "=", url)
        .orderBy("fetched_at", "desc")
        .orderBy("turn", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && toDocument(row);
    },

    async findStored(url: string, sha256: string): Promise<StoredDocument | undefined> {
      const row = await reading
        .selectFrom("documents")
        .selectAll()
        .where("url", "=", url)
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      return row && toDocument(row);
    },

    /** Adds a row for each new digest of a URL. Recording the same digest again only updates time and headers. */
    async record({ url, sha256, byteLength, fetchedAt, headers }: StoredDocument): Promise<void> {
      const nextTurn = sql<number>`(select coalesce(max(d.turn), 0) + 1 from documents as d where d.url = ${url})`;
      await writing
        .insertInto("documents")
        .values({
          url,
          sha256,
          byte_length: byteLength,
          fetched_at: fetchedAt.getTime(),
          headers: JSON.stringify(headers),
          turn: nextTurn,
        })
        .onConflict((conflict) =>
          conflict
            .columns(["url", "sha256"])
            .doUpdateSet(buildExcludedValues("fetched_at", "headers", "turn"))
            .whereRef("excluded.fetched_at", ">=", "documents.fetched_at"),
        )
        .execute();
    },
  };
}

export type DocumentTable = ReturnType<typeof createDocumentQueries>;

async function* listAllDocuments(reading: Database["reading"]): AsyncGenerator<StoredDocument> {
  for (let [url, sha256] = ["", ""]; ; ) {
    const [afterUrl, afterSha256] = [url, sha256];
    const rows = await reading
      .selectFrom("documents")
      .selectAll()
      .where((row) =>
        row.or([row("url", ">", afterUrl), row.and([row("url", "=", afterUrl), row("sha256", ">", afterSha256)])]),
      )
      .orderBy("url")
      .orderBy("sha256")
      .limit(DOCUMENTS_AT_ONCE)
      .execute();
    yield* rows.map(toDocument);
    const last = rows.at(-1);
    if (last === undefined) return;
    ({ url, sha256 } = last);
  }
}

function toDocument(row: DocumentRecord): StoredDocument {
  return {
    url: row.url,
    sha256: row.sha256,
    byteLength: row.byte_length,
    fetchedAt: new Date(row.fetched_at),
    headers: JSON.parse(row.headers) as Record<string, string>,
  };
}
