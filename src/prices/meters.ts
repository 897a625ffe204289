import { Counter, Gauge, type Registry } from "prom-client";
import type { ProviderId } from "./market.ts";
import type { ProviderHealth, Subject } from "./providers/provider-client.ts";

/** Origin of an answer: `memory` and `store` are hits, `provider` is a miss, `kept` is stale. */
export type AnsweredFrom = "memory" | "store" | "provider" | "kept";

export type MarketMeters = ReturnType<typeof createMarketMeters>;

const STATES = { closed: 0, probing: 1, open: 2 } as const;

export function createMarketMeters(registry: Registry) {
  const registers = [registry];
  const countRequests = new Counter({
    name: "market_provider_questions_total",
    help: "Requests to a price provider, by result. With the result `paused`, `probing`, `budget` or `busy`, the request was not sent.",
    labelNames: ["provider", "about", "result"],
    registers,
  });
  // Counted here, since prom-client hashes the labels of every count, which takes longer than reading a price from memory.
  const answers: Record<Subject, Partial<Record<AnsweredFrom, number>>> = { quote: {}, bars: {}, "older bars": {} };
  new Counter({
    name: "market_answers_total",
    help: "Prices given to callers, by origin. `memory` and `store` are cache hits, `provider` is a cache miss, and `kept` is a stale price.",
    labelNames: ["about", "from"],
    registers,
    collect() {
      this.reset();
      for (const [about, counts] of Object.entries(answers)) {
        for (const [from, count] of Object.entries(counts)) this.inc({ about, from }, count);
      }
    },
  });
  return {
    /** @param result `answered`, `unknown`, or an error code if the provider did not answer or was not queried. */
    countAsked: (provider: ProviderId, about: Subject, result: string): void =>
      countRequests.inc({ provider, about, result }),
    countAnswered(about: Subject, from: AnsweredFrom): void {
      const counts = answers[about];
      counts[from] = (counts[from] ?? 0) + 1;
    },
    /** Registers gauges that read the providers' state at each scrape. */
    registerHealthGauges(getHealth: () => readonly ProviderHealth[]): void {
      const createGauge = (name: string, help: string, getValue: (each: ProviderHealth) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ["provider"],
          registers,
          collect() {
            for (const each of getHealth()) this.set({ provider: each.id }, getValue(each));
          },
        });
      createGauge(
        "market_provider_state",
        "0 used as usual, 1 being tested after a pause, 2 paused.",
        (each) => STATES[each.state],
      );
      createGauge("market_provider_budget_left", "Requests allowed now by the rate budget.", (each) => each.budgetLeft);
      createGauge(
        "market_provider_last_success_timestamp_seconds",
        "Time of the provider's last answer, or 0 if it has not answered since this process started.",
        (each) => (each.lastSuccessAt?.getTime() ?? 0) / 1000,
      );
    },
  };
}
