/** Assigns an archive to a store by an id that also lies in the archive's folder. Services on one database share one archive. */
import type { Database } from "./database.ts";
import { metaValue, noteOnce } from "./meta.ts";

const KEY = "archive_id";

export function archiveMark({ reading, change }: Database) {
  return {
    /** Null until a service has started with this release. */
    known: async () => (await metaValue(reading, KEY)) ?? null,
    /** Notes the id in a store that has none. @returns the id that the store has from now on: of two services that start at once, the first one's. */
    note: (id: string) => change((transaction) => noteOnce(transaction, KEY, id)),
  };
}

export type ArchiveMark = ReturnType<typeof archiveMark>;
