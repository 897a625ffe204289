/** Starts the service. Each part depends on parts that are built before it. */
import { flushCompileCache } from "node:module";
import { Registry } from "prom-client";
import type { Config } from "../base/config.ts";
import type { Logger } from "../base/log.ts";
import { createReviewClient } from "../filings/review/review-client.ts";
import { loadUndici } from "../outbound/fetch.ts";
import { CoverageCache, VersionCache } from "../publication/dataset/cache/cache-file.ts";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { DatasetHolder } from "../publication/dataset/holder.ts";
import { createDataMeters } from "../publication/dataset/meters.ts";
import { lockDataDir } from "../store/data-lock.ts";
import { startBackgroundTasks } from "./service/background.ts";
import { createEvidence } from "./service/evidence-lines.ts";
import { openPublishedFiles } from "./service/files.ts";
import { createLedger } from "./service/ledger.ts";
import { listenOnAddresses } from "./service/listening.ts";
import { PublishedData } from "./service/published-data.ts";
import { trackReadiness } from "./service/readiness.ts";
import { createRuns, ProgressWatch, type ServiceEvents } from "./service/runs.ts";
import { Senders } from "./service/senders.ts";
import { buildServiceApi } from "./service/served-api.ts";
import { ServedPrices } from "./service/served-prices.ts";
import { openServedStore } from "./service/served-store.ts";
import { openSharedStore } from "./service/shared-store.ts";

interface Service {
  /** URL of the API on this machine, with its path prefix. */
  readonly url: string;
  /** URL of `/metrics` and `/health` if they have their own address; null otherwise. */
  readonly operationsUrl: string | null;
  /** The dataset that is current when startup ends. */
  readonly dataset: Dataset;
  /** Starts a run that looks for new filings, after the current run if any. Resolves when the new run has ended. */
  lookForFilings(): Promise<void>;
  /** Stops the current run, finishes open requests, and releases the data folder. */
  close(): Promise<void>;
}

/**
 * Serves the stored data immediately, and fetches new filings in the background, at startup and daily.
 * @throws {LockedError} when another process holds the data folder. @throws {ConfigError}
 */
export async function startService(config: Config, log: Logger, events: ServiceEvents): Promise<Service> {
  const closing = new AsyncDisposableStack();
  try {
    return await startServiceParts(config, log, events, closing);
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

/** @param closing stack on which each opened part is put, so that the parts are closed in reverse order. */
async function startServiceParts(
  config: Config,
  log: Logger,
  events: ServiceEvents,
  closing: AsyncDisposableStack,
): Promise<Service> {
  const lock = await lockDataDir(config.DATA_DIR, "serve");
  closing.defer(() => lock.release());
  const registry = new Registry();
  const stop = new AbortController();

  const caches = openVersionCaches(config, log);
  const served = await openServedStore(config, caches.versions, log);
  closing.defer(() => served.close());
  const { store } = served;
  const sharedStore = await openSharedStore(config, registry, log);
  closing.defer(() => sharedStore?.stop());

  const datasets = new DatasetHolder(store, { cache: caches.versions });
  closing.defer(() => datasets.waitUntilSaved());
  if (served.contents === null) await datasets.reload();
  else datasets.setCurrent(served.contents);
  const getDataset = () => datasets.getCurrent();

  const prices = new ServedPrices(config, log, { served, registry, sharedStore });
  closing.defer(() => prices.stop());
  await served.runWhenOpen(() => prices.reloadListedSymbols());

  const senders = new Senders({ config, store, registry, getDataset, log });
  closing.defer(() => senders.stop());
  await served.runCheckWhenOpen((checked) => senders.checkMasterKey(checked));

  const files = await openPublishedFiles(config, log, { served, stop: stop.signal });
  closing.defer(() => files.dataFilesMaker.waitUntilIdle());

  const { ledger, coverage } = createLedger(config, store, caches.coverage);
  if (served.contents !== null) await coverage.loadCached();
  await served.runWhenOpen(() => coverage.refresh());

  const published = new PublishedData(config, log, { datasets, files, coverage, senders, sharedStore });
  closing.defer(() => published.waitUntilArchived());

  const readiness = await trackReadiness(config, { ...store, archive: files.archive }, getDataset);
  const { isDatabaseAnswering } = readiness;
  const dataMeters = createDataMeters(registry, store, {
    getDataset,
    isDatabaseAnswering,
    getCoverage: ledger.getCoverage,
  });

  const progress = new ProgressWatch();
  const runs = createRuns(config, log, {
    store,
    stop,
    events: progress.wrapEventsWithRecording(events),
    following: { datasets, published, readiness, coverage, prices },
  });
  closing.defer(() => runs.waitUntilIdle());
  const review = createReviewClient(config, log);
  closing.defer(() => review.close());
  const evidence = createEvidence(config, store, log);
  closing.defer(() => evidence.close());

  const shown = { datasets, ledger, files, prices, review, evidence, progress };
  const api = buildServiceApi(config, log, { served, sharedStore, registry, senders, readiness, runs, ...shown });
  closing.defer(() => api.close());

  await sharedStore?.start(SHARED_STORE_MS);
  await loadUndici();
  // Node writes its compile cache at exit, which a killed process does not reach: write it now, before the first request.
  flushCompileCache();
  const { url, operationsUrl, ports } = await listenOnAddresses(config, api);
  // With PORT 0, the default BASE_URL has port 0; announce the real one to other commands.
  const announced = config.BASE_URL.replace(/^http:\/\/localhost:0\//, `http://localhost:${ports[0]}/`);
  lock.recordServiceInLock({ url: announced, settings: config.provided });
  await senders.start(ports);
  prices.startPrefetching(getDataset);
  const cancels = startBackgroundTasks(config, log, { served, published, readiness, coverage, dataMeters, runs });
  closing.defer(() => {
    for (const cancel of cancels) cancel();
    stop.abort();
  });
  return {
    url,
    operationsUrl,
    dataset: getDataset(),
    lookForFilings: () => runs.queueRun(),
    close: () => closing.disposeAsync(),
  };
}

/** Maximum time in milliseconds that startup waits for the shared store. */
const SHARED_STORE_MS = 2_000;

/** Caches in the data folder that hold the last version; the service starts from them while the database is down. */
function openVersionCaches(config: Config, log: Logger) {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice } = config;
  const place = { dataDir, databaseUrl, dataNotice, log };
  return { versions: new VersionCache(place), coverage: new CoverageCache(place) };
}
