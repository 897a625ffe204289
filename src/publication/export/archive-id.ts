/** The archive's id, in the file `id` of its folder and in the store: a folder with another id is not the store's archive. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../../base/errors.ts";
import type { ArchiveMark } from "../../store/meta.ts";
import { readArchiveId } from "./archive-manifest.ts";
import { writeIfAbsent } from "./ready-file.ts";

/**
 * Returns the id of a store's archive. A store without an id adopts the folder's id, which is created if the folder has none. If
 * the store has an id, the folder must have the same id. In a folder with another id or none, the archive neither lists nor
 * stores anything, and says so on every request. @throws {ConfigError} if the folder cannot be read or written, or its file `id`
 * is invalid.
 */
export async function getOrClaimArchiveId(folder: string, mark: ArchiveMark): Promise<string> {
  const known = await mark.read();
  if (known !== null) return known;
  try {
    await writeIfAbsent(folder, join(folder, "id"), `${randomUUID()}\n`);
  } catch (cause) {
    throw new ConfigError(`ARCHIVE_DIR must be a writable folder: ${(cause as Error).message}.`, { cause });
  }
  const id = await readArchiveId(folder);
  if (id === undefined) {
    const found = (await readFile(join(folder, "id"), "utf8")).slice(0, 40).trim();
    throw new ConfigError(`"${join(folder, "id")}" must hold the id of an archive, not "${found}".`);
  }
  return mark.storeFirst(id);
}
