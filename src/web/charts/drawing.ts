/** A chart: a drawing with its title and its numbers, on a page and as a file. */
import type { Cells } from "../../publication/export/columns.ts";
import { type Html, html } from "../html.ts";
import type { Links, Query } from "../links.ts";

export interface Drawing {
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  /** SVG elements, colored by class: in pages by the style sheet, in chart files by `CHART_STYLE`. */
  readonly body: Html;
}

export interface ChartNumbers {
  readonly columns: readonly string[];
  readonly rows: readonly Cells[];
}

/** @param id prefix of the element ids of the title and the description. */
export function renderDrawingSvg(
  { title, description, width, height, body }: Drawing,
  id: string,
  role: "img" | "group",
): Html {
  return html`<svg viewBox="0 0 ${width} ${height}" role="${role}" aria-labelledby="${id}-title" aria-describedby="${id}-desc">
<title id="${id}-title">${title}</title>
<desc id="${id}-desc">${description}</desc>
${body}</svg>`;
}

export function renderChartFileLinks(links: Links, { path, query }: ChartAddress): Html {
  return html`<p class="small files">Download chart: ${CHART_FORMATS.map(
    ({ ending, name }, at) =>
      html`${at > 0 && ", "}<a href="${links.to(`${path}.${ending}`, query)}" download>${name}</a>`,
  )}</p>`;
}

/** Drops labels that would touch the previous label. @param labels from left to right. @param gap minimum distance. */
export function dropTouchingLabels<T extends { readonly x: number }>(labels: readonly T[], gap: number): readonly T[] {
  const drawn: T[] = [];
  for (const label of labels) {
    const last = drawn.at(-1);
    if (last === undefined || label.x - last.x >= gap) drawn.push(label);
  }
  return drawn;
}

interface ChartAddress {
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
