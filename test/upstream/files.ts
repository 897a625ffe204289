import { readFile } from "node:fs/promises";

/** Reads a file; null if it does not exist. */
export async function readFileIfExists(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
