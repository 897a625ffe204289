import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

interface FileDigest {
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** Writes a new file. `produce` must await each write. @param durable whether to wait until the file is flushed to disk. */
export async function writeWithDigest(
  path: string,
  durable: boolean,
  produce: (write: (block: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<FileDigest> {
  const hash = createHash("sha256");
  let bytes = 0;
  const handle = await open(path, "wx", 0o600);
  try {
    await produce(async (block) => {
      hash.update(block);
      for (let at = 0; at < block.length; ) at += (await handle.write(block, at)).bytesWritten;
      bytes += block.length;
    });
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

export async function digestFile(path: string): Promise<FileDigest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(block);
    bytes += block.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
