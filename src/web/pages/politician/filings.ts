/** The reports of a member, each with its state in words. */
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { STATES } from "../../parts/filing-state.ts";
import { getReasonSentence } from "../../parts/reason-words.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { formatCount, pluralize, renderDay } from "../../parts/words.ts";
import { awaitIfAvailable, type FilingRow, type Records } from "../../records.ts";
import type { PoliticianDetail } from "./politician-detail.ts";

const MAX_FILINGS = 200;
const OPEN_FILINGS = 10;

export async function renderFilingsSection(
  links: Links,
  records: Records,
  { id, filings }: PoliticianDetail,
): Promise<Html> {
  const reportCount = Object.values(filings).reduce((sum, each) => sum + each, 0);
  if (reportCount === 0) return html``;
  const page = await awaitIfAvailable(records.listFilings({ politicianId: id }, { limit: MAX_FILINGS, skip: 0 }));
  if (page === null) {
    return html`<section id="filings"><h2>Reports</h2><p>${pluralize(reportCount, "report")} by this member ${reportCount === 1 ? "is" : "are"} known; the list is not available right now.</p></section>`;
  }
  const found = page.filings;
  const [open, folded] = [found.slice(0, OPEN_FILINGS), found.slice(OPEN_FILINGS)];
  return html`<section id="filings"><h2>Reports</h2>
<p class="small">${pluralize(reportCount, "report")}, newest first.${reportCount > found.length && ` Showing the newest ${formatCount(found.length)}.`}</p>
${renderFilingTable(links, open, "The newest reports")}
${folded.length > 0 && html`<details><summary>${pluralize(folded.length, "more report")}</summary>${renderFilingTable(links, folded, "Earlier reports")}</details>`}</section>`;
}

function renderFilingTable(links: Links, filings: readonly FilingRow[], caption: string): Html {
  return renderScrollingTable({
    look: "data filings",
    caption,
    rows: html`<thead><tr><th scope="col">Filed</th><th scope="col">Status</th><th scope="col" class="number">Lines read</th></tr></thead>
<tbody>${filings.map((filing) => renderMemberFilingRow(links, filing))}</tbody>`,
  });
}

function renderMemberFilingRow(links: Links, { id, filedDate, state, reason, rowsRead }: FilingRow): Html {
  const { label, progress } = STATES[state];
  return html`<tr><th scope="row"><a href="${links.toFiling(id)}">${filedDate === null ? "Date unknown" : renderDay(filedDate)}</a></th><td class="state ${progress}">${label}${reason !== null && html` <small>${getReasonSentence(reason.code)}</small>`}</td><td class="number">${formatCount(rowsRead)}</td></tr>
`;
}
