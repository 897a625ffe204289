/** URLs of charts as files. */
import type { Query } from "../links.ts";

export interface ChartAddress {
  /** The path without extension: `/tickers/AAPL/price`. */
  readonly path: string;
  /** Filters of the chart's page. */
  readonly query: Query;
}

export const CHART_FORMATS = [
  { ending: "svg", name: "SVG", contentType: "image/svg+xml" },
  { ending: "png", name: "PNG", contentType: "image/png" },
  { ending: "csv", name: "CSV", contentType: "text/csv; charset=utf-8" },
] as const;

export type ChartFormat = (typeof CHART_FORMATS)[number]["ending"];
