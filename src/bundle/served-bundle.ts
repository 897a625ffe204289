/** The bundle in a folder, as other instances fetch it from this one: what its manifest names, and the texts beside it. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BundleFile, BundleManifestSchema, MANIFEST, MOST_MANIFEST_BYTES } from "./format.ts";

interface ServedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** Its bytes are the same for ever: a part, an index, or a file whose name has its digest. */
  readonly isFixed: boolean;
  /** Place of a file on the disk, or the bytes of a small one that may be replaced at any moment. */
  readonly at: string | Buffer;
}

interface ReadText {
  readonly mark: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

const TEXTS = ["SHA256SUMS", "README.md", "CITATION.cff", "zenodo.json"];
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  zip: "application/zip",
  gz: "application/gzip",
  ndjson: "application/x-ndjson",
  json: "application/json",
};

export class ServedBundle {
  readonly #folder: string;
  readonly #texts = new Map<string, ReadText>();
  /** Files of the manifest in force, and of those before it that this process has seen: somebody may still read by them. */
  readonly #named = new Map<string, BundleFile>();
  #manifest = "";

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined for what is not in the bundle, or before there is one. */
  async file(name: string): Promise<ServedFile | undefined> {
    if (name === MANIFEST || TEXTS.includes(name)) return this.#text(name);
    await this.#look();
    const known = this.#named.get(name);
    const at = join(this.#folder, name);
    const found = known && (await stat(at).catch(() => undefined));
    if (known === undefined || found?.size !== known.bytes) return undefined;
    return { ...known, mediaType: mediaTypeOf(name), isFixed: true, at };
  }

  async #text(name: string): Promise<ServedFile | undefined> {
    const text = await this.#read(name);
    const mediaType = mediaTypeOf(name);
    return text && { name, mediaType, bytes: text.bytes.length, sha256: text.sha256, isFixed: false, at: text.bytes };
  }

  /** Learns which files there are, where the manifest is another than before. */
  async #look(): Promise<void> {
    const text = await this.#read(MANIFEST);
    if (text === undefined || text.sha256 === this.#manifest) return;
    const { files } = BundleManifestSchema.parse(JSON.parse(text.bytes.toString("utf8")));
    for (const file of files) this.#named.set(file.name, file);
    this.#manifest = text.sha256;
  }

  async #read(name: string): Promise<ReadText | undefined> {
    const path = join(this.#folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.size > MOST_MANIFEST_BYTES) return undefined;
    const mark = `${found.ino} ${found.mtimeMs} ${found.size}`;
    const known = this.#texts.get(name);
    if (known?.mark === mark) return known;
    const bytes = await readFile(path);
    const read = { mark, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    this.#texts.set(name, read);
    return read;
  }
}

function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "text/plain; charset=utf-8";
}
