/**
 * Data files of stored dataset versions: whole tables that anybody may download. A published file never changes, except for the
 * returns of the newest version: they are recomputed when the stored prices change.
 */
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomically } from "../../../base/atomic-file.ts";
import { ignoreMissingFile } from "../../../base/ignore-missing.ts";
import { compareNewestFirst, getVersionDay, isDatasetVersion } from "../archive-manifest.ts";
import type { ReadyFile } from "../ready-file.ts";

export interface DataFile {
  /** `trades.parquet` */
  readonly name: string;
  /** Null for a file that is not a table. */
  readonly rows: number | null;
  readonly bytes: number;
  readonly sha256: string;
  /** Last day of the prices used for returns. Null if there were no prices. Only the file of returns has this field. */
  readonly prices_until?: string | null;
  /** Time when the returns were computed: `2026-11-20T08:03:11.000Z` */
  readonly made_at?: string;
}

interface ReturnsManifest {
  /** The returns of a version, based on the stored prices. */
  readonly file: Required<DataFile> & { readonly name: typeof RETURNS_NAME };
  /** State of the stored prices when the returns were computed, from `PriceInventoryTable.readPriceRevision`. */
  readonly prices: string;
}

export interface DataManifest {
  readonly dataset_version: string;
  /** `2026-11-20T08:03:11.000Z` */
  readonly published_at: string;
  /** The version that `changes.ndjson.gz` starts from; null if none was stored before. */
  readonly changes_since: string | null;
  /** Files that never change after publication. Once investment returns are computed, the list also includes the returns file. */
  readonly files: readonly DataFile[];
}

const STORED_VERSIONS = 10;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  parquet: "application/vnd.apache.parquet",
  gz: "application/gzip",
  json: "application/json",
};

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
  async createDraftFolder(version: string): Promise<string> {
    const folder = join(this.#folder, `${version}.draft`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Publishes the files in the draft folder, which include the manifest. */
  async publish(draft: string, version: string): Promise<void> {
    await rename(draft, join(this.#folder, version));
    await this.#removeOldVersions();
    await this.reload();
  }

  /** Publishes the returns stored at `getReturnsPath`. The replaced file stays for clients that are downloading it. */
  async publishReturns(version: string, returns: ReturnsManifest): Promise<void> {
    const previous = await this.#readReturnsManifest(version);
    await writeAtomically(this.getPath(version, RETURNS_MANIFEST_NAME), `${JSON.stringify(returns)}\n`);
    const used = [returns, previous].map((each) => each && getReturnsName(each.file.sha256));
    for (const name of await readdir(join(this.#folder, version))) {
      if (RETURNS_ON_DISK.test(name) && !used.includes(name)) await rm(this.getPath(version, name));
    }
    await this.reload();
  }

  /** True if a version has returns based on these prices, or returns of an older program release, which are never recomputed. */
  async hasReturns(version: string, prices: string): Promise<boolean> {
    const listed = await this.#readImmutableManifest(version);
    return (
      listed?.files.some(({ name }) => name === RETURNS_NAME) === true ||
      (await this.#readReturnsManifest(version))?.prices === prices
    );
  }

  getReturnsPath(version: string, sha256: string): string {
    return this.getPath(version, getReturnsName(sha256));
  }

  /** Reads from disk which versions are stored. Drafts of a process that was killed are ignored. */
  async reload(): Promise<void> {
    const found = await Promise.all((await this.#readVersions()).map((version) => this.#readManifest(version)));
    this.#manifests = found.filter((manifest) => manifest !== undefined);
  }

  /** Newest first, as of the last `reload`. */
  listManifests(): readonly DataManifest[] {
    return this.#manifests;
  }

  getPath(version: string, name: string): string {
    return join(this.#folder, version, name);
  }

  getFilePath(version: string, { name, sha256, made_at }: DataFile): string {
    return made_at === undefined ? this.getPath(version, name) : this.getReturnsPath(version, sha256);
  }

  /** Returns whether a file can change while its version is the newest. Does not check whether the version is the newest. */
  mayChange(version: string, name: string): boolean {
    const manifest = this.#manifests.find((each) => each.dataset_version === version);
    return manifest?.files.some((each) => each.name === name && each.made_at !== undefined) === true;
  }

  /** Both arguments are untrusted; undefined if there is no such file. */
  findFile(version: string, name: string): ReadyFile | undefined {
    const manifest = this.#manifests.find((each) => each.dataset_version === version);
    const file = manifest?.files.find((each) => each.name === name);
    if (manifest === undefined || file === undefined) return undefined;
    const { bytes, sha256, rows } = file;
    const path = this.getFilePath(version, file);
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

  async #readVersions(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(ignoreMissingFile([]));
    return names.filter(isDatasetVersion).sort(compareNewestFirst);
  }

  async #readManifest(version: string): Promise<DataManifest | undefined> {
    const [manifest, returns] = await Promise.all([
      this.#readImmutableManifest(version),
      this.#readReturnsManifest(version),
    ]);
    if (manifest === undefined || returns === undefined) return manifest;
    return { ...manifest, files: [...manifest.files, returns.file] };
  }

  #readImmutableManifest(version: string): Promise<DataManifest | undefined> {
    return readJsonIfPresent(this.getPath(version, MANIFEST_NAME));
  }

  #readReturnsManifest(version: string): Promise<ReturnsManifest | undefined> {
    return readJsonIfPresent(this.getPath(version, RETURNS_MANIFEST_NAME));
  }

  async #removeOldVersions(): Promise<void> {
    const versions = await this.#readVersions();
    const stored = new Set(selectVersionsToKeep(versions));
    for (const version of versions) {
      if (!stored.has(version)) await rm(join(this.#folder, version), { recursive: true, force: true });
    }
  }
}

async function readJsonIfPresent<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** Names of files with investment returns, and of drafts that a killed process left. */
const RETURNS_ON_DISK = /^performance-[0-9a-f]{64}\.parquet$|\.draft$/;

function getReturnsName(sha256: string): string {
  return `performance-${sha256}.parquet`;
}

/** The newest `STORED_VERSIONS`, and the last version of each earlier month. @param versions newest first. */
export function selectVersionsToKeep(versions: readonly string[]): readonly string[] {
  const months = new Set<string>();
  return versions.filter((version, at) => {
    const month = getVersionDay(version).slice(0, 7);
    const isLast = !months.has(month);
    months.add(month);
    return at < STORED_VERSIONS || isLast;
  });
}
