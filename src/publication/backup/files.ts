/** Copies files with their digests, flushed to disk before they appear under their names. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigError } from "../../base/errors.ts";
import type { BackedUpFile } from "./manifest.ts";

/** Copies one file, which appears only when complete. @param mode of the copy. */
export async function copyWithDigest(
  from: string,
  to: string,
  mode = 0o600,
): Promise<Pick<BackedUpFile, "bytes" | "sha256">> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const draft = `${to}.${randomUUID()}.draft`;
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    const handle = await open(draft, "wx", mode);
    try {
      for await (const block of createReadStream(from) as AsyncIterable<Buffer>) {
        hash.update(block);
        bytes += block.length;
        for (let at = 0; at < block.length; ) at += (await handle.write(block, at)).bytesWritten;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest("hex") };
}

export async function digestFile(path: string): Promise<Pick<BackedUpFile, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(block);
    bytes += block.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** All files below a folder, as paths relative to `root`, sorted; none if there is no such folder. Drafts of other writers are left out. */
export async function listFilesBelow(root: string, folder: string): Promise<readonly string[]> {
  let entries: import("node:fs").Dirent[];
  try {
    entries = await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await listFilesBelow(root, path)));
    else if (entry.isFile() && !isDraft(entry.name)) found.push(path);
  }
  return found;
}

/** Returns whether a file is a draft of a writer that was killed or is still running. */
function isDraft(name: string): boolean {
  return name.endsWith(".draft") || /\.[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name);
}

/** @param purpose what the folder is for. @throws {ConfigError} if it is not empty. */
export async function requireEmptyFolder(folder: string, purpose: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const [first] = entries.filter((name) => name !== "lock.sqlite" && name !== "lock.json");
  if (first === undefined) return;
  throw new ConfigError(`${purpose} must be a new or empty folder; "${folder}" holds ${first}.`);
}
