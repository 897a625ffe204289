/**
 * The version that was published last, kept as one file beside the store: at the next start it is served without being built anew, and also while
 * the database is down. Its first line says in JSON what it is, and has the digest of the image that follows. A file that is damaged, or that other code
 * or another database made, is not used.
 */
import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "../../log.ts";
import { createPause } from "../../store/pause.ts";
import type { DatasetVersion } from "../../store/store.ts";
import type { DatasetContents } from "./contents.ts";
import { type Image, readImage } from "./image.ts";
import { programDigest } from "./program-digest.ts";

/** The form of the file. */
const FORMAT = 1;
/** Bytes of the first line with the spaces that fill it up: a multiple of eight, since the image follows it. */
const HEAD_BYTES = 1024;
/** Bytes that are hashed, read or written at once: less than a millisecond. */
const BLOCK_BYTES = 1 << 19;

/** What a file says of itself, but for its digest. */
interface Origin {
  readonly format: number;
  readonly program: string;
  /** Digest of what names the database, and of the notice that its data is fictional. */
  readonly database: string;
  readonly version: string;
  readonly publishedAt: string;
}

interface Head extends Origin {
  readonly structureBytes: number;
  readonly bytes: number;
  /** Digest of the rest of this head and of the image, 64 hex digits. */
  readonly sha256: string;
}

interface KeptVersionsParts {
  readonly dataDir: string;
  /** `postgres://...`, or null where the store is in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataNotice: string | null;
  readonly log: Pick<Logger, "info" | "warn">;
}

export class KeptVersions {
  readonly #file: string;
  readonly #database: string;
  readonly #log: KeptVersionsParts["log"];

  constructor({ dataDir, databaseUrl, dataNotice, log }: KeptVersionsParts) {
    this.#file = path.join(dataDir, "dataset", "kept-version");
    this.#database = databaseDigest(databaseUrl, dataNotice);
    this.#log = log;
  }

  /** @param wanted the version in force; null takes whatever is kept. @returns null where nothing is kept that may be served. */
  async load(wanted: DatasetVersion | null): Promise<DatasetContents | null> {
    try {
      return await this.#read(wanted);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      this.#log.warn({ err: error, file: this.#file }, "the kept version cannot be read and is not used");
      return null;
    }
  }

  async #read(wanted: DatasetVersion | null): Promise<DatasetContents | null> {
    const file = await open(this.#file, "r");
    try {
      const { size } = await file.stat();
      const whole = new Uint8Array(size);
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(whole, at, size - at, at);
        if (bytesRead === 0) throw new RangeError(`the file ends at ${at}, before ${size}`);
        at += bytesRead;
      }
      const head = JSON.parse(Buffer.from(whole.buffer, 0, HEAD_BYTES).toString()) as Head;
      const foreign = this.#foreign(head, wanted);
      if (foreign !== null) {
        this.#log.info({ file: this.#file }, `the kept version is not used: it is of another ${foreign}`);
        return null;
      }
      const { sha256, ...said } = head;
      const image = whole.subarray(HEAD_BYTES);
      if ((await digestOf(said, [image])) !== sha256) throw new RangeError("its bytes are not those that were kept");
      return readImage(image, head.structureBytes) as DatasetContents;
    } finally {
      await file.close();
    }
  }

  /** By what the file is another's; null where it is not. */
  #foreign(head: Head, wanted: DatasetVersion | null): string | null {
    if (head.format !== FORMAT || head.program !== programDigest()) return "release";
    if (head.database !== this.#database) return "database";
    if (wanted === null) return null;
    const isWanted = head.version === wanted.version && head.publishedAt === wanted.publishedAt.toISOString();
    return isWanted ? null : "version";
  }

  /** Replaces what is kept; the file is whole or not there. What cannot be written is reported and not kept: it costs a longer start. */
  async keep({ version, publishedAt }: DatasetVersion, image: Image): Promise<void> {
    const draft = `${this.#file}.draft`;
    try {
      await mkdir(path.dirname(this.#file), { recursive: true });
      const origin: Origin = {
        ...{ format: FORMAT, program: programDigest(), database: this.#database },
        ...{ version, publishedAt: publishedAt.toISOString() },
      };
      await writeKept(draft, origin, image);
      await rename(draft, this.#file);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      this.#log.warn({ err: error, file: this.#file }, "the version could not be kept for the next start");
    }
  }
}

async function writeKept(draft: string, origin: Origin, { structureBytes, bytes, pieces }: Image): Promise<void> {
  const said = { ...origin, structureBytes, bytes };
  const head: Head = { ...said, sha256: await digestOf(said, pieces) };
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(head).padEnd(HEAD_BYTES - 1)}\n`);
    await file.writeFile(pieces);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function digestOf(said: Omit<Head, "sha256">, pieces: readonly Uint8Array[]): Promise<string> {
  const pause = createPause();
  const hash = createHash("sha256").update(JSON.stringify(said));
  for (const piece of pieces) {
    for (const block of blocksOf(piece)) {
      hash.update(block);
      await pause();
    }
  }
  return hash.digest("hex");
}

function* blocksOf(piece: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < piece.length; at += BLOCK_BYTES) yield piece.subarray(at, at + BLOCK_BYTES);
}

/** Another user or password is no other database. */
function databaseDigest(databaseUrl: string | null, notice: string | null): string {
  const { host, pathname, search } = new URL(databaseUrl ?? "sqlite:");
  return createHash("sha256")
    .update(JSON.stringify([host, pathname, search, notice]))
    .digest("hex");
}
