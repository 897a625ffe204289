/** The document of a filing: its official URL, its stored copy, and its SHA-256. */
import { toFilingFacts } from "../../../api/disclosures/filing-schema.ts";
import type { AlsoListed } from "../../../domain/filing.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { getSourceName } from "../../parts/notice.ts";
import { pluralize, renderDay, renderInstant } from "../../parts/words.ts";
import type { FilingRecord } from "../../records.ts";

const KINDS: Readonly<Record<string, string>> = {
  text: "PDF with text",
  scan: "scanned PDF, an image of paper",
  html: "web page",
  paper: "paper, as page images",
  other: "another kind of document",
};

export function renderDocumentSection(links: Links, { filing, document }: FilingRecord): Html {
  const { document_url: official, title } = toFilingFacts(filing);
  const alsoListed = filing.alsoListed ?? [];
  const sourceName = getSourceName(filing.source).replace(/^The/, "the");
  return html`<section><h2>The document</h2>
<p class="links"><a href="${official}" rel="external">Official document</a>${document && html` <a href="${links.toDocument(filing.id)}">Our stored copy</a>`} <a href="${links.to(`/filings/${filing.id}.json`)}">JSON</a></p>
<dl class="facts">
<div><dt>Filing</dt><dd><code>${filing.id}</code></dd></div>
<div><dt>Filer as listed</dt><dd>${renderListedFiler(filing)}</dd></div>
${alsoListed.length > 0 && html`<div><dt>Also listed for</dt><dd>${alsoListed.map((each) => html`${renderListedFiler(each)}. `)}The list has this document more than once; it counts once, for the member named in the document.</dd></div>`}
<div><dt>Title as listed</dt><dd>${title}</dd></div>
<div><dt>Filed</dt><dd>${filing.filedDate === null ? "missing or impossible" : renderDay(filing.filedDate)}; listed by ${sourceName} under ${filing.year}</dd></div>
<div><dt>Seen on the list</dt><dd>first ${renderInstant(filing.firstListedAt)}, last ${renderInstant(filing.lastListedAt)}</dd></div>
${document === null ? renderMissingOriginal(filing) : renderStoredOriginal(document)}</dl></section>`;
}

function renderListedFiler({ filer, stateDistrict }: AlsoListed): Html {
  const name = [filer.prefix, filer.first, filer.last, filer.suffix].filter((part) => part !== null && part !== "");
  return html`<bdi>${name.join(" ")}</bdi>${stateDistrict !== null && ` (${stateDistrict})`}`;
}

function renderMissingOriginal({ documentSha256 }: FilingRecord["filing"]): Html {
  if (documentSha256 === null) return html`<div><dt>Original</dt><dd>None is stored here.</dd></div>`;
  return html`<div><dt>Original</dt><dd>Its file is missing from this installation; its digest is known: SHA-256 <code>${documentSha256}</code>. The official document is linked above.</dd></div>`;
}

function renderStoredOriginal({ seen, byteLength, fetchedAt, sha256 }: NonNullable<FilingRecord["document"]>): Html {
  const kind = seen === null ? "type unknown" : (KINDS[seen.kind] ?? seen.kind);
  return html`<div><dt>Original</dt><dd>${kind}${seen?.pages && `, ${pluralize(seen.pages, "page")}`}, ${pluralize(byteLength, "byte")}${fetchedAt && html`, fetched ${renderInstant(fetchedAt)}`}</dd></div>
<div><dt>SHA-256</dt><dd><code>${sha256}</code></dd></div>
`;
}
