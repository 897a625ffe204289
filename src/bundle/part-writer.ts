/** Writes the parts of a bundle: each appears when it is whole, and its index after it. A part that has its index is done and never changes. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Zip, ZipPassThrough } from "fflate";
import { type Write, writeReadyFile } from "../export/ready-file.ts";
import {
  type BundleFile,
  indexOf,
  MOST_INDEX_BYTES,
  MOST_PART_BYTES,
  PartSchema,
  type PlacedDocument,
  parsed,
} from "./format.ts";

/** One entry that is to be written. `size` is an upper bound of what it adds to the part. */
export interface PartEntry<Placed> {
  readonly size: number;
  /** @returns its line in the index. */
  write(writer: EntryWriter): Promise<Placed>;
}

export interface EntryWriter {
  /** Adds a file of its own, as it is. @returns where its bytes begin. */
  add(name: string, bytes: Uint8Array): Promise<number>;
}

type Container = (write: Write) => EntryWriter & { end(): Promise<void> };

/** What a file of a ZIP archive takes beside its bytes: both of its headers, with names of less than 100 letters. */
const ZIP_ENTRY_BYTES = 400;
/** What stands before the bytes of a file, without its name (APPNOTE 4.3.7). */
const LOCAL_HEADER_BYTES = 30;
/** More files are not in a ZIP archive without its extension for 64 bits. */
const MOST_ENTRIES = 65_000;

/** The file's own entries, none compressed: a document is a range of the part's bytes. */
export const zipContainer: Container = (write) => {
  let at = 0;
  let waiting: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, data) => {
    failure = error ?? failure;
    if (data === undefined || data === null) return;
    at += data.length;
    waiting.push(data);
  });
  const flush = async () => {
    if (failure) throw failure;
    const blocks = waiting;
    waiting = [];
    for (const block of blocks) await write(block);
  };
  return {
    async add(name, bytes) {
      const entry = new ZipPassThrough(name);
      // The same documents are the same part, whenever it is written.
      entry.mtime = new Date(1980, 0, 1);
      const offset = at + LOCAL_HEADER_BYTES + Buffer.byteLength(name);
      zip.add(entry);
      entry.push(bytes, true);
      await flush();
      return offset;
    },
    async end() {
      zip.end();
      await flush();
    },
  };
};

/** Bytes one after another. */
export const plainContainer: Container = (write) => {
  let at = 0;
  return {
    async add(_name, bytes) {
      const offset = at;
      await write(bytes);
      at += bytes.length;
      return offset;
    },
    end: async () => {},
  };
};

/**
 * Writes entries into new parts `<stem>-0007.<end>` after those that are there. @returns the files of all parts, and of their indexes.
 * @param most largest size of a part.
 */
export async function writeParts<Placed>(
  folder: string,
  { stem, end, container, most = MOST_PART_BYTES }: PartForm,
  entries: AsyncIterable<PartEntry<Placed>>,
): Promise<void> {
  const iterator = entries[Symbol.asyncIterator]();
  let next = await iterator.next();
  let number = (await partsIn(folder, stem, end)).length;
  while (!next.done) {
    number += 1;
    const name = `${stem}-${String(number).padStart(4, "0")}.${end}`;
    const lines: string[] = [];
    const part = await writeReadyFile(
      folder,
      () => join(folder, name),
      true,
      async (write) => {
        const writer = container(write);
        let used = 0;
        while (!next.done && lines.length < MOST_ENTRIES) {
          const size = next.value.size + ZIP_ENTRY_BYTES;
          if (used > 0 && used + size > most) break;
          used += size;
          lines.push(JSON.stringify(await next.value.write(writer)));
          next = await iterator.next();
        }
        await writer.end();
      },
    );
    const head = JSON.stringify({ part: name, ...part });
    await writeText(folder, () => indexOf(name), `${[head, ...lines].join("\n")}\n`);
  }
}

interface PartForm {
  readonly stem: "documents" | "readings";
  readonly end: "zip" | "ndjson.gz";
  readonly container: Container;
  readonly most?: number;
}

export async function writeText(
  folder: string,
  name: (sha256: string) => string,
  text: string | Uint8Array,
): Promise<BundleFile> {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = name(sha256);
  await writeReadyFile(
    folder,
    () => join(folder, file),
    true,
    (write) => write(bytes),
  );
  return { name: file, bytes: bytes.length, sha256 };
}

/** Names of the parts that are done, in order. */
export async function partsIn(folder: string, stem: string, end: string): Promise<readonly string[]> {
  const names = new Set(await readdir(folder));
  return [...names]
    .filter((name) => name.startsWith(`${stem}-`) && name.endsWith(`.${end}`) && names.has(indexOf(name)))
    .sort();
}

/** The files of a part that is done, and the lines of its index. */
export async function partOf(
  folder: string,
  name: string,
): Promise<{ readonly files: readonly BundleFile[]; readonly lines: readonly string[] }> {
  const index = await readFile(join(folder, indexOf(name)));
  if (index.length > MOST_INDEX_BYTES) throw new RangeError(`${indexOf(name)} is too large.`);
  const [head = "", ...lines] = index.toString("utf8").trimEnd().split("\n");
  const { part, ...sum } = parsed(PartSchema, head, `The first line of ${indexOf(name)}`);
  const sha256 = createHash("sha256").update(index).digest("hex");
  return {
    files: [
      { name: part, ...sum },
      { name: indexOf(name), bytes: index.length, sha256 },
    ],
    lines,
  };
}

/** A document as an entry of a part. */
export function documentEntry(sha256: string, bytes: Uint8Array): PartEntry<PlacedDocument> {
  return {
    size: bytes.length,
    async write(writer) {
      const offset = await writer.add(`documents/${sha256.slice(0, 2)}/${sha256}`, bytes);
      return { sha256, bytes: bytes.length, offset };
    },
  };
}
