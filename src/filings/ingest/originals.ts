/** Reads byte ranges of stored originals for the API. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { digestFile } from "../../base/digested-file.ts";
import { getOriginalPath, isNotFoundError } from "./documents-folder.ts";

export interface OriginalFile {
  readonly byteLength: number;
  /** Reads the bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** Paths of verified files, each with a fingerprint that changes when the file changes. */
const verified = new Map<string, string>();
const MAX_VERIFIED = 20_000;

/** @returns undefined if the file is missing or its bytes do not match its name. */
export async function openOriginal(dataDir: string, sha256: string): Promise<OriginalFile | undefined> {
  const file = getOriginalPath(dataDir, sha256);
  try {
    const { size, ino, mtimeMs, ctimeMs } = await stat(file);
    const state = `${size} ${ino} ${mtimeMs} ${ctimeMs}`;
    if (verified.get(file) !== state) {
      if ((await digestFile(file)).sha256 !== sha256) return undefined;
      if (verified.size >= MAX_VERIFIED) verified.clear();
      verified.set(file, state);
    }
    return { byteLength: size, read: (start, end) => createReadStream(file, { start, end: end - 1 }) };
  } catch (error) {
    if (!isNotFoundError(error)) throw error;
    return undefined;
  }
}
