/** `/data`: what the data contains, its fields, how to get it, how complete it is, changes, and terms of use. */
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import type { DataManifest } from "../../../publication/export/data-files/data-files.ts";
import { type Html, html } from "../../html.ts";
import { appendQuery, type Links } from "../../links.ts";
import type { Rendered, View, WebPage } from "../../page.ts";
import type { ArchivedVersion, PageParts } from "../../page-parts.ts";
import { computeCompleteness, formatCompleteness } from "../../parts/completeness.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { formatCount, pluralize, renderInstant, renderLongInstant, renderReadableDate } from "../../parts/words.ts";
import { awaitIfAvailable } from "../../records.ts";
import { renderTextWithCode } from "../methodology/methodology.ts";
import { parseSinceDay, renderChangesSection } from "./changed-trades.ts";
import { listDataDownloads, renderDataFilesSection } from "./data-files.ts";
import { listDictionaryFields } from "./dictionary.ts";

type DataParts = Pick<PageParts, "links" | "records" | "state" | "listVersions" | "getDataFiles">;

const VERSIONS = 15;
const fields = listDictionaryFields();

export function createDataPage(parts: DataParts): WebPage {
  return { name: "page_data", path: "/data", parameters: ["since"], render: (view) => renderDataPage(parts, view) };
}

async function renderDataPage(
  { links, records, state, listVersions, getDataFiles }: DataParts,
  { dataset, query, now }: View,
): Promise<Rendered> {
  const since = query.get("since") ?? "";
  const changes = await awaitIfAvailable(renderChangesSection({ links, records, dataset, now, since }));
  const archived = await listVersions(VERSIONS);
  const newest = getDataFiles();
  return {
    status: changes === null ? 503 : 200,
    title: "The data and how to get it",
    description: `${pluralize(dataset.tradeCount, "trade")} disclosed by members of Congress, with every field explained, as Parquet, CSV and JSON.`,
    canonical: appendQuery("/data", since === "" ? {} : { since: parseSinceDay(since, now) }),
    jsonLd: buildDatasetJsonLd(links, dataset, newest),
    main: html`<h1>The data and how to get it</h1>
<p class="standfirst">${pluralize(dataset.tradeCount, "trade")} of ${pluralize(dataset.politicianCount, "politician")}: each with its filing and its line.</p>
<nav class="contents" aria-label="On this page"><ul><li><a href="#changes">What changed since yesterday</a></li><li><a href="#files">All data as files</a></li><li><a href="#get">How to get a subset</a></li><li><a href="#complete">How complete it is</a></li><li><a href="#fields">Every field</a></li><li><a href="#cite">How to cite it</a></li><li><a href="#licence">Permitted use</a></li></ul></nav>
${renderDataFilesSection(links, newest)}
${renderSubsetSection(links)}
<section id="complete"><h2>How complete it is</h2>
<p>${formatCompleteness(computeCompleteness(state.getCoverage().totals.states))} <a href="${links.to("/coverage")}">By year, and what is missing and why</a>.</p></section>
${changes ?? UNKNOWN_CHANGES}
${renderVersionsSection(archived)}
${renderFieldsSection(links)}
${renderCiteSection(links, dataset, now)}
${LICENCE}`,
  };
}

const UNKNOWN_CHANGES = html`<section id="changes"><h2>What changed</h2>
<p>The store is not responding, so recent changes are not available right now. Reload the page in a minute.</p></section>`;

function renderSubsetSection(links: Links): Html {
  return html`<section id="get"><h2>How to get a subset</h2>
<ul>
<li><strong>A list as a file:</strong> search or filter <a href="${links.toLatestTrades()}">the latest filings</a>, or open a politician or a ticker, and take the CSV of exactly what is shown. The <a href="${links.to("/trades.csv")}">CSV of all trades</a> has at most 5,000 rows per file, and its <code>Link</code> header gives the address of the next file.</li>
<li><strong>Any page as JSON:</strong> add <code>.json</code> to its address: <code>/trades/ID.json</code>, <code>/politicians/ID.json</code>, <code>/coverage.json</code>.</li>
<li><strong>For programs:</strong> the <a href="${links.to("/docs")}">API</a> and its <a href="${links.to("/openapi.json")}">OpenAPI document</a>. You need no key; without one, you can make 20 requests in any 60 seconds. <code class="command">curl "${links.toAbsolute("/api/v1/trades")}?ticker=NVDA&amp;late=true"</code></li>
<li><strong>All results of a filter in one file, and the data as it was known on a past day:</strong> with a key from the operator, you can export the results of any filter as CSV, NDJSON or Parquet, and download every version from the archive.</li>
</ul></section>`;
}

function renderFieldsSection(links: Links): Html {
  return html`<section id="fields"><h2>Every field of a trade</h2>
<p>Fields marked • appear in lists and CSV files; <code>/trades/ID.json</code> also has the others. A missing value is null, never 0. The <a href="${links.to("/methodology")}">methodology</a> explains how each field is made.</p>
<table class="fields dictionary"><thead><tr><th scope="col">Field</th><th scope="col">Kind</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(
  ({
    name,
    kind,
    canBeNull,
    meaning,
    isPublic,
  }) => html`<tr><th scope="row"><code>${name}</code>${isPublic && html` <abbr title="in lists and CSV files">•</abbr>`}</th><td>${renderTextWithCode(kind)}${canBeNull && " or null"}</td><td>${renderTextWithCode(meaning)}</td></tr>
`,
)}</tbody></table></section>`;
}

function renderCiteSection(links: Links, { version, publishedAt, tradeCount }: Dataset, now: Date): Html {
  const cited = `Congress Trades, dataset version ${version}, ${formatCount(tradeCount)} trades, retrieved ${now.toISOString().slice(0, 10)}, ${links.toAbsolute("/data")}.`;
  return html`<section id="cite"><h2>How to cite it</h2>
<p>Give the version and the date. To cite a single trade, use its own page, which has the SHA-256 of its source document.</p>
<p class="citation"><code>${cited}</code></p>
<p class="links"><button type="button" data-copy="${cited}">Copy citation</button></p>
<p class="small">Version ${version}${publishedAt && html`, published ${renderLongInstant(publishedAt.toISOString())}`}. Ids of trades are permanent: each names the filing and the line. Retrieved ${renderReadableDate(now.toISOString())}.</p></section>`;
}

const LICENCE = html`<section id="licence"><h2>Permitted use</h2>
<p>Federal law limits the use of disclosure reports (5 U.S.C. 13107(c)). It is unlawful to obtain or use a report for any unlawful purpose; for a commercial purpose, other than by news and communications media for dissemination to the general public; to establish the credit rating of anybody; or, directly or indirectly, to solicit money for a political, charitable or other purpose. This is a summary, not advice.</p>
<p>The reports themselves are public documents of the Clerk of the House and the Secretary of the Senate. Prices belong to their providers, and no right to pass them on is given here. The program is under the Apache License 2.0.</p></section>`;

/** Describes the dataset for search engines (schema.org `Dataset`). */
function buildDatasetJsonLd(links: Links, { version, publishedAt }: Dataset, newest: DataManifest | undefined): object {
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: "Stock trades disclosed by members of the U.S. Congress",
    description: "Periodic transaction reports of the House and the Senate, line by line, each with its document.",
    url: links.toAbsolute("/data"),
    version,
    ...(publishedAt && { dateModified: publishedAt.toISOString() }),
    isAccessibleForFree: true,
    distribution: [
      ...listDataDownloads(links, newest),
      { "@type": "DataDownload", encodingFormat: "text/csv", contentUrl: links.toAbsolute("/trades.csv") },
      { "@type": "DataDownload", encodingFormat: "application/json", contentUrl: links.toAbsolute("/api/v1/trades") },
    ],
  };
}

/** The stored dataset versions, each with the change in trade count since the previous one. @param versions newest first. */
function renderVersionsSection(versions: readonly ArchivedVersion[]): Html {
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
    html`<tr><th scope="row">${dataset_version}</th><td>${renderInstant(published_at)}</td><td class="number">${formatCount(rows)}</td><td class="number">${formatChange(rows, versions[at + 1]?.rows)}</td></tr>
`,
)}</tbody>`,
})}</section>`;
}

function formatChange(rows: number, before: number | undefined): string {
  if (before === undefined) return "–";
  return rows < before ? `−${formatCount(before - rows)}` : `+${formatCount(rows - before)}`;
}
