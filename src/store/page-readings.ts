import { promisify } from "node:util";
import { zstdCompressSync, zstdDecompress } from "node:zlib";
import type { FilingState } from "../domain/filing.ts";
import type { Database } from "./database.ts";
import { toFilingRow } from "./filing-rows.ts";
import type { FilingRow, PageReadingTable } from "./store.ts";
import { upsert } from "./upsert.ts";

const decompress = promisify(zstdDecompress);

export function pageReadingTable({ reading, writing }: Database): PageReadingTable {
  return {
    async of(documentSha256) {
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

    async keep(documentSha256, { page, reader, json }) {
      const row = { reader, reading: zstdCompressSync(json) };
      await upsert(writing, "page_readings", { document_sha256: documentSha256, page }, row);
    },

    async waiting() {
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
    },

    async readOtherwise(reader) {
      const pages = await reading
        .selectFrom("page_readings")
        .select("document_sha256")
        .distinct()
        .where("reader", "!=", reader)
        .execute();
      const documents = new Set(pages.map((page) => page.document_sha256));
      if (documents.size === 0) return { documents, filings: [] };
      const rows = await reading
        .selectFrom("filings")
        .selectAll()
        .where("document_sha256", "is not", null)
        .where("state", "not in", ["pending", "needs_ocr", "superseded"] satisfies FilingState[])
        .where((where) =>
          where.or([
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
      return { documents, filings: rows.map(toFilingRow) };
    },
  };
}
