/** Metrics of the market for `/metrics`. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { ProviderId } from "./market.ts";
import type { About, ProviderHealth } from "./provider-client.ts";

/** The origin of an answer: `memory` and `store` are hits, `provider` is a miss, `kept` is stale. */
export type From = "memory" | "store" | "provider" | "kept";

export interface MarketMeters {
  /** `result`: `answered`, `unknown`, or the code of why a provider did not answer or was not asked. */
  asked(provider: ProviderId, about: About, result: string): void;
  answered(about: About, from: From): void;
  /** Reads the providers' state whenever the meters are asked for. */
  watch(health: () => readonly ProviderHealth[]): void;
}

const STATES = { closed: 0, probing: 1, open: 2 } as const;

export function createMarketMeters(registry: Registry): MarketMeters {
  const registers = [registry];
  const asked = new Counter({
    name: "market_provider_questions_total",
    help: "Questions to a provider of prices by result; paused, probing, budget and busy were not sent.",
    labelNames: ["provider", "about", "result"],
    registers,
  });
  // Counted in plain numbers: prom-client hashes the labels of every count, which a price from memory is too quick for.
  const answers: Record<About, Partial<Record<From, number>>> = { quote: {}, bars: {}, "older bars": {} };
  new Counter({
    name: "market_answers_total",
    help: "Prices given to callers by where they came from: memory and store are hits, provider a miss, kept stale.",
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
    asked: (provider, about, result) => asked.inc({ provider, about, result }),
    answered(about, from) {
      const counts = answers[about];
      counts[from] = (counts[from] ?? 0) + 1;
    },
    watch(health) {
      const gauge = (name: string, help: string, value: (each: ProviderHealth) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ["provider"],
          registers,
          collect() {
            for (const each of health()) this.set({ provider: each.id }, value(each));
          },
        });
      gauge(
        "market_provider_state",
        "0 asked as usual, 1 being tried after a pause, 2 left alone.",
        (each) => STATES[each.state],
      );
      gauge("market_provider_budget_left", "Questions that could be asked now.", (each) => each.budgetLeft);
      gauge(
        "market_provider_last_success_timestamp_seconds",
        "When it last answered; 0 for not since the start.",
        (each) => (each.lastSuccessAt?.getTime() ?? 0) / 1000,
      );
    },
  };
}
