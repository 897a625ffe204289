/** Rebuilds an empty store from the stored originals and their sidecar notes alone, without network. */
import type { Config } from "../../base/config.ts";
import { SourceError } from "../../base/errors.ts";
import type { DocumentKeeper, StoredDocument } from "../../domain/stored-document.ts";
import type { PoliteClient } from "../../outbound/client.ts";
import type { HttpAnswer } from "../../outbound/http-request.ts";
import { SOURCES } from "../sources/all.ts";
import type { SourceSite } from "../sources/source.ts";
import { createReferenceSources, type Ingest } from "./assemble.ts";
import { applyDecisions, renormaliseFilings } from "./normalise-again.ts";
import { listRecordedResponses } from "./original-notes.ts";
import { loadReference, updateReference } from "./reference.ts";
import { reparse } from "./reparse.ts";

/** First year for which either chamber publishes reports. */
const FIRST_YEAR = 2012;

/**
 * Fills an empty store. URLs come from the JSON note next to each original. Members and tickers come from the newest stored
 * response of each URL that lists them. Filings come from the stored indexes and searches, and trades come from the documents.
 * Filings that were never fetched are listed and wait for the next run. @returns `answers`: number of the sites' responses
 * recorded in the notes. `filings`: number of filings. `documents`: number of filings whose document is among the originals.
 * `unusable`: notes that are damaged or whose original is missing.
 */
export async function rebuildStore(
  ingest: Ingest,
  config: Config,
  signal: AbortSignal,
  onProgress: (done: number, known: number) => void,
) {
  const { store } = ingest;
  const unusable: string[] = [];
  const sites = createOfflineSites(ingest, config);
  const pages: PageOfList[] = [];
  let answers = 0;
  for await (const noted of listRecordedResponses(config.DATA_DIR)) {
    signal.throwIfAborted();
    if ("unusable" in noted) {
      unusable.push(noted.unusable);
      continue;
    }
    answers += 1;
    await store.documents.record(noted.stored);
    pages.push(...findListPages(sites.sources, noted.stored));
  }
  await updateReference({ ...ingest, reference: sites.reference }, signal);
  for (const source of sites.sources) await recordStoredLists(ingest, source, signal);
  await recordPartialLists(ingest, pages);
  const { filings, documents } = await recordDocuments(ingest, sites.sources, signal);
  await reparse(ingest, signal, {
    publish: true,
    scans: false,
    onProgress: ({ done, known }) => onProgress(done, known),
  });
  await renormaliseFilings(ingest, await loadReference(ingest), signal, "reparsed", { which: "unidentified" });
  await applyDecisions(ingest, signal);
  return { answers, filings, documents, unusable };
}

/** Replaces the official sites with their stored responses. */
function createOfflineSites({ keeper, read, log }: Ingest, config: Config) {
  const answerFromStore = async (url: string): Promise<HttpAnswer> => {
    const stored = await keeper.findLatest(url);
    if (stored === undefined) return { url, status: 404, headers: {}, setCookies: [], body: new Uint8Array() };
    return { url, status: 200, headers: stored.headers, setCookies: [], body: await keeper.read(stored.sha256) };
  };
  const http: PoliteClient = { request: ({ url }) => answerFromStore(url), close: async () => {} };
  // The body comes from a stored original: return its record, and do not store it again as if it had just been fetched.
  const asStored: DocumentKeeper = {
    ...keeper,
    async save({ url }) {
      const stored = await keeper.findLatest(url);
      if (stored === undefined) throw new SourceError("not_kept", `${url} is not a stored original.`);
      return stored;
    },
  };
  const shared = { http, keeper: asStored, read, log };
  const sources = SOURCES.map((source) => source.connect({ ...shared, config, offline: true }));
  return { sources, reference: createReferenceSources(shared, config) };
}

async function recordStoredLists({ store, now }: Ingest, source: SourceSite, signal: AbortSignal): Promise<void> {
  for (let year = now().getUTCFullYear(); year >= FIRST_YEAR; year -= 1) {
    try {
      const listings = await source.list(year, signal);
      await store.filings.recordListings(listings, now(), { source: source.id, year });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
    }
  }
}

interface PageOfList {
  readonly stored: StoredDocument;
  readonly year: number;
  readonly pages: NonNullable<SourceSite["listPages"]>;
}

function findListPages(sources: readonly SourceSite[], stored: StoredDocument): PageOfList[] {
  return sources.flatMap(({ listPages: pages }) => {
    const year = pages?.findYear(stored.url) ?? null;
    return pages === undefined || year === null ? [] : [{ stored, year, pages }];
  });
}

/** Records the filings on pages of incomplete searches. The pages do not cover a whole year: a run ended between two pages. */
async function recordPartialLists({ store, keeper }: Ingest, found: readonly PageOfList[]): Promise<void> {
  for (const { stored, year, pages } of found) {
    for (const listing of await pages.read(await keeper.read(stored.sha256), year)) {
      if ((await store.filings.get(listing.id)) === undefined) {
        await store.filings.recordListings([listing], stored.fetchedAt);
      }
    }
  }
}

async function recordDocuments({ store, keeper }: Ingest, sources: readonly SourceSite[], signal: AbortSignal) {
  let filings = 0;
  let documents = 0;
  for (const { id: source } of sources) {
    for (const filing of await store.filings.listPending(source)) {
      signal.throwIfAborted();
      filings += 1;
      const stored = await keeper.findLatest(filing.url);
      if (stored === undefined) continue;
      await store.filings.setDocument(filing.id, stored.sha256);
      documents += 1;
    }
  }
  return { filings, documents };
}
