import { createGzip, gzipSync } from "node:zlib";
import type { Write } from "./ready-file.ts";

/** Compression level. Node writes no timestamp into a gzip member, so the same input gives the same bytes. */
const LEVEL = 6;

/** Compresses the output of `produce` into one gzip member and passes it to `write`; compression runs off the event loop. */
export async function gzipOutput(produce: (write: Write) => Promise<void>, write: Write): Promise<void> {
  const gzip = createGzip({ level: LEVEL });
  const writeCompressed = async () => {
    for await (const bytes of gzip) await write(bytes as Buffer);
  };
  const writeAll = async () => {
    await produce(
      (block) =>
        new Promise((resolve, reject) => {
          gzip.write(block, (error) => (error ? reject(error) : resolve()));
        }),
    );
    gzip.end();
  };
  await Promise.all([
    writeCompressed(),
    writeAll().catch((error: unknown) => {
      gzip.destroy();
      throw error;
    }),
  ]);
}

export function createGzipMember(text: string): Buffer {
  return gzipSync(text, { level: LEVEL });
}
