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
  /** Loads all decisions by people. @throws {ConfigError} naming the line of the file that is not a decision. */
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
  /** Called when the run's members and tickers have been stored. */
  readonly onReference: () => void;
}
