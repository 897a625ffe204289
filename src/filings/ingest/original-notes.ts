/**
 * Sidecar notes of originals. A file `<digest>.json` in the same folder records each URL that returned the original, when, and
 * with which headers. With these notes the originals alone are enough to rebuild a store (`rebuild`).
 */
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeAtomically } from "../../base/atomic-file.ts";
import type { StoredDocument } from "../../domain/stored-document.ts";
import type { DocumentTable } from "../../store/documents.ts";
import { type DocumentsFolder, getDocumentsFolder, getOriginalPath } from "./documents-folder.ts";

const NoteSchema = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  answers: z.array(
    z.strictObject({ url: z.string(), fetched_at: z.iso.datetime(), headers: z.record(z.string(), z.string()) }),
  ),
});
type Note = z.output<typeof NoteSchema>;

function getNotePath(dataDir: string, sha256: string): string {
  return `${getOriginalPath(dataDir, sha256)}.json`;
}

/** Wraps a documents folder so that it writes a note next to each original. */
export function wrapFolderWithNotes(keeper: DocumentsFolder, dataDir: string): DocumentsFolder {
  return {
    ...keeper,
    async save(answer) {
      const stored = await keeper.save(answer);
      await writeNote(dataDir, stored);
      return stored;
    },
  };
}

/** Records the latest response of a URL. */
async function writeNote(dataDir: string, { sha256, url, fetchedAt, headers }: StoredDocument): Promise<void> {
  const notePath = getNotePath(dataDir, sha256);
  const before = await readNote(notePath);
  const others = before?.answers.filter((each) => each.url !== url) ?? [];
  const note: Note = {
    sha256,
    answers: [...others, { url, fetched_at: fetchedAt.toISOString(), headers: { ...headers } }],
  };
  await writeAtomically(notePath, `${JSON.stringify(note)}\n`, 0o600);
}

/** Writes the missing notes of originals stored by an earlier release. @returns how many. */
export async function writeMissingNotes(dataDir: string, documents: Pick<DocumentTable, "listAll">): Promise<number> {
  let written = 0;
  for await (const document of documents.listAll()) {
    const before = await readNote(getNotePath(dataDir, document.sha256));
    if (before?.answers.some(({ url }) => url === document.url)) continue;
    if ((await stat(getOriginalPath(dataDir, document.sha256)).catch(() => undefined)) === undefined) continue;
    await writeNote(dataDir, document);
    written += 1;
  }
  return written;
}

/** Yields each response in the sidecar notes. Yields the note's path if the note is unreadable or its original is missing. */
export async function* listRecordedResponses(
  dataDir: string,
): AsyncGenerator<{ readonly stored: StoredDocument } | { readonly unusable: string }> {
  const folder = getDocumentsFolder(dataDir);
  for (const shelf of (await readdir(folder).catch(() => [])).sort()) {
    for (const name of (await readdir(path.join(folder, shelf)).catch(() => [])).sort()) {
      if (!/^[0-9a-f]{64}\.json$/.test(name)) continue;
      const notePath = path.join(folder, shelf, name);
      const note = await readNote(notePath);
      const original = note && (await stat(getOriginalPath(dataDir, note.sha256)).catch(() => undefined));
      if (note === undefined || original === undefined) {
        yield { unusable: notePath };
        continue;
      }
      for (const { url, fetched_at, headers } of note.answers) {
        const fetchedAt = new Date(fetched_at);
        yield { stored: { url, sha256: note.sha256, byteLength: original.size, fetchedAt, headers } };
      }
    }
  }
}

/** Returns undefined if the note is missing or damaged. */
async function readNote(notePath: string): Promise<Note | undefined> {
  try {
    return NoteSchema.parse(JSON.parse(await readFile(notePath, "utf8")));
  } catch {
    return undefined;
  }
}
