/** Documents that a person saved from the official sites, identified by content and file name. */
import type { Dirent, Stats } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../../base/errors.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import { SOURCES } from "../sources/all.ts";
import type { SavedKind } from "../sources/source.ts";

/** Maximum size of a file: larger than any accepted response of a site. */
const MAX_BYTES = 64 * 2 ** 20;
const START_BYTES = 1024;

export type SavedDocument =
  | (SavedKind & { readonly file: string; readonly source: FilingSourceId })
  | { readonly kind: "image"; readonly file: string };

interface SavedFolder {
  readonly documents: readonly SavedDocument[];
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

/**
 * Finds all documents in the given files and folders, ordered by name. A given path may be a link. Links inside a folder are not
 * followed: they may lead outside the folder or back into it. @throws {AppError} `file_not_found`
 */
export async function findSavedDocuments(paths: readonly string[], signal: AbortSignal): Promise<SavedFolder> {
  const documents: SavedDocument[] = [];
  const refused: { file: string; reason: string }[] = [];
  for (const { file, oddity } of (
    await Promise.all(paths.map((folderOrFile) => listFilesBelow(folderOrFile, signal)))
  ).flat()) {
    signal.throwIfAborted();
    const identified = oddity ?? (await identifyFile(file));
    if (typeof identified === "string") refused.push({ file, reason: identified });
    else documents.push(identified);
  }
  return { documents, refused };
}

/** @throws {AppError} `file_too_large` */
export async function readSavedFile(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new AppError("file_too_large", `It has ${size} bytes; the limit is ${MAX_BYTES}.`);
  return readFile(file);
}

interface FileEntry {
  readonly file: string;
  /** Why the file must not be opened (reading a pipe would block forever); null if it may be opened. */
  readonly oddity: string | null;
}

async function listFilesBelow(fileOrFolder: string, signal: AbortSignal): Promise<readonly FileEntry[]> {
  const about = await stat(fileOrFolder).catch((cause: unknown) => {
    throw new AppError("file_not_found", `There is no file or folder "${fileOrFolder}".`, { cause });
  });
  if (!about.isDirectory()) return [{ file: fileOrFolder, oddity: explainWhyNotFile(about) }];
  const found: FileEntry[] = [];
  const folders = [fileOrFolder];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted();
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else if (!entry.name.startsWith(".")) found.push({ file, oddity: explainWhyNotFile(entry) });
    }
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

function explainWhyNotFile(about: Dirent | Stats): string | null {
  if (about.isFile()) return null;
  return about.isSymbolicLink() ? "It is a link, and links are not followed." : "It is not a regular file.";
}

/** Identifies a file by its first bytes. @returns the document, or a text that says why the file cannot be imported. */
async function identifyFile(file: string): Promise<SavedDocument | string> {
  const start = await readFileStart(file);
  if (start.length === 0) return "It is empty.";
  if (/^(GIF8|\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*)/.test(start)) return { kind: "image", file };
  for (const { id, saved } of SOURCES) {
    const recognised = saved.recognize(start, file);
    if (recognised !== null) return "refused" in recognised ? recognised.refused : { ...recognised, file, source: id };
  }
  const forms = SOURCES.flatMap(({ saved }) => saved.forms);
  return `It is neither ${forms.join(", ")} nor an image.`;
}

async function readFileStart(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead).toString("latin1");
  } finally {
    await handle.close();
  }
}
