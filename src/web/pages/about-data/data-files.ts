/** The dataset as files: a list of the files, and code examples that load them. */
import type { DataManifest } from "../../../publication/export/data-files/data-files.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { formatCount, renderDay, renderInstant } from "../../parts/words.ts";

const MEANING: Readonly<Record<string, string>> = {
  "trades.parquet": "every trade, with types",
  "trades.csv.gz": "every trade; a ' is added in front of each cell that a spreadsheet would run as a formula",
  "trades.ndjson.gz": "every trade, one JSON object per line",
  "filings.parquet": "every listed filing and its state",
  "politicians.parquet": "every sitting member and everyone who has traded",
  "performance.parquet": "return after each decision minus the market, by anchor and horizon",
  "changes.ndjson.gz": "trades added, changed and removed since the previous version",
  "house-stock-watcher.json.gz": "House trades in the format of House Stock Watcher, for programs written for it",
  "senate-stock-watcher.json.gz": "Senate trades in the format of Senate Stock Watcher",
  "coverage.json": "what is known and what is missing",
  "datapackage.json": "every file and column described (Frictionless Data Package)",
};

export function renderDataFilesSection(links: Links, newest: DataManifest | undefined): Html {
  if (newest === undefined) {
    return html`<section id="files"><h2>All data as files</h2>
<p>The files of this version have not been made yet. Once they have, <code>${links.toAbsolute("/data/latest.json")}</code> lists them.</p></section>`;
  }
  const { dataset_version: version, published_at, files } = newest;
  const returns = files.find(({ made_at }) => made_at !== undefined);
  return html`<section id="files"><h2>All data as files</h2>
<p>Version ${version}, published ${renderInstant(published_at)}. You need no key, and there is no rate limit. <a href="${links.to("/data/latest.json")}"><code>/data/latest.json</code></a> lists the files of the newest version with the SHA-256 of each. A published file never changes, so you can cache it forever.${returns && html` The exception is <code>${returns.name}</code>, which is updated as prices come in; the current file is ${returns.prices_until ? html`based on prices up to ${renderDay(returns.prices_until)}` : "from before any prices were stored"}.`}</p>
<table class="fields"><thead><tr><th scope="col">File</th><th scope="col">What it holds</th><th scope="col">Rows</th><th scope="col">Bytes</th><th scope="col">SHA-256</th></tr></thead>
<tbody>
${files.map(
  ({ name, rows, bytes, sha256 }) =>
    html`<tr><th scope="row"><a href="${links.to(`/data/${version}/${name}`)}">${name}</a></th><td>${MEANING[name] ?? ""}</td><td class="number" data-label="Rows">${rows === null ? "–" : formatCount(rows)}</td><td class="number" data-label="Bytes">${formatCount(bytes)}</td><td data-label="SHA-256"><code title="${sha256}">${sha256.slice(0, 12)}…</code></td></tr>
`,
)}</tbody></table>
${renderLoadingExamples(links.toAbsolute(`/data/${version}/trades.parquet`))}</section>`;
}

function renderLoadingExamples(address: string): Html {
  return html`<dl class="facts">
<div><dt>DuckDB</dt><dd><code>SELECT * FROM '${address}' WHERE ticker = 'NVDA';</code></dd></div>
<div><dt>pandas</dt><dd><code>trades = pandas.read_parquet("${address}")</code></dd></div>
<div><dt>polars</dt><dd><code>trades = polars.read_parquet("${address}")</code></dd></div>
<div><dt>R</dt><dd><code>trades &lt;- arrow::read_parquet("${address}")</code></dd></div>
</dl>`;
}

/** Describes the data files as downloads for search engines (schema.org `DataDownload`). */
export function listDataDownloads(links: Links, newest: DataManifest | undefined): readonly object[] {
  return (newest?.files ?? []).map(({ name, bytes, sha256 }) => ({
    "@type": "DataDownload",
    name,
    encodingFormat: ENCODING[name.slice(name.lastIndexOf(".") + 1)],
    contentSize: `${bytes} B`,
    sha256,
    contentUrl: links.toAbsolute(`/data/${newest?.dataset_version}/${name}`),
  }));
}

const ENCODING: Readonly<Record<string, string>> = {
  parquet: "application/vnd.apache.parquet",
  gz: "application/gzip",
  json: "application/json",
};
