/** The stored versions of the dataset, with the growth of each since the previous one. */
import { type Html, html } from "../../html.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { formatCount, renderInstant } from "../../parts/words.ts";

export interface ArchivedVersion {
  readonly dataset_version: string;
  readonly published_at: string;
  /** Number of its trades. */
  readonly rows: number;
}

/** @param versions newest first. */
export function renderVersionsSection(versions: readonly ArchivedVersion[]): Html {
  if (versions.length === 0) return html``;
  return html`<section id="versions"><h2>Stored versions</h2>
<p>After each import of new filings the current version is stored permanently and never changed. Amendments replace trades, so a later version can have fewer.</p>
${renderScrollingTable({
  look: "fields narrow",
  caption: "Stored versions",
  rows: html`<thead><tr><th scope="col">Version</th><th scope="col">Published</th><th scope="col">Trades</th><th scope="col">Change</th></tr></thead>
<tbody>
${versions.map(
  ({ dataset_version, published_at, rows }, at) =>
    html`<tr><th scope="row">${dataset_version}</th><td>${renderInstant(published_at)}</td><td class="number">${formatCount(rows)}</td><td class="number">${formatDifference(rows, versions[at + 1]?.rows)}</td></tr>
`,
)}</tbody>`,
})}</section>`;
}

function formatDifference(rows: number, before: number | undefined): string {
  if (before === undefined) return "–";
  return rows < before ? `−${formatCount(before - rows)}` : `+${formatCount(rows - before)}`;
}
