/** Lets commands call the API's routes at a service's URL or in this process. The latter uses the data folder and no server. */
import { setTimeout as sleep } from "node:timers/promises";
import { createRouteCaller } from "../../api/assistant/ask-routes.ts";
import type { Past } from "../../api/disclosures/as-of.ts";
import { type ApiAnswer, type Ask, type Query, ToolError } from "../../api/mcp/ask.ts";
import { createRouteTable } from "../../api/routes.ts";
import type { Config } from "../../base/config.ts";
import { ConfigError, UsageError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { API_PREFIX } from "../../http/request/request-target.ts";
import { createProviders } from "../../prices/providers/all.ts";
import { DatasetHolder } from "../../publication/dataset/holder.ts";
import { PastVersions } from "../../publication/dataset/past-versions.ts";
import { Archive } from "../../publication/export/archive.ts";
import type { Store } from "../../store/store.ts";
import { createLedger } from "../service/ledger.ts";
import { createReturns } from "../service/returns.ts";
import { createTradeRecordReader } from "../service/trade-records.ts";
import { openMarketService } from "./prices.ts";
import { getServiceUrl, withSharedStore } from "./shared-store.ts";

/** Minimum time in milliseconds between two checks for data that other processes have published. */
const LOOK_EVERY_MS = 2_000;
/** Request timeout. The service answers most requests at once, but a request for a quote waits for a price provider. */
const ANSWER_MS = 30_000;

/** Seconds to wait when a rate limit response has no Retry-After. */
const RETRY_SECONDS = 1;

export interface SourceOption {
  /** URL of the service to ask. If it is missing, the command answers from the data folder. */
  readonly url?: string;
}

interface ApiClient {
  readonly ask: Ask;
  /** The notice about all data, e.g. that it is fictional; null if there is none, or if a service has not responded yet. */
  readonly getNotice: () => string | null;
}

/** Runs `work` against a service or the data folder. @throws {ConfigError} with the API's message when a request is rejected. */
export async function withApiClient<T>(
  config: Config,
  { url }: SourceOption,
  work: (questions: ApiClient) => Promise<T>,
): Promise<T> {
  try {
    if (url !== undefined) return await work(createRemoteClient(toApiBase(url)));
    return await withSharedStore(config, async (store) =>
      work({ ask: await openLocalApi(config, store), getNotice: () => config.DATA_NOTICE }),
    );
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ConfigError(error.message, { cause: error });
  }
}

/** Returns a function that answers API requests from the data folder, even while a service is running. */
export async function openLocalApi(config: Config, store: Store): Promise<Ask> {
  const log = createLogger("error");
  const datasets = new DatasetHolder(store);
  const { ledger, coverage } = createLedger(config, store);
  const archive = new Archive(config.ARCHIVE_DIR);
  const past: Past = {
    versions: new PastVersions(store.history, () => datasets.getCurrent()),
    getNewestVersion: () => datasets.getCurrent().version,
    readCoverage: (version) => archive.readCoverage(version),
  };
  const market = await openMarketService(config, store, createProviders(config, log));
  const routes = createRouteTable({
    datasets,
    records: createTradeRecordReader(store),
    ledger,
    market,
    past,
    returns: createReturns(market, store.priceInventory),
    baseUrl: getServiceUrl(config),
  });
  const ask = createRouteCaller(routes, logRequestFailure)("stdio");
  let refreshed: Promise<unknown> = Promise.resolve();
  let refreshAt = Number.NEGATIVE_INFINITY;
  return async (path, query) => {
    if (performance.now() > refreshAt) {
      refreshAt = performance.now() + LOOK_EVERY_MS;
      refreshed = Promise.all([datasets.reload(), coverage.refresh()]);
    }
    await refreshed;
    return ask(path, query);
  };
}

export function logRequestFailure(error: unknown): void {
  createLogger("error").error({ err: error }, "a request failed");
}

/** Converts the URL of a service, such as `http://localhost:3000`, to the base URL of its API. @throws {UsageError} */
function toApiBase(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`--url must be the address of a service, such as http://localhost:3000, not "${url}".`);
  }
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, "");
  return origin + (path.endsWith(API_PREFIX) ? path : path + API_PREFIX);
}

function createRemoteClient(base: string): ApiClient {
  let notice: string | null = null;
  return {
    getNotice: () => notice,
    ask: async (path, query) => {
      const answer = await fetchAnswer(buildRequestUrl(base, path, query));
      notice = answer.getHeader("x-data-notice") ?? null;
      return answer;
    },
  };
}

function buildRequestUrl(base: string, path: string, query: Query = {}): URL {
  const address = new URL(base + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address;
}

/** Fetches a URL; waits and retries as long as the status is 429. @throws {ConfigError} if no service responds with JSON. */
async function fetchAnswer(address: URL): Promise<ApiAnswer> {
  for (;;) {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((cause: Error) => {
      const why = cause.cause instanceof Error ? cause.cause.message : cause.message;
      throw new ConfigError(`No service responds at ${address.origin}: ${why}.`, { cause });
    });
    const { status, headers } = response;
    if (status === 429) {
      const seconds = Number.parseInt(headers.get("retry-after") ?? "", 10) || RETRY_SECONDS;
      process.stderr.write(`Rate limit reached; resuming in ${seconds} s.\n`);
      await sleep(seconds * 1000);
      continue;
    }
    const body: unknown = await response.json().catch((cause: unknown) => {
      throw new ConfigError(
        `${address.origin} did not answer with JSON (status ${status}): it is not this service, or a proxy is in front of it.`,
        { cause },
      );
    });
    return { status, body, getHeader: (name) => headers.get(name) ?? undefined };
  }
}
