/**
 * The files of a bundle of originals and readings, as they are written and as strangers' are checked. docs/bundles.md describes them for
 * other programs.
 */
import { z } from "zod";
import { AppError } from "../errors.ts";

export const MANIFEST = "bundle.json";
/** A part is closed before it would grow beyond this. */
export const MOST_PART_BYTES = 10 ** 9;
/** Larger than any document of the sites that is taken. */
const MOST_DOCUMENT_BYTES = 64 * 2 ** 20;
/** The readings of one document as text; those of the longest scanned reports take less than a tenth. */
export const MOST_READINGS_BYTES = 64 * 2 ** 20;
/** The manifest, and each index as text. */
export const MOST_MANIFEST_BYTES = 8 * 2 ** 20;
export const MOST_INDEX_BYTES = 256 * 2 ** 20;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0).max(MOST_PART_BYTES);
/** The only names that a bundle may have, none of which leads anywhere else. */
const FILE_NAME =
  /^(documents-\d{4}\.(zip|index\.ndjson)|readings-\d{4}\.(ndjson\.gz|index\.ndjson)|filings-[0-9a-f]{12}\.ndjson\.gz|decisions-[0-9a-f]{12}\.ndjson)$/;

const BundleFileSchema = z.strictObject({ name: z.string().regex(FILE_NAME), bytes: size, sha256: Digest });

export const BundleManifestSchema = z.strictObject({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  made_by: z.string().max(200),
  /** Address of the instance, or what else it calls itself; null where it does not say. */
  publisher: z.string().max(200).nullable(),
  dataset_version: z.string().max(40).nullable(),
  /** Version of the reader of scanned pages. */
  reader: z.string().min(1).max(40),
  documents: z.int().min(0),
  pages: z.int().min(0),
  decisions: z.int().min(0),
  /** Filings by source, year and state. */
  filings: z.array(z.strictObject({ source: z.string(), year: z.int(), state: z.string(), filings: z.int().min(0) })),
  /** The last whole list of each year. */
  lists: z.array(
    z.strictObject({
      source: z.string(),
      year: z.int(),
      rows: z.int().min(0),
      filings: z.int().min(0),
      listed_at: z.iso.datetime(),
    }),
  ),
  files: z.array(BundleFileSchema).max(100_000),
});
export type BundleManifest = z.output<typeof BundleManifestSchema>;
export type BundleFile = z.output<typeof BundleFileSchema>;

/** A filing as its list names it, with the digests of its document and of the images of its pages. */
export const BundledFilingSchema = z.strictObject({
  id: z.string().max(80),
  source: z.string().max(40),
  doc_id: z.string().max(80),
  kind: z.enum(["ptr", "paper", "other"]),
  year: z.int(),
  filer: z.strictObject({
    prefix: z.string().nullable(),
    first: z.string(),
    last: z.string(),
    suffix: z.string().nullable(),
  }),
  state_district: z.string().nullable(),
  filed_date: z.string().nullable(),
  title: z.string(),
  /** The official address. */
  url: z.string(),
  state: z.string(),
  document: Digest.nullable(),
  /** The pages of a paper report, with the address of each image as the document writes it. */
  images: z.array(z.strictObject({ image: z.string(), sha256: Digest })),
});
export type BundledFiling = z.output<typeof BundledFilingSchema>;

/** The first line of an index: the part that it is of. */
export const PartSchema = z.strictObject({ part: z.string().regex(FILE_NAME), bytes: size, sha256: Digest });

/** Place of a document's bytes within a part, which is a ZIP archive without compression. */
export const PlacedDocumentSchema = z.strictObject({
  sha256: Digest,
  bytes: z.int().min(0).max(MOST_DOCUMENT_BYTES),
  offset: size,
});
export type PlacedDocument = z.output<typeof PlacedDocumentSchema>;

/** Place of the readings of one document by one reader within a part: a gzip member with a line for each page. */
export const PlacedReadingsSchema = z.strictObject({
  document: Digest,
  reader: z.string().min(1).max(40),
  pages: z.array(z.int().min(1)).min(1).max(5000),
  offset: size,
  bytes: size,
  /** Size and digest of the text. */
  text_bytes: z.int().min(0).max(MOST_READINGS_BYTES),
  sha256: Digest,
});
export type PlacedReadings = z.output<typeof PlacedReadingsSchema>;

export function indexOf(part: string): string {
  return part.replace(/\.(zip|ndjson\.gz)$/, ".index.ndjson");
}

/** @throws {AppError} `bundle_malformed` */
export function parsed<T>(schema: z.ZodType<T>, json: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new AppError("bundle_malformed", `${what} is not JSON.`, { cause });
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AppError(
    "bundle_malformed",
    `${what} is not what a bundle has there: ${issue?.path.join(".") || "it"}: ${issue?.message}.`,
  );
}
