/** Counts answers and durations in plain numbers: prom-client hashes labels per call, which takes 3% of a short answer's time. */
import { Counter, type Metric, type MetricType, type Registry } from "prom-client";
import { getOrAdd } from "../base/get-or-add.ts";

/** Upper bounds of the histogram's buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DURATIONS = "http_request_duration_seconds";

interface RouteTally {
  /** Number of answers, indexed by status. */
  readonly statuses: number[];
  /** Number of answers per bucket, not cumulative; the last bucket has no upper bound. */
  readonly buckets: number[];
  seconds: number;
  count: number;
}

/** Registers `http_requests_total` and `http_request_duration_seconds`. @returns a function that counts one answer. */
export function createRequestMeter(registry: Registry): (route: string, status: number, seconds: number) => void {
  const routes = new Map<string, RouteTally>();
  new Counter({
    name: "http_requests_total",
    help: "Answered requests by route and status.",
    labelNames: ["route", "status"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [route, { statuses }] of routes) {
        // `forEach` skips statuses that were never sent.
        statuses.forEach((count, status) => {
          this.inc({ route, status: String(status) }, count);
        });
      }
    },
  });
  const metric = {
    name: DURATIONS,
    help: "Time from the request's headers to the end of its response.",
    type: "histogram" as unknown as MetricType,
    aggregator: "sum" as const,
  };
  // The registry needs only the metric's name and `get`; the dashboard generator also needs the labels.
  const histogram = {
    ...metric,
    labelNames: ["route"],
    get: async () => ({ ...metric, values: buildHistogramValues(routes) }),
  };
  registry.registerMetric(histogram as unknown as Metric);
  return (route, status, seconds) => {
    const tally = getOrAdd(routes, route, createTally);
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
    let at = 0;
    while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at += 1;
    tally.buckets[at] = (tally.buckets[at] as number) + 1;
    tally.seconds += seconds;
    tally.count += 1;
  };
}

function createTally(): RouteTally {
  return { statuses: [], buckets: new Array<number>(BOUNDS.length + 1).fill(0), seconds: 0, count: 0 };
}

/** Builds the histogram's samples with cumulative buckets: each counts all answers up to its bound. */
function buildHistogramValues(routes: ReadonlyMap<string, RouteTally>) {
  return [...routes].flatMap(([route, { buckets, seconds, count }]) => {
    let upTo = 0;
    const samples = BOUNDS.map((le, at) => {
      upTo += buckets[at] as number;
      return { labels: { le, route }, value: upTo, metricName: `${DURATIONS}_bucket` };
    });
    return [
      ...samples,
      { labels: { le: "+Inf", route }, value: count, metricName: `${DURATIONS}_bucket` },
      { labels: { route }, value: seconds, metricName: `${DURATIONS}_sum` },
      { labels: { route }, value: count, metricName: `${DURATIONS}_count` },
    ];
  });
}
