/** The filings of a year that are not fully read: who, when, their state and reason. */

import { filingFacts } from "../../../api/disclosures/filing-schema.ts";
import type { FilingState } from "../../../domain/filing.ts";
import { type Html, html } from "../../html.ts";
import type { Links, Query } from "../../links.ts";
import { STATES } from "../../parts/filing-state.ts";
import { pager } from "../../parts/pager.ts";
import { detailOf, sentenceOf } from "../../parts/reason-words.ts";
import { counted, day } from "../../parts/words.ts";
import type { FilingRow, Records } from "../../records.ts";

const ROWS = 100;
/** Number of expanded rows; on a phone each takes half a screen. */
const OPEN_ROWS = 10;

const OPEN_STATES = (Object.keys(STATES) as FilingState[]).filter((state) =>
  ["partly", "waiting", "failed"].includes(STATES[state].standing),
);

interface MissingFilingsQuestion {
  readonly links: Links;
  readonly records: Pick<Records, "filings">;
  readonly year: number;
  readonly source: string | undefined;
  readonly query: URLSearchParams;
}

/** @returns the section, and the parameters that select its content. */
export async function missingFilings(
  asked: MissingFilingsQuestion,
): Promise<{ readonly section: Html; readonly query: Query }> {
  const { links, records, year, source, query } = asked;
  const page = Math.max(1, Math.min(1000, Number.parseInt(query.get("page") ?? "1", 10) || 1));
  const found = await records.filings({ year, source, states: OPEN_STATES }, { limit: ROWS, skip: (page - 1) * ROWS });
  const named = { year, source };
  const linkTo = (each: number) => links.to("/coverage", { ...named, ...(each > 1 && { page: each }) });
  const folded = found.filings.slice(OPEN_ROWS);
  const section = html`<section><h2>${counted(found.total, "filing")} of ${year} missing or waiting</h2>
${
  found.total === 0
    ? html`<p>Every known report of ${year} has been read in full.</p>`
    : html`${filingTable(links, found.filings.slice(0, OPEN_ROWS))}
${folded.length > 0 && html`<details><summary>${counted(folded.length, "more filing")}</summary>${filingTable(links, folded)}</details>`}
${pager({ page, pageCount: Math.ceil(found.total / ROWS), linkTo })}`
}</section>`;
  return { section, query: { ...named, ...(page > 1 && { page }) } };
}

function filingTable(links: Links, filings: readonly FilingRow[]): Html {
  return html`<table class="fields"><thead><tr><th scope="col">Filer</th><th scope="col">Filed</th><th scope="col">State</th><th scope="col">Why</th></tr></thead>
<tbody>
${filings.map((each) => filingRow(links, each))}</tbody></table>`;
}

function filingRow(links: Links, filing: FilingRow): Html {
  const { first, last } = filing.filer;
  const { label, sentence } = STATES[filing.state];
  return html`<tr><th scope="row"><a href="${links.filing(filing.id)}"><bdi>${last}, ${first}</bdi></a></th><td>${filing.filedDate === null ? "not given" : day(filing.filedDate)}</td><td>${label}</td><td>${filing.reason === null ? sentence : html`${sentenceOf(filing.reason.code)}<small class="note">${detailOf(filing.reason)}</small>`} <a href="${filingFacts(filing).document_url}" rel="external">Official document</a></td></tr>
`;
}
