import type { PublicationCause } from "../alerts/event-data.ts";
import type { Decisions } from "../domain/decision.ts";
import type { Logger } from "../log.ts";
import type { FilingSource, ReadBytes } from "../sources/source.ts";
import type { Judgement } from "../store/premium.ts";
import type { Store } from "../store/store.ts";
import type { DocumentsFolder } from "./documents-folder.ts";
import type { ReferenceSources } from "./reference.ts";
import type { CompleteScan, PageReaders, ScanParts } from "./scanned-report.ts";

/** How scanned reports are read. */
export interface Scans extends ScanParts {
  /** From what is kept, without reading a page. */
  readonly kept: CompleteScan;
  /** Null when `OCR` is off. */
  readonly ocr: PageReaders | null;
}

/** What a run works with. */
export interface IngestParts {
  readonly store: Store;
  readonly keeper: DocumentsFolder;
  readonly read: ReadBytes;
  readonly scans: Scans;
  readonly reference: ReferenceSources;
  /** What persons have settled by now. @throws {ConfigError} naming the line of the file that is no decision. */
  readonly decisions: () => Promise<Decisions>;
  readonly sources: readonly FilingSource[];
  readonly log: Logger;
  /** How long nothing may go on in a source before it is given up for the run. */
  readonly patienceMs: number;
  readonly now: () => Date;
  /** What decides, within a publication, whether it may be, and which events and alerts follow from it. @param cause why trades that change do. */
  readonly judge: (cause: PublicationCause) => Judgement;
  /** Called after each publication that changed something, before the run goes on. */
  readonly onPublished: () => Promise<void>;
  /** Called when the members and tickers that the run reads against are stored. */
  readonly onReference: () => void;
}
