/** `/trades/{id}`: all about a trade, with the line of the document that it was read from. */
import { filingFacts } from "../../../api/disclosures/filing-schema.ts";
import { UnavailableError } from "../../../base/errors.ts";
import { instrumentOf } from "../../../domain/direction.ts";
import { filingAndLineOf } from "../../../domain/filing.ts";
import type { RawTransaction } from "../../../domain/printed-report.ts";
import type { Confidence, Trade } from "../../../domain/trade.ts";
import { headline, headlineParts, inSentence } from "../../../domain/trade-headline.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { Rendered, View, WebPage } from "../../page.ts";
import { amountBar, amountLegend, amountText } from "../../parts/amount-bar.ts";
import { partyMark, personLink } from "../../parts/person.ts";
import { formerMark, seatOfTrade } from "../../parts/seat.ts";
import { instrumentText, OWNER_NAMES } from "../../parts/trade-words.ts";
import { count, instant, writtenDay } from "../../parts/words.ts";
import type { FilingRow, PublishedTrade, Records } from "../../records.ts";
import { type AmendmentChain, amendmentChain, historySection } from "./amendment-history.ts";
import { apaCitation, chicagoCitation, citation } from "./citation.ts";
import { type ComparedField, comparedFields } from "./compared-fields.ts";
import { latenessSection } from "./lateness.ts";
import { type PagePrices, pricesEdition, pricesSection } from "./prices-section.ts";
import { tradeJsonLd } from "./trade-json-ld.ts";
import { tradeWithoutRecord } from "./trade-without-record.ts";
import { unknownTrade } from "./unknown-trade.ts";
import { unusualSection } from "./unusual.ts";

interface TradeParts {
  readonly links: Links;
  readonly records: Records;
  readonly market: PagePrices;
}

export function tradePage(parts: TradeParts): WebPage {
  return {
    name: "page_trade",
    path: "/trades/:id",
    parameters: [],
    edition: (view) => pricesEdition(parts.market, view),
    render: (view) => tradeOrWhyNot(parts, view),
  };
}

/** The full record of a trade from the store. */
interface Dossier {
  readonly published: PublishedTrade;
  readonly politician: string;
  readonly filing: FilingRow;
  /** Null for a line that a person typed in. */
  readonly printed: RawTransaction | null;
  readonly chain: AmendmentChain;
}

async function tradeOrWhyNot(parts: TradeParts, view: View): Promise<Rendered> {
  const id = view.parameters["id"] ?? "";
  try {
    const dossier = await dossierOf(parts.records, view, id);
    if (dossier === null) return await unknownTrade(parts, id);
    const prices = await pricesSection(parts, view.dataset, dossier.published.trade);
    return shown(parts.links, view, dossier, prices);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const rendered = tradeWithoutRecord(parts.links, view.dataset, id);
    if (rendered === null) throw error;
    return rendered;
  }
}

async function dossierOf(records: Records, { dataset }: View, id: string): Promise<Dossier | null> {
  const named = filingAndLineOf(id);
  const published = named && (await records.trade(id));
  const politician = published && dataset.politician(published.trade.politicianId);
  const filing = published && (await records.listing(published.trade.filingId));
  if (!published || !politician || !filing) return null;
  const report = await records.printed(filing.id);
  return {
    published,
    politician: (JSON.parse(politician.toString("utf8")) as { readonly name: string }).name,
    filing,
    printed: report?.transactions.find(({ line }) => line === named.line) ?? null,
    chain: await amendmentChain(records, published),
  };
}

function shown(links: Links, view: View, dossier: Dossier, prices: Html): Rendered {
  const { published, politician, filing, printed, chain } = dossier;
  const { trade } = published;
  const what = headline(trade);
  return {
    title: `${politician}: ${inSentence(what)}, ${trade.transactionDate}`,
    description: `${what} by ${politician}, ${amountText(trade.amountRaw, trade.amount.lowUsd, trade.amount.highUsd)}, traded ${trade.transactionDate}, with its line in the filing.`,
    canonical: `/trades/${trade.id}`,
    picture: `/og/trades/${trade.id}.png`,
    alternates: [{ type: "application/json", path: `/trades/${trade.id}.json`, title: "Trade as JSON" }],
    ...(published.supersededBy === null && { jsonLd: tradeJsonLd(links, { trade, politician, filing }) }),
    main: html`${heading(links, view, dossier)}
${standing(links, dossier)}
${evidence(links, dossier)}
<section><h2>Field by field</h2>
${fieldTable(comparedFields(trade, printed), trade)}</section>
${prices}
${latenessSection(trade)}
${unusual(links, view, trade)}
${historySection(links, chain, trade)}
${sources(links, view, { published, filing, politician })}`,
  };
}

function unusual(links: Links, { dataset }: View, trade: Trade): Html {
  const politicianId = dataset.mergedInto(trade.politicianId) ?? trade.politicianId;
  return unusualSection(links, dataset.facts.trade({ ...trade, politicianId }), trade, politicianId);
}

function heading(links: Links, { dataset }: View, { published: { trade }, politician }: Dossier): Html {
  const { politicianId: id, ticker, currentTicker, amount, owner, chamber, transactionDate } = trade;
  const servedAs = dataset.mergedInto(id) ?? id;
  const { action, asset } = headlineParts(trade);
  const terms = instrumentText(instrumentOf(trade), trade.option);
  const seat = seatOfTrade(dataset, { politicianId: servedAs, chamber, transactionDate });
  return html`<h1>${action} <bdi>${asset}</bdi>${ticker !== "" && html` <a class="symbol" href="${links.ticker(currentTicker ?? ticker)}">${ticker}</a>`}</h1>
<p class="standfirst">${personLink(links, { id, name: politician })} ${partyMark(trade.party)} ${seat}${formerMark(dataset.member(servedAs))} · traded ${writtenDay(trade.transactionDate)} · disclosed ${writtenDay(trade.disclosureDate)} · owner: ${owner === null ? (trade.ownerUnread === null ? "not said" : "not read") : OWNER_NAMES[owner].toLowerCase()}${terms !== "" && ` · ${inSentence(terms)}`}</p>
<p class="standfirst">${amountBar(amount, trade.amountRaw)}</p>
${amountLegend()}`;
}

/** A notice at the top that a trade no longer counts. */
function standing(links: Links, { published: { trade, supersededBy }, chain }: Dossier): Html {
  if (supersededBy === null) return html``;
  const last = chain.trades.at(-1)?.trade;
  const now =
    chain.takenBackBy !== null
      ? html`It was withdrawn by <a href="${links.filing(chain.takenBackBy)}">a later filing</a>.`
      : html`It was replaced by <a href="${links.trade(last?.id ?? supersededBy)}">${last?.id ?? supersededBy}</a>${last && html` of ${writtenDay(last.filedDate)}`}.`;
  return html`<p class="notice stale" role="note"><strong>This trade was ${chain.takenBackBy !== null ? "withdrawn" : "replaced"}.</strong> It is no longer in any list or total; this page keeps what the filing of ${writtenDay(trade.filedDate)} said. ${now}</p>`;
}

function evidence(links: Links, { published: { trade }, filing }: Dossier): Html {
  const place = trade.page === null ? `line ${trade.line}` : `page ${trade.page}, line ${trade.line}`;
  const official = filingFacts(filing).document_url;
  if (filing.documentSha256 === null) {
    return html`<section class="evidence"><h2>The line in the report</h2>
<p>The original is not stored here, so its line cannot be shown. <a href="${official}" rel="external">The document on the official site</a>: ${place}.</p></section>`;
  }
  const alternative = `The line in the original document, ${place}: ${trade.assetNameRaw}, ${trade.amountRaw}`;
  return html`<section class="evidence"><h2>The line in the report</h2>
<figure><a href="${links.evidence(trade.id)}"><img src="${links.evidence(trade.id)}" alt="${alternative}"></a>
<figcaption>${place[0]?.toUpperCase()}${place.slice(1)} of the filing of ${writtenDay(trade.filedDate)}. ${READ_HOW[trade.confidence]}${trade.assetNameUnsure && " The print is unclear: letters of the asset’s name may be wrong."}</figcaption></figure>
<p class="links"><a href="${official}" rel="external">Official document</a> <a href="${links.document(filing.id)}">Our stored original</a> <a href="${links.filing(filing.id)}">The whole filing</a> <a href="${links.to(`/evidence/${trade.id}.json`)}">Words and positions (JSON)</a></p></section>`;
}

const READ_HOW: Readonly<Record<Confidence, string>> = {
  printed: "The line was read from the document's own text, character by character.",
  ocr: "The line was read from a scanned image; every served field was read with certainty or is marked.",
  reviewed: "The line was confirmed by a person who looked at the document.",
};

function fieldTable(fields: readonly ComparedField[], { confidence }: Trade): Html {
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

/** Origin, time of publication and citation of the trade. */
function sources(
  links: Links,
  { dataset, now }: View,
  { published, filing, politician }: Pick<Dossier, "published" | "filing" | "politician">,
): Html {
  const { trade, firstSeenAt, updatedAt } = published;
  const known = {
    trade,
    politician,
    url: links.absolute(`/trades/${trade.id}`),
    datasetVersion: dataset.version,
    sha256: filing.documentSha256,
    officialUrl: filingFacts(filing).document_url,
    retrieved: now,
  };
  const cited = citation(known);
  return html`<section><h2>Cite and check</h2>
<p class="citation"><code id="citation">${cited}</code></p>
<p class="links"><button type="button" data-copy="${cited}">Copy citation</button> <a href="${links.to(`/trades/${trade.id}.json`)}">JSON</a></p>
<dl class="facts">
<div><dt>APA</dt><dd>${apaCitation(known)}</dd></div>
<div><dt>Chicago</dt><dd>${chicagoCitation(known)}</dd></div>
<div><dt>Trade</dt><dd><code>${trade.id}</code></dd></div>
<div><dt>Dataset version</dt><dd>${dataset.version} (${count(dataset.tradeCount)} trades)</dd></div>
<div><dt>Published here first</dt><dd>${instant(firstSeenAt)}</dd></div>
<div><dt>Last changed</dt><dd>${instant(updatedAt)}</dd></div>
${filing.documentSha256 !== null && html`<div><dt>SHA-256 of the original</dt><dd><code>${filing.documentSha256}</code></dd></div>`}
</dl></section>`;
}
