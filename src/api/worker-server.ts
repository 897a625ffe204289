/** The API's server in a worker: it answers from the published version, and passes everything else on to the service. */
import { closeServers, contextOf, type ServerOptions } from "./api-context.ts";
import type { Past } from "./disclosures/as-of.ts";
import { clientAddresses } from "./http/connection/client-address.ts";
import { Connections } from "./http/connection/connections.ts";
import { HttpServer } from "./http/http-server.ts";
import { DEFAULT_LIMITS, type Limits } from "./http/limits.ts";
import { createMetrics } from "./http/metrics.ts";
import type { RequestCounter } from "./http/rate-limit/rate-limit.ts";
import { datasetRoutes } from "./routes.ts";
import type { ApiServer } from "./server.ts";

interface WorkerApiOptions extends ServerOptions {
  /** Counts requests for all workers. */
  readonly limiter: RequestCounter;
  /** Path of the socket on which the service answers. */
  readonly socketPath: string;
}

/** @throws {ConfigError} when a trusted proxy or the notice cannot be used. */
export function buildWorkerApi(options: WorkerApiOptions): Pick<ApiServer, "listen" | "close"> {
  const { datasets, baseUrl, registry, socketPath } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const addresses = clientAddresses(options.trustedProxies);
  const metrics = createMetrics(registry, () => connections.open);
  const connections = new Connections(addresses, limits, metrics);
  const context = contextOf(options, { limits, addresses, metrics, problemPage: null, keys: null });
  const version = () => datasets.current().version;
  const past: Past = {
    versions: { find: notHere, open: notHere, changes: notHere },
    newest: version,
    coverage: notHere,
  };
  const routes = Object.values(datasetRoutes(datasets, past, baseUrl));
  const server = new HttpServer(
    context,
    connections,
    { routes, pages: [], forms: [], authorised: null },
    { socketPath, version },
  );
  return {
    listen: async (at) => ({ port: await server.listen(at) }),
    close: () => closeServers([server], context),
  };
}

/** Questions about the past are passed on. */
async function notHere(): Promise<never> {
  throw new TypeError("A worker knows no former version.");
}
