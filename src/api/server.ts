/** The API's HTTP server: its settings, its shared parts, and how it starts and ends. */
import { performance } from "node:perf_hooks";
import type { Registry } from "prom-client";
import type { Datasets } from "../dataset/dataset.ts";
import type { ReviewFunctions } from "../domain/review.ts";
import { ConfigError } from "../errors.ts";
import type { DataFiles } from "../export/data-files/data-files.ts";
import type { Downloads } from "../export/downloads.ts";
import type { Logger } from "../log.ts";
import type { Market } from "../market/market.ts";
import type { SharedStore } from "../redis/shared-store.ts";
import { openSite, type Site } from "../web/site.ts";
import type { ImportProgress } from "../web/site-state.ts";
import { type CompatRecords, compatLists } from "./compat/lists.ts";
import { stockWatcherPages } from "./compat/whole-files.ts";
import type { Past } from "./disclosures/as-of.ts";
import type { Ledger } from "./disclosures/filing.ts";
import type { TradeRecords } from "./disclosures/trade.ts";
import { docsPages } from "./documentation/docs-page.ts";
import { openApiDocument } from "./documentation/openapi.ts";
import { openApiPage } from "./documentation/openapi-page.ts";
import { type EvidenceParts, evidencePage } from "./evidence/evidence-page.ts";
import { dataFilePages } from "./files/data-files.ts";
import { downloadRoutes } from "./files/file-routes.ts";
import { clientAddresses } from "./http/connection/client-address.ts";
import { Connections } from "./http/connection/connections.ts";
import { AuthorisedRequests } from "./http/credentials/authorised-request.ts";
import { Callers } from "./http/credentials/callers.ts";
import { type LoopWatch, watchLoop } from "./http/event-loop-lag.ts";
import { type Address, HttpServer } from "./http/http-server.ts";
import { DEFAULT_LIMITS, type Limits } from "./http/limits.ts";
import { createMetrics } from "./http/metrics.ts";
import { type RateLimiter, SlidingLog } from "./http/rate-limit/rate-limit.ts";
import { SharedLimiter } from "./http/rate-limit/shared-limiter.ts";
import { requestLog } from "./http/request-log.ts";
import { CompressedBodies } from "./http/response/compression.ts";
import { KeptAnswers } from "./http/response/kept-answers.ts";
import type { Route, SitePage } from "./http/route.ts";
import { type ApiContext, fixedHeaders, fixedLines } from "./http/server-context.ts";
import { operationsPages } from "./operations/operations-pages.ts";
import type { Readiness } from "./operations/readiness.ts";
import type { PremiumParts } from "./premium/parts.ts";
import { premiumRoutes } from "./premium/premium-routes.ts";
import { unsubscribeRoutes } from "./premium/unsubscribe.ts";
import { routeTable } from "./routes.ts";

export interface ApiOptions {
  /** Public address with the path prefix, `https://api.example/api/v1`; links are built from it. */
  readonly baseUrl: string;
  readonly datasets: Datasets;
  readonly records: TradeRecords;
  readonly ledger: Ledger;
  readonly past: Past;
  readonly market: Market;
  readonly readiness: () => Readiness;
  /** The API's meters and those of the process are added to it. */
  readonly registry: Registry;
  /** CIDR blocks or addresses. */
  readonly trustedProxies: readonly string[];
  /** Sent with every response as `X-Data-Notice`. */
  readonly dataNotice: string | null;
  /** Search engines are asked to leave out everything that is served here. */
  readonly noIndex?: boolean;
  readonly log: Logger;
  /** Monotonic milliseconds; the limits count by it. */
  readonly clock?: () => number;
  /** Milliseconds of Unix time, for `X-RateLimit-Reset`. */
  readonly wallClock?: () => number;
  readonly limits?: Partial<Limits>;
  /** Counts requests in place of this process's own log. */
  readonly limiter?: RateLimiter;
  /** In which several processes count requests together; to be started once the API is built. */
  readonly sharedStore?: SharedStore | null;
  /** Parts of the premium plan; without them there are no premium paths, and every caller is Free. */
  readonly premium?: PremiumParts;
  /** Exports and the archive, served on premium paths. */
  readonly downloads?: Downloads;
  /** The whole data set as files for anybody; without it there are none. */
  readonly dataFiles?: DataFiles;
  /** What the lists in the shapes of other services read; without it there are none. */
  readonly compatRecords?: CompatRecords;
  /** What `/review` works with; without it there is no such page. */
  readonly review?: ReviewFunctions;
  /** How far the import is that is under way, for the pages; without it they show none. */
  readonly importing?: () => readonly ImportProgress[];
  /** Pictures of the lines of originals; without it there are none. */
  readonly evidence?: EvidenceParts;
  /** Metrics and health have an address of their own and are not served on the API's. */
  readonly operationsApart?: boolean;
}

export interface ApiServer {
  /** @returns the port, which is the one asked for unless that was 0. */
  listen(at: Address): Promise<{ readonly port: number }>;
  /** The same for metrics and health, where they have an address of their own. */
  listenForOperations(at: Address): Promise<{ readonly port: number }>;
  /** Takes no more connections, lets requests in flight end, and cuts off what has not after `closeTimeoutMs`. */
  close(): Promise<void>;
}

/** @throws {ConfigError} when a trusted proxy or the notice cannot be used. */
export function buildApi(options: ApiOptions): ApiServer {
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const addresses = clientAddresses(options.trustedProxies);
  const metrics = createMetrics(options.registry, () => connections.open);
  const connections = new Connections(addresses, limits, metrics);
  const site = siteOf(options);
  const context = contextOf(options, { limits, addresses, metrics, problemPage: site.problemPage });
  const routes = routesOf(options, context);
  const { premium } = options;
  const authorised = premium ? new AuthorisedRequests(context, premium.tables.idempotency, premium.box) : null;
  const forAll = pagesForAll(options, routes);
  const forOperations = operationsPages({
    readiness: () => withLoop(options.readiness(), context.loop),
    registry: options.registry,
    clock: () => performance.now(),
  });
  const pages = [...site.pages, ...forAll, ...(options.operationsApart ? [] : forOperations)];
  const server = new HttpServer(context, connections, {
    routes: [...routes, ...site.routes],
    pages,
    forms: site.forms,
    authorised,
  });
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
    async listenForOperations(at) {
      if (!operations) throw new TypeError("Metrics and health have no address of their own here.");
      return { port: await operations.listen(at) };
    },
    close: () => close(operations ? [server, operations] : [server], context),
  };
}

type ContextParts = Pick<ApiContext, "limits" | "addresses" | "metrics" | "problemPage">;

function contextOf(options: ApiOptions, { limits, addresses, metrics, problemPage }: ContextParts): ApiContext {
  const { clock, wallClock } = clocksOf(options);
  const log = requestLog(options.log, () => performance.now());
  const { identities } = limits;
  const keys = options.premium?.tables.keys;
  const headers = fixedHeaders(checkedNotice(options.dataNotice), options.noIndex ?? false);
  return {
    limits,
    log,
    metrics,
    limiter: options.limiter ?? limiterOf(options, { clock, capacity: identities, metrics }),
    plan: { name: "free", quota: limits.freeQuota },
    premiumPlan: { name: "premium", quota: limits.premiumQuota },
    callers: keys ? new Callers({ keys, log, clock, wallClock, identities, onFailed: metrics.badToken }) : null,
    addresses,
    compressed: new CompressedBodies(limits.compressedBytes),
    fixedHeaders: headers,
    fixedLines: fixedLines(headers, limits.keepAliveTimeoutMs),
    kept: new KeptAnswers({
      maxBytes: limits.keptAnswerBytes,
      version: () => options.datasets.current().version,
      clock,
    }),
    problemPage,
    lifecycle: { closing: false },
    loop: watchLoop(limits.overloadLagMs, () => performance.now()),
    clock,
    wallClock,
  };
}

function limiterOf(
  { sharedStore: store }: ApiOptions,
  { clock, capacity, metrics }: Pick<ApiContext, "clock" | "metrics"> & { readonly capacity: number },
): RateLimiter {
  const counting = { clock, capacity, onForgotten: metrics.forgotten };
  return store ? new SharedLimiter({ ...counting, store, onCounted: metrics.counted }) : new SlidingLog(counting);
}

function routesOf(options: ApiOptions, context: ApiContext): readonly Route[] {
  const { datasets, baseUrl, premium, downloads, compatRecords: records } = options;
  const routes = [
    ...routeTable(datasets, options.records, options.ledger, options.market, options.past, baseUrl),
    ...(records ? compatLists({ datasets, records }) : []),
  ];
  if (!premium) return routes;
  const keyEnded = (id: string) => context.callers?.forget(id);
  return [
    ...routes,
    ...premiumRoutes({ ...premium, datasets, baseUrl, quota: context.limits.premiumQuota, keyEnded }),
    ...unsubscribeRoutes(premium.tables.emails),
    ...(downloads ? downloadRoutes(datasets, downloads, premium.tables.publications, baseUrl) : []),
  ];
}

function clocksOf({ clock, wallClock }: ApiOptions): Pick<ApiContext, "clock" | "wallClock"> {
  return { clock: clock ?? (() => performance.now()), wallClock: wallClock ?? Date.now };
}

function siteOf(options: ApiOptions): Site {
  const { datasets, ledger, records, market, baseUrl, dataNotice, noIndex = false, importing = () => [] } = options;
  const { premium, review, downloads } = options;
  const reviewing = premium && review ? { functions: review, keys: premium.tables.keys } : null;
  const versions = async (limit: number) => (downloads ? (await downloads.archive.list(limit, 0)).archives : []);
  const dataFiles = () => options.dataFiles?.kept()[0];
  const parts = { datasets, ledger, records, market, baseUrl, dataNotice, noIndex, importing, versions, reviewing };
  return openSite({ ...parts, dataFiles, ...clocksOf(options) });
}

function pagesForAll(options: ApiOptions, routes: readonly Route[]): readonly SitePage[] {
  const { baseUrl, evidence, dataFiles } = options;
  const openApi = () => openApiDocument(routes, baseUrl);
  const { clock } = clocksOf(options);
  return [
    openApiPage(openApi),
    ...docsPages(openApi, baseUrl),
    ...(dataFiles ? [...dataFilePages(dataFiles, baseUrl), ...stockWatcherPages(dataFiles)] : []),
    ...(evidence ? [evidencePage({ evidence, baseUrl, clock })] : []),
  ];
}

async function close(servers: readonly HttpServer[], { limits, lifecycle, loop }: ApiContext): Promise<void> {
  lifecycle.closing = true;
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, limits.closeTimeoutMs);
  try {
    await Promise.all(servers.map((server) => server.close()));
  } finally {
    clearTimeout(cut);
    loop.stop();
  }
}

/** A loop that was held up is no place to send requests to for some seconds. */
function withLoop(readiness: Readiness, loop: LoopWatch): Readiness {
  if (!loop.shaken()) return readiness;
  const held = { name: "event-loop", ready: false, detail: "It was held up too long within the last seconds." };
  return { ready: false, checks: [...readiness.checks, held] };
}

function checkedNotice(notice: string | null): string | null {
  if (notice !== null && !/^[\x20-\x7e]+$/.test(notice)) {
    throw new ConfigError(
      `DATA_NOTICE must be one line of printable ASCII, as it is sent in a header, not "${notice}".`,
    );
  }
  return notice;
}
