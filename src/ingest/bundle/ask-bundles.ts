/** The bundles of `START_FROM` and `FOLLOW`, asked for readings of scanned pages that are to be read here. */
import type { Config } from "../../config.ts";
import type { IngestParts } from "../parts.ts";
import { readByOtherRelease, readScans } from "../read-scans.ts";
import { bundleAt } from "./bundle-address.ts";
import { isOfBundle } from "./bundle-sites.ts";
import { takeReadings } from "./take-readings.ts";

const ASKED_EVERY_MS = 3_600_000;

/** A bundle that is away, or not what it should be, is passed over: pages are read here. */
export async function askBundles(parts: IngestParts, config: Config, signal: AbortSignal): Promise<void> {
  const { START_FROM: start, FOLLOW: follow } = config;
  for (const address of new Set([start, follow])) {
    if (address === null || parts.scans.ocr === null || !(await isDue(parts, address, address === follow))) continue;
    const gave = await askBundle(parts, config, address, signal);
    await parts.store.taken.noteAsked(address, parts.now(), gave);
  }
}

/** @param again whether one that gave its readings is asked for new ones. */
async function isDue(parts: IngestParts, address: string, again: boolean): Promise<boolean> {
  const { store, now } = parts;
  const last = await store.taken.asked(address);
  if (last?.gave && !again) return false;
  if (last !== undefined && now().getTime() - last.at.getTime() < ASKED_EVERY_MS) return false;
  return (await store.pageReadings.waiting()).length > 0 || (await readByOtherRelease(parts)).length > 0;
}

async function askBundle(parts: IngestParts, config: Config, address: string, signal: AbortSignal): Promise<boolean> {
  const bundle = bundleAt(address, config, parts.log);
  try {
    const { taken } = await takeReadings(parts, await bundle.open(signal), signal);
    if (taken > 0) await readScans(parts, signal, () => {}, { pages: "stored" });
    return true;
  } catch (error) {
    if (!isOfBundle(error)) throw error;
    parts.log.warn({ code: error.code }, `${error.message} Scanned pages are read here.`);
    return false;
  } finally {
    await bundle.close();
  }
}
