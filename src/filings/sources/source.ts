/** The interface of a source, which provides listings, documents and their lines as printed. */
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { AnyReader, BytesReader, ReadBytes } from "../../domain/bytes-reader.ts";
import type { DrawnLine, EvidenceLine } from "../../domain/evidence.ts";
import type { FilingListing, FilingSourceId } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import type { PageView, ScannedPage } from "../../domain/scanned-page.ts";
import type { DocumentKeeper, StoredDocument } from "../../domain/stored-document.ts";
import type { PublicBody } from "../../domain/vocabulary.ts";
import type { PoliteClient, Transport } from "../../outbound/client.ts";

/** A public body that publishes reports, with everything specific to it. A new source needs a folder and an entry in `all.ts`. */
export interface FilingSource extends PublicBody {
  readonly id: FilingSourceId;
  /** `The House Clerk's site`: used at the start of sentences. */
  readonly siteName: string;
  /** `h`, as in `h20024542`. */
  readonly idPrefix: string;
  readonly docId: DocumentIds;
  /** A document's public URL, wherever it was fetched from. */
  toOfficialUrl(url: string): string;
  /** Base URL of the site's documents, ending in a slash. Stored URLs outside this folder are not requested. */
  getDocumentsUrl(config: Config): string;
  /** Type of a document's content, for downloads. */
  readonly document: { readonly mediaType: DocumentType; readonly extension: string };
  readonly formFeatures: PrintedFeatures;
  /** Why the source is off with these settings; null if it is on. */
  explainOff(config: Config): SourceOff | null;
  /** Sentence on how to turn the source on; null if it is always on. */
  readonly howToTurnOn: string | null;
  /** Creates the source's own means of sending requests; null to use the ordinary HTTP client. */
  createTransport(config: Config): Transport | null;
  connect(parts: SourceParts): SourceSite;
  /** Sends one request to the site (none if the source is off) and reports the result. @param plain a client without retries. */
  check(config: Config, plain: PoliteClient, open: (transport: Transport) => PoliteClient): Promise<SiteFinding>;
  readonly read: SourceReaders;
  /** Pages of a scan or a paper report, in order. */
  listPages(raw: RawFiling): readonly PageRef[];
  /** URL under which a page image is stored. Null if the host is not the source's. @param written the URL in `PageRef.image`. */
  toPageImageUrl(written: string, config: Config): string | null;
  readonly saved: SavedForms;
}

type DocumentType = "application/pdf" | "text/html; charset=utf-8";

/** How the forms of this public body differ from the forms of other public bodies. */
interface PrintedFeatures {
  readonly day: "signed" | "filed";
  readonly labelledDetails: boolean;
  /** True if an asset cell on paper ends in a class code, `[ST]`. */
  readonly classCodes: boolean;
}

interface DocumentIds {
  /** Regular expression for a document's id. Dashes are optional: a filing's id keeps them, a trade's id omits them. */
  readonly pattern: string;
  /** Restores the full id from an id without dashes. */
  hyphenate(id: string): string;
}

interface SourceOff {
  /** `SENATE_EFD_ACCEPT_TERMS is not true.` */
  readonly detail: string;
  /** The same reason, and how to turn the source on, worded for a user who requested the source. */
  readonly notice: string;
}

export interface SourceParts {
  readonly config: Config;
  readonly http: PoliteClient;
  readonly keeper: DocumentKeeper;
  readonly read: ReadBytes;
  readonly log: Logger;
  /** True if `http` returns only stored responses, or responses that a person saved, so no session is started. */
  readonly offline?: boolean;
}

/** Gets filings from a public body's website, stored responses or files saved by a person. Stores documents. Uses no database. */
export interface SourceSite {
  readonly id: FilingSourceId;
  /**
   * Every row of the site's index or search for a year; a document listed twice is returned twice. The House assigns years by
   * folder, the Senate by day of receipt. The response is stored; if the site provides a validator, the request is conditional,
   * and an unchanged stored response is read again. @throws {SourceError} if the site did not answer, or sent an unexpected page.
   */
  list(year: number, signal: AbortSignal): Promise<readonly FilingListing[]>;
  /**
   * Reads a year's list page by page, newest filings first, until a page contains a known filing. Finds new filings without
   * reading a long list completely. Absent if the whole list is one response to a conditional request. @throws like `list`.
   */
  readonly listNewest?: (
    year: number,
    isKnown: (id: string) => boolean,
    signal: AbortSignal,
  ) => Promise<readonly FilingListing[]>;
  /**
   * Fetches and stores the document before anything reads it; returns its digest. A Senate paper report's document is its viewer
   * page; the page images are stored too. @throws {SourceError} `missing_document` if the site says that it has no such document.
   */
  fetch(listing: FilingListing, signal: AbortSignal): Promise<StoredDocument>;
  /** Reads single pages of a year's list. Absent if the list is a single response. */
  readonly listPages?: ListPages;
  /** Derives a listing from the content of a document that is in no list. Null if the content is not sufficient. */
  deriveListing(bytes: Uint8Array, raw: RawFiling, docId: string): Promise<FilingListing | null>;
}

interface ListPages {
  /** Returns the year of the list to which a stored page belongs; null if the URL is not that of a list. */
  findYear(url: string): number | null;
  read(body: Uint8Array, year: number): Promise<readonly FilingListing[]>;
  /** Reads and stores a page saved by a person. @throws {SourceError} if a report on it has no date: the year is then unknown. */
  saveSearchAnswer(body: Uint8Array): Promise<readonly FilingListing[]>;
}

export interface SourceReaders {
  readonly document: BytesReader<{ readonly docId: string }, RawFiling>;
  /** Reads one page of a paper report. `page`: the page's number in the document, from 1; 1 if the bytes are one page's image. */
  readonly page?: BytesReader<{ readonly page: number }, ScannedPage>;
  readonly pagePart?: BytesReader<PageView, Uint8Array>;
  /** Draws a picture of a report's line from the document or a page's image. @throws {ParseError} like `document` and `page`. */
  readonly evidence?: BytesReader<EvidenceLine, DrawnLine>;
  /** Other readers, which only the source's `SourceSite` uses. */
  readonly siteReaders: readonly AnyReader[];
}

/** Tells where to find the image of a scanned page. */
export interface PageRef {
  /** URL of the page's image as written in the document; null if the document itself contains the page. */
  readonly image: string | null;
  /** Page number within the image or the document, from 1. */
  readonly page: number;
}

export type SavedKind =
  /** `year` is null if the file does not state it: the file is then one page of a list, not the whole list. */
  { readonly kind: "list"; readonly year: number | null } | { readonly kind: "document"; readonly docId: string };

interface SavedForms {
  /** `["a PDF", "an index (ZIP)"]` */
  readonly forms: readonly string[];
  /**
   * Recognizes a file by its first bytes and its path. @returns null for a file not from this public body; `refused` with the
   * reason if the kind of file is known but the document cannot be identified.
   */
  recognize(start: string, file: string): SavedKind | { readonly refused: string } | null;
  /** Returns the document id of a file with this name; null if its first bytes are not those of this public body's documents. */
  findDocumentId(start: string, name: string): string | null;
  /** If a file is the image of a report's page, returns the report with only this page's URL; null if it is not such an image. */
  readOnePage?(start: string, name: string): RawFiling | null;
  /** Explains why a document that appears in no list of filings cannot be imported, and what the operator can do. */
  explainUnlisted(docId: string): string;
}

/** A site's response, summarized for the operator. */
export interface SiteFinding {
  readonly level: "ok" | "warning" | "fault";
  readonly text: string;
  /** Absent if everything is fine. */
  readonly advice?: string;
}
