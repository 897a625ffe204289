import { createPublicationJudge } from "../../accounts/alerts/judge.ts";
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { DocumentKeeper } from "../../domain/stored-document.ts";
import { createPoliteClient, type PoliteClient } from "../../outbound/client.ts";
import type { Store } from "../../store/store.ts";
import { createReaderPool, SCAN_LIMITS } from "../readers/reader-pool.ts";
import { createCompaniesClient } from "../reference/companies/companies.ts";
import { createLegislatorsClient } from "../reference/legislators/legislators.ts";
import { createTickersClient } from "../reference/tickers/tickers.ts";
import { getSource, listSourceStates, SOURCES } from "../sources/all.ts";
import { addUrlCheck } from "../sources/own-documents.ts";
import { readDecisions } from "./decisions.ts";
import { createDocumentsFolder } from "./documents-folder.ts";
import { chooseOcrReaderCount } from "./ocr-readers.ts";
import { wrapFolderWithNotes } from "./original-notes.ts";
import type { IngestParts } from "./parts.ts";
import { PUBLICATION_POLICY } from "./publication-policy.ts";
import { createStoredScanCompleter, type ScanParts } from "./scanned-report.ts";

/** Time without progress after which a source is abandoned; longer than any request with all its retries may take. */
const PATIENCE_MS = 20 * 60_000;

/** Everything that a run uses; `close` ends its reader processes and closes its connections. */
export interface Ingest extends IngestParts {
  close(): Promise<void>;
}

interface IngestOptions extends Pick<IngestParts, "onPublished" | "onReference"> {
  /** Receives the sites' responses. The default keeper stores the responses as original documents. */
  readonly siteKeeper?: DocumentKeeper;
}

export function assembleIngest(
  config: Config,
  store: Store,
  log: Logger,
  { siteKeeper, ...events }: IngestOptions = { onPublished: async () => {}, onReference: () => {} },
): Ingest {
  const now = () => new Date();
  const http = createPoliteClient({ ratePerSecond: config.INGEST_RATE, contact: config.CONTACT, log });
  const pool = createReaderPool(config.INGEST_READERS, log);
  const keeper = wrapFolderWithNotes(createDocumentsFolder(config.DATA_DIR, store.documents, now), config.DATA_DIR);
  const shared = { http, keeper: siteKeeper ?? keeper, read: pool.read, log };
  const clients: PoliteClient[] = [http];
  const sources = SOURCES.filter((source) => source.explainOff(config) === null).map((source) => {
    const transport = source.createTransport(config);
    let client = http;
    if (transport !== null) {
      client = createPoliteClient({ ratePerSecond: config.INGEST_RATE, contact: config.CONTACT, log, transport });
      clients.push(client);
    }
    return addUrlCheck(source.connect({ ...shared, config, http: client }), source.getDocumentsUrl(config));
  });
  const atOnce = chooseOcrReaderCount(config.OCR_READERS);
  const ocrPool = config.OCR ? createReaderPool(atOnce, log, SCAN_LIMITS) : null;
  const scanParts: ScanParts = {
    pageReadings: store.pageReadings,
    async findPageImage(source, written) {
      const url = getSource(source).toPageImageUrl(written, config);
      const stored = url === null ? undefined : await keeper.findLatest(url);
      return stored && { sha256: stored.sha256, load: () => keeper.read(stored.sha256) };
    },
  };
  return {
    store,
    keeper,
    read: pool.read,
    scans: {
      ...scanParts,
      stored: createStoredScanCompleter(scanParts, ocrPool === null),
      ocr: ocrPool && { read: ocrPool.read, concurrency: atOnce },
    },
    reference: createReferenceSources(shared, config),
    companies: config.INDUSTRIES
      ? createCompaniesClient({ http, read: pool.read, baseUrl: config.SEC_DATA_URL })
      : null,
    loadDecisions: () => readDecisions(config.DECISIONS),
    judge: assemblePublicationJudge(config, store),
    sources,
    log,
    patienceMs: PATIENCE_MS,
    now,
    ...events,
    async close() {
      await pool.close();
      await ocrPool?.close();
      for (const client of clients) await client.close();
    },
  };
}

export function createReferenceSources(
  parts: Omit<Parameters<typeof createTickersClient>[0], "secUrl" | "nasdaqTraderUrl">,
  config: Config,
): IngestParts["reference"] {
  return {
    legislators: createLegislatorsClient({ ...parts, baseUrl: config.LEGISLATORS_URL }),
    tickers: createTickersClient({ ...parts, secUrl: config.SEC_URL, nasdaqTraderUrl: config.NASDAQ_TRADER_URL }),
  };
}

export function assemblePublicationJudge(config: Config, { sources }: Pick<Store, "sources">): IngestParts["judge"] {
  const bodies = listSourceStates(config);
  return (cause) => ({
    policy: PUBLICATION_POLICY,
    judge: createPublicationJudge({
      sources,
      bodies,
      emails: config.SMTP_URL !== null,
      baseUrl: config.BASE_URL,
      reason: cause,
    }),
  });
}
