/** Disk cache for evidence with a size limit in bytes; evicts the least recently used files. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { writeAtomically } from "../../base/atomic-file.ts";

const FOLDER = "evidence";
const DIGEST_BYTES = 32;
/** A smaller file is counted as this many bytes, since a disk allocates space in blocks. */
const BLOCK_BYTES = 4096;

/** Stores files as `evidence/ab/abcd...`. Each starts with the SHA-256 of its payload, so that a damaged file is detected and rebuilt. */
export class EvidenceCache {
  readonly #folder: string;
  /** Size in bytes of each file by its key, most recently used first. */
  readonly #sizes: LRUCache<string, number> | null;
  readonly #opened: Promise<void>;
  #deleting: Promise<unknown> = Promise.resolve();

  /** @param maxBytes 0 disables the cache. */
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

  /** Returns undefined if the key has no file or a damaged one. */
  async read(key: string): Promise<Buffer | undefined> {
    await this.#opened;
    if (this.#sizes?.get(key) === undefined) return undefined;
    const file = this.#getFilePath(key);
    const bytes = await readFile(file).catch(() => null);
    const content = bytes?.subarray(DIGEST_BYTES);
    if (content === undefined || !digestBytes(content).equals(bytes?.subarray(0, DIGEST_BYTES) as Buffer)) {
      this.#sizes.delete(key);
      return undefined;
    }
    const now = new Date();
    // The file's modification time keeps the order of last use across restarts. Setting it fails if the file was just deleted.
    await utimes(file, now, now).catch(() => {});
    return content;
  }

  /** Stores the content if it fits. @throws write errors of a full or broken disk. */
  async write(key: string, content: Uint8Array): Promise<void> {
    await this.#opened;
    if (this.#sizes === null) return;
    const file = this.#getFilePath(key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeAtomically(file, Buffer.concat([digestBytes(content), content]), 0o600);
    this.#sizes.set(key, content.byteLength + DIGEST_BYTES);
  }

  /** Resolves once all evicted files have been deleted. */
  async waitUntilSettled(): Promise<void> {
    await this.#opened;
    await this.#deleting;
  }

  #getFilePath(key: string): string {
    return path.join(this.#folder, key.slice(0, 2), key);
  }

  #delete(key: string): void {
    this.#deleting = Promise.all([this.#deleting, rm(this.#getFilePath(key), { force: true }).catch(() => {})]);
  }

  /** Indexes files that an earlier process stored, and deletes its temporary files. */
  async #open(): Promise<void> {
    const found: { readonly key: string; readonly bytes: number; readonly usedMs: number }[] = [];
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      const inside = path.join(this.#folder, folder);
      for (const name of await readdir(inside).catch(() => [])) {
        if (!isCacheFile(folder, name)) continue;
        const file = path.join(inside, name);
        const stats = await stat(file).catch(() => null);
        if (!stats?.isFile()) continue;
        if (this.#sizes === null || name.endsWith(".draft")) await rm(file, { force: true }).catch(() => {});
        else found.push({ key: name, bytes: stats.size, usedMs: stats.mtimeMs });
      }
    }
    found.sort((one, other) => one.usedMs - other.usedMs);
    for (const { key, bytes } of found) this.#sizes?.set(key, bytes);
  }
}

/** Returns false for files of other programs in the folder, which are neither counted nor deleted. */
function isCacheFile(folder: string, name: string): boolean {
  return /^[0-9a-f]{2}$/.test(folder) && name.startsWith(folder);
}

function digestBytes(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
