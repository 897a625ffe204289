/** Metrics of the deliveries for `/metrics`. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { DeliveryTable, DeliveryVerdict } from "../store/premium.ts";
import type { AttemptOutcome } from "./send.ts";

export interface DeliveryMeter {
  attempted(outcome: AttemptOutcome, verdict: DeliveryVerdict): void;
}

/** Registers the meters; the deliveries by status are counted when they are asked for. */
export function createDeliveryMeter(registry: Registry, deliveries: Pick<DeliveryTable, "counts">): DeliveryMeter {
  const registers = [registry];
  const attempts = new Counter({
    name: "webhook_attempts_total",
    help: "Attempts at deliveries by result: succeeded, or the error.",
    labelNames: ["result"],
    registers,
  });
  const retries = new Counter({
    name: "webhook_retries_total",
    help: "Attempts that were not a delivery's first.",
    registers,
  });
  const ended = new Counter({
    name: "webhook_deliveries_ended_total",
    help: "Deliveries that an attempt ended: succeeded, failed or held.",
    labelNames: ["status"],
    registers,
  });
  const disabled = new Counter({
    name: "webhook_endpoints_disabled_total",
    help: "Endpoints that were disabled, by reason.",
    labelNames: ["reason"],
    registers,
  });
  const durations = new Histogram({
    name: "webhook_attempt_duration_seconds",
    help: "Time of an attempt.",
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  new Gauge({
    name: "webhook_deliveries",
    help: "Deliveries kept, by status.",
    labelNames: ["status"],
    registers,
    async collect() {
      // A store that does not answer takes no other metric away: the last counts stand.
      const counts = await deliveries.counts().catch(() => ({}));
      for (const [status, count] of Object.entries(counts)) this.set({ status }, Number(count));
    },
  });
  return {
    attempted({ error, durationMs }, { attempt, status, disable }) {
      attempts.inc({ result: error ?? "succeeded" });
      if (attempt.number > 1) retries.inc();
      if (status !== "pending") ended.inc({ status });
      if (disable !== null) disabled.inc({ reason: disable });
      durations.observe(durationMs / 1000);
    },
  };
}
