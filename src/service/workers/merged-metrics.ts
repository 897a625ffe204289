/** Metrics of several processes as one page: what each metric names is done with its values, which is to add them up for most. */
import { AggregatorRegistry, type Registry } from "prom-client";

/** Metrics as they come over a channel: `getMetricsAsJSON` of the other process. */
export type Metrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** @param own the service's, whose value is taken for what cannot be added up, such as when a process started. */
export async function mergedMetrics(own: Registry, others: readonly Metrics[]): Promise<string> {
  const metrics = await own.getMetricsAsJSON();
  const said = metrics.map((metric) => (isOmitted(metric) ? { ...metric, aggregator: "first" as const } : metric));
  return merge([said, ...others.map((each) => each.filter((metric) => !isOmitted(metric)))]).metrics();
}

/** Counts of a process that has ended are counted on: a sum that becomes smaller would be taken for a restart of all. */
export function withEnded(ended: Metrics, last: Metrics): Promise<Metrics> {
  const counted = last.filter(({ type }) => ["counter", "histogram"].includes(String(type)));
  return merge([ended, counted]).getMetricsAsJSON();
}

function merge(all: readonly Metrics[]): Registry {
  // The library's types ask for an array of plain objects where it gives metrics.
  return AggregatorRegistry.aggregate([...all] as unknown as object[]);
}

function isOmitted({ aggregator }: Metrics[number]): boolean {
  return aggregator === "omit";
}
