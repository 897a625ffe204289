/** Ties an archive to a store by an id that is also stored in the archive's folder. Services on one database share one archive. */
import type { Database } from "./database.ts";
import { metaValue, noteOnce } from "./meta.ts";

const KEY = "archive_id";

export function archiveMark({ reading, change }: Database) {
  return {
    /** Null until a service has started with this release. */
    known: async () => (await metaValue(reading, KEY)) ?? null,
    /** Stores the id if the store has none. @returns the store's id: if two services start at once, that of the first. */
    note: (id: string) => change((transaction) => noteOnce(transaction, KEY, id)),
  };
}

export type ArchiveMark = ReturnType<typeof archiveMark>;
