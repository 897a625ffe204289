/** The people, companies and filings that match a search, shown above the trades. */
import { formatUnreadCount } from "../../../domain/missing-reports.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { STATES } from "../../parts/filing-state.ts";
import { renderPartyMark, renderPersonLink } from "../../parts/person.ts";
import { renderLatestSeat } from "../../parts/seat.ts";
import { formatCount, pluralize, renderDay } from "../../parts/words.ts";
import type { ListedPolitician } from "../../politician-list.ts";
import type { FilingRow } from "../../records.ts";
import type { FoundCompany, FoundSubjects } from "../../search/subjects.ts";

interface BlocksParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly typed: string;
}

export function renderMatchBlocks(parts: BlocksParts, found: FoundSubjects): Html {
  const { people, companies, filings } = found;
  return html`<div class="blocks">
${people.length > 0 && renderPeopleBlock(parts, found)}${companies.length > 0 && renderCompaniesBlock(parts, found)}${renderFilingsBlock(parts, filings)}</div>`;
}

function renderPeopleBlock({ links, dataset, typed }: BlocksParts, { people, peopleFound }: FoundSubjects): Html {
  const more = peopleFound > people.length;
  return html`<section class="block"><h2>People</h2>
<ul>${people.map((each) => html`<li>${renderPersonLink(links, each)} ${renderPartyMark(each.party)} ${renderLatestSeat(dataset, each.id)} <small>· ${formatKnownTrades(each)}</small></li>`)}</ul>
${more && html`<p><a href="${links.toPoliticians({ q: typed })}">Show all ${formatCount(peopleFound)} people</a></p>`}</section>
`;
}

/** `121 trades` or `121 trades, not read: 2 reports`. Omits zero trades while a report is unread. */
function formatKnownTrades({ total_trades: trades, unreadReports }: ListedPolitician): string {
  const known = trades > 0 || unreadReports === 0 ? [pluralize(trades, "trade")] : [];
  const unread = unreadReports > 0 ? [formatUnreadCount(unreadReports)] : [];
  return [...known, ...unread].join(", ");
}

function renderCompaniesBlock({ links }: BlocksParts, { companies, companiesFound }: FoundSubjects): Html {
  const more = companiesFound - companies.length;
  return html`<section class="block"><h2>Companies</h2>
<ul>${companies.map((each) => renderCompanyRow(links, each))}</ul>
${more > 0 && html`<p>Showing the most traded of ${formatCount(companiesFound)}. Type more letters to narrow the list.</p>`}</section>
`;
}

function renderCompanyRow(links: Links, { ticker, company, trades }: FoundCompany): Html {
  return html`<li><a href="${links.toTicker(ticker)}"><span class="symbol">${ticker}</span> <bdi>${company}</bdi></a> <small>${pluralize(trades, "trade")}</small></li>`;
}

function renderFilingsBlock({ links, dataset }: BlocksParts, filings: readonly FilingRow[] | null): Html | false {
  if (filings === null) {
    return html`<section class="block"><h2>Filings</h2><p>The list of filings is not available right now.</p></section>
`;
  }
  if (filings.length === 0) return false;
  return html`<section class="block"><h2>Filings</h2>
<ul>${filings.map((each) => renderFoundFilingRow(links, dataset, each))}</ul></section>
`;
}

function renderFoundFilingRow(links: Links, dataset: Dataset, { id, filedDate, state, filer }: FilingRow): Html {
  const trades = dataset.findTradesOfFiling(id).length;
  const name = [filer.first, filer.last].filter((part) => part !== "").join(" ");
  return html`<li><a href="${links.toFiling(id)}">${filedDate === null ? "Date unknown" : renderDay(filedDate)}, <bdi>${name}</bdi></a> <small>${STATES[state].label}${trades > 0 && `, ${pluralize(trades, "trade")}`}</small></li>`;
}
