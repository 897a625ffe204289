/** A run beside a bundle: the official sites say what exists, and the bundle gives its documents. */
import type { Bundle } from "../../bundle/open-bundle.ts";
import type { Config } from "../../config.ts";
import type { ErrorCode } from "../../error-codes.ts";
import type { IngestParts } from "../parts.ts";
import { ingestRun, type OnProgress, type RunScope, type SourceProgress } from "../run.ts";
import { type AddressedBundle, bundleAt } from "./bundle-address.ts";
import { type BundleUse, isOfBundle, sitesBesideBundle } from "./bundle-sites.ts";

/** A year in which a bundle names other filings than the official list. */
export interface ListDifference {
  readonly source: string;
  readonly year: number;
  /** Ids that the official list does not name: nothing of them is taken. */
  readonly notListed: readonly string[];
  /** Ids that the bundle does not name: they were asked for at the site. */
  readonly notInBundle: readonly string[];
}

export interface RunBesideBundle {
  readonly progress: readonly Readonly<SourceProgress>[];
  readonly use: BundleUse;
  readonly lists: readonly ListDifference[];
}

/** A run of a service: beside the bundle of `START_FROM` until the first run has ended. */
export async function ingestBesideBundle(
  parts: IngestParts,
  config: Config,
  scope: RunScope,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<readonly Readonly<SourceProgress>[]> {
  const { START_FROM: address } = config;
  if (address === null || (await hasEndedRun(parts))) return ingestRun(parts, scope, signal, onProgress);
  const bundle = bundleAt(address, config, parts.log);
  try {
    return (await runBesideBundle(parts, config, bundle, scope, signal, onProgress)).progress;
  } finally {
    await bundle.close();
  }
}

/** Every source that is asked has had a run that went to its end. */
async function hasEndedRun({ store, sources }: IngestParts): Promise<boolean> {
  const states = await store.sources.all();
  return sources.every(({ id }) => (states.find(({ source }) => source === id)?.firstRunEndedAt ?? null) !== null);
}

export async function runBesideBundle(
  parts: IngestParts,
  config: Config,
  bundle: AddressedBundle,
  scope: RunScope,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<RunBesideBundle> {
  const { log } = parts;
  const { sources, use } = sitesBesideBundle(parts, config, bundle);
  const progress = await ingestRun({ ...parts, sources }, scope, signal, onProgress);
  log.info({ documents: use.taken, refused: use.refused.length }, "documents were taken from a bundle");
  const lists = await bundle
    .open(signal)
    .then((opened) => listDifferences(parts, opened, signal))
    .catch((error: unknown) => {
      if (!isOfBundle(error)) throw error;
      log.warn({ code: error.code }, error.message);
      return [];
    });
  for (const { source, year, notListed, notInBundle } of lists) {
    log.warn(
      {
        code: "not_listed" satisfies ErrorCode,
        source,
        year,
        notListed: notListed.length,
        notInBundle: notInBundle.length,
      },
      `The bundle's list of ${source} for ${year} is not the official one: ${notListed.length} filings are on no official list and were not taken, ${notInBundle.length} are missing in it and were asked for at the site.`,
    );
  }
  return { progress, use, lists };
}

/** Years of which both have a whole list, and in which they name other filings. */
async function listDifferences(
  { store }: IngestParts,
  bundle: Bundle,
  signal: AbortSignal,
): Promise<readonly ListDifference[]> {
  const bundled = Map.groupBy(await bundle.filings(signal), ([, { source, year }]) => `${source} ${year}`);
  const differences: ListDifference[] = [];
  for (const { source, year } of await store.filings.listedYears()) {
    if (!bundle.manifest.lists.some((list) => list.source === source && list.year === year)) continue;
    const official = new Set((await store.filings.listed(source, year)).ids);
    const ids = new Set((bundled.get(`${source} ${year}`) ?? []).map(([id]) => id));
    const notListed = [...ids].filter((id) => !official.has(id));
    const notInBundle = [...official].filter((id) => !ids.has(id));
    if (notListed.length + notInBundle.length > 0) differences.push({ source, year, notListed, notInBundle });
  }
  return differences;
}
