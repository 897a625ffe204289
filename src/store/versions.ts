import type { Kysely } from "kysely";
import type { DatasetVersion } from "./publication.ts";
import type { DatasetVersionRecord, Schema, Writing } from "./schema.ts";

export interface NumberedVersion extends DatasetVersion {
  /** Counts from 1; later versions have higher numbers. */
  readonly serial: number;
}

export async function readCurrentVersion(db: Kysely<Schema>): Promise<DatasetVersion | undefined> {
  const row = await db.selectFrom("dataset_versions").selectAll().orderBy("serial", "desc").limit(1).executeTakeFirst();
  return row && toVersion(row);
}

/** Finds the version that was current at the Unix time `at`, in milliseconds. */
export async function findVersionAt(db: Kysely<Schema>, at: number): Promise<NumberedVersion | undefined> {
  const row = await db
    .selectFrom("dataset_versions")
    .selectAll()
    .where("published_at", "<=", at)
    .orderBy("serial", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toNumberedVersion(row);
}

/** Serial of the current version; 0 before the first version. */
export async function readCurrentSerial(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom("dataset_versions")
    .select((eb) => eb.fn.max("serial").as("serial"))
    .executeTakeFirst();
  return row?.serial ?? 0;
}

/** Inserts the next version: `2026-11-20.2` follows `2026-11-20.1` within one UTC day. */
export async function createNextVersion(transaction: Writing, at: Date): Promise<DatasetVersion> {
  const day = at.toISOString().slice(0, 10);
  const ofDay = await transaction
    .selectFrom("dataset_versions")
    .select((eb) => eb.fn.max("number").as("number"))
    .where("day", "=", day)
    .executeTakeFirst();
  const row: DatasetVersionRecord = {
    serial: (await readCurrentSerial(transaction)) + 1,
    day,
    number: (ofDay?.number ?? 0) + 1,
    published_at: at.getTime(),
  };
  await transaction.insertInto("dataset_versions").values(row).execute();
  return toVersion(row);
}

export function toNumberedVersion(row: DatasetVersionRecord): NumberedVersion {
  return { serial: row.serial, ...toVersion(row) };
}

function toVersion(row: DatasetVersionRecord): DatasetVersion {
  return { version: `${row.day}.${row.number}`, publishedAt: new Date(row.published_at) };
}
