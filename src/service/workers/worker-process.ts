/** A worker: it accepts connections beside others, and answers from the published version that it holds. */
import { Registry } from "prom-client";
import { RemoteLimiter } from "../../api/http/rate-limit/remote-limiter.ts";
import { buildWorkerApi } from "../../api/worker-server.ts";
import { KeptVersions } from "../../dataset/kept/kept-versions.ts";
import { createLogger, outliveReaders } from "../../log.ts";
import { FollowedDataset } from "./followed-dataset.ts";
import { type FromWorker, type ToWorker, versionName } from "./messages.ts";

outliveReaders(process.stdout, process.stderr);

function tell(news: FromWorker): void {
  if (process.connected) process.send?.(news);
}

async function work({ config, port, socketPath, inForce }: Extract<ToWorker, { kind: "begin" }>): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  const kept = new KeptVersions({ dataDir, databaseUrl, dataNotice: config.DATA_NOTICE, log });
  const registry = new Registry();
  const datasets = new FollowedDataset({ kept, loaded: (version) => tell({ kind: "loaded", version }) });
  const limiter = new RemoteLimiter({
    version: () => versionName(datasets.current()),
    send: (order) => tell({ kind: "count", order }),
  });
  const { BASE_URL: baseUrl, TRUSTED_PROXIES: trustedProxies, DATA_NOTICE: dataNotice, NOINDEX: noIndex } = config;
  const settings = { baseUrl, trustedProxies, dataNotice, noIndex };
  const api = buildWorkerApi({ ...settings, datasets, registry, log, limiter, socketPath });
  const handle = (message: ToWorker): void => {
    if (message.kind === "counted") limiter.take(message.reply);
    else if (message.kind === "load") datasets.load(message.version);
    else if (message.kind === "in-force") datasets.follow(message.version);
    else if (message.kind === "give-metrics") void giveMetrics(registry, message.id);
    else if (message.kind === "stop") void stop();
  };
  const stop = async () => {
    await api.close();
    process.disconnect();
  };
  process.on("message", handle);
  datasets.follow(inForce);
  await listen(api, config.HOST, port);
}

async function giveMetrics(registry: Registry, id: number): Promise<void> {
  tell({ kind: "metrics", id, metrics: await registry.getMetricsAsJSON() });
}

/**
 * Workers listen beside each other where the system shares a port out between processes: it hands a connection to none that
 * has died. Elsewhere the service accepts the connections for them.
 */
const SHARES_PORT = process.platform === "linux";

async function listen(api: ReturnType<typeof buildWorkerApi>, host: string, port: number): Promise<void> {
  try {
    await api.listen({ host, port, reusePort: SHARES_PORT });
    tell({ kind: "listening" });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    tell({ kind: "cannot-listen", code, message });
    process.disconnect();
  }
}

process.once("message", (begin: ToWorker) => {
  if (begin.kind !== "begin") return;
  work(begin).catch((error: unknown) => {
    createLogger(begin.config.LOG_LEVEL).error({ err: error }, "a worker could not start");
    process.exit(1);
  });
});
// Ctrl+C and a service manager's stop reach the whole group; the service says "stop" itself.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
