/** Assigns an archive to a store by an id that also lies in the archive's folder. Services on one database share one archive. */
import type { Kysely } from "kysely";
import type { Database } from "./database.ts";
import type { Schema } from "./schema.ts";

const KEY = "archive_id";

export interface ArchiveMark {
  /** Null until a service has started with this release. */
  known(): Promise<string | null>;
  /** Notes the id in a store that has none. @returns the id that the store has from now on: of two services that start at once, the first one's. */
  note(id: string): Promise<string>;
}

export function archiveMark({ reading, change }: Database): ArchiveMark {
  return {
    known: async () => (await kept(reading)) ?? null,
    note: (id) =>
      change(async (transaction) => {
        await transaction
          .insertInto("meta")
          .values({ key: KEY, value: id })
          .onConflict((conflict) => conflict.column("key").doNothing())
          .execute();
        return (await kept(transaction)) ?? id;
      }),
  };
}

async function kept(db: Kysely<Schema>): Promise<string | undefined> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row?.value;
}
