/** Builds the API of a service from the service's parts. */
import type { Registry } from "prom-client";
import { findUrlRejection, getGuardSettings } from "../../accounts/webhooks/address-guard.ts";
import type { Ledger } from "../../api/disclosures/filing.ts";
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { Runs } from "../../filings/ingest/runs.ts";
import type { DatasetHolder } from "../../publication/dataset/holder.ts";
import { PastVersions } from "../../publication/dataset/past-versions.ts";
import type { SharedStore } from "../../store/redis/shared-store.ts";
import { type ApiOptions, type ApiServer, buildApi } from "./api-server.ts";
import type { PublishedFiles } from "./files.ts";
import type { trackReadiness } from "./readiness.ts";
import { createReturns, registerPriceCoverageGauges } from "./returns.ts";
import type { ProgressWatch } from "./runs.ts";
import type { Senders } from "./senders.ts";
import type { ServedPrices } from "./served-prices.ts";
import type { ServedStore } from "./served-store.ts";
import { createSharedStoreChecks } from "./shared-store.ts";
import { createTradeRecordReader } from "./trade-records.ts";

interface ApiParts extends Pick<ApiOptions, "review" | "evidence"> {
  readonly served: ServedStore;
  readonly sharedStore: SharedStore | null;
  readonly registry: Registry;
  readonly datasets: DatasetHolder;
  readonly prices: ServedPrices;
  readonly ledger: Ledger;
  readonly files: Pick<PublishedFiles, "downloads" | "dataFiles">;
  readonly senders: Senders;
  readonly readiness: Awaited<ReturnType<typeof trackReadiness>>;
  readonly runs: Runs;
  readonly progress: ProgressWatch;
}

export function buildServiceApi(config: Config, log: Logger, parts: ApiParts): ApiServer {
  const { served, sharedStore, readiness, runs, progress, prices, files, senders, ...rest } = parts;
  const { store } = served;
  const { market } = prices;
  const returns = createReturns(market, store.priceInventory, undefined, (error) =>
    log.error({ err: error }, "the overview of returns could not be made"),
  );
  registerPriceCoverageGauges(rest.registry, () => returns.computePriceCoverage(rest.datasets.getCurrent()));
  return buildApi({
    ...rest,
    baseUrl: config.BASE_URL,
    trustedProxies: config.TRUSTED_PROXIES,
    dataNotice: config.DATA_NOTICE,
    noIndex: config.NOINDEX,
    renderShare: config.PAGES_CPU_PERCENT / 100,
    cdn: config.CDN,
    assistantHosts: config.MCP_HOSTS,
    operationsApart: config.OPERATIONS_PORT !== null,
    records: createTradeRecordReader(store),
    downloads: files.downloads,
    dataFiles: files.dataFiles,
    getImportState: () => ({
      isUnderWay: runs.isUnderWay(),
      progress: progress.current,
      nextAttemptAt: runs.getNextRunAt(),
    }),
    past: buildPastOptions(parts),
    market,
    returns,
    getReadiness: () => {
      const { ready, checks } = readiness.buildReadiness(
        runs.getFailedAt(),
        market.getHealth(),
        senders.countUnsignableEndpoints(),
      );
      return { ready, checks: [...checks, ...served.createReadinessChecks(), ...createSharedStoreChecks(sharedStore)] };
    },
    sharedStore,
    premium: {
      tables: store,
      box: senders.secrets,
      explainRefusedAddress: (url) =>
        findUrlRejection(url, { ...getGuardSettings(config), ownPorts: senders.ownPorts }),
      wake: () => senders.wakeSenders(),
      mails: config.SMTP_URL !== null,
    },
    log,
  });
}

function buildPastOptions({ served, datasets, files }: ApiParts): ApiOptions["past"] {
  return {
    versions: new PastVersions(served.store.history, () => datasets.getCurrent()),
    getNewestVersion: () => datasets.getCurrent().version,
    readCoverage: (version) => files.downloads.archive.readCoverage(version),
  };
}
