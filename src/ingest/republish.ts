import { DATA_RELEASE } from "../domain/data-release.ts";
import { reasonText } from "../domain/reason.ts";
import { type ReparseParts, reparse } from "./reparse.ts";

/**
 * Brings what an older release of the rules published up to this one: every stored original is read again, without network and without OCR,
 * and published. The present data is served meanwhile. A process that is ended in the middle starts over the next time and publishes what is
 * left: what was published already comes out the same.
 */
export async function republish(parts: ReparseParts, signal: AbortSignal): Promise<void> {
  const { store, log } = parts;
  if ((await store.dataRelease.current()) >= DATA_RELEASE) return;
  if ((await store.reference.politicians()).length === 0) {
    await store.dataRelease.reached(DATA_RELEASE);
    return;
  }
  await reparse(parts, signal, {
    publish: true,
    scans: false,
    onUnread: (filing, reason) =>
      log.warn({ filing, reason: reasonText(reason) }, "a report could not be read again; it stays as it is"),
  });
}
