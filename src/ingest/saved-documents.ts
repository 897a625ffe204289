/** Documents that a person saved from the official sites, told by what they are and by their names. */
import type { Dirent, Stats } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../errors.ts";

/** Larger than any answer of a site that is taken. */
const MAX_BYTES = 64 * 2 ** 20;
const START_BYTES = 1024;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export type SavedDocument =
  | { readonly kind: "house-index"; readonly file: string; readonly year: number }
  | { readonly kind: "senate-search"; readonly file: string }
  | { readonly kind: "house-document" | "senate-page"; readonly file: string; readonly docId: string }
  | { readonly kind: "image"; readonly file: string };

interface SavedFolder {
  readonly documents: readonly SavedDocument[];
  /** Files that are none of them, and why. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

/**
 * Everything below the given files and folders, in the order of their names. A link is followed where it is given, and nowhere below, since it may
 * lead out of the folder or back into it. @throws {AppError} `file_not_found`
 */
export async function findSaved(paths: readonly string[], signal: AbortSignal): Promise<SavedFolder> {
  const documents: SavedDocument[] = [];
  const refused: { file: string; reason: string }[] = [];
  for (const { file, oddity } of (await Promise.all(paths.map((given) => filesBelow(given, signal)))).flat()) {
    signal.throwIfAborted();
    const told = oddity ?? (await identify(file));
    if (typeof told === "string") refused.push({ file, reason: told });
    else documents.push(told);
  }
  return { documents, refused };
}

/** @throws {AppError} `file_too_large` */
export async function readSaved(file: string): Promise<Uint8Array> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new AppError("file_too_large", `It has ${size} bytes; at most ${MAX_BYTES} are taken.`);
  return readFile(file);
}

interface Found {
  readonly file: string;
  /** Why it is not to be opened: a pipe would be waited for without end. */
  readonly oddity: string | null;
}

async function filesBelow(given: string, signal: AbortSignal): Promise<readonly Found[]> {
  const about = await stat(given).catch((cause: unknown) => {
    throw new AppError("file_not_found", `There is no file or folder "${given}".`, { cause });
  });
  if (!about.isDirectory()) return [{ file: given, oddity: oddityOf(about) }];
  const found: Found[] = [];
  const folders = [given];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted();
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push(file);
      else if (!entry.name.startsWith(".")) found.push({ file, oddity: oddityOf(entry) });
    }
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

function oddityOf(about: Dirent | Stats): string | null {
  if (about.isFile()) return null;
  return about.isSymbolicLink() ? "It is a link, which is not followed." : "It is no file: nothing is read from it.";
}

/** Identifies a file by its first bytes; a text says why it cannot be imported. */
async function identify(file: string): Promise<SavedDocument | string> {
  const start = await startOf(file);
  const name = path.basename(file);
  if (start.length === 0) return "It is empty.";
  if (/^(GIF8|\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*)/.test(start)) return { kind: "image", file };
  if (start.startsWith("PK")) {
    const year = /^(20\d\d)FD\b/i.exec(name)?.[1];
    return year === undefined
      ? "It is a ZIP archive whose name is no index of the House Clerk, like 2026FD.zip."
      : { kind: "house-index", file, year: Number(year) };
  }
  if (start.includes("%PDF-")) {
    const docId = /^(\d{4,12})\b/.exec(name)?.[1];
    return docId === undefined
      ? "It is a PDF whose name is no DocID of the House Clerk, like 20024542.pdf."
      : { kind: "house-document", file, docId };
  }
  if (/^(\xef\xbb\xbf)?\s*\{/.test(start)) return { kind: "senate-search", file };
  if (/^(\xef\xbb\xbf)?\s*</.test(start)) {
    const docId = uuidOf(file, start);
    return docId === undefined
      ? "It is a page, and neither its name nor its folder's is the UUID of a report of the Senate."
      : { kind: "senate-page", file, docId };
  }
  return "It is neither a PDF, a page, an index (ZIP), an answer of the search (JSON) nor an image.";
}

/** Finds the UUID in the file's name, in that of its folder, or in the remark that browsers write on top of what they save. */
function uuidOf(file: string, start: string): string | undefined {
  const remark = /<!--\s*saved from url=\S*/i.exec(start)?.[0] ?? "";
  for (const text of [path.basename(file), path.basename(path.dirname(path.resolve(file))), remark]) {
    const found = text.match(UUID)?.at(-1);
    if (found !== undefined) return found.toLowerCase();
  }
  return undefined;
}

async function startOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead).toString("latin1");
  } finally {
    await handle.close();
  }
}
