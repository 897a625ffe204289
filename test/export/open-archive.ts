import { Archive } from "../../src/publication/export/archive.ts";
import { getOrClaimArchiveId } from "../../src/publication/export/archive-id.ts";
import type { ArchiveMark } from "../../src/store/meta.ts";

/** Opens a store's archive. @throws like `getOrClaimArchiveId`. */
export async function openArchive(folder: string, mark: ArchiveMark): Promise<Archive> {
  return new Archive(folder, await getOrClaimArchiveId(folder, mark));
}
