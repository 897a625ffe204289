/** The interface of a public body's source, and what it hands on: listings, bytes, and lines copied as printed. */
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { AnyReader, BytesReader, ReadBytes } from "../../domain/bytes-reader.ts";
import type { DrawnLine, EvidenceLine } from "../../domain/evidence.ts";
import type { FilingListing, FilingSourceId } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import type { PageView, ScannedPage } from "../../domain/scanned-page.ts";
import type { PublicBody } from "../../domain/vocabulary.ts";
import type { Carrier, PoliteClient } from "../../outbound/client.ts";
import type { DocumentKeeper, StoredDocument } from "../../outbound/stored-document.ts";

/** A public body that publishes reports, and all that is particular to it. A new one is a folder and a line in `all.ts`. */
export interface FilingSource extends PublicBody {
  readonly id: FilingSourceId;
  /** `The House Clerk's site`: how a sentence of the pages begins. */
  readonly siteName: string;
  /** The `h` of `h20024542`. */
  readonly idPrefix: string;
  readonly docId: DocumentIds;
  /** The public address of a document, wherever it was fetched from. */
  officialUrl(url: string): string;
  /** The address below which the site has its documents, with a slash at the end: a stored address that is not below it is not asked for. */
  documentsUrl(config: Config): string;
  /** Type of a document's bytes, for those who download them. */
  readonly document: { readonly mediaType: DocumentType; readonly extension: string };
  readonly prints: PrintedFeatures;
  /** Reason for which it is not asked under these settings; null when it is. */
  off(config: Config): SourceOff | null;
  /** Sentence on what switches it on; null where it is always on. */
  readonly howToTurnOn: string | null;
  /** Sends its requests instead of the plain client; null for the plain client. */
  carrier(config: Config): Carrier | null;
  connect(parts: SourceParts): SourceSite;
  /** Asks the site once and says what comes of it. @param plain a client that tries nothing again. */
  check(config: Config, plain: PoliteClient, open: (carrier: Carrier) => PoliteClient): Promise<SiteFinding>;
  readonly read: SourceReaders;
  /** The pages of a scan or a paper report, in order. */
  pagesOf(raw: RawFiling): readonly PageRef[];
  /** The address under which a page image is stored. @param written as `PageRef.image`. @returns null when it is on no host of the body's. */
  pageImageUrl(written: string, config: Config): string | null;
  readonly saved: SavedForms;
}

type DocumentType = "application/pdf" | "text/html; charset=utf-8";

/** Features of this body's forms that not every body's have: only its reports are read and printed with them. */
interface PrintedFeatures {
  readonly day: "signed" | "filed";
  readonly labelledDetails: boolean;
  /** The cell of an asset on paper ends in a code of its class, `[ST]`. */
  readonly classCodes: boolean;
}

interface DocumentIds {
  /** Regular expression of a document's id, as in a filing's id and in a trade's, which leaves out dashes. */
  readonly pattern: string;
  /** The id in full, of one without its dashes. */
  inFull(id: string): string;
}

interface SourceOff {
  /** `SENATE_EFD_ACCEPT_TERMS is not true.` */
  readonly detail: string;
  /** The same for who asked for this source, with what switches it on. */
  readonly notice: string;
}

export interface SourceParts {
  readonly config: Config;
  readonly http: PoliteClient;
  readonly keeper: DocumentKeeper;
  readonly read: ReadBytes;
  readonly log: Logger;
  /** `http` answers with what was stored or saved before: no session is begun. */
  readonly offline?: boolean;
}

/** The body's site, or what answers in its place. It knows the network and the document, never the database. */
export interface SourceSite {
  readonly id: FilingSourceId;
  /**
   * Every row of the body's index or search of one year; a document that it names twice comes twice. The House keys years by folder, the Senate by day of receipt.
   * The answer of the site is stored; where the site gives a validator it is asked conditionally, and the stored answer is read again when nothing changed.
   * @throws {SourceError} when the body did not answer, or answered with another page.
   */
  list(year: number, signal: AbortSignal): Promise<readonly FilingListing[]>;
  /**
   * Reads the list of a year from its newest filing on, until a part of it names nothing new: what a look for news asks for where the whole list
   * is long. Absent where the whole list is one answer, asked for conditionally.
   * @throws as `list`.
   */
  readonly listNewest?: (
    year: number,
    isKnown: (id: string) => boolean,
    signal: AbortSignal,
  ) => Promise<readonly FilingListing[]>;
  /**
   * The document's bytes, stored before anyone reads them; the answer says under which digest. A paper report of the Senate is its viewer page; its page images are stored too.
   * @throws {SourceError} with code `missing_document` when the body says that it has no such document.
   */
  fetch(listing: FilingListing, signal: AbortSignal): Promise<StoredDocument>;
  /** Reads one page of a list, for a body that lists a year page by page. */
  readonly listPages?: ListPages;
  /** The listing of a document by its own content, for one that no list names; null when it does not say enough. */
  listingOf(bytes: Uint8Array, raw: RawFiling, docId: string): Promise<FilingListing | null>;
}

interface ListPages {
  /** The year whose list a stored answer is a page of; null when its address is of something else. */
  yearOf(url: string): number | null;
  read(body: Uint8Array, year: number): Promise<readonly FilingListing[]>;
  /** Reads and keeps a page that a person saved. @throws {SourceError} when it names a report without a day, since nobody knows which year was asked for. */
  take(body: Uint8Array): Promise<readonly FilingListing[]>;
}

export interface SourceReaders {
  readonly document: BytesReader<{ readonly docId: string }, RawFiling>;
  /** Reads one page, for a body that takes reports on paper. `page` is that of the document, from 1; 1 where the bytes are one page's image. */
  readonly page?: BytesReader<{ readonly page: number }, ScannedPage>;
  /** A PNG of a part of a page. */
  readonly pagePart?: BytesReader<PageView, Uint8Array>;
  /** Draws a line as it stands in the document, or on the image of its page. @throws {ParseError} as the reader of the document, or of the page, does. */
  readonly evidence?: BytesReader<EvidenceLine, DrawnLine>;
  /** Those that its site uses. */
  readonly others: readonly AnyReader[];
}

/** Place of a scanned page's bytes. */
export interface PageRef {
  /** The address of the page's image as the document writes it; null where the document itself holds the page. */
  readonly image: string | null;
  /** Page number within those bytes, from 1. */
  readonly page: number;
}

/** The kind of document that a saved file is. */
export type SavedKind =
  /** `year` null where the file does not say it: a page of a list, and not the whole. */
  { readonly kind: "list"; readonly year: number | null } | { readonly kind: "document"; readonly docId: string };

interface SavedForms {
  /** `["a PDF", "an index (ZIP)"]` */
  readonly forms: readonly string[];
  /**
   * Recognises a file by its first bytes and its path; null for a file that is none of this body's.
   * @returns `refused` with the reason where it is of a known form, but it is unclear which document it is.
   */
  recognise(start: string, file: string): SavedKind | { readonly refused: string } | null;
  /** The id of the document that a file of this name would be by how it begins; null where it has not the form of this body's. */
  documentId(start: string, name: string): string | null;
  /** The report that a file is a page image of, without what names the other pages; null for any other file. */
  onePage?(start: string, name: string): RawFiling | null;
  /** Reason for which a document that no list names cannot be taken, and the remedy. */
  unlisted(docId: string): string;
}

/** The answer of a site, for the operator. */
export interface SiteFinding {
  readonly level: "ok" | "warning" | "fault";
  readonly text: string;
  /** Advice; absent where all is well. */
  readonly advice?: string;
}
