/** The API's HTTP server: its options, its routes and pages, startup and shutdown. */
import { performance } from "node:perf_hooks";
import manifest from "../../../package.json" with { type: "json" };
import { createRouteCaller } from "../../api/assistant/ask-routes.ts";
import { createAssistantPage } from "../../api/assistant/assistant-page.ts";
import { createStockWatcherRoutes } from "../../api/compat/whole-files.ts";
import { createDocsPages, createOpenApiPage } from "../../api/documentation/docs-page.ts";
import { buildOpenApiDocument } from "../../api/documentation/openapi.ts";
import { createServiceIndexRoute } from "../../api/documentation/service-index.ts";
import { createEvidencePage, type EvidenceParts } from "../../api/evidence/evidence-page.ts";
import { createDataFileRoutes } from "../../api/files/data-files.ts";
import { createDownloadRoutes } from "../../api/files/file-routes.ts";
import { createOperationsPages } from "../../api/operations/operations-pages.ts";
import type { Readiness } from "../../api/operations/readiness.ts";
import type { PremiumParts } from "../../api/premium/parts.ts";
import { createPremiumRoutes } from "../../api/premium/premium-routes.ts";
import { createUnsubscribeRoutes } from "../../api/premium/unsubscribe.ts";
import { createRouteTable, type RouteParts } from "../../api/routes.ts";
import type { ReviewFunctions } from "../../domain/review.ts";
import type { ApiContext } from "../../http/api-context.ts";
import { createClientAddressResolver } from "../../http/connection/client-address.ts";
import { Connections } from "../../http/connection/connections.ts";
import { AuthorizedRequests } from "../../http/credentials/authorised-request.ts";
import type { LoopWatch } from "../../http/event-loop-lag.ts";
import { type Address, HttpServer } from "../../http/http-server.ts";
import { DEFAULT_LIMITS, type Limits } from "../../http/limits.ts";
import { createMetrics } from "../../http/metrics.ts";
import type { FormPage, Route, SitePage } from "../../http/route.ts";
import type { DataFiles } from "../../publication/export/data-files/data-files.ts";
import type { Downloads } from "../../publication/export/downloads.ts";
import { openSite, type Site } from "../../web/site.ts";
import type { ImportState } from "../../web/site-state.ts";
import { closeServers, createApiContext, getClocks, type ServerOptions } from "./api-server-parts.ts";

export interface ApiOptions extends ServerOptions, RouteParts {
  readonly getReadiness: () => Readiness;
  /** Parts of the premium plan; without them there are no premium paths, and every caller has the free plan. */
  readonly premium?: PremiumParts;
  /** Exports and the archive, served on premium paths; none by default. */
  readonly downloads?: Downloads;
  /** The whole data set as public files; by default there are none. */
  readonly dataFiles?: DataFiles;
  /** Functions for `/review`; by default there is no such page. */
  readonly review?: ReviewFunctions;
  /** Returns the progress of the current import, which the pages show; by default they show no progress. */
  readonly getImportState?: () => ImportState;
  /** Host names through which an assistant may reach `/mcp`, besides those of this machine and of `baseUrl`. */
  readonly assistantHosts?: readonly string[];
  /** Images of lines in originals; by default there are none. */
  readonly evidence?: EvidenceParts;
  /** Serves metrics and health only on their own address, not on the API's. */
  readonly operationsApart?: boolean;
}

export interface ApiServer {
  /** @returns the port in use: the requested one, or with port 0 a free one. */
  listen(at: Address): Promise<{ readonly port: number }>;
  /** Like `listen`, but for metrics and health on their own address. @throws {TypeError} if they have none. */
  listenOnOperationsAddress(at: Address): Promise<{ readonly port: number }>;
  /** Accepts no more connections, lets requests in flight finish, and aborts those left after `closeTimeoutMs`. */
  close(): Promise<void>;
}

/** @throws {ConfigError} if an entry of `trustedProxies` or the notice is invalid. */
export function buildApi(options: ApiOptions): ApiServer {
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const addresses = createClientAddressResolver(options.trustedProxies);
  const metrics = createMetrics(options.registry, () => connections.open);
  const connections = new Connections(addresses, limits, metrics);
  const site = createSite(options);
  const { premium, registry } = options;
  const keys = premium?.tables.keys ?? null;
  const context = createApiContext(options, { limits, addresses, metrics, problemPage: site.renderProblemPage, keys });
  const routes = createRoutes(options, context);
  const authorised = premium ? new AuthorizedRequests(context, premium.tables.idempotency, premium.box) : null;
  const publicPages = createPublicPages(options, routes);
  const assistant = createMcpPage(options, routes);
  const forOperations = createOperationsPages({
    getReadiness: () => addEventLoopCheck(options.getReadiness(), context.loop),
    renderMetrics: () => registry.metrics(),
    contentType: registry.contentType,
    readMonotonicMs: () => performance.now(),
  });
  const pages = [...site.pages, ...publicPages, ...(options.operationsApart ? [] : forOperations)];
  const served = { routes: [...routes, ...site.routes], pages, forms: [...site.forms, assistant], authorised };
  const server = new HttpServer(context, connections, served);
  const operations = options.operationsApart
    ? new HttpServer(context, new Connections(addresses, limits, metrics), {
        routes: [],
        pages: forOperations,
        forms: [],
        authorised: null,
      })
    : null;
  return {
    listen: async (at) => ({ port: await server.listen(at) }),
    async listenOnOperationsAddress(at) {
      if (!operations) throw new TypeError("Metrics and health have no separate address.");
      return { port: await operations.listen(at) };
    },
    close: () => closeServers([server, ...(operations ? [operations] : [])], context),
  };
}

function createRoutes(options: ApiOptions, context: ApiContext): readonly Route[] {
  const { datasets, baseUrl, premium, downloads } = options;
  const { freeQuota, premiumQuota } = context.limits;
  const others = createRouteTable(options);
  const quotas = { free: freeQuota, premium: premium ? premiumQuota : null };
  const index = createServiceIndexRoute({ routes: others, baseUrl, quotas, hasHealth: !options.operationsApart });
  const routes = [index, ...others];
  if (!premium) return routes;
  const forgetKey = (id: string) => context.callers?.forgetKey(id);
  const exported = { ...premium.tables.publications, readIndustries: options.records.readIndustries };
  return [
    ...routes,
    ...createPremiumRoutes({ ...premium, datasets, baseUrl, quota: premiumQuota, onKeyEnd: forgetKey }),
    ...createUnsubscribeRoutes(premium.tables.emails),
    ...(downloads ? createDownloadRoutes(datasets, downloads, exported, baseUrl) : []),
  ];
}

function createSite(options: ApiOptions): Site {
  const { datasets, ledger, records, market, returns, baseUrl, dataNotice, premium, review, downloads } = options;
  const nothingImported = { isUnderWay: false, progress: [], nextAttemptAt: null };
  return openSite({
    datasets,
    ledger,
    records,
    market,
    returns,
    baseUrl,
    dataNotice,
    noIndex: options.noIndex ?? false,
    renderShare: options.renderShare ?? 1,
    getImportState: options.getImportState ?? (() => nothingImported),
    listVersions: async (limit) => (downloads ? (await downloads.archive.list(limit, 0)).archives : []),
    getDataFiles: () => options.dataFiles?.listManifests()[0],
    reviewing: premium && review ? { functions: review, keys: premium.tables.keys } : null,
    ...getClocks(options),
  });
}

function createMcpPage(
  { log, dataNotice, baseUrl, assistantHosts = [] }: ApiOptions,
  routes: readonly Route[],
): FormPage {
  const logFailure = (error: unknown) => log.error({ err: error }, "an MCP request failed");
  const assistant = {
    askAs: createRouteCaller(routes, logFailure),
    version: manifest.version,
    dataNotice,
    onFailure: logFailure,
  };
  return createAssistantPage({ assistant, baseUrl, hosts: assistantHosts });
}

function createPublicPages(options: ApiOptions, routes: readonly Route[]): readonly SitePage[] {
  const { baseUrl, evidence, dataFiles } = options;
  const buildDocument = () => buildOpenApiDocument(routes, baseUrl);
  const { readMonotonicMs } = getClocks(options);
  return [
    createOpenApiPage(buildDocument),
    ...createDocsPages(buildDocument, baseUrl),
    ...(dataFiles ? [...createDataFileRoutes(dataFiles, baseUrl), ...createStockWatcherRoutes(dataFiles)] : []),
    ...(evidence ? [createEvidencePage({ evidence, baseUrl, readMonotonicMs })] : []),
  ];
}

/** Adds a failed check for a few seconds after the event loop was blocked. The service is then not ready. */
function addEventLoopCheck(readiness: Readiness, loop: LoopWatch): Readiness {
  if (!loop.wasOverloaded()) return readiness;
  const blockedCheck = {
    name: "event-loop",
    ready: false,
    detail: "The event loop was blocked too long in the last few seconds.",
  };
  return { ready: false, checks: [...readiness.checks, blockedCheck] };
}
