/** Sets up what a service needs for prices: the configured providers, the listed symbols, and prefetching. */
import type { Registry } from "prom-client";
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { listMissingSessions } from "../../domain/sessions.ts";
import { BENCHMARK } from "../../domain/symbol.ts";
import { createMarket, type MarketService } from "../../prices/create-market.ts";
import { createMarketMeters } from "../../prices/meters.ts";
import { backfillPrices, listTradedSpans } from "../../prices/prefetch/reaching.ts";
import { listTradedSymbols, prefetchUntilStopped } from "../../prices/prefetch/warming.ts";
import { createProviders } from "../../prices/providers/all.ts";
import { createProviderState } from "../../prices/providers/sharing.ts";
import { createListedSymbols } from "../../prices/symbols.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import type { SharedStore } from "../../store/redis/shared-store.ts";
import type { ServedStore } from "./served-store.ts";

interface PriceParts {
  readonly served: ServedStore;
  readonly registry: Registry;
  readonly sharedStore: SharedStore | null;
}

export class ServedPrices {
  readonly market: MarketService;
  readonly #config: Config;
  readonly #log: Logger;
  readonly #listed: ReturnType<typeof createListedSymbols>;
  readonly #inventory: ServedStore["store"]["priceInventory"];
  #warming: ReturnType<typeof prefetchUntilStopped> | undefined;

  constructor(config: Config, log: Logger, { served: { store }, registry, sharedStore }: PriceParts) {
    this.#config = config;
    this.#log = log;
    this.#inventory = store.priceInventory;
    this.#listed = createListedSymbols(store.reference);
    this.market = createMarket({
      providers: createProviders(config, log),
      meters: createMarketMeters(registry),
      store: store.market,
      isListed: this.#listed.isListed,
      getName: this.#listed.getName,
      findSpelledLike: this.#listed.findSpelledLike,
      sharing: sharedStore
        ? createProviderState(sharedStore, config.MARKET_PROVIDERS, () => performance.now())
        : undefined,
      log,
    });
  }

  reloadListedSymbols(): Promise<void> {
    return this.#listed.reload();
  }

  startPrefetching(getDataset: () => Dataset): void {
    // INGEST=false turns off price prefetching too.
    if (!this.#config.MARKET_WARM || !this.#config.INGEST) return;
    const findMissingSessions = async () =>
      listMissingSessions((await this.market.readCloses(BENCHMARK))?.days ?? new Int32Array());
    const backfillParts = {
      backfill: this.market.backfill,
      inventory: this.#inventory,
      findMissingSessions,
      log: this.#log,
    };
    const backfillSpans = async (signal: AbortSignal) =>
      backfillPrices(await listTradedSpans(iterateTrades(getDataset()), this.#listed.isListed), backfillParts, signal);
    const options = {
      fill: this.market.prefetchBars,
      inventory: this.#inventory,
      log: this.#log,
      runBetween: backfillSpans,
    };
    // The benchmark comes first, since no return can be computed without it.
    const listSymbols = async () => [
      BENCHMARK,
      ...(await listTradedSymbols(iterateTrades(getDataset()))).filter((each) => each !== BENCHMARK),
    ];
    this.#warming = prefetchUntilStopped(listSymbols, options);
  }

  async stop(): Promise<void> {
    await this.#warming?.stop();
  }
}

/** Every trade of a version; none before the first publication. */
function* iterateTrades(dataset: Dataset) {
  for (let position = 0; position < dataset.tradeCount; position += 1) yield dataset.getSummaryAt(position);
}
