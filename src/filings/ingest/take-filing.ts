import { AppError, SourceError } from "../../base/errors.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import type { SourceSite } from "../sources/source.ts";
import type { IngestParts } from "./parts.ts";
import { createOutcomeWithoutLines, readFiling } from "./read-filing.ts";
import type { Reference } from "./reference.ts";
import type { CompleteScan, Original } from "./scanned-report.ts";

type TakingParts = Pick<IngestParts, "store" | "keeper" | "read" | "scans" | "log">;

interface TakeOptions {
  /** Adds page readings to a scanned report; the default adds the stored readings. */
  readonly complete?: CompleteScan;
  /** Fetches from the site even if the document is stored. */
  readonly again?: boolean;
}

/**
 * Fetches and stores a filing's document unless it is already stored and undamaged, and parses it.
 * @throws {SourceError} if the site did not return it.
 */
export async function ingestFiling(
  parts: TakingParts,
  source: SourceSite,
  reference: Reference,
  filing: FilingRow,
  signal: AbortSignal,
  { complete = parts.scans.stored, again = false }: TakeOptions = {},
): Promise<FilingOutcome> {
  let original = filing.documentSha256 === null ? null : await readStoredOriginal(parts, filing, filing.documentSha256);
  if (original === null || again) {
    try {
      original = await fetchOriginal(parts, source, filing, signal);
    } catch (error) {
      if (!isMissingDocumentError(error)) throw error;
      // A stored document stays in use, even if the site has none at the filing's URL.
      if (original === null && isProcessed(filing)) throw error;
      if (original === null) return createOutcomeWithoutLines(filing, "missing_document", error);
    }
  }
  return readFiling(filing, original, parts.read, complete, reference);
}

/** Returns true if the filing's URL has no document or does not belong to the site. */
function isMissingDocumentError(error: unknown): error is SourceError {
  return error instanceof SourceError && (error.code === "missing_document" || error.code === "foreign_address");
}

/** Reads the stored document; null if its file is lost or damaged. */
export async function readStoredOriginal(
  { keeper, log }: Pick<TakingParts, "keeper" | "log">,
  filing: FilingRow,
  sha256: string,
): Promise<Original | null> {
  try {
    return { sha256, bytes: await keeper.read(sha256) };
  } catch (error) {
    if (!isLostOriginalError(error)) throw error;
    log.warn({ filing: filing.id, code: error.code }, `${error.message} It will be downloaded again.`);
    return null;
  }
}

/** Returns true for an error about a stored file that is missing or does not match the digest in the file's name. */
export function isLostOriginalError(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === "original_missing" || error.code === "original_damaged");
}

export async function fetchOriginal(
  { store, keeper }: Pick<TakingParts, "store" | "keeper">,
  source: SourceSite,
  filing: FilingRow,
  signal: AbortSignal,
): Promise<Original> {
  const { sha256 } = await source.fetch(filing, signal);
  if (!isProcessed(filing)) await store.filings.setDocument(filing.id, sha256);
  return { sha256, bytes: await keeper.read(sha256) };
}

/** Returns true if the document has been processed. Its published trades stay until those of a newer document are published. */
export function isProcessed({ state }: Pick<FilingRow, "state">): boolean {
  return state !== "pending" && state !== "missing_document" && state !== "withdrawn";
}
