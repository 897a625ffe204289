/** Prices: the configured providers, the listed symbols, and prefetching. */

import type { Registry } from "prom-client";
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { missingSessions } from "../../domain/sessions.ts";
import { BENCHMARK } from "../../domain/symbol.ts";
import { createMarket, type MarketService } from "../../prices/create-market.ts";
import { createMarketMeters } from "../../prices/meters.ts";
import { reachBack, tradedSpans } from "../../prices/prefetch/reaching.ts";
import { keepWarm, symbolsOf } from "../../prices/prefetch/warming.ts";
import { createProviders } from "../../prices/providers/all.ts";
import { shareMarket } from "../../prices/providers/sharing.ts";
import { trackListed } from "../../prices/symbols.ts";
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
  readonly #listed: ReturnType<typeof trackListed>;
  readonly #inventory: ServedStore["store"]["priceInventory"];
  #warming: ReturnType<typeof keepWarm> | undefined;

  constructor(config: Config, log: Logger, { served: { store }, registry, sharedStore }: PriceParts) {
    this.#config = config;
    this.#log = log;
    this.#inventory = store.priceInventory;
    this.#listed = trackListed(store.reference);
    this.market = createMarket({
      providers: createProviders(config, log),
      meters: createMarketMeters(registry),
      store: store.market,
      knows: this.#listed.knows,
      nameOf: this.#listed.nameOf,
      spelledLike: this.#listed.spelledLike,
      sharing: sharedStore ? shareMarket(sharedStore, config.MARKET_PROVIDERS, () => performance.now()) : undefined,
      log,
    });
  }

  /** Reloads the listed symbols. */
  reloadListed(): Promise<void> {
    return this.#listed.reload();
  }

  /** Starts prefetching prices, if enabled. */
  startWarming(dataset: () => Dataset): void {
    // A service with automatic fetching off does not prefetch prices either.
    if (!this.#config.MARKET_WARM || !this.#config.INGEST) return;
    const missing = async () => missingSessions((await this.market.closes(BENCHMARK))?.days ?? new Int32Array());
    const reaching = {
      reach: this.market.fillBack,
      inventory: this.#inventory,
      missingSessions: missing,
      log: this.#log,
    };
    const between = async (signal: AbortSignal) =>
      reachBack(await tradedSpans(tradesOf(dataset()), this.#listed.knows), reaching, signal);
    const options = { fill: this.market.fill, inventory: this.#inventory, log: this.#log, between };
    // Without the benchmark, no return can be computed.
    const symbols = async () => [
      BENCHMARK,
      ...(await symbolsOf(tradesOf(dataset()))).filter((each) => each !== BENCHMARK),
    ];
    this.#warming = keepWarm(symbols, options);
  }

  async stop(): Promise<void> {
    await this.#warming?.stop();
  }
}

/** Every trade of a version; none before the first publication. */
function* tradesOf(dataset: Dataset) {
  for (let position = 0; position < dataset.tradeCount; position += 1) yield dataset.summaryAt(position);
}
