/** Wires the service together: the only file that knows all folders. */
import { Registry } from "prom-client";
import { type Mailer, startMailer } from "./alerts/mailer.ts";
import { unsubscribeUrl } from "./api/premium/unsubscribe.ts";
import { type ApiServer, buildApi } from "./api/server.ts";
import type { Config } from "./config.ts";
import type { Dataset } from "./dataset/dataset.ts";
import { DatasetHolder } from "./dataset/holder.ts";
import { createDataMeters } from "./dataset/meters.ts";
import { DATA_RELEASE } from "./domain/data-release.ts";
import { ConfigError } from "./errors.ts";
import { openArchive } from "./export/archive-id.ts";
import { keepVersion, openDownloads } from "./export/downloads.ts";
import type { ScanProgress } from "./ingest/read-scans.ts";
import type { SourceProgress } from "./ingest/run.ts";
import { createRuns } from "./ingest/runs.ts";
import { SYSTEM_CLOCK, scheduleDaily } from "./ingest/schedule.ts";
import { openLedger } from "./ledger.ts";
import type { Logger } from "./log.ts";
import { trackListed } from "./market/listed-symbols.ts";
import { createMarketMeters } from "./market/meters.ts";
import { createProviders } from "./market/providers.ts";
import { createMarket } from "./market/service.ts";
import { keepWarm, symbolsOf } from "./market/warming.ts";
import { trackReadiness } from "./readiness.ts";
import { lockDataDir } from "./store/data-lock.ts";
import { openStore } from "./store/open.ts";
import type { PremiumStore } from "./store/premium.ts";
import { guardSettings, refusalOf } from "./webhooks/address-guard.ts";
import { startDeliveries } from "./webhooks/deliveries.ts";
import { checkMasterKey } from "./webhooks/master-key-check.ts";
import { createSecretBox, loadMasterKey } from "./webhooks/secret.ts";
import type { DeliveryWorker } from "./webhooks/worker.ts";

/** Interval in milliseconds at which publications of other processes (`approve`, a person's decision) are looked for; those of a run are announced at once. */
const LOOK_EVERY_MS = 2_000;
/** Time in milliseconds after which archiving is tried again when the disk was full. */
const KEEP_AGAIN_MS = 60_000;
/** Events are kept for so long. */
const EVENTS_KEPT_MS = 30 * 86_400_000;

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
  const stop = new AbortController();
  let store: PremiumStore | undefined;
  let api: ReturnType<typeof buildApi> | undefined;
  try {
    store = await openStore({
      dataDir: config.DATA_DIR,
      databaseUrl: config.DATABASE_URL,
      dataNotice: config.DATA_NOTICE,
      log,
    });
    const datasets = new DatasetHolder(store);
    await datasets.reload();
    const listed = await trackListed(store.reference);
    const registry = new Registry();
    const market = createMarket({
      providers: createProviders(config, log),
      meters: createMarketMeters(registry),
      store: store.market,
      knows: listed.knows,
      nameOf: listed.nameOf,
      log,
    });
    const opened = store;
    const secrets = createSecretBox(loadMasterKey(config, config.DATA_DIR));
    await checkMasterKey(store, secrets);
    let worker: DeliveryWorker | undefined;
    let mailer: Mailer | undefined;
    let ownPorts: readonly number[] = [];
    const sendWhatIsQueued = () => {
      worker?.wake();
      mailer?.wake();
    };
    const archive = await openArchive(config.ARCHIVE_DIR, store.archiveMark);
    const downloads = openDownloads(config.DATA_DIR, archive);
    const readiness = await trackReadiness(config, { ...store, archive }, () => datasets.current());
    const elsewhere = await archive.elsewhere();
    if (elsewhere !== null) log.error(elsewhere);
    const { ledger, refresh: countAnew } = openLedger(config, store);
    await countAnew();
    const dataMeters = createDataMeters(registry, store, {
      dataset: () => datasets.current(),
      coverage: ledger.coverage,
      databaseAnswers: readiness.databaseAnswers,
    });
    const failed = (error: unknown) => log.error({ err: error }, "what was published could not be taken over");
    const takeOver = () => {
      sendWhatIsQueued();
      void datasets.reload().catch(failed);
    };
    const takeOverOthers = async () => {
      try {
        const before = datasets.current().version;
        if ((await datasets.reload()).version !== before) sendWhatIsQueued();
      } catch (error) {
        failed(error);
      }
    };
    let kept = "";
    let keepAgainAt = 0;
    let keeping: Promise<void> = Promise.resolve();
    /** Takes over what is published, archives it and prepares its exports. */
    const keep = () => {
      keeping = keeping.then(async () => {
        try {
          const dataset = await datasets.reload();
          if (dataset.version === kept) return;
          if (await keepVersion(downloads, dataset)) kept = dataset.version;
          else keepAgainAt = performance.now() + KEEP_AGAIN_MS;
        } catch (error) {
          keepAgainAt = performance.now() + KEEP_AGAIN_MS;
          log.error({ err: error }, "what is published could not be taken over or archived");
        }
      });
      return keeping;
    };
    const isOutOfDate = async () => (await opened.dataRelease.current()) < DATA_RELEASE;
    const runs = createRuns(config, log, stop.signal, isOutOfDate, {
      started: events.runStarted,
      progressed: events.progressed,
      published: takeOver,
      referenced: () => void listed.reload().catch(failed),
      async ended(progress) {
        await readiness.refresh();
        await countAnew();
        await datasets.reload();
        events.runEnded(progress);
        void keep();
      },
      scanning: events.scanning,
      async scanned(progress) {
        await datasets.reload();
        events.scansRead(progress);
        void keep();
      },
    });
    const answering = buildApi({
      baseUrl: config.BASE_URL,
      datasets,
      records: { trade: store.publications.trade, filing: store.filings.get },
      ledger,
      market,
      readiness: () => readiness.now(runs.brokeOffAt(), market.health(), worker?.unsigned() ?? 0),
      registry,
      trustedProxies: config.TRUSTED_PROXIES,
      dataNotice: config.DATA_NOTICE,
      premium: {
        tables: store,
        box: secrets,
        refusalOf: (url) => refusalOf(url, { ...guardSettings(config), ownPorts }),
        wake: sendWhatIsQueued,
        mails: config.SMTP_URL !== null,
      },
      downloads,
      operationsApart: config.OPERATIONS_PORT !== null,
      log,
    });
    api = answering;
    const { port } = await listening("HOST", config.HOST, "PORT", config.PORT, answering.listen);
    const { OPERATIONS_HOST: ownHost, OPERATIONS_PORT: ownPort } = config;
    const operations =
      ownPort === null
        ? null
        : await listening("OPERATIONS_HOST", ownHost, "OPERATIONS_PORT", ownPort, answering.listenForOperations);
    const host = config.HOST.includes(":") ? `[${config.HOST}]` : config.HOST;

    lock.announce(config.BASE_URL.replace(/^http:\/\/localhost:0\//, `http://localhost:${port}/`));
    ownPorts = operations ? [port, operations.port] : [port];
    if (config.DELIVERIES) worker = startDeliveries({ config, store, secrets, registry, log, ownPorts });
    if (config.SMTP_URL !== null) {
      mailer = startMailer({
        emails: store.emails,
        smtpUrl: config.SMTP_URL,
        from: config.MAIL_FROM,
        unsubscribeUrl: (token) => unsubscribeUrl(config.BASE_URL, token),
        log,
      });
    }

    // Who is told not to fetch by itself fetches no prices ahead either.
    const warming =
      config.MARKET_WARM && config.INGEST
        ? keepWarm(() => symbolsOf(namedIn(datasets.current())), { fill: market.fill, stock: opened.priceStock, log })
        : null;
    void keep();
    void dataMeters.refresh().catch(failed);
    void runs.bringUpToDate();
    const cancels = [
      scheduleDaily(SYSTEM_CLOCK, config.INGEST_AT, () => pruneEvents(opened, log)),
      every(LOOK_EVERY_MS, () => {
        // The archive keeps what a run ends with, and not what lies in between; what is served waits for nothing.
        if (!runs.isUnderWay() && performance.now() >= keepAgainAt) void keep();
        else void takeOverOthers();
        void readiness.refresh().catch(failed);
        void countAnew().catch(failed);
        void dataMeters.refresh().catch(failed);
      }),
      ...(config.INGEST ? [scheduleDaily(SYSTEM_CLOCK, config.INGEST_AT, runs.poll)] : []),
    ];

    return {
      url: `http://${host}:${port}/api/v1`,
      operationsUrl: operations
        ? `http://${ownHost.includes(":") ? `[${ownHost}]` : ownHost}:${operations.port}`
        : null,
      dataset: datasets.current(),
      poll: runs.poll,
      async close() {
        for (const cancel of cancels) cancel();
        stop.abort();
        await answering.close();
        await warming?.stop();
        await runs.idle();
        await keeping;
        await worker?.stop();
        await mailer?.stop();
        await opened.close();
        lock.release();
      },
    };
  } catch (error) {
    await api?.close();
    await store?.close();
    lock.release();
    throw error;
  }
}

/** @returns stops it. */
function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
}

async function pruneEvents({ events, emails }: Pick<PremiumStore, "events" | "emails">, log: Logger): Promise<void> {
  try {
    const before = new Date(Date.now() - EVENTS_KEPT_MS);
    const pruned = await events.prune(before);
    const mails = await emails.prune(before);
    if (pruned + mails > 0) log.info({ pruned, mails }, "events and mails older than 30 days were removed");
  } catch (error) {
    log.error({ err: error }, "old events and mails could not be removed");
  }
}

/** Explanations and advice for addresses that cannot be listened on, by the system's error code. */
const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there already; stop it, or name another PORT",
  EACCES: "it may not be used by this user; name a PORT from 1024 on",
  EADDRNOTAVAIL: "this machine does not have that address; name another HOST",
  ENOTFOUND: "there is no such address; name another HOST",
};

/** @throws {ConfigError} when the address cannot be listened on; it names the two settings. */
async function listening(
  hostSetting: string,
  host: string,
  portSetting: string,
  port: number,
  listen: ApiServer["listen"],
): Promise<{ readonly port: number }> {
  try {
    return await listen({ host, port });
  } catch (cause) {
    const why = CANNOT_LISTEN[(cause as { code?: string }).code ?? ""];
    if (why === undefined) throw cause;
    const asked = `${hostSetting} ${host}, ${portSetting} ${port}`;
    const told = why.replaceAll("PORT", portSetting).replaceAll("HOST", hostSetting);
    throw new ConfigError(`The service cannot listen on ${asked}: ${told}.`, { cause });
  }
}

/** The symbols that published trades name; none before the first publication. */
function* namedIn(dataset: Dataset) {
  for (let position = 0; position < dataset.tradeCount; position += 1) yield dataset.summaryAt(position);
}
