/** A bundle of another instance. Nothing in it is believed: each piece is taken only if its bytes have the digest under which it is named. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";
import { z } from "zod";
import { AppError } from "../errors.ts";
import type { BundleFiles } from "./bundle-files.ts";
import {
  type BundledFiling,
  BundledFilingSchema,
  type BundleFile,
  type BundleManifest,
  BundleManifestSchema,
  indexOf,
  MANIFEST,
  MOST_INDEX_BYTES,
  MOST_MANIFEST_BYTES,
  PartSchema,
  PlacedDocumentSchema,
  type PlacedReadings,
  PlacedReadingsSchema,
  parsed,
} from "./format.ts";
import { PageReadingSchema } from "./page-reading-schema.ts";

/** The origin of a bundle. */
interface BundleOrigin {
  /** Who published it: its address, or for a folder what it calls itself. */
  readonly publisher: string;
  readonly madeAt: Date;
}

/** The reading of one page as the bundle has it. */
export interface BundledReading {
  readonly page: number;
  readonly reader: string;
  readonly json: string;
}

type ListedInBundle = Pick<BundledFiling, "document" | "images" | "source" | "year">;

export interface Bundle extends BundleOrigin {
  readonly manifest: BundleManifest;
  /** Filings by id. @throws {AppError} with a code `bundle_...`, as everything else here. */
  filings(signal: AbortSignal): Promise<ReadonlyMap<string, ListedInBundle>>;
  /** The bytes with a digest; undefined when they are not in it. */
  document(sha256: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** Digests of the documents of which it has pages that this reader has read. */
  readBy(reader: string, signal: AbortSignal): Promise<ReadonlySet<string>>;
  readings(document: string, reader: string, signal: AbortSignal): Promise<readonly BundledReading[]>;
  /** Decisions of people, as lines. */
  decisions(signal: AbortSignal): Promise<string>;
}

type InPart<T> = T & { readonly part: string };

const MOST_FILING_BYTES = 1 << 20;
const MOST_FILINGS = 1_000_000;
const unzipped = promisify(gunzip);

/** @param isFolder its publisher is as it says itself. */
export async function openBundle(files: BundleFiles, isFolder: boolean, signal: AbortSignal): Promise<Bundle> {
  const text = Buffer.from(await files.whole(MANIFEST, MOST_MANIFEST_BYTES, signal)).toString("utf8");
  const manifest = parsed(BundleManifestSchema, text, `${files.place}/${MANIFEST}`);
  const opened = new OpenedBundle(files, manifest);
  const itself = manifest.publisher ?? "a bundle that names no publisher";
  return {
    manifest,
    publisher: isFolder ? itself : files.place,
    madeAt: new Date(manifest.made_at),
    filings: once((given) => opened.filings(given)),
    document: (sha256, given) => opened.document(sha256, given),
    readBy: (reader, given) => opened.readBy(reader, given),
    readings: (document, reader, given) => opened.readings(document, reader, given),
    decisions: (given) => opened.decisions(given),
  };
}

class OpenedBundle {
  readonly #files: BundleFiles;
  readonly #manifest: BundleManifest;
  readonly #documents = once((signal) =>
    this.#placed("documents", "zip", PlacedDocumentSchema, ({ sha256 }) => sha256, signal),
  );
  readonly #readings = once((signal) =>
    this.#placed(
      "readings",
      "ndjson.gz",
      PlacedReadingsSchema,
      ({ document, reader, pages }) => `${reader} ${document} ${pages[0]}`,
      signal,
    ),
  );

  constructor(files: BundleFiles, manifest: BundleManifest) {
    this.#files = files;
    this.#manifest = manifest;
  }

  async filings(signal: AbortSignal): Promise<ReadonlyMap<string, ListedInBundle>> {
    const file = this.#manifest.files.find(({ name }) => name.startsWith("filings-"));
    if (file === undefined) throw new AppError("bundle_malformed", `${this.#files.place} has no list of filings.`);
    const packed = await this.#whole(file, signal);
    const found = new Map<string, ListedInBundle>();
    for await (const line of linesOf(packed, this.#named(file.name))) {
      const { id, document, images, source, year } = parsed(
        BundledFilingSchema,
        line,
        `A line of ${this.#named(file.name)}`,
      );
      if (found.size >= MOST_FILINGS)
        throw new AppError("bundle_too_large", `${this.#named(file.name)} names too many filings.`);
      found.set(id, { document, images, source, year });
    }
    return found;
  }

  async decisions(signal: AbortSignal): Promise<string> {
    const file = this.#manifest.files.find(({ name }) => name.startsWith("decisions-"));
    return file === undefined ? "" : Buffer.from(await this.#whole(file, signal)).toString("utf8");
  }

  async document(sha256: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const placed = (await this.#documents(signal)).get(sha256);
    if (placed === undefined) return undefined;
    const bytes = await this.#files.range(placed.part, placed.offset, placed.bytes, signal);
    this.#check(bytes, sha256, `the document ${sha256} in ${this.#named(placed.part)}`);
    return bytes;
  }

  async readBy(reader: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const all = [...(await this.#readings(signal)).values()];
    return new Set(all.filter((each) => each.reader === reader).map(({ document }) => document));
  }

  async readings(document: string, reader: string, signal: AbortSignal): Promise<readonly BundledReading[]> {
    const found: BundledReading[] = [];
    for (const placed of (await this.#readings(signal)).values()) {
      if (placed.document === document && placed.reader === reader) found.push(...(await this.#member(placed, signal)));
    }
    return found;
  }

  async #member(placed: InPart<PlacedReadings>, signal: AbortSignal): Promise<readonly BundledReading[]> {
    const what = `the readings of ${placed.document} in ${this.#named(placed.part)}`;
    const packed = await this.#files.range(placed.part, placed.offset, placed.bytes, signal);
    const text = await unzipped(packed, { maxOutputLength: Math.max(1, placed.text_bytes) }).catch(
      (cause: NodeJS.ErrnoException) => {
        const isBomb = cause.code === "ERR_BUFFER_TOO_LARGE";
        throw new AppError(
          isBomb ? "bundle_too_large" : "bundle_damaged",
          `${what}: ${isBomb ? `they unpack to more than the ${placed.text_bytes} bytes that its index says` : cause.message}.`,
          { cause },
        );
      },
    );
    this.#check(text, placed.sha256, what);
    const lines = text.toString("utf8").trimEnd().split("\n");
    const readings = lines.map((line) => parsed(ReadingLineSchema, line, `A line of ${what}`));
    const pages = new Set(placed.pages);
    if (
      readings.some(
        (each) => each.document !== placed.document || each.reader !== placed.reader || !pages.has(each.page),
      )
    )
      throw new AppError("bundle_malformed", `${what} are of other pages than its index says.`);
    return readings.map(({ page, reader, reading }) => ({ page, reader, json: JSON.stringify(reading) }));
  }

  /** The lines of all indexes, by key. */
  async #placed<T extends { readonly offset: number; readonly bytes: number }>(
    stem: string,
    end: string,
    schema: z.ZodType<T>,
    key: (line: T) => string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, InPart<T>>> {
    const found = new Map<string, InPart<T>>();
    for (const part of this.#manifest.files.filter(
      ({ name }) => name.startsWith(`${stem}-`) && name.endsWith(`.${end}`),
    )) {
      const index = this.#manifest.files.find(({ name }) => name === indexOf(part.name));
      if (index === undefined) throw new AppError("bundle_malformed", `${this.#named(part.name)} has no index.`);
      const [head = "", ...lines] = Buffer.from(await this.#whole(index, signal))
        .toString("utf8")
        .trimEnd()
        .split("\n");
      const of = parsed(PartSchema, head, `The first line of ${this.#named(index.name)}`);
      if (of.part !== part.name || of.bytes !== part.bytes || of.sha256 !== part.sha256) {
        throw new AppError("bundle_damaged", `${this.#named(index.name)} is of another part than ${MANIFEST} says.`);
      }
      for (const line of lines) {
        const placed = parsed(schema, line, `A line of ${this.#named(index.name)}`);
        if (placed.offset + placed.bytes > part.bytes) {
          throw new AppError(
            "bundle_malformed",
            `${this.#named(index.name)} names a place behind the end of its part.`,
          );
        }
        found.set(key(placed), { ...placed, part: part.name });
      }
    }
    return found;
  }

  async #whole({ name, bytes, sha256 }: BundleFile, signal: AbortSignal): Promise<Uint8Array> {
    if (bytes > MOST_INDEX_BYTES)
      throw new AppError(
        "bundle_too_large",
        `${this.#named(name)} has ${bytes} bytes; at most ${MOST_INDEX_BYTES} are read.`,
      );
    const found = await this.#files.whole(name, bytes, signal);
    if (found.length < bytes)
      throw new AppError(
        "bundle_damaged",
        `${this.#named(name)} is cut off: ${found.length} of ${bytes} bytes are there.`,
      );
    this.#check(found, sha256, this.#named(name));
    return found;
  }

  #check(bytes: Uint8Array, sha256: string, what: string): void {
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found === sha256) return;
    throw new AppError("bundle_damaged", `The SHA-256 of ${what} is ${found} and should be ${sha256}.`);
  }

  #named(name: string): string {
    return `${this.#files.place}/${name}`;
  }
}

const ReadingLineSchema = z.strictObject({
  document: z.string(),
  page: z.int().min(1),
  reader: z.string(),
  reading: PageReadingSchema,
});

/** The lines of a gzip file, unpacked piece by piece: what unpacks to more than may be is given up before it has taken the memory. */
async function* linesOf(packed: Uint8Array, what: string): AsyncGenerator<string> {
  let rest = "";
  let bytes = 0;
  const tooLarge = () => new AppError("bundle_too_large", `${what} unpacks to more than what is read.`);
  const decoder = new TextDecoder();
  try {
    for await (const piece of Readable.from([packed]).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MOST_INDEX_BYTES) throw tooLarge();
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > MOST_FILING_BYTES) throw tooLarge();
      yield* lines;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("bundle_damaged", `${what} does not unpack: ${(error as Error).message}.`, { cause: error });
  }
  if (rest !== "") throw new AppError("bundle_damaged", `${what} ends within a line.`);
}

/** Asks once; a failure is asked again. */
function once<T>(ask: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let asked: Promise<T> | undefined;
  return (signal) => {
    asked ??= ask(signal).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}
