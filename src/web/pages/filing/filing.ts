/** `/filings/{id}`: a filing in plain words, with every line and whether it became a trade. */
import { needsDecision, parseTradeId } from "../../../domain/filing.ts";
import type { RawFiling } from "../../../domain/printed-report.ts";
import { parseReason } from "../../../domain/reason.ts";
import type { ReadPage, ScannedPage } from "../../../domain/scanned-page.ts";
import { type Html, html } from "../../html.ts";
import { appendQuery, type Links } from "../../links.ts";
import type { Rendered, View, WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { createListPage, getRequestedPage } from "../../paged-list.ts";
import { STATES } from "../../parts/filing-state.ts";
import { getAmendmentSentence, getExtraDetail, getReasonSentence } from "../../parts/reason-words.ts";
import { pluralize, renderReadableDate } from "../../parts/words.ts";
import { findPublishedName } from "../../politician-list.ts";
import type { FilingRecord } from "../../records.ts";
import { renderDocumentSection } from "./filing-document.ts";
import { renderRejectedSection, renderTradesSection } from "./filing-lines.ts";

type FilingParts = Pick<PageParts, "links" | "records">;

export function createFilingPage(parts: FilingParts): WebPage {
  return {
    name: "page_filing",
    path: "/filings/:id",
    parameters: ["trades", "lines"],
    render: (view) => renderFilingOrNotFound(parts, view),
  };
}

async function renderFilingOrNotFound({ links, records }: FilingParts, view: View): Promise<Rendered> {
  const id = view.parameters["id"] ?? "";
  const record = /^[a-z][0-9a-f-]{1,40}$/.test(id) ? await records.findFiling(id) : undefined;
  if (record === undefined) return renderUnknownFiling(links, id);
  return renderFiling(links, view, record, mayHavePageImages(record) ? await records.readPrinted(id) : undefined);
}

/** False for a report with text, which needs no list of pages: parsing a long report would take several ms per request. */
function mayHavePageImages({ document }: FilingRecord): boolean {
  return document?.seen?.kind !== "text";
}

function renderFiling(links: Links, view: View, record: FilingRecord, printed: RawFiling | undefined): Rendered {
  const { filing, trades, rejected } = record;
  const path = `/filings/${filing.id}`;
  const listed = trades.filter(({ supersededBy }) => supersededBy === null);
  const replaced = trades.filter(({ supersededBy }) => supersededBy !== null);
  const politician = filing.politicianId === null ? undefined : findPublishedName(view.dataset, filing.politicianId);
  const name = politician ?? `${filing.filer.first} ${filing.filer.last}`;
  const query = {
    trades: getRequestedPage(view.query, "trades", listed.length),
    lines: getRequestedPage(view.query, "lines", rejected.length),
  };
  const toPagePath = (pages: typeof query) =>
    appendQuery(path, Object.fromEntries(Object.entries(pages).filter(([, page]) => page > 1)));
  const listedPage = createListPage(listed, query.trades, (page) => links.to(toPagePath({ ...query, trades: page })));
  const rejectedPage = createListPage(rejected, query.lines, (page) => links.to(toPagePath({ ...query, lines: page })));
  return {
    title: `Filing of ${name}${filing.filedDate === null ? "" : `, ${filing.filedDate}`}`,
    description: [
      STATES[filing.state].label,
      ...(listed.length === 0 ? [] : [pluralize(listed.length, "trade")]),
      ...(rejected.length === 0 ? [] : [`${pluralize(rejected.length, "line")} not served`]),
      "the address of the official document",
    ].join(", "),
    canonical: toPagePath(query),
    alternates: [{ type: "application/json", path: `${path}.json`, title: "Filing as JSON" }],
    main: html`<h1>Filing of ${politician === undefined ? html`<bdi>${name}</bdi>` : html`<a href="${links.toPolitician(filing.politicianId ?? "")}"><bdi>${name}</bdi></a>`}${filing.filedDate !== null && html`, ${renderReadableDate(filing.filedDate)}`}</h1>
${renderFilingStateSection(record)}
${renderDocumentSection(links, record)}
${renderTradesSection(links, { name, listed: listedPage, replaced })}
${renderRejectedSection(links, rejectedPage)}
${renderPagesSection(links, record, printed)}
${renderAmendmentsSection(links, record)}`,
  };
}

/** States in sentences whether the filing is read, why not, and how many of its lines need review. */
function renderFilingStateSection({ filing, rejected }: FilingRecord): Html {
  const { label, sentence, progress } = STATES[filing.state];
  const waiting = rejected.filter(needsDecision).length;
  const why = filing.reason && `${getReasonSentence(filing.reason.code)} ${getExtraDetail(filing.reason)}`.trimEnd();
  return html`<p class="verdict ${progress}" role="note"><strong>${label}.</strong> ${sentence}${why && html` <span class="why">${why}</span>`}</p>
${waiting > 0 && html`<p>${pluralize(waiting, "line")} of this filing ${waiting === 1 ? "is not listed as a trade until a person has reviewed it. The line is shown below as it was read" : "are not listed as trades until a person has reviewed them. The lines are shown below as they were read"}.</p>`}`;
}

function renderUnknownFiling(links: Links, id: string): Rendered {
  const shownId = id.slice(0, 64).toWellFormed();
  return {
    status: 404,
    title: "No such filing",
    description: "No filing has this id.",
    canonical: `/filings/${encodeURIComponent(shownId)}`,
    main: html`<h1>No such filing</h1>
<p>No official list names a filing with the id <code>${shownId}</code>.</p>
<p>An id is <code>h</code> and the number of the House's document, as in <code>h20024542</code>, or <code>s</code> and the identifier in the address of the Senate's page.</p>
<p><a href="${links.to("/coverage")}">All known filings by year and status</a> · <a href="${links.toLatestTrades()}">Latest filings</a></p>`,
  };
}

/** The filings that this filing corrects, the filings that correct it, and corrections that are not certain yet. */
function renderAmendmentsSection(links: Links, { filing, trades, amendmentPending: pending }: FilingRecord): Html {
  const corrects = listFilingIds(trades.map(({ supersedes }) => supersedes));
  const correctedBy = listFilingIds(trades.map(({ supersededBy }) => supersededBy));
  const isAlone = corrects.length + correctedBy.length + pending.length === 0;
  return html`<section><h2>Corrections</h2>
${isAlone && html`<p>It corrects no known filing, and none corrects it.</p>`}${
  corrects.length > 0 && html`<p>It corrects ${renderIdLinks(links, corrects)}.</p>`
}${correctedBy.length > 0 && html`<p>It is corrected by ${renderIdLinks(links, correctedBy)}.</p>`}${
  pending.length > 0 && html`<ul>${pending.map((each) => renderPendingAmendment(links, filing.id, each))}</ul>`
}</section>`;
}

/** Lists distinct filing ids; a trade id is replaced by the id of the trade's filing. */
function listFilingIds(ids: readonly (string | null)[]): readonly string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : [parseTradeId(id)?.filingId ?? id])))];
}

function renderPendingAmendment(
  links: Links,
  ownId: string,
  { id, reason, candidates }: FilingRecord["amendmentPending"][number],
): Html {
  return html`<li><strong>Not certain yet:</strong> what ${id === ownId ? "this filing" : renderIdLinks(links, [id])} corrects. ${getAmendmentSentence(reason)}${candidates.length > 0 && html` Perhaps ${renderIdLinks(links, candidates)}.`}</li>
`;
}

function renderIdLinks(links: Links, ids: readonly string[]): Html {
  return html`${ids.map((id, at) => html`${at > 0 && ", "}<a href="${id.startsWith("txn_") ? links.toTrade(id) : links.toFiling(id)}">${id}</a>`)}`;
}

const KINDS: Readonly<Record<ScannedPage["kind"], string>> = {
  transactions: "Table of transactions",
  nothing_to_report: "Nothing to report",
  cover: "Form that refers to an attachment",
  letter: "Letter or note",
  other_form: "Another form",
  blank: "Empty page",
  unknown: "Not recognized; needs review",
};

const SETTLED: Readonly<Record<NonNullable<ReadPage["settled"]>, string>> = {
  typed: "typed in by a person",
  empty: "a person found no transaction on it",
  as_seen: "a person confirmed its rows",
};

/** The pages of a scanned or paper report, and what was recognized on each. */
function renderPagesSection(links: Links, { filing, document }: FilingRecord, printed: RawFiling | undefined): Html {
  const pages = printed?.scan?.pages ?? [];
  const images = document?.seen?.images ?? 0;
  if (pages.length === 0 && images === 0) return html``;
  const rows = Array.from({ length: Math.max(pages.length, images) }, (_, at) => {
    const number = at + 1;
    const lines = printed?.transactions.filter(({ page }) => page === number).length ?? 0;
    const name = images > at ? html`<a href="${links.toDocument(filing.id, number)}">${number}</a>` : number;
    const isKnown = lines > 0 || isPageRead(pages[at]);
    return html`<tr><th scope="row">${name}</th><td>${formatPageKind(pages[at])}</td><td class="number">${isKnown ? lines : html`<span class="unknown">not known</span>`}</td></tr>
`;
  });
  return html`<section><h2>Its pages</h2>
<table class="fields narrow"><thead><tr><th scope="col">Page</th><th scope="col">What is on it</th><th scope="col">Lines</th></tr></thead>
<tbody>
${rows}</tbody></table></section>`;
}

function isPageRead(page: ReadPage | undefined): boolean {
  return page !== undefined && (page.kind !== "unknown" || page.settled !== undefined);
}

function formatPageKind(page: ReadPage | undefined): string {
  if (page === undefined) return "Not read yet";
  const { kind, failure, settled } = page;
  if (settled !== undefined)
    return `${kind === "unknown" ? "Not recognized automatically" : KINDS[kind]}: ${SETTLED[settled]}`;
  if (failure === null) return KINDS[kind];
  const { code, detail } = parseReason(failure);
  return `Could not be read. ${getReasonSentence(code)} ${detail}`;
}
