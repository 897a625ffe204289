import { createJudge } from "../alerts/judge.ts";
import type { Config } from "../config.ts";
import type { FilingSourceId } from "../domain/filing.ts";
import type { Logger } from "../log.ts";
import { createPoliteClient } from "../outbound/client.ts";
import { createLegislators } from "../reference/legislators/legislators.ts";
import { createTickers } from "../reference/tickers/tickers.ts";
import { createHouseClerk } from "../sources/house-clerk/source.ts";
import { browserCarrier } from "../sources/senate-efd/browser.ts";
import { pageImageUrl, type SenateSite } from "../sources/senate-efd/page-image-url.ts";
import { createSenateEfd } from "../sources/senate-efd/source.ts";
import type { Store } from "../store/store.ts";
import { readDecisions } from "./decisions.ts";
import { createDocumentsFolder } from "./documents-folder.ts";
import { withNotes } from "./original-notes.ts";
import type { IngestParts } from "./parts.ts";
import { PUBLICATION_POLICY } from "./publication-policy.ts";
import { createReaderPool, SCAN_LIMITS } from "./reader-pool.ts";
import { keptScans, type ScanParts } from "./scanned-report.ts";

/** Longer than one request with all its attempts may take. */
const PATIENCE_MS = 20 * 60_000;

/** Builds what a run needs from the settings; `close` ends its readers and connections. */
export interface Ingest extends IngestParts {
  close(): Promise<void>;
}

export function assembleIngest(
  config: Config,
  store: Store,
  log: Logger,
  events: Pick<IngestParts, "onPublished" | "onReference"> = { onPublished: async () => {}, onReference: () => {} },
): Ingest {
  const now = () => new Date();
  const http = createPoliteClient({ ratePerSecond: config.INGEST_RATE, contact: config.CONTACT, log });
  const pool = createReaderPool(config.INGEST_READERS, log);
  const keeper = withNotes(createDocumentsFolder(config.DATA_DIR, store.documents, now), config.DATA_DIR);
  const shared = { http, keeper, read: pool.read, log };
  const house = createHouseClerk({ ...shared, baseUrl: config.HOUSE_CLERK_URL });
  const senateAt = senateSite(config);
  const senateHttp =
    config.SENATE_EFD_BROWSER === null
      ? http
      : createPoliteClient({
          ratePerSecond: config.INGEST_RATE,
          contact: config.CONTACT,
          log,
          carrier: browserCarrier({ executable: config.SENATE_EFD_BROWSER, contact: config.CONTACT }),
        });
  const senate = createSenateEfd({ ...shared, ...senateAt, http: senateHttp });
  const ocrPool = config.OCR ? createReaderPool(config.OCR_READERS, log, SCAN_LIMITS) : null;
  const scanParts: ScanParts = {
    pageReadings: store.pageReadings,
    async pageImage(source) {
      const kept = await keeper.latest(pageImageUrl(source, senateAt));
      return kept && { sha256: kept.sha256, load: () => keeper.read(kept.sha256) };
    },
  };
  return {
    store,
    keeper,
    read: pool.read,
    scans: {
      ...scanParts,
      kept: keptScans(scanParts, ocrPool === null),
      ocr: ocrPool && { read: ocrPool.read, atOnce: config.OCR_READERS },
    },
    reference: {
      legislators: createLegislators({ ...shared, baseUrl: config.LEGISLATORS_URL }),
      tickers: createTickers({ ...shared, secUrl: config.SEC_URL, nasdaqTraderUrl: config.NASDAQ_TRADER_URL }),
    },
    decisions: () => readDecisions(config.DECISIONS),
    judge: assembleJudge(config, store),
    sources: config.SENATE_EFD_ACCEPT_TERMS ? [house, senate] : [house],
    log,
    patienceMs: PATIENCE_MS,
    now,
    ...events,
    async close() {
      await pool.close();
      await ocrPool?.close();
      await http.close();
      await senateHttp.close();
    },
  };
}

/** Builds the judge of publications under these settings. */
export function assembleJudge(
  config: Pick<Config, "SENATE_EFD_ACCEPT_TERMS" | "SMTP_URL">,
  { sources }: Pick<Store, "sources">,
): IngestParts["judge"] {
  const off = sourcesOff(config);
  return (cause) => ({
    policy: PUBLICATION_POLICY,
    judge: createJudge({ sources, off, emails: config.SMTP_URL !== null, reason: cause }),
  });
}

/** Sources that the operator has not switched on. */
export function sourcesOff(config: Pick<Config, "SENATE_EFD_ACCEPT_TERMS">): readonly FilingSourceId[] {
  return config.SENATE_EFD_ACCEPT_TERMS ? [] : ["senate-efd"];
}

/** The addresses of the Senate's pages and page images. */
export function senateSite(config: Pick<Config, "SENATE_EFD_URL" | "UPSTREAM_URL">): SenateSite {
  const baseUrl = config.SENATE_EFD_URL;
  return config.UPSTREAM_URL === null ? { baseUrl } : { baseUrl, mediaUrl: `${baseUrl}/media-host` };
}
