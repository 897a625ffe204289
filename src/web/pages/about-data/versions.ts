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
  return html`<section id="versions"><h2>Stored versions</h2>
<p>After each import of new filings the current version is stored permanently and never changed. Amendments replace trades, so a later version can have fewer.</p>
${scrollingTable({
  look: "fields narrow",
  caption: "Stored versions",
  rows: html`<thead><tr><th scope="col">Version</th><th scope="col">Published</th><th scope="col">Trades</th><th scope="col">Change</th></tr></thead>
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
