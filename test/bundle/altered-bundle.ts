/** Lies of publishers. Where not said otherwise the sums fit, as a publisher would see to. */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { BundledFiling, BundleManifest } from "../../src/bundle/format.ts";

/** Changes the list of filings. @returns what `change` does. */
export async function alterFilings<T>(
  folder: string,
  change: (filings: { -readonly [K in keyof BundledFiling]: BundledFiling[K] }[]) => T,
): Promise<T> {
  const name = await named(folder, /^filings-/);
  const lines = gunzipSync(await readFile(join(folder, name)))
    .toString()
    .trimEnd()
    .split("\n");
  const filings = lines.map((line) => JSON.parse(line) as BundledFiling);
  const result = change(filings);
  await replace(folder, name, gzipSync(filings.map((each) => `${JSON.stringify(each)}\n`).join("")));
  return result;
}

/** Changes one byte of a document within its part. @returns the document's digest. */
export async function alterDocument(folder: string): Promise<string> {
  const [, line = ""] = (await readFile(join(folder, "documents-0001.index.ndjson"), "utf8")).split("\n");
  const { sha256, offset, bytes } = JSON.parse(line) as { sha256: string; offset: number; bytes: number };
  const zip = await readFile(join(folder, "documents-0001.zip"));
  const at = offset + (bytes >> 1);
  zip.writeUInt8((zip.readUInt8(at) + 1) % 256, at);
  await writeFile(join(folder, "documents-0001.zip"), zip);
  return sha256;
}

export async function alterManifest(folder: string, change: (text: string) => string): Promise<void> {
  const file = join(folder, "bundle.json");
  await writeFile(file, change(await readFile(file, "utf8")));
}

/** Writes a file anew, with its sum in the manifest. */
export async function replace(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await writeFile(join(folder, name), bytes);
  await alterManifest(folder, (text) => {
    const manifest = JSON.parse(text) as BundleManifest;
    const files = manifest.files.map((file) =>
      file.name === name
        ? { name, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") }
        : file,
    );
    return JSON.stringify({ ...manifest, files });
  });
}

export async function named(folder: string, pattern: RegExp): Promise<string> {
  const name = (await readdir(folder)).find((each) => pattern.test(each));
  if (name === undefined) throw new RangeError(`${folder} has no ${pattern}`);
  return name;
}
