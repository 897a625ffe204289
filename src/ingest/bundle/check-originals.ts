/** Originals that were taken from a bundle, compared with those of the official sites: some in each run, at the sites' pace. */
import { Activity, watched } from "../../activity.ts";
import { SourceError } from "../../errors.ts";
import { sourceOf } from "../../sources/all.ts";
import type { SourceSite } from "../../sources/source.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import { asSourceFailure } from "../faults.ts";
import type { IngestParts } from "../parts.ts";
import { createPublisher, type Publisher } from "../publisher.ts";
import { loadReference, type Reference } from "../reference.ts";
import { takeFiling } from "../take-filing.ts";

interface CheckedOriginals {
  checked: number;
  /** Filings of which the site has other bytes than the bundle had. */
  readonly changed: string[];
}

/** @param most filings of each source that are asked for. */
export async function checkOriginals(parts: IngestParts, signal: AbortSignal, most: number): Promise<CheckedOriginals> {
  const { store, sources } = parts;
  const result: CheckedOriginals = { checked: 0, changed: [] };
  let common: { reference: Reference; publisher: Publisher } | undefined;
  for (const site of sources) {
    const filings = await store.taken.unchecked(site.id, most);
    if (filings.length === 0) continue;
    common ??= { reference: await loadReference(parts), publisher: createPublisher(parts, "amended") };
    try {
      await checkSource(parts, site, filings, common, result, signal);
      await common.publisher.flush();
    } finally {
      await common.publisher.settled();
    }
  }
  return result;
}

async function checkSource(
  parts: IngestParts,
  site: SourceSite,
  filings: readonly FilingRow[],
  { reference, publisher }: { readonly reference: Reference; readonly publisher: Publisher },
  result: CheckedOriginals,
  signal: AbortSignal,
): Promise<void> {
  const { store, log, patienceMs, now } = parts;
  for (const filing of filings) {
    signal.throwIfAborted();
    await store.taken.tried(filing.url, now());
    const before = await imagesOf(parts, filing);
    let sha256: string;
    try {
      ({ sha256 } = await watched(new Activity(), patienceMs, signal, (given) => site.fetch(filing, given)));
    } catch (error) {
      const { code, message } = asSourceFailure(error, site.id, log, signal);
      log.warn(
        { filing: filing.id, code },
        `An original that was taken from a bundle could not be compared: ${message}`,
      );
      if (error instanceof SourceError && error.code === "missing_document") continue;
      return;
    }
    result.checked += 1;
    if (sha256 === filing.documentSha256 && (await imagesOf(parts, filing)) === before) continue;
    result.changed.push(filing.id);
    log.warn(
      { filing: filing.id, sha256 },
      "the official site has another original than the bundle had; it is read instead",
    );
    const outcome = await takeFiling(parts, site, reference, { ...filing, documentSha256: sha256 }, signal);
    await publisher.add(outcome);
  }
}

/** The digests of a paper report's page images. */
async function imagesOf({ store, scans }: IngestParts, { id, kind, source }: FilingRow): Promise<string> {
  const raw = kind === "paper" ? await store.filings.printedReport(id) : undefined;
  const written =
    raw === undefined
      ? []
      : sourceOf(source)
          .pagesOf(raw)
          .map(({ image }) => image);
  const images = await Promise.all(written.map((image) => (image === null ? null : scans.pageImage(source, image))));
  return images.map((image) => image?.sha256).join(" ");
}
