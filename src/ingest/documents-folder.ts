import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../errors.ts";
import type { DocumentKeeper, KeptDocument } from "../sources/source.ts";
import type { DocumentTable } from "../store/store.ts";

const FOLDER = "documents";

/** All originals of a data folder. */
export function documentsFolder(dataDir: string): string {
  return path.join(dataDir, FOLDER);
}

/** Where the bytes of a digest lie. */
export function originalPath(dataDir: string, sha256: string): string {
  return path.join(documentsFolder(dataDir), sha256.slice(0, 2), sha256);
}

/**
 * Originals, kept for ever under their SHA-256 (`documents/ab/abcd...`), with address, time and headers in the store.
 * A file is complete or absent: it is written beside its place, flushed, and then named.
 */
export function createDocumentsFolder(dataDir: string, documents: DocumentTable, now: () => Date): DocumentKeeper {
  const place = (sha256: string) => originalPath(dataDir, sha256);

  return {
    latest: (url) => documents.latest(url),

    async keep({ url, headers, body }) {
      const sha256 = createHash("sha256").update(body).digest("hex");
      await writeOnce(place(sha256), body);
      const kept: KeptDocument = { url, sha256, byteLength: body.byteLength, fetchedAt: now(), headers };
      await documents.record(kept);
      return kept;
    },

    async read(sha256) {
      try {
        return await readFile(place(sha256));
      } catch (cause) {
        throw new AppError("original_missing", `The kept original ${sha256} is not in ${path.join(dataDir, FOLDER)}.`, {
          cause,
        });
      }
    },
  };
}

async function writeOnce(file: string, body: Uint8Array): Promise<void> {
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    return;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, "wx");
    try {
      await handle.writeFile(body);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
