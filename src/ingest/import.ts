import type { Config } from "../config.ts";
import { type FilingListing, filingId } from "../domain/filing.ts";
import type { RawFiling } from "../domain/printed-report.ts";
import { AppError } from "../errors.ts";
import { createHouseClerk } from "../sources/house-clerk/source.ts";
import { createSenateEfd } from "../sources/senate-efd/source.ts";
import type { FilingSource } from "../sources/source.ts";
import type { FilingOutcome, FilingRow } from "../store/store.ts";
import { senateSite } from "./assemble.ts";
import { sha256Of } from "./documents-folder.ts";
import { normaliseAgain } from "./normalise-again.ts";
import type { IngestParts } from "./parts.ts";
import { createPublisher } from "./publisher.ts";
import { strayOf } from "./read-filing.ts";
import { loadReference, type Reference } from "./reference.ts";
import { findSaved, readSaved, type SavedDocument } from "./saved-documents.ts";
import { oneFile, oneReport } from "./saved-sites.ts";
import { isRead, takeFiling } from "./take-filing.ts";

/** The result for one file. */
export type ImportedFile =
  | { readonly file: string; readonly kind: "listed"; readonly rows: number; readonly added: number }
  | { readonly file: string; readonly kind: "read"; readonly id: string; readonly outcome: FilingOutcome }
  /** Kept already, byte for byte, and read. */
  | { readonly file: string; readonly kind: "known"; readonly id: string }
  /** Kept already, byte for byte, and read into a publication that waits for a person. */
  | { readonly file: string; readonly kind: "held"; readonly id: string; readonly publication: number }
  /** Kept; it is read by the first run that knows the members. */
  | { readonly file: string; readonly kind: "waits"; readonly id: string }
  | { readonly file: string; readonly kind: "refused"; readonly reason: string };

/** Stands in for the year that was asked for, which a saved answer does not say. */
const NO_YEAR = 0;

type Document = Extract<SavedDocument, { readonly docId: string }>;

/**
 * Takes documents that were saved by hand as if the sites had sent them: listings first, then documents, each checked, kept under its official
 * address and read. A document that no list names is refused, unless it says itself whose report it is. A file that is refused stops no other.
 */
export async function importSaved(
  parts: IngestParts,
  config: Config,
  paths: readonly string[],
  signal: AbortSignal,
  onFile: (imported: ImportedFile) => void,
): Promise<void> {
  const { documents, refused } = await findSaved(paths, signal);
  for (const { file, reason } of refused) onFile({ file, kind: "refused", reason });
  const take = new Importer(parts, config, documents, await loadReference(parts), signal);
  const publisher = createPublisher(parts, "amended");
  try {
    for (const saved of documents.filter(({ kind }) => kind === "house-index" || kind === "senate-search")) {
      signal.throwIfAborted();
      onFile(await orRefused(saved.file, () => take.list(saved)));
    }
    for (const saved of documents) {
      if (saved.kind !== "house-document" && saved.kind !== "senate-page") continue;
      signal.throwIfAborted();
      const imported = await orRefused(saved.file, () => take.document(saved));
      if (imported.kind === "read") await publisher.add(imported.outcome);
      onFile(imported);
    }
    await publisher.flush();
  } finally {
    await publisher.settled();
  }
  await normaliseAgain(parts, await loadReference(parts), signal, "reparsed", { which: "without-ticker" });
}

async function orRefused(file: string, work: () => Promise<ImportedFile>): Promise<ImportedFile> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "reader_closed") throw error;
    return { file, kind: "refused", reason: `${error.code}: ${error.message}` };
  }
}

class Importer {
  readonly #parts: IngestParts;
  readonly #config: Config;
  readonly #saved: readonly SavedDocument[];
  readonly #reference: Reference;
  readonly #signal: AbortSignal;

  constructor(
    parts: IngestParts,
    config: Config,
    saved: readonly SavedDocument[],
    reference: Reference,
    signal: AbortSignal,
  ) {
    this.#parts = parts;
    this.#config = config;
    this.#saved = saved;
    this.#reference = reference;
    this.#signal = signal;
  }

  /** An index of the House, or an answer of the Senate's search. */
  async list(saved: SavedDocument): Promise<ImportedFile> {
    const { store, now } = this.#parts;
    const { file } = saved;
    if (saved.kind === "house-index") {
      const { year } = saved;
      const rows = await this.#house(file).list(year, this.#signal);
      const { added } = await store.filings.recordListings(rows, now(), { source: "house-clerk", year });
      return { file, kind: "listed", rows: rows.length, added };
    }
    const rows = await this.#searchRows(file);
    const { added } = await store.filings.recordListings(rows, now());
    return { file, kind: "listed", rows: rows.length, added };
  }

  /** @throws {AppError} when it is not what its name says, or nothing says whose report it is. */
  async document(saved: Document): Promise<ImportedFile> {
    const { file } = saved;
    const bytes = await readSaved(file);
    const id = filingId(saved.kind === "house-document" ? "house-clerk" : "senate-efd", saved.docId);
    const raw = await this.#look(saved, bytes);
    const filing = (await this.#parts.store.filings.get(id)) ?? (await this.#listedByItself(saved, bytes, raw));
    const sha256 = sha256Of(bytes);
    const held = await this.#parts.store.filings.heldIn(id);
    if (held?.documentSha256 === sha256) return { file, kind: "held", id, publication: held.publication };
    if (isRead(filing) && filing.documentSha256 === sha256) return { file, kind: "known", id };
    const source = saved.kind === "house-document" ? this.#house(file) : this.#senate(file);
    if (this.#reference.members === 0) {
      await source.fetch(filing, this.#signal);
      await this.#parts.store.filings.setDocument(id, sha256);
      return { file, kind: "waits", id };
    }
    const stray = raw && strayOf(filing, raw, this.#reference);
    if (stray) throw stray;
    const anew = { ...filing, documentSha256: null };
    const outcome = await takeFiling(this.#parts, source, this.#reference, anew, this.#signal);
    return { file, kind: "read", id, outcome };
  }

  /** A document that prints another's number was saved under a wrong name; one that cannot be read otherwise is the site's, and is kept as such. */
  async #look(saved: Document, bytes: Uint8Array): Promise<RawFiling | null> {
    const reader = saved.kind === "house-document" ? "house-document" : "senate-document";
    try {
      return await this.#parts.read(reader, bytes, { docId: saved.docId });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === "pdf_wrong_document" || error.code === "reader_closed")
        throw error;
      return null;
    }
  }

  async #listedByItself(saved: Document, bytes: Uint8Array, raw: RawFiling | null): Promise<FilingRow> {
    const { store, now } = this.#parts;
    if (saved.kind === "house-document") {
      throw new AppError(
        "not_listed",
        `No index that has been fetched or imported names the DocID ${saved.docId}; import the index of its year too, e.g. 2026FD.zip.`,
      );
    }
    const listing =
      raw &&
      (await this.#parts.read("senate-listing", bytes, {
        raw,
        docId: saved.docId,
        baseUrl: this.#config.SENATE_EFD_URL,
      }));
    if (listing === null) {
      throw new AppError(
        "not_listed",
        `No search names the report ${saved.docId}, and the page does not say whose it is and when it was filed; import the search's answer that lists it too (JSON).`,
      );
    }
    await store.filings.recordListings([listing], now());
    const id = filingId(listing.source, listing.docId);
    const filing = await store.filings.get(id);
    if (!filing) throw new TypeError(`${id} was listed and is not in the ledger.`);
    return filing;
  }

  async #searchRows(file: string): Promise<readonly FilingListing[]> {
    const { keeper } = this.#parts;
    const baseUrl = this.#config.SENATE_EFD_URL;
    const body = await readSaved(file);
    const { listings } = await this.#parts.read("senate-search", body, { year: NO_YEAR, baseUrl });
    const undated = listings.find(({ year }) => year === NO_YEAR);
    if (undated) {
      throw new AppError(
        "search_unknown_year",
        `The search's answer names no day of submission for ${undated.docId}, and does not say which year was asked for.`,
      );
    }
    const headers = { "content-type": "application/json" };
    await keeper.keep({ url: `${baseUrl}/search/report/data/`, headers, body });
    return listings;
  }

  #house(file: string): FilingSource {
    const { keeper, read, log } = this.#parts;
    return createHouseClerk({ http: oneFile(file), keeper, read, log, baseUrl: this.#config.HOUSE_CLERK_URL });
  }

  #senate(page: string): FilingSource {
    const { keeper, read, log } = this.#parts;
    return createSenateEfd({ ...oneReport(page, this.#saved), ...senateSite(this.#config), keeper, read, log });
  }
}
