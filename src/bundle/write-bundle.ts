/**
 * Writes a bundle: what another instance needs to begin with the history of this one. It holds public documents and what was read in them,
 * and nothing else. A folder that holds a bundle already, or a part of one, gets what is new since; its parts stay as they are.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Decision } from "../domain/decision.ts";
import { AppError, ConfigError } from "../errors.ts";
import { gzipThrough } from "../export/gzip.ts";
import { writeReadyFile } from "../export/ready-file.ts";
import { officialUrl, sourceOf } from "../sources/all.ts";
import { SCAN_READER } from "../sources/scans/assemble.ts";
import type { FilingRow } from "../store/filing-rows.ts";
import type { Store } from "../store/store.ts";
import { bundleTexts } from "./bundle-texts.ts";
import {
  type BundledFiling,
  type BundleFile,
  type BundleManifest,
  BundleManifestSchema,
  MANIFEST,
  MOST_READINGS_BYTES,
  PlacedDocumentSchema,
  type PlacedReadings,
  PlacedReadingsSchema,
  parsed,
} from "./format.ts";
import {
  documentEntry,
  type PartEntry,
  partOf,
  partsIn,
  plainContainer,
  writeParts,
  writeText,
  zipContainer,
} from "./part-writer.ts";

export interface BundleSource {
  readonly store: Pick<Store, "filings" | "pageReadings" | "publications">;
  /** The bytes of an original. @throws {AppError} `original_missing`, `original_damaged` */
  readonly read: (sha256: string) => Promise<Uint8Array>;
  /** Digest of the stored image of a paper report's page. */
  readonly imageOf: (source: string, written: string) => Promise<string | undefined>;
  /** Decisions of people, with their authors' names; null leaves them out. */
  readonly decisions: readonly Decision[] | null;
  /** What the instance calls itself; null where it has no address. */
  readonly publisher: string | null;
  readonly madeBy: string;
  readonly now: Date;
  /** Largest size of a part. */
  readonly mostPartBytes?: number;
}

export interface WrittenBundle {
  readonly manifest: BundleManifest;
  /** Originals that are named and whose bytes are missing or damaged: they are not in it. */
  readonly lost: readonly string[];
}

/** @throws {ConfigError} when the folder holds anything else. */
export async function writeBundle(source: BundleSource, folder: string): Promise<WrittenBundle> {
  await mkdir(folder, { recursive: true });
  const before = await foundIn(folder);
  const most = source.mostPartBytes === undefined ? {} : { most: source.mostPartBytes };
  const listed = await writeFilings(source, folder);
  const lost: string[] = [];
  const zip = { stem: "documents", end: "zip", container: zipContainer, ...most } as const;
  const stored = await indexed(folder, "documents", "zip", (line, what) => parsed(PlacedDocumentSchema, line, what));
  const known = new Set(stored.map(({ sha256 }) => sha256));
  await writeParts(folder, zip, newDocuments(source, listed.documents, known, lost));
  const gz = { stem: "readings", end: "ndjson.gz", container: plainContainer, ...most } as const;
  await writeParts(folder, gz, newReadings(source, listed.documents, await readingsIn(folder)));
  const files = [listed.file, ...(await writeDecisions(folder, source.decisions))];
  for (const name of [
    ...(await partsIn(folder, "documents", "zip")),
    ...(await partsIn(folder, "readings", "ndjson.gz")),
  ])
    files.push(...(await partOf(folder, name)).files);
  const documents = await indexed(folder, "documents", "zip", (line, what) => parsed(PlacedDocumentSchema, line, what));
  const readings = await readingsIn(folder);
  const manifest = BundleManifestSchema.parse({
    format: 1,
    made_at: source.now.toISOString(),
    made_by: source.madeBy,
    publisher: source.publisher,
    dataset_version: (await source.store.publications.current())?.version ?? null,
    reader: SCAN_READER,
    documents: documents.length,
    pages: readings.reduce((sum, { pages }) => sum + pages.length, 0),
    decisions: source.decisions?.length ?? 0,
    filings: listed.counts,
    lists: (await source.store.filings.listedYears()).map(({ source: of, year, rows, filings, listedAt }) => ({
      source: of,
      year,
      rows,
      filings,
      listed_at: listedAt.toISOString(),
    })),
    files,
  } satisfies BundleManifest);
  await finish(folder, manifest, before);
  return { manifest, lost };
}

/** Those of an older bundle in the folder are removed at once where names of authors are not to be published any more. */
async function writeDecisions(folder: string, decisions: BundleSource["decisions"]): Promise<readonly BundleFile[]> {
  if (decisions !== null) {
    const text = decisions.map((each) => `${JSON.stringify(each)}\n`).join("");
    return [await writeText(folder, (sha256) => `decisions-${sha256.slice(0, 12)}.ndjson`, text)];
  }
  for (const name of await readdir(folder)) if (name.startsWith("decisions-")) await rm(join(folder, name));
  return [];
}

/** What is written last: with the new manifest the bundle is the new one. Files of the one before last are removed, so that who reads the last finds its files. */
async function finish(folder: string, manifest: BundleManifest, before: BundleManifest | null): Promise<void> {
  const texts: BundleFile[] = [];
  for (const [name, text] of Object.entries(bundleTexts(manifest)))
    texts.push(await writeText(folder, () => name, text));
  const written = await writeText(folder, () => MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`);
  const sums = [...manifest.files, ...texts, written].map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  await writeText(folder, () => "SHA256SUMS", sums.join(""));
  const named = new Set([...manifest.files, ...(before?.files ?? [])].map(({ name }) => name));
  for (const name of await readdir(folder)) {
    if (/^(filings|decisions)-[0-9a-f]{12}\./.test(name) && !named.has(name)) await rm(join(folder, name));
  }
}

/** The bundle that the folder holds; null for an empty one, and for one that was not finished. */
async function foundIn(folder: string): Promise<BundleManifest | null> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(".draft"))) await rm(join(folder, name));
  const strange = names.find(
    (name) =>
      !/^(documents|readings|filings|decisions)-[0-9a-f]+\.|\.draft$/.test(name) &&
      ![MANIFEST, "SHA256SUMS", "README.md", "CITATION.cff", "zenodo.json"].includes(name),
  );
  const data = names.some((name) => name === "datapackage.json");
  if (strange !== undefined || data) {
    throw new ConfigError(
      `"${folder}" holds ${strange ?? "data files"}. Name a new or empty folder, or one with a bundle of originals, which gets what is new.`,
    );
  }
  if (!names.includes(MANIFEST)) return null;
  return parsed(BundleManifestSchema, await readFile(join(folder, MANIFEST), "utf8"), join(folder, MANIFEST));
}

async function indexed<T>(
  folder: string,
  stem: string,
  end: string,
  read: (line: string, what: string) => T,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (const name of await partsIn(folder, stem, end)) {
    for (const line of (await partOf(folder, name)).lines) all.push(read(line, `A line of the index of ${name}`));
  }
  return all;
}

function readingsIn(folder: string): Promise<readonly PlacedReadings[]> {
  return indexed(folder, "readings", "ndjson.gz", (line, what) => parsed(PlacedReadingsSchema, line, what));
}

/** All filings, one a line; the digests that they name, and their number by source, year and state. */
async function writeFilings({ store, imageOf }: BundleSource, folder: string) {
  const documents = new Set<string>();
  const counts = new Map<string, BundleManifest["filings"][number]>();
  const lines = async (write: (bytes: Uint8Array) => Promise<void>) => {
    for await (const filing of store.filings.all()) {
      const line = await bundledFiling(store, imageOf, filing);
      for (const sha256 of [line.document, ...line.images.map((image) => image.sha256)]) {
        if (sha256 !== null) documents.add(sha256);
      }
      const { source, year, state } = filing;
      const count = counts.get(`${source} ${year} ${state}`) ?? { source, year, state, filings: 0 };
      counts.set(`${source} ${year} ${state}`, { ...count, filings: count.filings + 1 });
      await write(Buffer.from(`${JSON.stringify(line)}\n`));
    }
  };
  let name = "";
  const sum = await writeReadyFile(
    folder,
    (sha256) => {
      name = `filings-${sha256.slice(0, 12)}.ndjson.gz`;
      return join(folder, name);
    },
    true,
    (write) => gzipThrough(lines, write),
  );
  const ordered = [...counts.values()].sort(
    (a, b) => a.source.localeCompare(b.source) || b.year - a.year || a.state.localeCompare(b.state),
  );
  return { documents, counts: ordered, file: { name, ...sum } };
}

async function bundledFiling(
  store: BundleSource["store"],
  imageOf: BundleSource["imageOf"],
  filing: FilingRow,
): Promise<BundledFiling> {
  const { id, source, docId, kind, year, filer, stateDistrict, filedDate, title, state, documentSha256 } = filing;
  const raw = kind === "paper" && documentSha256 !== null ? await store.filings.printedReport(id) : undefined;
  const images: { image: string; sha256: string }[] = [];
  for (const { image } of raw === undefined ? [] : sourceOf(source).pagesOf(raw)) {
    const sha256 = image === null ? undefined : await imageOf(source, image);
    if (image !== null && sha256 !== undefined) images.push({ image, sha256 });
  }
  return {
    id,
    source,
    doc_id: docId,
    kind,
    year,
    filer: { prefix: filer.prefix, first: filer.first, last: filer.last, suffix: filer.suffix },
    state_district: stateDistrict,
    filed_date: filedDate,
    title,
    url: officialUrl(filing),
    state,
    document: documentSha256,
    images,
  };
}

async function* newDocuments(
  { read }: BundleSource,
  wanted: ReadonlySet<string>,
  known: ReadonlySet<string>,
  lost: string[],
) {
  for (const sha256 of wanted) {
    if (known.has(sha256)) continue;
    try {
      yield documentEntry(sha256, await read(sha256));
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith("original_")) throw error;
      lost.push(sha256);
    }
  }
}

/** Readings of the documents in the bundle: those that are not in it yet, or not by the reader that has read them since. */
async function* newReadings(
  { store }: BundleSource,
  wanted: ReadonlySet<string>,
  found: readonly PlacedReadings[],
): AsyncGenerator<PartEntry<PlacedReadings>> {
  const known = new Set(
    found.flatMap(({ document, reader, pages }) => pages.map((page) => `${document} ${reader} ${page}`)),
  );
  for (const document of wanted) {
    const rows = await store.pageReadings.of(document);
    const fresh = rows.filter(({ page, reader }) => !known.has(`${document} ${reader} ${page}`));
    for (const reader of new Set(fresh.map((each) => each.reader))) {
      const pages = fresh.filter((each) => each.reader === reader);
      const lines = pages.map(
        ({ page, json }) =>
          `{"document":"${document}","page":${page},"reader":${JSON.stringify(reader)},"reading":${json}}\n`,
      );
      const text = Buffer.from(lines.join(""));
      if (text.length > MOST_READINGS_BYTES) continue;
      const member = gzipSync(text);
      yield {
        size: member.length,
        async write(writer) {
          const offset = await writer.add("", member);
          return {
            document,
            reader,
            pages: pages.map(({ page }) => page),
            offset,
            bytes: member.length,
            text_bytes: text.length,
            sha256: createHash("sha256").update(text).digest("hex"),
          };
        },
      };
    }
  }
}
