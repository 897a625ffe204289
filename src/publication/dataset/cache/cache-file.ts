/**
 * A cache file with data for this service's next start. The first line is JSON with a description and a digest. The memory image
 * follows. The digest covers both the description and the image. A file that is damaged, or was written by other code or for
 * another database, is ignored.
 */
import { createHash, type Hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "../../../base/log.ts";
import { createPause } from "../../../base/pause.ts";
import type { DatasetVersion } from "../../../store/publication.ts";
import type { Coverage } from "../coverage.ts";
import type { DatasetContents } from "./contents.ts";
import { decodeMemoryImage, encodeMemoryImage } from "./image.ts";

const FORMAT = 1;
/** Bytes of the first line, which is padded with spaces. A multiple of eight, so that the memory image after it is aligned. */
const HEAD_BYTES = 1024;
/** Bytes hashed before each chance to yield to the event loop; hashing them takes half a millisecond. */
const BLOCK_BYTES = 1 << 20;
/** The folders whose code determines the contents of a version. */
const CODE_FOLDERS = ["publication/dataset", "domain", "store"];

/** Folder of the cache files, and the database that they are for. */
interface CachePlace {
  readonly dataDir: string;
  /** `postgres://...`, or null if the store is in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataNotice: string | null;
  readonly log: Pick<Logger, "info" | "warn">;
}

/** Description of a cache file. The first line of the file is this description plus the digest (see `Head`). */
interface FileDescription {
  readonly format: number;
  readonly program: string;
  /** Digest of the database's identity and of the notice about fictional data. The notice is null if the data is real. */
  readonly database: string;
  /** Identifies the contents of the file; the caller of `saveValue` chooses this identifier. */
  readonly about: string;
  readonly structureBytes: number;
  readonly bytes: number;
}

interface Head extends FileDescription {
  /** Digest of the rest of this header and of the memory image, 64 hex digits. */
  readonly sha256: string;
}

class CacheFile {
  readonly #file: string;
  readonly #database: string;
  readonly #log: CachePlace["log"];

  constructor(name: string, { dataDir, databaseUrl, dataNotice, log }: CachePlace) {
    this.#file = path.join(dataDir, "dataset", name);
    this.#database = computeDatabaseDigest(databaseUrl, dataNotice);
    this.#log = log;
  }

  /** @param about must equal the `about` passed to `saveValue`; null accepts any. @returns null if nothing usable is stored. */
  async load(about: string | null): Promise<unknown> {
    try {
      return await this.#readFile(about);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      this.#log.warn({ err: error, file: this.#file }, "the cache file cannot be read and is not used");
      return null;
    }
  }

  /** Checks and parses the whole file without pauses: this runs at startup, before anything is served. */
  async #readFile(about: string | null): Promise<unknown> {
    const whole = await readFile(this.#file);
    const { sha256, ...description } = JSON.parse(whole.toString("utf8", 0, HEAD_BYTES)) as Head;
    const mismatch = this.#findMismatch(description, about);
    if (mismatch !== null) {
      this.#log.info({ file: this.#file }, `the cache file is not used because it belongs to a different ${mismatch}`);
      return null;
    }
    const image = whole.subarray(HEAD_BYTES);
    if (createHashWithDescription(description).update(image).digest("hex") !== sha256) {
      throw new RangeError("its bytes do not match its digest");
    }
    return decodeMemoryImage(image, description.structureBytes);
  }

  /** Names what does not match: release, database or version; null if the file is usable. */
  #findMismatch(description: FileDescription, about: string | null): string | null {
    if (description.format !== FORMAT || description.program !== getProgramDigest()) return "release";
    if (description.database !== this.#database) return "database";
    return about === null || about === description.about ? null : "version";
  }

  /** Replaces the file atomically. A failure to write is only logged: it makes the next start slower. */
  async saveValue(about: string, value: unknown): Promise<void> {
    const draft = `${this.#file}.draft`;
    try {
      await mkdir(path.dirname(this.#file), { recursive: true });
      const { structureBytes, bytes, pieces } = encodeMemoryImage(value);
      const made = { format: FORMAT, program: getProgramDigest(), database: this.#database };
      await writeDraft(draft, { ...made, about, structureBytes, bytes }, pieces);
      await rename(draft, this.#file);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      this.#log.warn({ err: error, file: this.#file }, "the cache file for the next start could not be written");
    }
  }
}

async function writeDraft(draft: string, description: FileDescription, pieces: readonly Uint8Array[]): Promise<void> {
  const head: Head = { ...description, sha256: await digestPieces(description, pieces) };
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(head).padEnd(HEAD_BYTES - 1)}\n`);
    await file.writeFile(pieces);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function digestPieces(description: FileDescription, pieces: readonly Uint8Array[]): Promise<string> {
  const pause = createPause();
  const hash = createHashWithDescription(description);
  for (const piece of pieces) {
    for (const block of splitIntoBlocks(piece)) {
      hash.update(block);
      await pause();
    }
  }
  return hash.digest("hex");
}

function createHashWithDescription(description: FileDescription): Hash {
  return createHash("sha256").update(JSON.stringify(description));
}

function* splitIntoBlocks(piece: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < piece.length; at += BLOCK_BYTES) yield piece.subarray(at, at + BLOCK_BYTES);
}

/** Leaves out user and password, which do not identify the database. */
function computeDatabaseDigest(databaseUrl: string | null, notice: string | null): string {
  const { host, pathname, search } = new URL(databaseUrl ?? "sqlite:");
  return createHash("sha256")
    .update(JSON.stringify([host, pathname, search, notice]))
    .digest("hex");
}

let program: string | undefined;

// Digest of the code that builds a version, and of the Node release that runs the code. A file from other code may lack a field
// that this code serves. The file may also contain a total that this code would compute differently.
function getProgramDigest(): string {
  program ??= hashSourceFiles(path.join(import.meta.dirname, "../../.."));
  return program;
}

function hashSourceFiles(root: string): string {
  const hash = createHash("sha256").update(process.version);
  for (const folder of CODE_FOLDERS) {
    const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /(?<!\.test)\.[jt]s$/.test(name)).sort()) {
      const bytes = readFileSync(path.join(root, folder, file));
      hash.update(`${folder}/${file} ${bytes.length}\n`).update(bytes);
    }
  }
  return hash.digest("hex");
}

/** Cache of the last published version: the next start serves it without a rebuild, even while the database is down. */
export class VersionCache {
  readonly #file: CacheFile;

  constructor(place: CachePlace) {
    this.#file = new CacheFile("kept-version", place);
  }

  /** @param wanted the current version; null accepts whatever is stored. @returns null if nothing usable is stored. */
  async load(wanted: DatasetVersion | null): Promise<DatasetContents | null> {
    return (await this.#file.load(wanted && buildCacheName(wanted))) as DatasetContents | null;
  }

  saveVersion(contents: DatasetContents): Promise<void> {
    return this.#file.saveValue(buildCacheName(contents), contents);
  }
}

/** Includes the publication time, since two databases may have versions with the same day and number. */
function buildCacheName({ version, publishedAt }: DatasetVersion): string {
  return `${version} of ${publishedAt.toISOString()}`;
}

/** Cache of the last computed coverage, which the service uses if it starts while the database is down. */
export class CoverageCache {
  readonly #file: CacheFile;

  constructor(place: CachePlace) {
    this.#file = new CacheFile("kept-coverage", place);
  }

  /** Null if nothing usable is stored. */
  async load(): Promise<Coverage | null> {
    return (await this.#file.load(null)) as Coverage | null;
  }

  saveCoverage(coverage: Coverage): Promise<void> {
    return this.#file.saveValue(coverage.dataset_version, coverage);
  }
}
