/** The filings of a year that are not fully read: who, when, their state and reason. */
import { toFilingFacts } from "../../../api/disclosures/filing-schema.ts";
import type { FilingState } from "../../../domain/filing.ts";
import { type Html, html } from "../../html.ts";
import type { Links, Query } from "../../links.ts";
import { renderPager } from "../../paged-list.ts";
import { STATES } from "../../parts/filing-state.ts";
import { getExtraDetail, getReasonSentence } from "../../parts/reason-words.ts";
import { pluralize, renderDay } from "../../parts/words.ts";
import type { FilingRow, Records } from "../../records.ts";

const ROWS = 100;
/** Number of rows not collapsed; on a phone, each row takes half a screen. */
const OPEN_ROWS = 10;

const OPEN_STATES = (Object.keys(STATES) as FilingState[]).filter((state) =>
  ["partly", "waiting", "failed"].includes(STATES[state].progress),
);

interface MissingFilingsQuestion {
  readonly links: Links;
  readonly records: Pick<Records, "listFilings">;
  readonly year: number;
  readonly source: string | undefined;
  readonly query: URLSearchParams;
}

/** @returns the section with one page of the list, and the query parameters that select this page. */
export async function renderMissingFilings(
  requested: MissingFilingsQuestion,
): Promise<{ readonly section: Html; readonly query: Query }> {
  const { links, records, year, source, query } = requested;
  const page = Math.max(1, Math.min(1000, Number.parseInt(query.get("page") ?? "1", 10) || 1));
  const found = await records.listFilings(
    { year, source, states: OPEN_STATES },
    { limit: ROWS, skip: (page - 1) * ROWS },
  );
  const named = { year, source };
  const buildLink = (each: number) => links.to("/coverage", { ...named, ...(each > 1 && { page: each }) });
  const folded = found.filings.slice(OPEN_ROWS);
  const section = html`<section><h2>${pluralize(found.total, "filing")} of ${year} missing or waiting</h2>
${
  found.total === 0
    ? html`<p>Every known report of ${year} has been read in full.</p>`
    : html`${renderFilingTable(links, found.filings.slice(0, OPEN_ROWS))}
${folded.length > 0 && html`<details><summary>${pluralize(folded.length, "more filing")}</summary>${renderFilingTable(links, folded)}</details>`}
${renderPager({ page, pageCount: Math.ceil(found.total / ROWS), buildLink })}`
}</section>`;
  return { section, query: { ...named, ...(page > 1 && { page }) } };
}

function renderFilingTable(links: Links, filings: readonly FilingRow[]): Html {
  return html`<table class="fields"><thead><tr><th scope="col">Filer</th><th scope="col">Filed</th><th scope="col">Status</th><th scope="col">Why</th></tr></thead>
<tbody>
${filings.map((each) => renderMissingFilingRow(links, each))}</tbody></table>`;
}

function renderMissingFilingRow(links: Links, filing: FilingRow): Html {
  const { first, last } = filing.filer;
  const { label, sentence } = STATES[filing.state];
  return html`<tr><th scope="row"><a href="${links.toFiling(filing.id)}"><bdi>${last}, ${first}</bdi></a></th><td>${filing.filedDate === null ? "not given" : renderDay(filing.filedDate)}</td><td>${label}</td><td>${filing.reason === null ? sentence : html`${getReasonSentence(filing.reason.code)}<small class="note">${getExtraDetail(filing.reason)}</small>`} <a href="${toFilingFacts(filing).document_url}" rel="external">Official document</a></td></tr>
`;
}
