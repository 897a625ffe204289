/** The public backup from which a store was started. */
import type { Database } from "./database.ts";
import { readMeta } from "./meta.ts";

/** Key in `meta`. */
export const STARTED_FROM = "started_from";

export interface StartedFrom {
  /** Creation time of the backup: `2026-11-20T12:00:00.000Z`. */
  readonly made_at: string;
  /** SHA-256 of its manifest, which contains the digest of every file. */
  readonly sha256: string;
}

/** Null for a store filled from the official sites, or restored from its own backup. */
export async function readStartedFrom({ reading }: Pick<Database, "reading">): Promise<StartedFrom | null> {
  const value = await readMeta(reading, STARTED_FROM);
  return value === undefined ? null : (JSON.parse(value) as StartedFrom);
}
