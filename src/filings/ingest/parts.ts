import type { PublicationCause } from "../../accounts/alerts/event-data.ts";
import type { Logger } from "../../base/log.ts";
import type { ReadBytes } from "../../domain/bytes-reader.ts";
import type { Decisions } from "../../domain/decision.ts";
import type { Judgement } from "../../store/publication.ts";
import type { Store } from "../../store/store.ts";
import type { Companies } from "../reference/companies/companies.ts";
import type { SourceSite } from "../sources/source.ts";
import type { DocumentsFolder } from "./documents-folder.ts";
import type { ReferenceSources } from "./reference.ts";
import type { CompleteScan, PageReaders, ScanParts } from "./scanned-report.ts";

/** Access to the reading of scanned reports. */
export interface Scans extends ScanParts {
  /** Completes a report from stored readings, without reading a page. */
  readonly stored: CompleteScan;
  /** Null when `OCR` is off. */
  readonly ocr: PageReaders | null;
}

/** The parts that a run works with. */
export interface IngestParts {
  readonly store: Store;
  readonly keeper: DocumentsFolder;
  readonly read: ReadBytes;
  readonly scans: Scans;
  readonly reference: ReferenceSources;
  /** Null when `INDUSTRIES` is off. */
  readonly companies: Companies | null;
  /** The decisions of persons so far. @throws {ConfigError} naming the line of the file that is no decision. */
  readonly decisions: () => Promise<Decisions>;
  readonly sources: readonly SourceSite[];
  readonly log: Logger;
  /** Time without progress after which a source is given up for the run. */
  readonly patienceMs: number;
  readonly now: () => Date;
  /** Decides, within a publication, whether it is allowed, and which events and alerts follow from it. @param cause the reason why trades change. */
  readonly judge: (cause: PublicationCause) => Judgement;
  /** Called after each publication that changed something, before the run goes on. */
  readonly onPublished: () => Promise<void>;
  /** Called when the members and tickers that the run reads against are stored. */
  readonly onReference: () => void;
}
