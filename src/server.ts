/** Wires the service together: the only file that knows all folders. */
import { flushCompileCache } from "node:module";
import { Registry } from "prom-client";
import type { ApiServer } from "./api/server.ts";
import type { Config } from "./config.ts";
import type { Dataset } from "./dataset/dataset.ts";
import { DatasetHolder } from "./dataset/holder.ts";
import { KeptCoverage } from "./dataset/kept/kept-coverage.ts";
import { KeptVersions } from "./dataset/kept/kept-versions.ts";
import { createDataMeters } from "./dataset/meters.ts";
import type { Evidence } from "./evidence/evidence.ts";
import { Archive } from "./export/archive.ts";
import { archiveIdOf } from "./export/archive-id.ts";
import { DataFiles } from "./export/data-files/data-files.ts";
import { openDownloads } from "./export/downloads.ts";
import type { Runs } from "./ingest/runs.ts";
import type { Logger } from "./log.ts";
import { createMarketMeters } from "./market/meters.ts";
import { createProviders } from "./market/providers/all.ts";
import { shareMarket } from "./market/providers/sharing.ts";
import { createMarket } from "./market/service.ts";
import { trackListed } from "./market/symbols.ts";
import type { SharedStore } from "./redis/shared-store.ts";
import { createReviewClient, type ReviewClient } from "./review/review-client.ts";
import { startBackground, startWarming } from "./service/background.ts";
import { createCdnPurge } from "./service/cdn-purge.ts";
import { DataFilesMaker } from "./service/data-files/data-files-maker.ts";
import { openEvidence } from "./service/evidence-lines.ts";
import { openLedger } from "./service/ledger.ts";
import { type Addresses, listen } from "./service/listening.ts";
import { ProgressWatch } from "./service/progress-watch.ts";
import { PublishedData } from "./service/published-data.ts";
import { trackReadiness } from "./service/readiness.ts";
import { openRuns, type ServiceEvents } from "./service/run-handlers.ts";
import { Senders } from "./service/senders.ts";
import { openApi } from "./service/served-api.ts";
import { openServedStore, type ServedStore } from "./service/served-store.ts";
import { openSharedStore } from "./service/shared-store.ts";
import { type DataLock, lockDataDir } from "./store/data-lock.ts";
import type { Store } from "./store/store.ts";
import { checkMasterKey } from "./webhooks/master-key-check.ts";
import { createSecretBox, loadMasterKey } from "./webhooks/secret.ts";

/** Longest time in milliseconds that the start waits for the shared store. */
const SHARED_STORE_MS = 2_000;

interface Service {
  /** Address of the API on this machine, with its path prefix. */
  readonly url: string;
  /** Address of `/metrics` and `/health`, if they have their own. */
  readonly operationsUrl: string | null;
  /** The dataset in force when the service started. */
  readonly dataset: Dataset;
  /** Looks for new filings now, after the run under way if there is one. Resolves when that run has ended. */
  poll(): Promise<void>;
  /** Stops the run under way, finishes what is being answered, and lets go of the data folder. */
  close(): Promise<void>;
}

/**
 * Answers from what the data folder holds at once, then fetches in the background, now and daily.
 * @throws {LockedError} when another process holds the data folder. @throws {ConfigError}
 */
export async function startService(config: Config, log: Logger, events: ServiceEvents): Promise<Service> {
  const lock = await lockDataDir(config.DATA_DIR, "serve");
  let served: ServedStore | undefined;
  let api: ApiServer | undefined;
  let sharedStore: SharedStore | null = null;
  try {
    const kept = openKept(config, log);
    served = await openServedStore(config, kept.versions, log);
    const parts = await wire(config, log, { served, kept }, events);
    api = parts.api;
    sharedStore = parts.sharedStore;
    await sharedStore?.start(SHARED_STORE_MS);
    // A service may be killed before it ends, which is when it would be written otherwise; while it is written nothing is answered.
    flushCompileCache();
    const addresses = await listen(config, api);
    const url = config.BASE_URL.replace(/^http:\/\/localhost:0\//, `http://localhost:${addresses.ports[0]}/`);
    lock.announce({ url, settings: config.given });
    await parts.senders.start(addresses.ports);
    return startWork(config, log, parts, { ...addresses, lock });
  } catch (error) {
    await api?.close();
    await sharedStore?.stop();
    await served?.store.close();
    lock.release();
    throw error;
  }
}

/** All that a service is made of; it answers, fetches and sends nothing yet. */
interface Parts {
  readonly served: ServedStore;
  /** Null: this process counts by itself. */
  readonly sharedStore: SharedStore | null;
  readonly datasets: DatasetHolder;
  readonly market: ReturnType<typeof createMarket>;
  readonly senders: Senders;
  readonly published: PublishedData;
  readonly dataFilesMaker: DataFilesMaker;
  readonly readiness: Awaited<ReturnType<typeof trackReadiness>>;
  readonly countAnew: () => Promise<void>;
  readonly dataMeters: ReturnType<typeof createDataMeters>;
  readonly runs: Runs;
  readonly review: ReviewClient;
  readonly api: ApiServer;
  readonly evidence: Evidence;
  /** Aborted when the service stops. */
  readonly stop: AbortController;
}

async function wire(
  config: Config,
  log: Logger,
  { served, kept }: { readonly served: ServedStore; readonly kept: ReturnType<typeof openKept> },
  events: ServiceEvents,
): Promise<Parts> {
  const { store } = served;
  const stop = new AbortController();
  const registry = new Registry();
  const sharedStore = await openSharedStore(config, registry, log);
  const datasets = new DatasetHolder(store, { kept: kept.versions });
  if (served.contents === null) await datasets.reload();
  else datasets.serve(served.contents);
  const listed = trackListed(store.reference);
  await served.whenOpen(listed.reload);
  const market = openMarket(config, log, { store, registry, listed, sharedStore });
  const secrets = createSecretBox(loadMasterKey(config, config.DATA_DIR));
  await served.check((checked) => checkMasterKey(checked, secrets));
  const senders = new Senders({ config, store, secrets, registry, log });
  const archive = new Archive(config.ARCHIVE_DIR);
  await served.check(async ({ archiveMark }) => archive.knownAs(await archiveIdOf(config.ARCHIVE_DIR, archiveMark)));
  const downloads = openDownloads(config.DATA_DIR, archive);
  const dataFiles = new DataFiles(config.DATA_DIR);
  await dataFiles.reload();
  const dataFilesMaker = new DataFilesMaker({ config, files: dataFiles, stop: stop.signal, log });
  const { ledger, refresh: countAnew, serveKept } = openLedger(config, store, kept.coverage);
  if (served.contents !== null) await serveKept();
  await served.whenOpen(countAnew);
  const purge = createCdnPurge(config, log);
  const published = new PublishedData({
    datasets,
    downloads,
    coverage: () => countAnew().then(ledger.coverage),
    makeDataFiles: (version) => void dataFilesMaker.make(version).then(() => purge?.()),
    purge: () => void purge?.(),
    wakeSenders: () => senders.wake(),
    tellOthers: () => sharedStore?.tell("version", ""),
    log,
  });
  sharedStore?.hear("version", () => void published.takeOverOthers());
  const readiness = await trackReadiness(config, { ...store, archive }, () => datasets.current());
  const elsewhere = await archive.elsewhere();
  if (elsewhere !== null) log.error(elsewhere);
  const { databaseAnswers } = readiness;
  const dataset = () => datasets.current();
  const dataMeters = createDataMeters(registry, store, { dataset, databaseAnswers, coverage: ledger.coverage });
  const referenced = () => void listed.reload().catch(published.failed);
  const progress = new ProgressWatch();
  const follow = { datasets, published, readiness, countAnew, referenced };
  const runs = openRuns(config, log, { store, stop, events: progress.watching(events), follow });
  const review = createReviewClient(config, log);
  const evidence = openEvidence(config, store, log);
  const api = openApi(config, log, {
    ...{ served, sharedStore, registry, datasets, market, ledger, downloads, dataFiles, secrets, senders },
    ...{ readiness, runs, review, evidence, importing: () => progress.current },
  });
  const made = { api, review, evidence, runs, published, dataFilesMaker, senders };
  return { served, sharedStore, datasets, market, readiness, countAnew, dataMeters, stop, ...made };
}

function openMarket(
  config: Config,
  log: Logger,
  parts: {
    readonly store: Store;
    readonly registry: Registry;
    readonly listed: ReturnType<typeof trackListed>;
    readonly sharedStore: SharedStore | null;
  },
): Parts["market"] {
  const { store, registry, listed, sharedStore } = parts;
  return createMarket({
    providers: createProviders(config, log),
    meters: createMarketMeters(registry),
    store: store.market,
    knows: listed.knows,
    nameOf: listed.nameOf,
    sharing: sharedStore ? shareMarket(sharedStore, config.MARKET_PROVIDERS, () => performance.now()) : undefined,
    log,
  });
}

/** The contents that are kept for the next start. */
function openKept(config: Config, log: Logger) {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice } = config;
  const place = { dataDir, databaseUrl, dataNotice, log };
  return { versions: new KeptVersions(place), coverage: new KeptCoverage(place) };
}

/** Begins what goes on in the background, and gives the service to who started it. */
function startWork(
  config: Config,
  log: Logger,
  parts: Parts,
  { url, operationsUrl, lock }: Addresses & { readonly lock: DataLock },
): Service {
  const { served, datasets, senders, published, runs, review, api, stop } = parts;
  const warming = startWarming(config, log, parts);
  const cancels = startBackground(config, log, parts);
  return {
    url,
    operationsUrl,
    dataset: datasets.current(),
    poll: () => runs.poll(),
    async close() {
      for (const cancel of cancels) cancel();
      stop.abort();
      await api.close();
      await review.close();
      await parts.evidence.close();
      await warming?.stop();
      await runs.idle();
      await published.idle();
      await datasets.idle();
      await parts.dataFilesMaker.idle();
      await senders.stop();
      await served.idle();
      await parts.sharedStore?.stop();
      await served.store.close();
      lock.release();
    },
  };
}
