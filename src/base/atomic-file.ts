import { randomUUID } from "node:crypto";
import { open, rename, rm, writeFile } from "node:fs/promises";

/** Writes a file atomically: to a temporary name, flushed, then renamed. */
export async function writeAtomically(file: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  const draft = `${file}.${randomUUID()}.draft`;
  try {
    await writeFile(draft, content, { flag: "wx", mode, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A new directory entry survives a power failure only after the folder is flushed too. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, so no folder is flushed on Windows.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
