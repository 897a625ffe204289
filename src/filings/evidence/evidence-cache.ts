/** Evidence on disk, in a folder bounded in bytes: the least recently used files are deleted. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";

const FOLDER = "evidence";
const DIGEST_BYTES = 32;
/** Each file is counted with this many bytes at least, which it takes on a disk. */
const BLOCK_BYTES = 4096;

/** Files `evidence/ab/abcd...`, each beginning with the SHA-256 of what follows, so that a damaged one is found and made again. */
export class EvidenceCache {
  readonly #folder: string;
  /** Bytes of each file by its key, those used last first. */
  readonly #sizes: LRUCache<string, number> | null;
  readonly #opened: Promise<void>;
  #deleting: Promise<unknown> = Promise.resolve();

  /** @param maxBytes 0 stores nothing. */
  constructor(dataDir: string, maxBytes: number) {
    this.#folder = path.join(dataDir, FOLDER);
    this.#sizes =
      maxBytes === 0
        ? null
        : new LRUCache<string, number>({
            maxSize: maxBytes,
            sizeCalculation: (bytes) => Math.max(BLOCK_BYTES, bytes),
            dispose: (_, key, reason) => {
              if (reason === "evict") this.#delete(key);
            },
          });
    this.#opened = this.#open();
  }

  /** Undefined where no undamaged file has that key. */
  async read(key: string): Promise<Buffer | undefined> {
    await this.#opened;
    if (this.#sizes?.get(key) === undefined) return undefined;
    const file = this.#file(key);
    const bytes = await readFile(file).catch(() => null);
    const content = bytes?.subarray(DIGEST_BYTES);
    if (content === undefined || !digestBytes(content).equals(bytes?.subarray(0, DIGEST_BYTES) as Buffer)) {
      this.#sizes.delete(key);
      return undefined;
    }
    const now = new Date();
    // The order of use outlives a restart by the times of the files; a file that was just deleted has none.
    await utimes(file, now, now).catch(() => {});
    return content;
  }

  /** Keeps it if it can. @throws what writing to a full or broken disk throws. */
  async write(key: string, content: Uint8Array): Promise<void> {
    await this.#opened;
    if (this.#sizes === null) return;
    const file = this.#file(key);
    const draft = `${file}.${randomUUID()}.draft`;
    await mkdir(path.dirname(file), { recursive: true });
    try {
      await writeFile(draft, Buffer.concat([digestBytes(content), content]), { mode: 0o600 });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    this.#sizes.set(key, content.byteLength + DIGEST_BYTES);
  }

  /** Resolves when files that gave way have been deleted. */
  async settled(): Promise<void> {
    await this.#opened;
    await this.#deleting;
  }

  #file(key: string): string {
    return path.join(this.#folder, key.slice(0, 2), key);
  }

  #delete(key: string): void {
    this.#deleting = Promise.all([this.#deleting, rm(this.#file(key), { force: true }).catch(() => {})]);
  }

  /** Finds what an earlier process stored, and deletes the drafts that one left behind. */
  async #open(): Promise<void> {
    const found: { readonly key: string; readonly bytes: number; readonly usedMs: number }[] = [];
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      const inside = path.join(this.#folder, folder);
      for (const name of await readdir(inside).catch(() => [])) {
        if (!isStored(folder, name)) continue;
        const file = path.join(inside, name);
        const about = await stat(file).catch(() => null);
        if (!about?.isFile()) continue;
        if (this.#sizes === null || name.endsWith(".draft")) await rm(file, { force: true }).catch(() => {});
        else found.push({ key: name, bytes: about.size, usedMs: about.mtimeMs });
      }
    }
    found.sort((one, other) => one.usedMs - other.usedMs);
    for (const { key, bytes } of found) this.#sizes?.set(key, bytes);
  }
}

/** Somebody else's files in a folder of this name are neither counted nor deleted. */
function isStored(folder: string, name: string): boolean {
  return /^[0-9a-f]{2}$/.test(folder) && name.startsWith(folder);
}

function digestBytes(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
