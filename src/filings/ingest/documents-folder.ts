import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { flushFolder, writeAtomically } from "../../base/atomic-file.ts";
import { AppError } from "../../base/errors.ts";
import type { DocumentKeeper, StoredDocument } from "../../domain/stored-document.ts";
import type { DocumentTable } from "../../store/documents.ts";

const FOLDER = "documents";

export function getDocumentsFolder(dataDir: string): string {
  return path.join(dataDir, FOLDER);
}

export function getOriginalPath(dataDir: string, sha256: string): string {
  return path.join(getDocumentsFolder(dataDir), sha256.slice(0, 2), sha256);
}

export interface DocumentsFolder extends DocumentKeeper {
  /** Returns true if the file exists and its bytes match the digest in its name; reads the whole file. */
  hasIntactFile(sha256: string): Promise<boolean>;
}

/**
 * Stores originals permanently by their SHA-256 (`documents/ab/abcd...`), with URL, time and headers in the database. A file is complete or absent:
 * it is written to a temporary name, flushed, then renamed. Reads verify the digest. `findLatest` ignores a response whose bytes are
 * lost or damaged, so that the whole document is requested again.
 */
export function createDocumentsFolder(dataDir: string, documents: DocumentTable, now: () => Date): DocumentsFolder {
  const toPath = (sha256: string) => getOriginalPath(dataDir, sha256);

  return {
    async findLatest(url) {
      const known = await documents.findLatest(url);
      return known && (await isIntact(toPath(known.sha256), known.sha256)) ? known : undefined;
    },

    async save({ url, headers, body }) {
      const sha256 = computeSha256(body);
      if (!(await isIntact(toPath(sha256), sha256))) await writeOriginal(toPath(sha256), body);
      const stored: StoredDocument = { url, sha256, byteLength: body.byteLength, fetchedAt: now(), headers };
      await documents.record(stored);
      return stored;
    },

    async read(sha256) {
      const bytes = await readBytesIfPresent(toPath(sha256));
      if (bytes === null) {
        throw new AppError(
          "original_missing",
          `The stored original ${sha256} is not in ${path.join(dataDir, FOLDER)}.`,
        );
      }
      if (computeSha256(bytes) !== sha256) {
        throw new AppError(
          "original_damaged",
          `The stored original ${sha256} in ${path.join(dataDir, FOLDER)} is damaged: its bytes do not match the SHA-256 in its name.`,
        );
      }
      return bytes;
    },

    hasIntactFile: (sha256) => isIntact(toPath(sha256), sha256),
  };
}

export function computeSha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function isIntact(file: string, sha256: string): Promise<boolean> {
  const bytes = await readBytesIfPresent(file);
  return bytes !== null && computeSha256(bytes) === sha256;
}

async function readBytesIfPresent(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    return null;
  }
}

export function isNotFoundError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}

async function writeOriginal(file: string, body: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  const made = await mkdir(folder, { recursive: true });
  await writeAtomically(file, body);
  await flushFolder(folder);
  if (made !== undefined) await flushFolder(path.dirname(made));
}
