/** Copies files and computes their digests. Each copy is flushed to disk before it is renamed to its final name. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeWithDigest } from "../../base/digested-file.ts";
import { ConfigError } from "../../base/errors.ts";
import { ignoreMissingFile } from "../../base/ignore-missing.ts";
import type { BackedUpFile } from "./manifest.ts";

export async function copyWithDigest(from: string, to: string): Promise<Pick<BackedUpFile, "bytes" | "sha256">> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const draft = `${to}.${randomUUID()}.draft`;
  try {
    const written = await writeWithDigest(draft, true, async (write) => {
      for await (const block of createReadStream(from) as AsyncIterable<Buffer>) await write(block);
    });
    await rename(draft, to);
    return written;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Paths of all files below a folder, relative to `root` and sorted, without drafts; none if the folder does not exist. */
export async function listFilesBelow(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreMissingFile([]));
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await listFilesBelow(root, path)));
    else if (entry.isFile() && !isDraft(entry.name)) found.push(path);
  }
  return found;
}

/** Returns whether a file is an unfinished draft. The process that writes the draft is still running, or was killed. */
function isDraft(name: string): boolean {
  return name.endsWith(".draft") || /\.[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name);
}

/** @param purpose what the folder is for. @throws {ConfigError} if it is not empty. */
export async function requireEmptyFolder(folder: string, purpose: string): Promise<void> {
  const entries = await readdir(folder).catch(ignoreMissingFile([]));
  const [first] = entries.filter((name) => name !== "lock.sqlite" && name !== "lock.json");
  if (first === undefined) return;
  throw new ConfigError(`${purpose} must be a new or empty folder; "${folder}" holds ${first}.`);
}
