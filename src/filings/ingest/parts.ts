import type { PublicationCause } from "../../accounts/alerts/event-data.ts";
import type { Logger } from "../../base/log.ts";
import type { ReadBytes } from "../../domain/bytes-reader.ts";
import type { Decisions } from "../../domain/decision.ts";
import type { Judgement } from "../../store/publication.ts";
import type { Store } from "../../store/store.ts";
import type { Companies } from "../reference/companies/companies.ts";
import type { LegislatorsClient } from "../reference/legislators/legislators.ts";
import type { Tickers } from "../reference/tickers/tickers.ts";
import type { SourceSite } from "../sources/source.ts";
import type { DocumentsFolder } from "./documents-folder.ts";
import type { CompleteScan, PageReaders, ScanParts } from "./scanned-report.ts";

export interface Scans extends ScanParts {
  /** Adds stored page readings to a scan, without running OCR. */
  readonly stored: CompleteScan;
  /** Null if `OCR` is off. */
  readonly ocr: PageReaders | null;
}

export interface IngestParts {
  readonly store: Store;
  readonly keeper: DocumentsFolder;
  readonly read: ReadBytes;
  readonly scans: Scans;
  readonly reference: { readonly legislators: LegislatorsClient; readonly tickers: Tickers };
  /** Null if `INDUSTRIES` is off. */
  readonly companies: Companies | null;
  /** Loads all decisions by people. @throws {ConfigError} for an unreadable file or an invalid line. The error names the line. */
  readonly loadDecisions: () => Promise<Decisions>;
  readonly sources: readonly SourceSite[];
  readonly log: Logger;
  /** Time without progress after which a source is abandoned for this run. */
  readonly patienceMs: number;
  readonly now: () => Date;
  /** Decides, during a publication, whether to allow it, and which events and alerts follow. @param cause why trades change. */
  readonly judge: (cause: PublicationCause) => Judgement;
  /** Called after each publication that changed something, before the run continues. */
  readonly onPublished: () => Promise<void>;
  /** Called once per run, when the stored members of Congress and tickers are ready for use, before new filings are fetched. */
  readonly onReference: () => void;
}
