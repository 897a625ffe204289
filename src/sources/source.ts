/** The interface of a public body's source, and what it hands on: listings, bytes, and lines copied as printed. */
import type { FilingListing, FilingSourceId } from "../domain/filing.ts";
import type { RawFiling } from "../domain/printed-report.ts";
import type { ScannedPage } from "../domain/scanned-page.ts";
import type { Crop } from "./scans/crop.ts";
import type { AgreementForm } from "./senate-efd/agreement.ts";
import type { SearchPage } from "./senate-efd/search.ts";

/** A public body that publishes reports. It knows the network and the document, never the database. */
export interface FilingSource {
  readonly id: FilingSourceId;
  /**
   * Every row of the body's index or search of one year; a document that it names twice comes twice. The House keys years by folder, the Senate by day of receipt.
   * The answer of the site is kept; where the site gives a validator it is asked conditionally, and the kept answer is read again when nothing changed.
   * @throws {SourceError} when the body did not answer, or answered with another page.
   */
  list(year: number, signal: AbortSignal): Promise<readonly FilingListing[]>;
  /**
   * The document's bytes, kept before anyone reads them; the answer says under which digest. A paper report of the Senate is its viewer page; its page images are kept too.
   * @throws {SourceError} with code `missing_document` when the body says that it has no such document.
   */
  fetch(listing: FilingListing, signal: AbortSignal): Promise<KeptDocument>;
}

/** An answer of a public site as it was kept: bytes under their SHA-256, with address, time and headers. */
export interface KeptDocument {
  readonly url: string;
  /** Hex digest of the bytes, and their name under `DATA_DIR/documents`. */
  readonly sha256: string;
  readonly byteLength: number;
  readonly fetchedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
}

/** Keeps originals for ever and finds them again. Implemented by `ingest/` over the store and the documents folder. */
export interface DocumentKeeper {
  /** The newest kept answer of an address, with the validators (`etag`, `last-modified`) among its headers. */
  latest(url: string): Promise<KeptDocument | undefined>;
  keep(answer: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  }): Promise<KeptDocument>;
  read(sha256: string): Promise<Uint8Array>;
}

/** The readers, by name: each is pure and runs in a child process, so that no document can stop or stall the server. */
export interface Readers {
  "house-index": { input: { year: number }; output: FilingListing[] };
  "house-document": { input: { docId: string }; output: RawFiling };
  "senate-document": { input: { docId: string }; output: RawFiling };
  /** The form of the Senate's agreement; null when the page has none. */
  "senate-agreement": { input: null; output: AgreementForm | null };
  /** One answer of the Senate's search. `year` stands in for rows whose day of submission is no date. */
  "senate-search": {
    input: { year: number; baseUrl: string };
    output: SearchPage;
  };
  /** The addresses of a paper report's page images, in order, as its viewer page writes them. */
  "senate-viewer": { input: null; output: string[] };
  /** The listing of an electronic report from its own page. */
  "senate-listing": { input: { raw: RawFiling; docId: string; baseUrl: string }; output: FilingListing | null };
  /** Page from 1. */
  "house-scan-page": { input: { docId: string; page: number }; output: ScannedPage };
  /** The bytes are those of one page's image. */
  "senate-paper-page": { input: null; output: ScannedPage };
  /** A PNG of a part of a page. */
  "scan-crop": { input: Crop; output: Uint8Array };
  legislators: { input: { current: boolean }; output: import("../domain/politician.ts").Politician[] };
  committees: { input: null; output: import("../domain/politician.ts").Committee[] };
  "committee-members": {
    input: null;
    output: import("../domain/politician.ts").CommitteeMember[];
  };
  "sec-tickers": { input: null; output: import("../domain/security.ts").Security[] };
  "nasdaq-listed": { input: null; output: import("../domain/security.ts").Security[] };
  "nasdaq-other": { input: null; output: import("../domain/security.ts").Security[] };
}
export type ReaderName = keyof Readers;

/** Reads bytes with a named reader. @throws {ParseError | SourceError} what the reader threw, or `reader_timeout`, `reader_memory`, `reader_crashed`. */
export type ReadBytes = <K extends ReaderName>(
  reader: K,
  bytes: Uint8Array,
  input: Readers[K]["input"],
) => Promise<Readers[K]["output"]>;
