/** The document of a filing: its official URL, its stored copy, and its digest. */
import { filingFacts } from "../../../api/disclosures/filing-schema.ts";
import type { AlsoListed } from "../../../domain/filing.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { sourceName } from "../../parts/notice.ts";
import { counted, day, instant } from "../../parts/words.ts";
import type { FilingRecord } from "../../records.ts";

const KINDS: Readonly<Record<string, string>> = {
  text: "PDF with text",
  scan: "scanned PDF, an image of paper",
  html: "web page",
  paper: "paper, as page images",
  other: "another kind of document",
};

export function documentSection(links: Links, { filing, document }: FilingRecord): Html {
  const { document_url: official, title } = filingFacts(filing);
  const others = filing.alsoListed ?? [];
  const lister = sourceName(filing.source).replace(/^The/, "the");
  return html`<section><h2>The document</h2>
<p class="links"><a href="${official}" rel="external">Official document</a>${document && html` <a href="${links.document(filing.id)}">Our stored original</a>`} <a href="${links.to(`/filings/${filing.id}.json`)}">JSON</a></p>
<dl class="facts">
<div><dt>Filing</dt><dd><code>${filing.id}</code></dd></div>
<div><dt>Filer as listed</dt><dd>${listedFiler(filing)}</dd></div>
${others.length > 0 && html`<div><dt>Also listed for</dt><dd>${others.map((each) => html`${listedFiler(each)}. `)}The list has this document more than once; it counts once, for the member named in the document.</dd></div>`}
<div><dt>Title as listed</dt><dd>${title}</dd></div>
<div><dt>Filed</dt><dd>${filing.filedDate === null ? "missing or impossible" : day(filing.filedDate)}; listed by ${lister} under ${filing.year}</dd></div>
<div><dt>Seen on the list</dt><dd>first ${instant(filing.firstListedAt)}, last ${instant(filing.lastListedAt)}</dd></div>
${document === null ? missing(filing) : kept(document)}</dl></section>`;
}

function listedFiler({ filer, stateDistrict }: AlsoListed): Html {
  const name = [filer.prefix, filer.first, filer.last, filer.suffix].filter((part) => part !== null && part !== "");
  return html`<bdi>${name.join(" ")}</bdi>${stateDistrict !== null && ` (${stateDistrict})`}`;
}

function missing({ documentSha256 }: FilingRecord["filing"]): Html {
  if (documentSha256 === null) return html`<div><dt>Original</dt><dd>None is stored here.</dd></div>`;
  return html`<div><dt>Original</dt><dd>Its file is missing from this installation; its digest is known: SHA-256 <code>${documentSha256}</code>. The official document is linked above.</dd></div>`;
}

function kept({ seen, byteLength, fetchedAt, sha256 }: NonNullable<FilingRecord["document"]>): Html {
  const kind = seen === null ? "type unknown" : (KINDS[seen.kind] ?? seen.kind);
  return html`<div><dt>Original</dt><dd>${kind}${seen?.pages && `, ${counted(seen.pages, "page")}`}, ${counted(byteLength, "byte")}${fetchedAt && html`, fetched ${instant(fetchedAt)}`}</dd></div>
<div><dt>SHA-256</dt><dd><code>${sha256}</code></dd></div>
`;
}
