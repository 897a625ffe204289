/** `/trades/{id}`: every detail of a trade, with the line of the document that it was read from. */
import { toFilingFacts } from "../../../api/disclosures/filing-schema.ts";
import { UnavailableError } from "../../../base/errors.ts";
import { classifyInstrument } from "../../../domain/direction.ts";
import { parseTradeId } from "../../../domain/filing.ts";
import type { RawTransaction } from "../../../domain/printed-report.ts";
import type { Confidence, Trade } from "../../../domain/trade.ts";
import { buildHeadlineParts, formatHeadline, lowercaseFirst } from "../../../domain/trade-headline.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { Rendered, View, WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { formatAmountText, renderAmountBar, renderAmountLegend } from "../../parts/amount-bar.ts";
import { renderPartyMark, renderPersonLink } from "../../parts/person.ts";
import { formatSeatAtTrade, renderFormerMark } from "../../parts/seat.ts";
import { formatInstrumentTerms, OWNER_NAMES } from "../../parts/trade-words.ts";
import { capitalize, formatCount, renderInstant, renderReadableDate } from "../../parts/words.ts";
import { readPoliticianFields } from "../../politician-list.ts";
import type { FilingRow, PublishedTrade, Records } from "../../records.ts";
import { type AmendmentChain, readAmendmentChain, renderHistorySection } from "./amendment-history.ts";
import { formatApaCitation, formatChicagoCitation, formatCitation } from "./citation.ts";
import { type ComparedField, listComparedFields } from "./compared-fields.ts";
import { renderLatenessSection } from "./lateness.ts";
import { readTradePricesRevision, renderPricesSection } from "./prices-section.ts";
import { buildTradeJsonLd } from "./trade-json-ld.ts";
import { renderTradeWithoutRecord, renderUnknownTrade } from "./trade-without-record.ts";
import { renderUnusualSection } from "./unusual.ts";

type TradeParts = Pick<PageParts, "links" | "records" | "market">;

export function createTradePage(parts: TradeParts): WebPage {
  return {
    name: "page_trade",
    path: "/trades/:id",
    parameters: [],
    readRevision: (view) => readTradePricesRevision(parts.market, view),
    render: (view) => renderTradeOrFallback(parts, view),
  };
}

/** The full record of a trade from the store. */
interface Dossier {
  readonly published: PublishedTrade;
  readonly politician: string;
  readonly filing: FilingRow;
  /** The line as printed; null if a person typed it in. */
  readonly printed: RawTransaction | null;
  readonly chain: AmendmentChain;
}

async function renderTradeOrFallback(parts: TradeParts, view: View): Promise<Rendered> {
  const id = view.parameters["id"] ?? "";
  try {
    const dossier = await readTradeDossier(parts.records, view, id);
    if (dossier === null) return await renderUnknownTrade(parts, id);
    const prices = await renderPricesSection(parts, view.dataset, dossier.published.trade);
    return renderTrade(parts.links, view, dossier, prices);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const rendered = renderTradeWithoutRecord(parts.links, view.dataset, id);
    if (rendered === null) throw error;
    return rendered;
  }
}

async function readTradeDossier(records: Records, { dataset }: View, id: string): Promise<Dossier | null> {
  const named = parseTradeId(id);
  const published = named && (await records.findTrade(id));
  const politician = published && readPoliticianFields(dataset, published.trade.politicianId);
  const filing = published && (await records.findListing(published.trade.filingId));
  if (!published || !politician || !filing) return null;
  const report = await records.readPrinted(filing.id);
  return {
    published,
    politician: politician.name,
    filing,
    printed: report?.transactions.find(({ line }) => line === named.line) ?? null,
    chain: await readAmendmentChain(records, published),
  };
}

function renderTrade(links: Links, view: View, dossier: Dossier, prices: Html): Rendered {
  const { published, politician, filing, printed, chain } = dossier;
  const { trade } = published;
  const what = formatHeadline(trade);
  return {
    title: `${politician}: ${lowercaseFirst(what)}, ${trade.transactionDate}`,
    description: `${what} by ${politician}, ${formatAmountText(trade.amountRaw, trade.amount.lowUsd, trade.amount.highUsd)}, traded ${trade.transactionDate}, with its line in the filing.`,
    canonical: `/trades/${trade.id}`,
    picture: `/og/trades/${trade.id}.png`,
    alternates: [{ type: "application/json", path: `/trades/${trade.id}.json`, title: "Trade as JSON" }],
    ...(published.supersededBy === null && { jsonLd: buildTradeJsonLd(links, { trade, politician, filing }) }),
    main: html`${renderTradeHeading(links, view, dossier)}
${renderReplacedNotice(links, dossier)}
${renderEvidence(links, dossier)}
<section><h2>Field by field</h2>
${renderFieldTable(listComparedFields(trade, printed), trade)}</section>
${prices}
${renderLatenessSection(trade)}
${renderUnusualFacts(links, view, trade)}
${renderHistorySection(links, chain, trade)}
${renderCitationSection(links, view, { published, filing, politician })}`,
  };
}

function renderUnusualFacts(links: Links, { dataset }: View, trade: Trade): Html {
  const politicianId = dataset.getMergedId(trade.politicianId) ?? trade.politicianId;
  return renderUnusualSection(links, dataset.facts.getTradeFacts({ ...trade, politicianId }), trade, politicianId);
}

function renderTradeHeading(links: Links, { dataset }: View, { published: { trade }, politician }: Dossier): Html {
  const { politicianId: id, ticker, currentTicker, amount, owner, chamber, transactionDate } = trade;
  const servedAs = dataset.getMergedId(id) ?? id;
  const { action, asset } = buildHeadlineParts(trade);
  const terms = formatInstrumentTerms(classifyInstrument(trade), trade.option);
  const seat = formatSeatAtTrade(dataset, { politicianId: servedAs, chamber, transactionDate });
  return html`<h1>${action} <bdi>${asset}</bdi>${ticker !== "" && html` <a class="symbol" href="${links.toTicker(currentTicker ?? ticker)}">${ticker}</a>`}</h1>
<p class="standfirst">${renderPersonLink(links, { id, name: politician })} ${renderPartyMark(trade.party)} ${seat}${renderFormerMark(dataset.getMember(servedAs))} · traded ${renderReadableDate(trade.transactionDate)} · disclosed ${renderReadableDate(trade.disclosureDate)} · owner: ${owner === null ? (trade.ownerUnread === null ? "not said" : "not read") : OWNER_NAMES[owner].toLowerCase()}${terms !== "" && ` · ${lowercaseFirst(terms)}`}</p>
<p class="standfirst">${renderAmountBar(amount, trade.amountRaw)}</p>
${renderAmountLegend()}`;
}

/** The notice at the top of the page of a trade that was replaced or withdrawn. */
function renderReplacedNotice(links: Links, { published: { trade, supersededBy }, chain }: Dossier): Html {
  if (supersededBy === null) return html``;
  const last = chain.trades.at(-1)?.trade;
  const now =
    chain.withdrawnBy !== null
      ? html`It was withdrawn by <a href="${links.toFiling(chain.withdrawnBy)}">a later filing</a>.`
      : html`It was replaced by <a href="${links.toTrade(last?.id ?? supersededBy)}">${last?.id ?? supersededBy}</a>${last && html` of ${renderReadableDate(last.filedDate)}`}.`;
  return html`<p class="notice stale" role="note"><strong>This trade was ${chain.withdrawnBy !== null ? "withdrawn" : "replaced"}.</strong> It is no longer in any list or total; this page keeps what the filing of ${renderReadableDate(trade.filedDate)} said. ${now}</p>`;
}

function renderEvidence(links: Links, { published: { trade }, filing }: Dossier): Html {
  const place = trade.page === null ? `line ${trade.line}` : `page ${trade.page}, line ${trade.line}`;
  const official = toFilingFacts(filing).document_url;
  if (filing.documentSha256 === null) {
    return html`<section class="evidence"><h2>The line in the report</h2>
<p>The original is not stored here, so its line cannot be shown. <a href="${official}" rel="external">The document on the official site</a>: ${place}.</p></section>`;
  }
  const alternative = `The line in the original document, ${place}: ${trade.assetNameRaw}, ${trade.amountRaw}`;
  return html`<section class="evidence"><h2>The line in the report</h2>
<figure><a href="${links.toEvidence(trade.id)}"><img src="${links.toEvidence(trade.id)}" alt="${alternative}"></a>
<figcaption>${capitalize(place)} of the filing of ${renderReadableDate(trade.filedDate)}. ${READING_SENTENCES[trade.confidence]}${trade.assetNameUnsure && " The print is unclear: letters of the asset’s name may be wrong."}</figcaption></figure>
<p class="links"><a href="${official}" rel="external">Official document</a> <a href="${links.toDocument(filing.id)}">Our stored copy</a> <a href="${links.toFiling(filing.id)}">The whole filing</a> <a href="${links.to(`/evidence/${trade.id}.json`)}">The line's words and their places on the page (JSON)</a></p></section>`;
}

const READING_SENTENCES: Readonly<Record<Confidence, string>> = {
  printed:
    "The words of this line were copied, character by character, from the text in the document. No text recognition (OCR) was needed.",
  ocr: "The line was read from a scanned image; any field that could not be read with certainty is marked.",
  reviewed: "A person looked at the document and decided what the line says.",
};

function renderFieldTable(fields: readonly ComparedField[], { confidence }: Trade): Html {
  const printedLabel = confidence === "printed" ? "As printed" : "As read from the image";
  return html`<table class="fields">
<thead><tr><th scope="col">Field</th><th scope="col">${printedLabel}</th><th scope="col">As served</th></tr></thead>
<tbody>
${fields.map(
  ({ name, printed, isDerived, served, note }) =>
    html`<tr><th scope="row">${name}</th><td class="printed" data-label="${printedLabel}">${printed === null ? html`<span class="unknown">${isDerived ? "in the fields above" : "blank"}</span>` : html`<bdi>${printed}</bdi>`}</td><td data-label="As served">${served === null ? html`<span class="unknown">none</span>` : html`<bdi>${served}</bdi>`}${note !== null && html`<small class="note">${note}</small>`}</td></tr>
`,
)}</tbody></table>`;
}

/** Citations, ids, times of publication and the digest of the original. */
function renderCitationSection(
  links: Links,
  { dataset, now }: View,
  { published, filing, politician }: Pick<Dossier, "published" | "filing" | "politician">,
): Html {
  const { trade, firstSeenAt, updatedAt } = published;
  const citation = {
    trade,
    politician,
    url: links.toAbsolute(`/trades/${trade.id}`),
    datasetVersion: dataset.version,
    sha256: filing.documentSha256,
    officialUrl: toFilingFacts(filing).document_url,
    retrieved: now,
  };
  const cited = formatCitation(citation);
  return html`<section><h2>Cite and check</h2>
<p class="citation"><code id="citation">${cited}</code></p>
<p class="links"><button type="button" data-copy="${cited}">Copy citation</button> <a href="${links.to(`/trades/${trade.id}.json`)}">JSON</a></p>
<dl class="facts">
<div><dt>APA</dt><dd>${formatApaCitation(citation)}</dd></div>
<div><dt>Chicago</dt><dd>${formatChicagoCitation(citation)}</dd></div>
<div><dt>Trade</dt><dd><code>${trade.id}</code></dd></div>
<div><dt>Dataset version</dt><dd>${dataset.version} (${formatCount(dataset.tradeCount)} trades)</dd></div>
<div><dt>First published here</dt><dd>${renderInstant(firstSeenAt)}</dd></div>
<div><dt>Last changed</dt><dd>${renderInstant(updatedAt)}</dd></div>
${filing.documentSha256 !== null && html`<div><dt>SHA-256 of the original</dt><dd><code>${filing.documentSha256}</code></dd></div>`}
</dl></section>`;
}
