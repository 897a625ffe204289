/** Ties an archive to a store by an id that is also stored in the archive's folder. Services on one database share one archive. */
import type { Database } from "./database.ts";
import { readMeta, storeOnce } from "./meta.ts";

const KEY = "archive_id";

export function createArchiveMark({ reading, change }: Database) {
  return {
    /** Null until a service has started with this release. */
    read: async () => (await readMeta(reading, KEY)) ?? null,
    /** Stores the id if the store has none. @returns the store's id: if two services start at once, that of the first. */
    storeFirst: (id: string) => change((transaction) => storeOnce(transaction, KEY, id)),
  };
}

export type ArchiveMark = ReturnType<typeof createArchiveMark>;
