/** Verifies stored originals against their own digests and against the official sites' current documents. */
import { Activity, runWithStallTimeout } from "../../../base/activity.ts";
import { ParseError } from "../../../base/errors.ts";
import type { FilingSourceId } from "../../../domain/filing.ts";
import type { DocumentKeeper, StoredDocument } from "../../../domain/stored-document.ts";
import type { FilingRow } from "../../../store/filing-rows.ts";
import { getSource } from "../../sources/all.ts";
import type { SourceSite } from "../../sources/source.ts";
import { computeSha256 } from "../documents-folder.ts";
import { toSourceErrorOrRethrow } from "../faults.ts";
import type { IngestParts } from "../parts.ts";
import { isLostOriginalError } from "../take-filing.ts";
import { drawSample, type Outcome, type Sampled, summariseOutcomes } from "./sampled.ts";

/** Captures the sites' responses without storing them. `findLatest` returns none, so that each document is fetched whole. */
interface CapturedResponses extends DocumentKeeper {
  /** Returns the responses since the last call, by URL. */
  takeResponses(): ReadonlyMap<string, Uint8Array>;
}

export function createResponseCapture(now: () => Date): CapturedResponses {
  let sent = new Map<string, Uint8Array>();
  return {
    findLatest: async () => undefined,
    async save({ url, headers, body }): Promise<StoredDocument> {
      sent.set(url, body);
      return { url, sha256: computeSha256(body), byteLength: body.byteLength, fetchedAt: now(), headers };
    },
    async read() {
      throw new TypeError("Stored lists cannot be read here, because `verify` does not download lists.");
    },
    takeResponses() {
      const batch = sent;
      sent = new Map();
      return batch;
    },
  };
}

/** Result of checking stored files against their digests. */
export interface OriginalsHere {
  readonly known: number;
  readonly lost: readonly string[];
}

export async function checkStoredOriginals(
  { store, keeper }: Pick<IngestParts, "store" | "keeper">,
  signal: AbortSignal,
): Promise<OriginalsHere> {
  const digests = new Set<string>();
  const lost: string[] = [];
  for await (const { sha256, url } of store.documents.listAll()) {
    if (digests.has(sha256)) continue;
    signal.throwIfAborted();
    digests.add(sha256);
    try {
      await keeper.read(sha256);
    } catch (error) {
      if (!isLostOriginalError(error)) throw error;
      lost.push(`${error.message} Its address is ${url}.`);
    }
  }
  return { known: digests.size, lost };
}

export interface OriginalsAtSites extends Sampled {
  /** Number of pages with different bytes but the same report, because the site renders reports in its current layout. */
  readonly redrawn: number;
  /** Number of documents of each source that is turned off; these documents are excluded from sampling. */
  readonly ofSourcesOff: ReadonlyMap<FilingSourceId, number>;
}

export async function compareOriginals(
  parts: IngestParts,
  sent: CapturedResponses,
  { sample, seed }: { readonly sample: number; readonly seed: string },
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
): Promise<OriginalsAtSites> {
  const candidates: FilingRow[] = [];
  const ofSourcesOff = new Map<FilingSourceId, number>();
  for await (const filing of parts.store.filings.listWithDocument()) {
    if (parts.sources.some(({ id }) => id === filing.source)) candidates.push(filing);
    else ofSourcesOff.set(filing.source, (ofSourcesOff.get(filing.source) ?? 0) + 1);
  }
  const outcomes: Outcome[] = [];
  let redrawn = 0;
  const drawn = drawSample(candidates, sample, seed, ({ id }) => id);
  for (const filing of drawn) {
    signal.throwIfAborted();
    onProgress(outcomes.length, drawn.length);
    const site = parts.sources.find(({ id }) => id === filing.source) as SourceSite;
    const outcome = await compareWithSite(parts, site, filing, sent, signal);
    if (outcome === "redrawn") redrawn += 1;
    outcomes.push(outcome === "redrawn" ? "alike" : outcome);
  }
  return { ...summariseOutcomes(candidates.length, outcomes), redrawn, ofSourcesOff };
}

async function compareWithSite(
  parts: IngestParts,
  site: SourceSite,
  filing: FilingRow,
  sent: CapturedResponses,
  signal: AbortSignal,
): Promise<Outcome | "redrawn"> {
  sent.takeResponses();
  try {
    await runWithStallTimeout(new Activity(), parts.patienceMs, signal, (ownSignal) => site.fetch(filing, ownSignal));
  } catch (error) {
    const { code, message } = toSourceErrorOrRethrow(error, site.id, parts.log, signal);
    return code === "missing_document"
      ? { differs: `${filing.id}: the site does not have it: ${message}` }
      : { notChecked: `${filing.id}: ${code}: ${message}` };
  }
  const differences: string[] = [];
  let isRedrawn = false;
  for (const [url, body] of sent.takeResponses()) {
    const isReport = url === filing.url;
    const here = isReport ? filing.documentSha256 : (await parts.store.documents.findLatest(url))?.sha256;
    const there = computeSha256(body);
    if (here === there) continue;
    if (isReport && (await isSameReport(parts, filing, body))) isRedrawn = true;
    else differences.push(`${url} has the SHA-256 ${there} at the site, ${here ?? "none"} here`);
  }
  if (differences.length > 0) return { differs: `${filing.id}: ${differences.join("; ")}` };
  return isRedrawn ? "redrawn" : "alike";
}

// Returns true if the site's copy of a report has the same parsed content as the stored copy. The Senate's site renders old
// reports in the site's current layout. Returns false for a PDF, because a PDF stays exactly as filed.
async function isSameReport({ keeper, read }: IngestParts, filing: FilingRow, body: Uint8Array): Promise<boolean> {
  const source = getSource(filing.source);
  if (filing.documentSha256 === null || source.document.mediaType === "application/pdf") return false;
  const { docId } = filing;
  try {
    const here = await read(source.read.document, await keeper.read(filing.documentSha256), { docId });
    const there = await read(source.read.document, body, { docId });
    return JSON.stringify(here) === JSON.stringify(there);
  } catch (error) {
    if (error instanceof ParseError || isLostOriginalError(error)) return false;
    throw error;
  }
}
