import type { Config } from "../../base/config.ts";
import { AppError } from "../../base/errors.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { formatReason, toReason } from "../../domain/reason.ts";
import type { PoliteClient } from "../../outbound/client.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import { getSource } from "../sources/all.ts";
import type { FilingSource, SourceSite } from "../sources/source.ts";
import { computeSha256 } from "./documents-folder.ts";
import { renormaliseFilings } from "./normalise-again.ts";
import type { IngestParts } from "./parts.ts";
import { createPublisher } from "./publisher.ts";
import { findDocumentMismatch } from "./read-filing.ts";
import { loadReference, type Reference } from "./reference.ts";
import { findSavedDocuments, readSavedFile, type SavedDocument } from "./saved-documents.ts";
import { createOneFileClient, createSavedFilesClient } from "./saved-sites.ts";
import { ingestFiling, isProcessed } from "./take-filing.ts";

export type ImportedFile =
  | { readonly file: string; readonly kind: "listed"; readonly rows: number; readonly added: number }
  | { readonly file: string; readonly kind: "read"; readonly id: string; readonly outcome: FilingOutcome }
  /** The same bytes are already stored and parsed. */
  | { readonly file: string; readonly kind: "known"; readonly id: string }
  /** The same bytes are already stored and parsed, in a publication that is held for approval. */
  | { readonly file: string; readonly kind: "held"; readonly id: string; readonly publication: number }
  /** Stored but not parsed: the list of members is not downloaded yet. The first run that has the list parses the file. */
  | { readonly file: string; readonly kind: "waits"; readonly id: string }
  | { readonly file: string; readonly kind: "refused"; readonly reason: string };

type List = Extract<SavedDocument, { readonly kind: "list" }>;
type Document = Extract<SavedDocument, { readonly kind: "document" }>;

/**
 * Imports manually saved documents as if sent by the sites: listings first, then documents, each validated, stored under its
 * official URL and parsed. An unlisted document is rejected, unless it names its filer. A rejected file does not stop the others.
 */
export async function importSavedDocuments(
  parts: IngestParts,
  config: Config,
  paths: readonly string[],
  signal: AbortSignal,
  onFile: (imported: ImportedFile) => void,
): Promise<void> {
  const { documents, refused } = await findSavedDocuments(paths, signal);
  for (const { file, reason } of refused) onFile({ file, kind: "refused", reason });
  const importer = new Importer({ parts, config, saved: documents, reference: await loadReference(parts), signal });
  const publisher = createPublisher(parts, "amended");
  try {
    for (const saved of documents.filter((each) => each.kind === "list")) {
      signal.throwIfAborted();
      onFile(await catchImportErrors(saved.file, () => importer.importList(saved)));
    }
    for (const saved of documents.filter((each) => each.kind === "document")) {
      signal.throwIfAborted();
      const imported = await catchImportErrors(saved.file, () => importer.importDocument(saved));
      if (imported.kind === "read") await publisher.add(imported.outcome);
      onFile(imported);
    }
    await publisher.flush();
  } finally {
    await publisher.waitUntilSettled();
  }
  await renormaliseFilings(parts, await loadReference(parts), signal, "reparsed", { which: "unidentified" });
}

async function catchImportErrors(file: string, work: () => Promise<ImportedFile>): Promise<ImportedFile> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "reader_closed") throw error;
    return { file, kind: "refused", reason: formatReason(toReason(error)) };
  }
}

interface ImportParts {
  readonly parts: IngestParts;
  readonly config: Config;
  readonly saved: readonly SavedDocument[];
  readonly reference: Reference;
  readonly signal: AbortSignal;
}

class Importer {
  readonly #import: ImportParts;

  constructor(parts: ImportParts) {
    this.#import = parts;
  }

  /** Imports the list of a whole year, or one page of it. */
  async importList({ file, source: id, year }: List): Promise<ImportedFile> {
    const { store, now } = this.#import.parts;
    const site = this.#connectSite(getSource(id), createOneFileClient(file));
    const whole = year === null ? undefined : { source: id, year };
    const rows =
      year === null
        ? await site.listPages?.saveSearchAnswer(await readSavedFile(file))
        : await site.list(year, this.#import.signal);
    if (rows === undefined) throw new TypeError(`${id} accepts no list pages, but identified ${file} as one.`);
    const { added } = await store.filings.recordListings(rows, now(), whole);
    return { file, kind: "listed", rows: rows.length, added };
  }

  /** @throws {AppError} if the content does not match its name, or nothing identifies the report's filer. */
  async importDocument(saved: Document): Promise<ImportedFile> {
    const { file } = saved;
    const bytes = await readSavedFile(file);
    const from = getSource(saved.source);
    const id = from.idPrefix + saved.docId;
    const raw = await this.#readDocument(saved, bytes);
    const filing = (await this.#import.parts.store.filings.get(id)) ?? (await this.#deriveFiling(saved, bytes, raw));
    const sha256 = computeSha256(bytes);
    const held = await this.#import.parts.store.filings.findHeldPublication(id);
    if (held?.documentSha256 === sha256) return { file, kind: "held", id, publication: held.publication };
    if (isProcessed(filing) && filing.documentSha256 === sha256) return { file, kind: "known", id };
    const source = this.#connectSite(from, createSavedFilesClient(filing.url, file, this.#import.saved));
    if (this.#import.reference.members === 0) {
      await source.fetch(filing, this.#import.signal);
      await this.#import.parts.store.filings.setDocument(id, sha256);
      return { file, kind: "waits", id };
    }
    const stray = raw && findDocumentMismatch(filing, raw, this.#import.reference);
    if (stray) throw stray;
    const unread = { ...filing, documentSha256: null };
    const outcome = await ingestFiling(this.#import.parts, source, this.#import.reference, unread, this.#import.signal);
    return { file, kind: "read", id, outcome };
  }

  /**
   * Returns null for an unreadable document: it is stored all the same, since the site sent it that way. @throws {AppError} if
   * the Filing ID printed in the document differs from the one in its file name.
   */
  async #readDocument(saved: Document, bytes: Uint8Array): Promise<RawFiling | null> {
    try {
      return await this.#import.parts.read(getSource(saved.source).read.document, bytes, { docId: saved.docId });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "pdf_wrong_document" || error.code === "reader_closed")
        throw error;
      return null;
    }
  }

  async #deriveFiling(saved: Document, bytes: Uint8Array, raw: RawFiling | null): Promise<FilingRow> {
    const { store, now } = this.#import.parts;
    const source = getSource(saved.source);
    const site = this.#connectSite(source, createOneFileClient(saved.file));
    const listing = raw && (await site.deriveListing(bytes, raw, saved.docId));
    if (listing === null) throw new AppError("not_listed", source.saved.explainUnlisted(saved.docId));
    await store.filings.recordListings([listing], now());
    const filing = await store.filings.get(listing.id);
    if (!filing) throw new TypeError(`${listing.id} was listed, but is not in the ledger.`);
    return filing;
  }

  /** Connects a source to a site whose responses are the saved files. */
  #connectSite(source: FilingSource, http: PoliteClient): SourceSite {
    const { keeper, read, log } = this.#import.parts;
    return source.connect({ config: this.#import.config, http, keeper, read, log, offline: true });
  }
}
