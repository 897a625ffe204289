/**
 * Data files of stored dataset versions: whole tables that anybody may download. They never change once published, except for the returns, which
 * follow the stored prices while their version is the newest.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dayOfVersion, isDatasetVersion, newestFirst } from "../archive-manifest.ts";
import type { ReadyFile } from "../ready-file.ts";

export interface DataFile {
  /** `trades.parquet` */
  readonly name: string;
  /** Null for a file that is not a table. */
  readonly rows: number | null;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** Last day of the prices used for returns; null if there were none. Absent for other files. */
  readonly prices_until?: string | null;
  /** When the returns were computed: `2026-11-20T08:03:11.000Z` */
  readonly made_at?: string;
}

/** The returns of a version, based on the stored prices. */
interface ReturnsFile extends Required<DataFile> {
  readonly name: typeof RETURNS_NAME;
}

interface ReturnsManifest {
  readonly file: ReturnsFile;
  /** State of the stored prices at that time, from `PriceInventoryTable.filled`. */
  readonly prices: string;
}

export interface DataManifest {
  readonly dataset_version: string;
  /** `2026-11-20T08:03:11.000Z` */
  readonly published_at: string;
  /** The version that `changes.ndjson.gz` starts from; null if none was stored before. */
  readonly changes_since: string | null;
  /** The files that never change, followed by the returns once they are computed. */
  readonly files: readonly DataFile[];
}

/** The newest versions up to this many are all stored; of older ones, one per month. */
const STORED_VERSIONS = 10;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  parquet: "application/vnd.apache.parquet",
  gz: "application/gzip",
  json: "application/json",
};

/** Name of the manifest next to the files of a version. */
export const MANIFEST_NAME = "manifest.json";
export const RETURNS_NAME = "performance.parquet";
const RETURNS_MANIFEST_NAME = "returns.json";

export class DataFiles {
  readonly #folder: string;
  #manifests: readonly DataManifest[] = [];

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "data-files");
  }

  /** Creates an empty folder in which a version's files are written before they are published. */
  async draft(version: string): Promise<string> {
    const folder = join(this.#folder, `${version}.draft`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Publishes the files in the draft folder, which include the manifest. */
  async publish(draft: string, version: string): Promise<void> {
    await rename(draft, join(this.#folder, version));
    await this.#retire();
    await this.reload();
  }

  /** Publishes returns, stored at `returnsPath`, in place of the version's present ones, which stay for clients that are downloading them. */
  async publishReturns(version: string, returns: ReturnsManifest): Promise<void> {
    const former = await this.#returns(version);
    const draft = this.path(version, `${RETURNS_MANIFEST_NAME}.draft`);
    await writeFile(draft, `${JSON.stringify(returns)}\n`, { flush: true });
    await rename(draft, this.path(version, RETURNS_MANIFEST_NAME));
    const used = [returns, former].map((each) => each && returnsName(each.file.sha256));
    for (const name of await readdir(join(this.#folder, version))) {
      if (RETURNS_ON_DISK.test(name) && !used.includes(name)) await rm(this.path(version, name));
    }
    await this.reload();
  }

  /** Returns whether a version's returns are based on these prices, or its files are from an earlier release: those never change. */
  async hasReturns(version: string, prices: string): Promise<boolean> {
    const listed = await this.#immutable(version);
    return (
      listed?.files.some(({ name }) => name === RETURNS_NAME) === true ||
      (await this.#returns(version))?.prices === prices
    );
  }

  /** Path of returns on disk, by digest. */
  returnsPath(version: string, sha256: string): string {
    return this.path(version, returnsName(sha256));
  }

  /** Reads from disk which versions are stored. Drafts of a process that was killed are ignored. */
  async reload(): Promise<void> {
    const found = await Promise.all((await this.#versions()).map((version) => this.#manifest(version)));
    this.#manifests = found.filter((manifest) => manifest !== undefined);
  }

  /** Newest first, as of the last `reload`. */
  stored(): readonly DataManifest[] {
    return this.#manifests;
  }

  /** Path of a file on disk. */
  path(version: string, name: string): string {
    return join(this.#folder, version, name);
  }

  /** Path of a currently stored file. */
  pathOf(version: string, { name, sha256, made_at }: DataFile): string {
    return made_at === undefined ? this.path(version, name) : this.returnsPath(version, sha256);
  }

  /** Returns whether a file is regenerated while its version is the newest. */
  mayChange(version: string, name: string): boolean {
    const manifest = this.#manifests.find((each) => each.dataset_version === version);
    return manifest?.files.some((each) => each.name === name && each.made_at !== undefined) === true;
  }

  /** Both arguments are untrusted; undefined if there is no such file. */
  file(version: string, name: string): ReadyFile | undefined {
    const manifest = this.#manifests.find((each) => each.dataset_version === version);
    const file = manifest?.files.find((each) => each.name === name);
    if (manifest === undefined || file === undefined) return undefined;
    const { bytes, sha256, rows } = file;
    const path = this.pathOf(version, file);
    return {
      name: name.replace(/^[a-z-]+/, (stem) => `${stem}-${version}`),
      mediaType: MEDIA_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
      parts: [{ path, bytes }],
      bytes,
      sha256,
      rows: rows ?? 0,
      datasetVersion: version,
    };
  }

  async #versions(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    return names.filter(isDatasetVersion).sort(newestFirst);
  }

  async #manifest(version: string): Promise<DataManifest | undefined> {
    const [manifest, returns] = await Promise.all([this.#immutable(version), this.#returns(version)]);
    if (manifest === undefined || returns === undefined) return manifest;
    return { ...manifest, files: [...manifest.files, returns.file] };
  }

  #immutable(version: string): Promise<DataManifest | undefined> {
    return jsonIn(this.path(version, MANIFEST_NAME));
  }

  #returns(version: string): Promise<ReturnsManifest | undefined> {
    return jsonIn(this.path(version, RETURNS_MANIFEST_NAME));
  }

  async #retire(): Promise<void> {
    const versions = await this.#versions();
    const stored = new Set(versionsToKeep(versions));
    for (const version of versions) {
      if (!stored.has(version)) await rm(join(this.#folder, version), { recursive: true, force: true });
    }
  }
}

/** Undefined if there is no such file. */
async function jsonIn<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** Returns files, and what a killed process left of them. */
const RETURNS_ON_DISK = /^performance-[0-9a-f]{64}\.parquet$|\.draft$/;

function returnsName(sha256: string): string {
  return `performance-${sha256}.parquet`;
}

/** The newest ten, and before them the last version of each month. @param versions newest first. */
export function versionsToKeep(versions: readonly string[]): readonly string[] {
  const months = new Set<string>();
  return versions.filter((version, at) => {
    const month = dayOfVersion(version).slice(0, 7);
    const isLast = !months.has(month);
    months.add(month);
    return at < STORED_VERSIONS || isLast;
  });
}
