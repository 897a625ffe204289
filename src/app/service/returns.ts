/** Computes returns from the stored prices of a market. */
import { Gauge, type Registry } from "prom-client";
import { getOrAdd } from "../../base/get-or-add.ts";
import { createPause } from "../../base/pause.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { findTradingDayFrom } from "../../domain/exchange-calendar.ts";
import type { Market } from "../../prices/market.ts";
import type { PriceCoverage, PriceInventory } from "../../prices/returns/price-coverage.ts";
import { ReturnCalculator } from "../../prices/returns/return-calculator.ts";
import { Returns } from "../../prices/returns/returns.ts";

/** Minimum and maximum milliseconds between two checks for newly stored prices, which cause a rebuild of responses and pages. */
const [MIN_FILLED_MS, MAX_FILLED_MS] = [20_000, 10 * 60_000];
/** Between these limits, the interval is this share of the time since startup: short at first, then longer. */
const SHARE_SINCE_START = 1 / 4;

/** @param onOverviewFailure called with the error when the overview of all members fails. */
export function createReturns(
  market: Pick<Market, "readCloses" | "isListed">,
  inventory: PriceInventory,
  readMonotonicMs: () => number = () => performance.now(),
  onOverviewFailure: (error: unknown) => void = () => {},
): Returns {
  const prices = {
    readSeries: market.readCloses,
    readPriceRevision: limitCallRate(() => inventory.readPriceRevision(), readMonotonicMs),
  };
  const calculator = new ReturnCalculator(prices, createPause);
  const { isListed } = market;
  return new Returns(calculator, {
    isListed,
    inventory,
    readCloses: market.readCloses,
    findTradingDayFrom: createTradingDayLookup(),
    createPause,
    onOverviewFailure,
  });
}

/** Limits how often `load` is called. Between calls, and when a call fails, the last result is returned. */
function limitCallRate(load: () => Promise<string>, readMs: () => number): () => Promise<string> {
  const startedAt = readMs();
  let cached = Promise.resolve("");
  let requestedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = readMs();
    const everyMs = Math.min(MAX_FILLED_MS, Math.max(MIN_FILLED_MS, SHARE_SINCE_START * (now - startedAt)));
    if (now - requestedAt < everyMs) return cached;
    requestedAt = now;
    const before = cached;
    cached = load().catch(() => before);
    return cached;
  };
}

/** Registers gauges of priced and unpriced securities and trades. A gauge keeps its last values if the store does not answer. */
export function registerPriceCoverageGauges(registry: Registry, computeCoverage: () => Promise<PriceCoverage>): void {
  const createGauge = (subject: "securities" | "trades", help: string) =>
    new Gauge({
      name: `priced_${subject}`,
      help,
      labelNames: ["state"],
      registers: [registry],
      async collect() {
        const counts = await computeCoverage().then(
          (coverageCounts) => coverageCounts[subject],
          () => null,
        );
        if (counts === null) return;
        this.set({ state: "priced" }, counts.priced);
        for (const [state, count] of Object.entries(counts.unpriced)) this.set({ state }, count);
      },
    });
  createGauge("securities", "Traded securities by price status: first and last trade priced, or the reason why not.");
  createGauge(
    "trades",
    "Trades by price status: price stored for the transaction date (or the next trading day, if the market was closed), or the reason why not.",
  );
}

/** Returns a lookup of trading days that caches each day, since trades have few distinct days. */
function createTradingDayLookup(): (day: IsoDate) => IsoDate {
  const cached = new Map<IsoDate, IsoDate>();
  return (day) => getOrAdd(cached, day, () => findTradingDayFrom(day));
}
