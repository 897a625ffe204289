/** The filed lines of trades, and the original documents that contain them, from the store and the data folder. */
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { Evidence } from "../../filings/evidence/evidence.ts";
import type { FiledLines } from "../../filings/evidence/filed-line.ts";
import { createDocumentsFolder } from "../../filings/ingest/documents-folder.ts";
import { getSource } from "../../filings/sources/all.ts";
import type { Store } from "../../store/store.ts";

type LineStore = Pick<Store, "publications" | "filings" | "documents">;

const MEGABYTE = 1_000_000;

export function createEvidence(config: Config, store: LineStore, log: Logger): Evidence {
  const maxBytes = config.EVIDENCE_MAX_MB * MEGABYTE;
  return new Evidence({ lines: createFiledLineFinder(config, store), dataDir: config.DATA_DIR, maxBytes, log });
}

export function createFiledLineFinder(config: Config, store: LineStore): FiledLines {
  const originals = createDocumentsFolder(config.DATA_DIR, store.documents, () => new Date());
  return {
    async find(tradeId) {
      const published = await store.publications.findTrade(tradeId);
      const filing = published && (await store.filings.get(published.trade.filingId));
      return filing && { trade: published.trade, updatedAt: published.updatedAt, filing };
    },
    findReport: (filingId) => store.filings.readStoredReport(filingId),
    async findPageImage(source, printedUrl) {
      const url = getSource(source).toPageImageUrl(printedUrl, config);
      return url === null ? undefined : (await store.documents.findLatest(url))?.sha256;
    },
    readOriginal: (sha256) => originals.read(sha256),
  };
}
