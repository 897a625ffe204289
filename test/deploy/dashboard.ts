/** `node test/deploy/dashboard.ts` writes deploy/grafana-dashboard.json from the list of the service's own metrics. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Registry } from "prom-client";
import { createDeliveryMeter } from "../../src/accounts/webhooks/meter.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { createMarketMeters } from "../../src/prices/meters.ts";
import { NOTHING_COVERED } from "../../src/publication/dataset/coverage.ts";
import { createDataMeters } from "../../src/publication/dataset/meters.ts";

export const dashboardPath = join(import.meta.dirname, "../../deploy/grafana-dashboard.json");

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly string[];
}

/** Returns every metric of the service itself; metrics of the process and Node have other dashboards. */
export function listOwnMetrics(): readonly Metric[] {
  const registry = new Registry();
  createMetrics(registry, () => 0);
  createMarketMeters(registry).registerHealthGauges(() => []);
  createDeliveryMeter(registry, { countByStatus: async () => ({}) as never });
  createDataMeters(registry, {} as never, {
    getDataset: () => ({ version: "0", tradeCount: 0, politicianCount: 0 }),
    getCoverage: () => NOTHING_COVERED,
    isDatabaseAnswering: () => true,
  });
  return registry
    .getMetricsAsArray()
    .map((each) => {
      const { name, help, labelNames } = each as unknown as {
        name: string;
        help: string;
        labelNames: readonly string[];
      };
      return { name, help, type: String(each.type) as Metric["type"], labels: labelNames };
    })
    .filter(({ name }) => !/^(?:process|nodejs)_/.test(name));
}

/** Rows of the dashboard, with a pattern for the start of their metrics' names; the first match counts. */
const ROWS: readonly (readonly [title: string, pattern: RegExp])[] = [
  ["Data", /^(?:dataset|filings|reviews|held|listed|source)/],
  ["Requests", /^(?:http|rate_limit)/],
  ["Prices", /^market/],
  ["Webhooks", /^webhook/],
  ["Service", /./],
];

function buildQuery({ name, type, labels }: Metric): { readonly expr: string; readonly unit: string } {
  const by = labels.length > 0 ? ` by (${labels.join(", ")})` : "";
  if (type === "histogram") {
    const groups = ["le", ...labels].join(", ");
    return { expr: `histogram_quantile(0.95, sum by (${groups}) (rate(${name}_bucket[5m])))`, unit: "s" };
  }
  if (type === "counter") return { expr: `sum${by} (rate(${name}[5m]))`, unit: "ops" };
  if (/_timestamp_seconds$/.test(name)) return { expr: `time() - (${name} > 0)`, unit: "s" };
  return { expr: name, unit: /_seconds$/.test(name) ? "s" : "short" };
}

function buildPanel(metric: Metric, id: number, x: number, y: number) {
  const { expr, unit } = buildQuery(metric);
  const legend = metric.labels.map((label) => `{{${label}}}`).join(" ");
  const ago = /_timestamp_seconds$/.test(metric.name) ? " Shown as the time since then." : "";
  const late = metric.type === "histogram" ? " 95 of 100 are below." : "";
  return {
    id,
    type: "timeseries",
    title: metric.name,
    description: `${metric.help}${ago}${late}`,
    datasource: { type: "prometheus", uid: "$datasource" },
    gridPos: { h: 7, w: 8, x, y },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: [{ refId: "A", expr, legendFormat: legend === "" ? metric.name : legend }],
  };
}

export function buildDashboard(): object {
  const panels: object[] = [];
  let y = 0;
  const left = new Set(listOwnMetrics());
  for (const [title, pattern] of ROWS) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title,
      collapsed: false,
      panels: [],
      gridPos: { h: 1, w: 24, x: 0, y },
    });
    y += 1;
    const ofRow = [...left].filter(({ name }) => pattern.test(name)).sort((a, b) => a.name.localeCompare(b.name));
    for (const [at, metric] of ofRow.entries()) {
      panels.push(buildPanel(metric, panels.length + 1, (at % 3) * 8, y + Math.floor(at / 3) * 7));
      left.delete(metric);
    }
    y += Math.ceil(ofRow.length / 3) * 7;
  }
  return {
    uid: "congress-trades",
    title: "congress-trades",
    tags: ["congress-trades"],
    timezone: "utc",
    schemaVersion: 39,
    editable: true,
    refresh: "1m",
    time: { from: "now-24h", to: "now" },
    templating: { list: [{ name: "datasource", type: "datasource", query: "prometheus", label: "Prometheus" }] },
    panels,
  };
}

if (import.meta.main) {
  writeFileSync(dashboardPath, `${JSON.stringify(buildDashboard(), null, 2)}\n`);
  execFileSync("npx", ["biome", "format", "--write", dashboardPath], { stdio: "inherit" });
}
