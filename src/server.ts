/** Wires the service together: the only file that knows all folders. */
import { flushCompileCache } from "node:module";
import { Registry } from "prom-client";
import { type ApiOptions, type ApiServer, buildApi } from "./api/server.ts";
import { type Config, fillsDatabase } from "./config.ts";
import { VersionBuilder } from "./dataset/apart/version-builder.ts";
import type { Dataset } from "./dataset/dataset.ts";
import { DatasetHolder } from "./dataset/holder.ts";
import { KeptCoverage } from "./dataset/kept/kept-coverage.ts";
import { KeptVersions } from "./dataset/kept/kept-versions.ts";
import { createDataMeters } from "./dataset/meters.ts";
import { PastDatasets } from "./dataset/past-datasets.ts";
import { DATA_RELEASE } from "./domain/data-release.ts";
import { Evidence } from "./evidence/evidence.ts";
import { Archive } from "./export/archive.ts";
import { archiveIdOf } from "./export/archive-id.ts";
import { DataFiles } from "./export/data-files/data-files.ts";
import { openDownloads } from "./export/downloads.ts";
import type { ScanProgress } from "./ingest/read-scans.ts";
import type { SourceProgress } from "./ingest/run.ts";
import { Runs } from "./ingest/runs.ts";
import { areWorkingHours, SYSTEM_CLOCK, scheduleDaily, scheduleLooks } from "./ingest/schedule.ts";
import type { Logger } from "./log.ts";
import { trackListed } from "./market/listed-symbols.ts";
import { createMarketMeters } from "./market/meters.ts";
import { createProviders } from "./market/providers.ts";
import { createMarket } from "./market/service.ts";
import { shareMarket } from "./market/sharing/market-sharing.ts";
import { keepWarm, symbolsOf } from "./market/warming.ts";
import type { SharedStore } from "./redis/shared-store.ts";
import { createReviewClient, type ReviewClient } from "./review/review-client.ts";
import { createCdnPurge } from "./service/cdn-purge.ts";
import { DataFilesMaker } from "./service/data-files/data-files-maker.ts";
import { pruneEvents } from "./service/event-pruning.ts";
import { openFiledLines } from "./service/evidence-lines.ts";
import { openLedger } from "./service/ledger.ts";
import { hostInUrl, listening } from "./service/listening.ts";
import { ProgressWatch } from "./service/progress-watch.ts";
import { PublishedData } from "./service/published-data.ts";
import { trackReadiness } from "./service/readiness.ts";
import { Senders } from "./service/senders.ts";
import { openServedStore, type ServedStore } from "./service/served-store.ts";
import { openSharedStore, sharedStoreCheck } from "./service/shared-store.ts";
import { versionName } from "./service/workers/messages.ts";
import { WorkerPool } from "./service/workers/worker-pool.ts";
import { type DataLock, lockDataDir } from "./store/data-lock.ts";
import type { PremiumStore } from "./store/premium.ts";
import { guardSettings, refusalOf } from "./webhooks/address-guard.ts";
import { checkMasterKey } from "./webhooks/master-key-check.ts";
import { createSecretBox, loadMasterKey } from "./webhooks/secret.ts";

/** Interval in milliseconds at which publications of other processes (`approve`, a person's decision) are looked for; those of a run are announced at once. */
const LOOK_EVERY_MS = 1_000;
/** Interval in milliseconds at which the database is asked what readiness, coverage and metrics say. */
const REFRESH_EVERY_MS = 2_000;
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

interface ServiceEvents {
  runStarted(): void;
  progressed(progress: readonly Readonly<SourceProgress>[]): void;
  runEnded(progress: readonly Readonly<SourceProgress>[]): void;
  scanning(progress: Readonly<ScanProgress>): void;
  scansRead(progress: Readonly<ScanProgress>): void;
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
  let workers: WorkerPool | null = null;
  try {
    const kept = openKept(config, log);
    served = await openServedStore(config, kept.versions, log);
    const parts = await wire(config, log, { served, kept }, events);
    api = parts.api;
    sharedStore = parts.sharedStore;
    await sharedStore?.start(SHARED_STORE_MS);
    workers = parts.workers;
    // A service may be killed before it ends, which is when it would be written otherwise; while it is written nothing is answered.
    flushCompileCache();
    const addresses = await listen(config, parts);
    lock.announce(config.BASE_URL.replace(/^http:\/\/localhost:0\//, `http://localhost:${addresses.ports[0]}/`));
    await parts.senders.start(addresses.ports);
    return startWork(config, log, parts, { ...addresses, lock });
  } catch (error) {
    await workers?.stop();
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
  /** Null: this process accepts connections and answers everything. */
  readonly workers: WorkerPool | null;
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
  const version = (): string => versionName(datasets.current());
  const workers = config.WORKERS > 1 ? new WorkerPool({ config, version, registry, log }) : null;
  const datasets = new DatasetHolder(store, {
    kept: kept.versions,
    apart: kept.builder,
    ...(workers && { beforeSwap: (next: Dataset) => workers.beforeSwap(versionName(next)) }),
  });
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
  const { coverage } = ledger;
  const { databaseAnswers } = readiness;
  const dataMeters = createDataMeters(registry, store, {
    dataset: () => datasets.current(),
    coverage,
    databaseAnswers,
  });
  const referenced = () => void listed.reload().catch(published.failed);
  const progress = new ProgressWatch();
  const handlers = runsEvents(progress.watching(events), { datasets, published, readiness, countAnew, referenced });
  const runs = openRuns(config, log, { store, stop, handlers });
  const review = createReviewClient(config, log);
  const evidence = openEvidence(config, store, log);
  const api = buildApi({
    ...apiSettings(config),
    datasets,
    records: { trade: store.publications.trade, filing: store.filings.get },
    compatRecords: store.publications,
    ledger,
    past: pastOf(store, datasets, archive),
    market,
    importing: () => progress.current,
    readiness: () => {
      const { ready, checks } = readiness.now(runs.brokeOffAt(), market.health(), senders.unsigned());
      return { ready, checks: [...checks, ...served.readiness(), ...checksOfShared(sharedStore, workers)] };
    },
    ...(workers && { metricsOfAll: () => workers.metrics() }),
    sharedStore,
    registry,
    premium: premiumOf(config, { store, secrets, senders }),
    downloads,
    dataFiles,
    review,
    evidence,
    log,
  });
  const made = { api, review, evidence, runs, published, dataFilesMaker, senders };
  return { served, sharedStore, workers, datasets, market, readiness, countAnew, dataMeters, stop, ...made };
}

function openMarket(
  config: Config,
  log: Logger,
  parts: {
    readonly store: PremiumStore;
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

function apiSettings(config: Config) {
  return {
    baseUrl: config.BASE_URL,
    trustedProxies: config.TRUSTED_PROXIES,
    dataNotice: config.DATA_NOTICE,
    noIndex: config.NOINDEX,
    cdn: config.CDN,
    assistantHosts: config.MCP_HOSTS,
    operationsApart: config.OPERATIONS_PORT !== null,
  };
}

function pastOf(store: PremiumStore, datasets: DatasetHolder, archive: Archive): ApiOptions["past"] {
  return {
    versions: new PastDatasets(store.history, () => datasets.current()),
    newest: () => datasets.current().version,
    coverage: (version) => archive.coverage(version),
  };
}

function premiumOf(
  config: Config,
  parts: {
    readonly store: PremiumStore;
    readonly secrets: ReturnType<typeof createSecretBox>;
    readonly senders: Senders;
  },
): NonNullable<ApiOptions["premium"]> {
  const { store, secrets, senders } = parts;
  return {
    tables: store,
    box: secrets,
    refusalOf: (url) => refusalOf(url, { ...guardSettings(config), ownPorts: senders.ownPorts }),
    wake: () => senders.wake(),
    mails: config.SMTP_URL !== null,
  };
}

function checksOfShared(sharedStore: SharedStore | null, workers: WorkerPool | null) {
  return [...sharedStoreCheck(sharedStore), ...(workers ? [workers.check()] : [])];
}

/** The contents that are kept for the next start. */
function openKept(config: Config, log: Logger) {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice } = config;
  const place = { dataDir, databaseUrl, dataNotice, log };
  return { versions: new KeptVersions(place), coverage: new KeptCoverage(place), builder: new VersionBuilder(place) };
}

const MEGABYTE = 1_000_000;

function openEvidence(config: Config, store: PremiumStore, log: Logger): Evidence {
  const maxBytes = config.EVIDENCE_MAX_MB * MEGABYTE;
  return new Evidence({ lines: openFiledLines(config, store), dataDir: config.DATA_DIR, maxBytes, log });
}

function openRuns(
  config: Config,
  log: Logger,
  parts: { readonly store: PremiumStore; readonly stop: AbortController; readonly handlers: RunsEvents },
): Runs {
  const { store, stop, handlers: events } = parts;
  const isOutOfDate = async () => (await store.dataRelease.current()) < DATA_RELEASE;
  return new Runs({ config, log, stop: stop.signal, isOutOfDate, events });
}

type RunsEvents = ConstructorParameters<typeof Runs>[0]["events"];

/** Handlers of a run's messages. */
function runsEvents(
  events: ServiceEvents,
  {
    datasets,
    published,
    readiness,
    countAnew,
    referenced,
  }: Pick<Parts, "datasets" | "published" | "readiness" | "countAnew"> & { readonly referenced: () => void },
): RunsEvents {
  return {
    started: events.runStarted,
    progressed: events.progressed,
    published: () => published.takeOver(),
    referenced,
    async ended(progress) {
      await readiness.refresh();
      await countAnew();
      await datasets.reload();
      events.runEnded(progress);
      void published.archive();
    },
    scanning: events.scanning,
    async scanned(progress) {
      await datasets.reload();
      events.scansRead(progress);
      void published.archive();
    },
  };
}

interface Addresses {
  readonly url: string;
  readonly operationsUrl: string | null;
  /** Ports, that of the API first. */
  readonly ports: readonly number[];
}

async function listen(config: Config, { api, workers }: Pick<Parts, "api" | "workers">): Promise<Addresses> {
  if (workers !== null) await api.listenForWorkers(await workers.socketPath());
  const listenForAll = workers === null ? api.listen : () => workers.start(api.limiter);
  const { port } = await listening("HOST", config.HOST, "PORT", config.PORT, listenForAll);
  const url = `http://${hostInUrl(config.HOST)}:${port}/api/v1`;
  const { OPERATIONS_HOST: host, OPERATIONS_PORT: asked } = config;
  if (asked === null) return { url, operationsUrl: null, ports: [port] };
  const operations = await listening("OPERATIONS_HOST", host, "OPERATIONS_PORT", asked, api.listenForOperations);
  const operationsUrl = `http://${hostInUrl(host)}:${operations.port}`;
  return { url, operationsUrl, ports: [port, operations.port] };
}

/** Begins what goes on in the background for as long as the service runs. */
function startWork(
  config: Config,
  log: Logger,
  parts: Parts,
  { url, operationsUrl, lock }: Addresses & { readonly lock: DataLock },
): Service {
  const { store } = parts.served;
  const {
    served,
    datasets,
    market,
    senders,
    published,
    readiness,
    countAnew,
    dataMeters,
    runs,
    review,
    api,
    workers,
    stop,
  } = parts;
  // A service that must not fetch by itself fetches no prices ahead either.
  const warming =
    config.MARKET_WARM && config.INGEST
      ? keepWarm(() => symbolsOf(namedIn(datasets.current())), { fill: market.fill, stock: store.priceStock, log })
      : null;
  void published.archive();
  void dataMeters.refresh().catch(published.failed);
  if (fillsDatabase(config)) void served.whenOpen(async () => void runs.bringUpToDate());
  const cancels = [
    scheduleDaily(SYSTEM_CLOCK, config.INGEST_AT, () => pruneEvents(store, log)),
    every(LOOK_EVERY_MS, () => {
      void served.look();
      // The archive keeps what a run ends with, and not what lies in between; what is served waits for nothing.
      if (!runs.isUnderWay() && published.mayArchive()) void published.archive();
      else void published.takeOverOthers();
    }),
    every(REFRESH_EVERY_MS, () => {
      void readiness.refresh().catch(published.failed);
      void countAnew().catch(published.failed);
      void dataMeters.refresh().catch(published.failed);
    }),
    ...(config.INGEST ? [...schedules(config, runs)] : []),
  ];
  return {
    url,
    operationsUrl,
    dataset: datasets.current(),
    poll: () => runs.poll(),
    async close() {
      for (const cancel of cancels) cancel();
      stop.abort();
      await workers?.stop();
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
      await store.close();
      lock.release();
    },
  };
}

/** The daily run, and the looks for new filings in between. */
function* schedules({ INGEST_AT, INGEST_EVERY }: Config, runs: Runs): Generator<() => void> {
  yield scheduleDaily(SYSTEM_CLOCK, INGEST_AT, () => runs.poll());
  const { workingHoursMs, otherwiseMs } = INGEST_EVERY;
  const pauseMs = (now: Date) => (areWorkingHours(now) ? workingHoursMs : otherwiseMs);
  yield scheduleLooks(SYSTEM_CLOCK, pauseMs, () => runs.look());
}

/** @returns stops it. */
function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** The symbols that published trades name; none before the first publication. */
function* namedIn(dataset: Dataset) {
  for (let position = 0; position < dataset.tradeCount; position += 1) yield dataset.summaryAt(position);
}
