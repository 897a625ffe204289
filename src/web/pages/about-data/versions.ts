/** The stored versions of the dataset, with the growth of each since the previous one. */
import { type Html, html } from "../../html.ts";
import { scrollingTable } from "../../parts/scrolling-table.ts";
import { count, instant } from "../../parts/words.ts";

export interface ArchivedVersion {
  readonly dataset_version: string;
  readonly published_at: string;
  /** Number of its trades. */
  readonly rows: number;
}

/** @param versions newest first. */
export function versionsSection(versions: readonly ArchivedVersion[]): Html {
  if (versions.length === 0) return html``;
  return html`<section id="versions"><h2>Versions that are stored</h2>
<p>Whenever new filings have been read, the version in force is stored for good and never changed. Amendments replace trades, so a later version can have fewer.</p>
${scrollingTable({
  look: "fields narrow",
  caption: "Versions that are stored",
  rows: html`<thead><tr><th scope="col">Version</th><th scope="col">Published</th><th scope="col">Trades</th><th scope="col">More than before</th></tr></thead>
<tbody>
${versions.map(
  ({ dataset_version, published_at, rows }, at) =>
    html`<tr><th scope="row">${dataset_version}</th><td>${instant(published_at)}</td><td class="number">${count(rows)}</td><td class="number">${difference(rows, versions[at + 1]?.rows)}</td></tr>
`,
)}</tbody>`,
})}</section>`;
}

function difference(rows: number, before: number | undefined): string {
  if (before === undefined) return "–";
  return rows < before ? `−${count(before - rows)}` : `+${count(rows - before)}`;
}
