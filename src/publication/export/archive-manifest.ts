/** The manifest of an archived dataset version: `versions/<version>.json`, next to the compressed pieces of its files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissingFile } from "../../base/ignore-missing.ts";
import type { IsoDate } from "../../domain/dates.ts";

/** A gzip member or a whole Parquet file, named by its digest: an unchanged year is the same piece in every version. */
export interface ArchivedPiece {
  readonly sha256: string;
  readonly bytes: number;
}

/** A file is the concatenation of its pieces: concatenated gzip members are a valid gzip file (RFC 1952 section 2.2). */
export interface ArchivedFile {
  /** `trades.csv.gz`, or with a year of disclosure, `trades-2024.csv.gz`. */
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly pieces: readonly ArchivedPiece[];
}

export interface ArchiveManifest {
  readonly dataset_version: string;
  /** `2026-11-20T08:03:11.000Z` */
  readonly published_at: string;
  readonly rows: number;
  readonly files: readonly ArchivedFile[];
}

const VERSION = /^(\d{4}-\d{2}-\d{2})\.(\d+)$/;

export function isDatasetVersion(text: string): boolean {
  return VERSION.test(text);
}

/** The UTC day on which a version was published. */
export function getVersionDay(version: string): IsoDate {
  return version.slice(0, version.indexOf(".")) as IsoDate;
}

export function getManifestPath(folder: string, version: string): string {
  return join(folder, "versions", `${version}.json`);
}

export function getPiecePath(folder: string, sha256: string): string {
  return join(folder, "pieces", sha256.slice(0, 2), `${sha256}.gz`);
}

/** Reads an archive folder's id; undefined if it is missing or invalid. */
export async function readArchiveId(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, "id"), "utf8").catch(ignoreMissingFile(""));
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text.trim()) ? text.trim() : undefined;
}

/** Newest first. */
export async function listArchivedVersions(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, "versions")).catch(ignoreMissingFile([]));
  return names
    .filter((name) => name.endsWith(".json") && isDatasetVersion(name.slice(0, -5)))
    .map((name) => name.slice(0, -5))
    .sort(compareNewestFirst);
}

/** @param version untrusted input: anything not formatted like a version has no manifest. */
export async function readArchiveManifest(folder: string, version: string): Promise<ArchiveManifest | undefined> {
  if (!isDatasetVersion(version)) return undefined;
  const text = await readFile(getManifestPath(folder, version), "utf8").catch(ignoreMissingFile(undefined));
  return text === undefined ? undefined : (JSON.parse(text) as ArchiveManifest);
}

export function compareNewestFirst(a: string, b: string): number {
  const [dayA, dayB] = [getVersionDay(a), getVersionDay(b)];
  if (dayA !== dayB) return dayA < dayB ? 1 : -1;
  return Number(b.slice(dayB.length + 1)) - Number(a.slice(dayA.length + 1));
}
