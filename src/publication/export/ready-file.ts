/** Files that are created once, never change, and are identified by their digest. */
import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import PQueue from "p-queue";
import { writeWithDigest } from "../../base/digested-file.ts";
import { UnavailableError } from "../../base/errors.ts";

/** A whole file on disk. */
export interface FilePart {
  readonly path: string;
  readonly bytes: number;
}

/** A download: concatenated parts that never change. */
export interface ReadyFile {
  /** File name for the client, `trades-2026-11-20.1.csv`. */
  readonly name: string;
  readonly mediaType: string;
  readonly parts: readonly FilePart[];
  /** Total size of all parts. */
  readonly bytes: number;
  /** Digest of all parts together, 64 hex digits. */
  readonly sha256: string;
  readonly rows: number;
  readonly datasetVersion: string;
}

export type Write = (bytes: Uint8Array) => Promise<void>;

/**
 * Writes a file that appears under its name only when complete. `produce` writes the bytes in order, awaiting each write.
 * @param getPath returns the final path, which may depend on the digest. @param durable waits for the flush to disk.
 * @throws {UnavailableError} `storage_full` if the disk is full; nothing is left behind.
 */
export async function writeFileAtomically(
  folder: string,
  getPath: (sha256: string) => string,
  durable: boolean,
  produce: (write: Write) => Promise<void>,
): Promise<Pick<ReadyFile, "bytes" | "sha256">> {
  const draft = join(folder, `${randomUUID()}.draft`);
  try {
    await mkdir(folder, { recursive: true });
    const written = await writeWithDigest(draft, durable, produce);
    const path = getPath(written.sha256);
    await mkdir(dirname(path), { recursive: true });
    await rename(draft, path);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    throw toStorageError(error);
  }
}

/** Writes a small immutable file atomically: of several concurrent writers, the first wins, and no reader sees a partial file. */
export async function writeIfAbsent(folder: string, path: string, text: string): Promise<void> {
  const draft = join(folder, `${randomUUID()}.draft`);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw toStorageError(error);
  } finally {
    await rm(draft, { force: true });
  }
}

function toStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return new UnavailableError("storage_full", "The disk of the data folder is full.", 60, { cause: error });
}

/** Age in milliseconds at which a draft counts as abandoned: writing a file takes less. */
const ABANDONED_MS = 3_600_000;

/** Deletes drafts of writers that were killed. Another service may be writing into the folder, so recent drafts stay. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".draft")) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(join(folder, name), { force: true });
  }
}

/** Larger than a socket's buffer. Block `n` has thus left the process before block `n + 2` is requested. */
const READ_BYTES = 1 << 18;
/** Limits concurrent reads of all downloads: a thousand blocks read at once would be sent before any other request is served. */
const reads = new PQueue({ concurrency: 4 });

/**
 * Reads the bytes from `start` up to, not including, `end` of the concatenated parts. Reads one block ahead; a download of any
 * size takes the memory of three blocks. To keep a block, copy it, since requesting block `n + 2` overwrites block `n`.
 */
export async function* readParts(parts: readonly FilePart[], start: number, end: number): AsyncGenerator<Uint8Array> {
  const blocks: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of parts) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, bytes);
    offset += bytes;
    if (from < to) yield* readSpan(path, from, to, blocks);
  }
}

async function* readSpan(path: string, from: number, to: number, blocks: Buffer[]): AsyncGenerator<Uint8Array> {
  const file = await reads.add(() => open(path, "r"));
  let ahead: Promise<Uint8Array> | undefined;
  try {
    const read = async (at: number, turn: number): Promise<Uint8Array> => {
      const length = Math.min(READ_BYTES, to - at);
      const { block, bytesRead } = await reads.add(() => {
        // A shorter block gets its own buffer, since several short blocks may be waiting in the socket at once.
        const block = length === READ_BYTES ? getOrAllocateBlock(blocks, turn) : Buffer.allocUnsafeSlow(length);
        return file.read(block, 0, length, at).then(({ bytesRead }) => ({ block, bytesRead }));
      });
      if (bytesRead === 0) throw new RangeError(`${path} ends at ${at}, before ${to}`);
      return block.subarray(0, bytesRead);
    };
    let at = from;
    ahead = read(at, 0);
    for (let turn = 1; at < to; turn += 1) {
      const piece = await ahead;
      at += piece.length;
      if (at < to) ahead = read(at, turn);
      yield piece;
    }
  } finally {
    // If the consumer stops early, nobody awaits the block being read, so catch its error here.
    ahead?.catch(() => undefined);
    await file.close();
  }
}

/** Returns one of three reused buffers. */
function getOrAllocateBlock(blocks: Buffer[], turn: number): Buffer {
  const at = turn % 3;
  blocks[at] ??= Buffer.allocUnsafeSlow(READ_BYTES);
  return blocks[at];
}

export async function arePartsComplete(parts: readonly FilePart[]): Promise<boolean> {
  for (const { path, bytes } of parts) {
    const found = await stat(path).catch(() => undefined);
    if (found?.size !== bytes) return false;
  }
  return true;
}
