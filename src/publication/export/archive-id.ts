/** The id of an archive, in the file `id` of its folder: the store of the data has the same, so that no other folder is taken for it. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../../base/errors.ts";
import type { ArchiveMark } from "../../store/archive-mark.ts";
import { Archive } from "./archive.ts";
import { readArchiveId } from "./archive-manifest.ts";
import { writeOnce } from "./ready-file.ts";

/** The archive of a store, which has the folder for its own as `archiveIdOf` says. @throws as that. */
export async function openArchive(folder: string, mark: ArchiveMark): Promise<Archive> {
  return new Archive(folder, await archiveIdOf(folder, mark));
}

/**
 * The id of a store's archive. A store that has none yet takes the folder for its own, with what it holds; with another's folder, or without
 * the file `id` in it, the archive says so whenever it is asked.
 * @throws {ConfigError} when the folder cannot be written or read.
 */
export async function archiveIdOf(folder: string, mark: ArchiveMark): Promise<string> {
  const known = await mark.known();
  if (known !== null) return known;
  try {
    await writeOnce(folder, join(folder, "id"), `${randomUUID()}\n`);
  } catch (cause) {
    throw new ConfigError(`ARCHIVE_DIR must be a folder that can be written: ${(cause as Error).message}.`, { cause });
  }
  const id = await readArchiveId(folder);
  if (id === undefined) {
    const found = (await readFile(join(folder, "id"), "utf8")).slice(0, 40).trim();
    throw new ConfigError(`"${join(folder, "id")}" must hold the id of an archive, not "${found}".`);
  }
  return mark.note(id);
}
