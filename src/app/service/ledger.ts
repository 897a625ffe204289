/** Data that the API reports about filings: coverage counts, each filing with its lines, and the originals in `DATA_DIR`. */
import type { Ledger, Original, OriginalMediaType } from "../../api/disclosures/filing.ts";
import type { FilingRecord } from "../../api/disclosures/filing-schema.ts";
import type { Config } from "../../base/config.ts";
import { type OriginalFile, openOriginal } from "../../filings/ingest/originals.ts";
import { getSource, listSourceStates } from "../../filings/sources/all.ts";
import type { CoverageCache } from "../../publication/dataset/cache/cache-file.ts";
import { CoverageHolder } from "../../publication/dataset/coverage-holder.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";
import { findStoredPageImage } from "./page-image.ts";

type LedgerStore = Pick<
  Store,
  "filings" | "documents" | "amendments" | "sources" | "held" | "publications" | "companies" | "readBackupOrigin"
>;

interface OpenLedger {
  readonly ledger: Ledger;
  readonly coverage: CoverageHolder;
}

export function createLedger(config: Config, store: LedgerStore, cache?: CoverageCache): OpenLedger {
  const coverage = new CoverageHolder(store, listSourceStates(config), cache);
  const ledger: Ledger = {
    getCoverage: () => coverage.getCurrent(),
    async findFiling(id) {
      const filing = await store.filings.get(id);
      return filing && (await readFilingRecord(config, store, filing));
    },
    findListing: store.filings.get,
    readPrinted: (id) => store.filings.readStoredReport(id),
    listFilings: store.filings.list,
    readChangedSince: store.publications.readChangedSince,
    readNewTrades: store.publications.readNewTrades,
    async findOriginal(id, page) {
      const filing = await store.filings.get(id);
      if (!filing) return undefined;
      return page === null ? openDocument(config, filing) : openPageImage(config, store, filing, page);
    },
  };
  return { ledger, coverage };
}

async function readFilingRecord(config: Config, store: LedgerStore, filing: FilingRow): Promise<FilingRecord> {
  const [trades, rejected, amendmentPending, document] = await Promise.all([
    store.filings.listTrades(filing.id),
    store.filings.listRejectedLines(filing.id),
    filing.politicianId === null ? [] : store.amendments.listConcerningFiling(filing.id, filing.politicianId),
    filing.documentSha256 === null ? null : openOriginal(config.DATA_DIR, filing.documentSha256),
  ]);
  if (!document || filing.documentSha256 === null) {
    return { filing, trades, rejected, amendmentPending, document: null };
  }
  const stored = await store.documents.findStored(filing.url, filing.documentSha256);
  const raw = await store.filings.readStoredReport(filing.id);
  return {
    filing,
    trades,
    rejected,
    amendmentPending,
    document: {
      sha256: filing.documentSha256,
      byteLength: document.byteLength,
      fetchedAt: stored?.fetchedAt ?? null,
      seen: raw ? { kind: raw.kind, pages: raw.pages, images: raw.images?.length ?? 0 } : null,
    },
  };
}

async function openDocument(config: Config, filing: FilingRow): Promise<Original | undefined> {
  if (filing.documentSha256 === null) return undefined;
  const file = await openOriginal(config.DATA_DIR, filing.documentSha256);
  const { mediaType, extension } = getSource(filing.source).document;
  return file && toOriginal(file, filing.documentSha256, mediaType, `${filing.docId}.${extension}`);
}

const IMAGES: ReadonlyMap<string, { readonly mediaType: OriginalMediaType; readonly extension: string }> = new Map(
  Object.entries({
    "image/gif": { mediaType: "image/gif", extension: "gif" },
    "image/png": { mediaType: "image/png", extension: "png" },
    "image/jpeg": { mediaType: "image/jpeg", extension: "jpg" },
    "image/tiff": { mediaType: "image/tiff", extension: "tif" },
  } as const),
);
const UNKNOWN_IMAGE = { mediaType: "application/octet-stream", extension: "bin" } as const;

/** Opens the stored image of a page of a paper report; undefined if missing. @param page page number, starting at 1. */
async function openPageImage(
  config: Config,
  store: LedgerStore,
  filing: FilingRow,
  page: number,
): Promise<Original | undefined> {
  const image = await findStoredPageImage(config, store, filing, page);
  const file = image && (await openOriginal(config.DATA_DIR, image.sha256));
  if (!image || !file) return undefined;
  const type = (image.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const { mediaType, extension } = IMAGES.get(type) ?? UNKNOWN_IMAGE;
  return toOriginal(file, image.sha256, mediaType, `${filing.docId}-${page}.${extension}`);
}

function toOriginal(
  { byteLength, read }: OriginalFile,
  sha256: string,
  mediaType: OriginalMediaType,
  filename: string,
): Original {
  return { sha256, byteLength, mediaType, filename, read };
}
