/** Reads the kept originals in parts, for whoever serves them. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { originalPath } from "./documents-folder.ts";

export interface OriginalFile {
  readonly byteLength: number;
  /** Bytes from `start` to before `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** @returns undefined when the folder does not hold it. */
export async function openOriginal(dataDir: string, sha256: string): Promise<OriginalFile | undefined> {
  const file = originalPath(dataDir, sha256);
  try {
    const { size } = await stat(file);
    return { byteLength: size, read: (start, end) => createReadStream(file, { start, end: end - 1 }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
