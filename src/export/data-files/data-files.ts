/** The data files of stored dataset versions: whole tables that anybody may fetch, which never change once they are there. */
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { dayOfVersion, isDatasetVersion, newestFirst } from "../archive-manifest.ts";
import type { ReadyFile } from "../ready-file.ts";

export interface DataFile {
  /** `trades.parquet` */
  readonly name: string;
  /** Null for a file that is no table. */
  readonly rows: number | null;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

export interface DataManifest {
  readonly dataset_version: string;
  /** `2026-11-20T08:03:11.000Z` */
  readonly published_at: string;
  /** The version that `changes.ndjson.gz` is counted from; null where none was stored before. */
  readonly changes_since: string | null;
  readonly files: readonly DataFile[];
}

/** All versions up to this many are stored, newest first; of those before one a month. */
const STORED_VERSIONS = 10;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  parquet: "application/vnd.apache.parquet",
  gz: "application/gzip",
  json: "application/json",
};

/** Name of the manifest beside the files of a version. */
export const MANIFEST_NAME = "manifest.json";

export class DataFiles {
  readonly #folder: string;
  #manifests: readonly DataManifest[] = [];

  constructor(dataDir: string) {
    this.#folder = join(dataDir, "data-files");
  }

  /** Folder in which the files of a version are made before they are published; empty. */
  async draft(version: string): Promise<string> {
    const folder = join(this.#folder, `${version}.draft`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Publishes what was made in the draft's folder; the manifest is written there with the files. */
  async publish(draft: string, version: string): Promise<void> {
    await rename(draft, join(this.#folder, version));
    await this.#retire();
    await this.reload();
  }

  /** Reads from the disk which versions are stored. Drafts of a process that was ended early are left out. */
  async reload(): Promise<void> {
    const found = await Promise.all((await this.#versions()).map((version) => this.#manifest(version)));
    this.#manifests = found.filter((manifest) => manifest !== undefined);
  }

  /** Newest first, as of the last `reload`. */
  stored(): readonly DataManifest[] {
    return this.#manifests;
  }

  /** Path of a file on the disk. */
  path(version: string, name: string): string {
    return join(this.#folder, version, name);
  }

  /** Both as asked for; undefined when there is none. */
  file(version: string, name: string): ReadyFile | undefined {
    const manifest = this.#manifests.find((each) => each.dataset_version === version);
    const file = manifest?.files.find((each) => each.name === name);
    if (manifest === undefined || file === undefined) return undefined;
    const { bytes, sha256, rows } = file;
    return {
      name: name.replace(/^[a-z-]+/, (stem) => `${stem}-${version}`),
      mediaType: MEDIA_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
      parts: [{ path: this.path(version, name), bytes }],
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
    const text = await readFile(this.path(version, MANIFEST_NAME), "utf8").catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as DataManifest);
  }

  async #retire(): Promise<void> {
    const versions = await this.#versions();
    const stored = new Set(versionsToKeep(versions));
    for (const version of versions) {
      if (!stored.has(version)) await rm(join(this.#folder, version), { recursive: true, force: true });
    }
  }
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
