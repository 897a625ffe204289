import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { DeliveryTable } from "../../store/premium/deliveries.ts";
import type { DeliveryVerdict } from "../../store/premium/verdicts.ts";
import type { AttemptOutcome } from "./send.ts";

export interface DeliveryMeter {
  countAttempt(outcome: AttemptOutcome, verdict: DeliveryVerdict): void;
}

/** Registers the metrics; deliveries by status are counted at each scrape. */
export function createDeliveryMeter(
  registry: Registry,
  deliveries: Pick<DeliveryTable, "countByStatus">,
): DeliveryMeter {
  const registers = [registry];
  const createCounter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const attempts = createCounter(
    "webhook_attempts_total",
    "Delivery attempts by result: succeeded, or the error.",
    "result",
  );
  const retries = createCounter("webhook_retries_total", "Delivery attempts that were retries.");
  const ended = createCounter(
    "webhook_deliveries_ended_total",
    "Deliveries no longer pending after an attempt, by new status: succeeded, failed or held.",
    "status",
  );
  const disabled = createCounter(
    "webhook_endpoints_disabled_total",
    "Endpoints that were disabled, by reason.",
    "reason",
  );
  const durations = new Histogram({
    name: "webhook_attempt_duration_seconds",
    help: "Duration of a delivery attempt.",
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  new Gauge({
    name: "webhook_deliveries",
    help: "Deliveries stored, by status.",
    labelNames: ["status"],
    registers,
    async collect() {
      // Keep the last counts if the store does not respond. An error here would make the response with all metrics fail.
      const counts = await deliveries.countByStatus().catch(() => ({}));
      for (const [status, count] of Object.entries(counts)) this.set({ status }, Number(count));
    },
  });
  return {
    countAttempt({ error, durationMs }, { attempt, status, disable }) {
      attempts.inc({ result: error ?? "succeeded" });
      if (attempt.number > 1) retries.inc();
      if (status !== "pending") ended.inc({ status });
      if (disable !== null) disabled.inc({ reason: disable });
      durations.observe(durationMs / 1000);
    },
  };
}
