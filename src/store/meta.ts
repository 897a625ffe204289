/** Facts about the store as a whole, by key, in the table `meta`. The exported constants are keys of this table. */
import type { Kysely } from "kysely";
import { DATA_RELEASE } from "../domain/data-release.ts";
import type { Database } from "./database.ts";
import type { Schema, Writing } from "./schema.ts";
import { upsert } from "./upsert.ts";

export async function readMeta(db: Kysely<Schema>, key: string): Promise<string | undefined> {
  const row = await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value;
}

/** @returns `value`, or the value that another process stored first. */
export async function storeIfAbsent(transaction: Writing, key: string, value: string): Promise<string> {
  await transaction
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  return (await readMeta(transaction, key)) ?? value;
}

const ARCHIVE_ID = "archive_id";

/** Ties an archive to a store by an id that the archive's folder also contains. Services on one database share one archive. */
export function createArchiveIdQueries({ reading, change }: Database) {
  return {
    /** Null until a service has started with a release that stores the id. */
    read: async () => (await readMeta(reading, ARCHIVE_ID)) ?? null,
    /** Stores the id if the store has none. @returns the stored id: if two services start at once, the id of the first. */
    storeFirst: (id: string) => change((transaction) => storeIfAbsent(transaction, ARCHIVE_ID, id)),
  };
}

export type ArchiveMark = ReturnType<typeof createArchiveIdQueries>;

export const STARTED_FROM = "started_from";

export interface StartedFrom {
  /** Creation time of the backup: `2026-11-20T12:00:00.000Z`. */
  readonly made_at: string;
  /** SHA-256 of the backup's manifest, which contains the digest of every file. */
  readonly sha256: string;
}

/** The public backup from which a store was started; null if filled from official sites or restored from its own backup. */
export async function readBackupOrigin({ reading }: Pick<Database, "reading">): Promise<StartedFrom | null> {
  const value = await readMeta(reading, STARTED_FROM);
  return value === undefined ? null : (JSON.parse(value) as StartedFrom);
}

export const MASTER_KEY_MARK = "master_key_fingerprint";

/** Identifies the master key that encrypts a store's secrets, by a fingerprint that reveals nothing about the key. */
export function createMasterKeyQueries({ reading, change }: Database) {
  return {
    /**
     * Stores the fingerprint if the store has none. If secrets are stored, the key must be able to decrypt at least one secret.
     * @returns whether the key is the store's master key.
     */
    async confirmOrStoreFingerprint(fingerprint: string, canOpen: (sealed: Uint8Array) => boolean): Promise<boolean> {
      const mark = await readMeta(reading, MASTER_KEY_MARK);
      if (mark !== undefined) return mark === fingerprint;
      return change(async (transaction) => {
        const stored = await readMeta(transaction, MASTER_KEY_MARK);
        if (stored !== undefined) return stored === fingerprint;
        const secrets = await transaction.selectFrom("endpoint_secrets").select("sealed").execute();
        if (secrets.length > 0 && !secrets.some(({ sealed }) => canOpen(sealed))) return false;
        return (await storeIfAbsent(transaction, MASTER_KEY_MARK, fingerprint)) === fingerprint;
      });
    },
  };
}

const RELEASE = "data_release";

/** The data release whose rules were last applied to all published data. */
export function createDataReleaseQueries({ reading, change }: Database) {
  return {
    /** 0 if the store was created before data releases were recorded. */
    read: async () => Number((await readMeta(reading, RELEASE)) ?? 0),
    /** Records that this release's rules have been applied to all published data. */
    markReached: (release: number) => change((transaction) => writeRelease(transaction, release)),
  };
}

/** Records the current data release in a store without filings. Such a store contains no data of an older release. */
export async function recordReleaseInNewStore({ reading, change }: Database): Promise<void> {
  if ((await readMeta(reading, RELEASE)) !== undefined) return;
  await change(async (transaction) => {
    const filing = await transaction.selectFrom("filings").select("id").limit(1).executeTakeFirst();
    if (filing === undefined) await writeRelease(transaction, DATA_RELEASE);
  });
}

async function writeRelease(transaction: Writing, release: number): Promise<void> {
  await upsert(transaction, "meta", { key: RELEASE }, { value: String(release) });
}
