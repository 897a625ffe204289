/** Counts of what was taken from bundles of other instances and has not been checked here. */
import type { Kysely } from "kysely";
import type { Database } from "./database.ts";
import { createPause } from "./pause.ts";
import type { Schema } from "./schema.ts";

export interface TakenCount {
  readonly publisher: string;
  /** Documents, and images of pages that are documents of their own, that the official site has not been asked for. */
  readonly documents: number;
  /** Scanned pages that were not read here. */
  readonly pages: number;
}

/** Rows of one question: SQLite answers within the calling thread. */
const ROWS_AT_ONCE = 1000;
/** Milliseconds between two turns of the event loop. */
const TURN_MS = 2;

/** One count for each publisher, those with the most documents first. */
export async function takenCounts({ reading }: Pick<Database, "reading">): Promise<readonly TakenCount[]> {
  const pause = createPause(TURN_MS);
  const counts = new Map<string, { documents: number; pages: number }>();
  const add = (publisher: string, what: "documents" | "pages") => {
    const count = counts.get(publisher) ?? { documents: 0, pages: 0 };
    count[what] += 1;
    counts.set(publisher, count);
  };
  for (let rows = await documentsAfter(reading, ""); rows.length > 0; ) {
    for (const { publisher } of rows) add(publisher, "documents");
    await pause();
    rows = await documentsAfter(reading, rows.at(-1)?.url ?? "");
  }
  for (let rows = await pagesAfter(reading, "", 0); rows.length > 0; ) {
    for (const { publisher } of rows) add(publisher, "pages");
    await pause();
    const last = rows.at(-1);
    rows = await pagesAfter(reading, last?.document_sha256 ?? "", last?.page ?? 0);
  }
  return [...counts]
    .map(([publisher, count]) => ({ publisher, ...count }))
    .sort((a, b) => b.documents - a.documents || b.pages - a.pages || (a.publisher < b.publisher ? -1 : 1));
}

function documentsAfter(reading: Kysely<Schema>, url: string) {
  return reading
    .selectFrom("taken_documents")
    .select(["url", "publisher"])
    .where("url", ">", url)
    .orderBy("url")
    .limit(ROWS_AT_ONCE)
    .execute();
}

function pagesAfter(reading: Kysely<Schema>, document: string, page: number) {
  return reading
    .selectFrom("taken_readings")
    .select(["document_sha256", "page", "publisher"])
    .where((where) => where(where.refTuple("document_sha256", "page"), ">", where.tuple(document, page)))
    .where("reading", "is", null)
    .orderBy("document_sha256")
    .orderBy("page")
    .limit(ROWS_AT_ONCE)
    .execute();
}
