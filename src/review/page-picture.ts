/** The picture of a place of a scanned report, cut from the kept original. */
import type { Config } from "../config.ts";
import { assembleIngest } from "../ingest/assemble.ts";
import { createLogger } from "../log.ts";
import { createReaderPool, SCAN_LIMITS } from "../readers/reader-pool.ts";
import { sourceOf } from "../sources/all.ts";
import type { PageRef } from "../sources/source.ts";
import type { FilingRow, Store } from "../store/store.ts";
import type { ReviewView } from "./review-view.ts";

/** Pixels of the page shown above and below a row, so that its neighbours can be distinguished from it. */
const MARGIN = 60;

/**
 * A PNG of a place of a scanned report, upright, as large as it was scanned; undefined when the page's image is not kept.
 * @throws {ParseError} when it cannot be drawn.
 */
export async function pagePicture(
  config: Config,
  store: Store,
  { filing, raw, place }: Pick<ReviewView, "filing" | "raw" | "place">,
): Promise<Uint8Array | undefined> {
  if (raw === undefined || place === null) return undefined;
  const { page, box } = place;
  const log = createLogger("error");
  const ingest = assembleIngest(config, store, log);
  const pool = createReaderPool(1, log, SCAN_LIMITS);
  try {
    const source = sourceOf(raw.source);
    const seen = raw.scan?.pages[page - 1];
    const place = source.pagesOf(raw)[page - 1];
    const { pagePart } = source.read;
    if (seen === undefined || place === undefined || pagePart === undefined) return undefined;
    const bytes = await bytesOf(ingest, filing, place);
    if (bytes === undefined) return undefined;
    return await pool.read(pagePart, bytes, {
      page: place.page,
      turnDegrees: seen.turnDegrees,
      skew: seen.skew,
      box: box && { ...box, top: box.top - MARGIN, height: box.height + 2 * MARGIN },
    });
  } finally {
    await pool.close();
    await ingest.close();
  }
}

async function bytesOf(
  { keeper, scans }: Pick<ReturnType<typeof assembleIngest>, "keeper" | "scans">,
  { source, documentSha256 }: FilingRow,
  { image }: PageRef,
): Promise<Uint8Array | undefined> {
  if (image === null) return documentSha256 === null ? undefined : keeper.read(documentSha256);
  return (await scans.pageImage(source, image))?.load();
}
