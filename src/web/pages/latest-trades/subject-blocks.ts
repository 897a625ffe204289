/** The blocks above a search's trades: people, companies and filings. */

import { notRead } from "../../../domain/missing-reports.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { STATES } from "../../parts/filing-state.ts";
import { partyMark, personLink } from "../../parts/person.ts";
import { currentSeat } from "../../parts/seat.ts";
import { count, counted, day } from "../../parts/words.ts";
import type { ListedPolitician } from "../../politician-list.ts";
import type { FilingRow } from "../../records.ts";
import type { FoundCompany, FoundSubjects } from "../../search/subjects.ts";

interface BlocksParts {
  readonly links: Links;
  readonly dataset: Dataset;
  readonly typed: string;
}

export function subjectBlocks(parts: BlocksParts, found: FoundSubjects): Html {
  const { people, companies, filings } = found;
  return html`<div class="blocks">
${people.length > 0 && peopleBlock(parts, found)}${companies.length > 0 && companiesBlock(parts, found)}${filingsBlock(parts, filings)}</div>`;
}

function peopleBlock({ links, dataset, typed }: BlocksParts, { people, peopleFound }: FoundSubjects): Html {
  const more = peopleFound > people.length;
  return html`<section class="block"><h2>People</h2>
<ul>${people.map((each) => html`<li>${personLink(links, each)} ${partyMark(each.party)} ${currentSeat(dataset, each.id)} <small>· ${tradesOf(each)}</small></li>`)}</ul>
${more && html`<p><a href="${links.politicians({ q: typed })}">Show all ${count(peopleFound)} people</a></p>`}</section>
`;
}

/** `121 trades`; `121 trades, not read: 2 reports`; never zero while a report is unread. */
function tradesOf({ total_trades: trades, unreadReports }: ListedPolitician): string {
  const known = trades > 0 || unreadReports === 0 ? [counted(trades, "trade")] : [];
  const unread = unreadReports > 0 ? [notRead(unreadReports)] : [];
  return [...known, ...unread].join(", ");
}

function companiesBlock({ links }: BlocksParts, { companies, companiesFound }: FoundSubjects): Html {
  const more = companiesFound - companies.length;
  return html`<section class="block"><h2>Companies</h2>
<ul>${companies.map((each) => companyRow(links, each))}</ul>
${more > 0 && html`<p>Showing the most traded of ${count(companiesFound)}. Type more letters to narrow the list.</p>`}</section>
`;
}

function companyRow(links: Links, { ticker, company, trades }: FoundCompany): Html {
  return html`<li><a href="${links.ticker(ticker)}"><span class="symbol">${ticker}</span> <bdi>${company}</bdi></a> <small>${counted(trades, "trade")}</small></li>`;
}

function filingsBlock({ links, dataset }: BlocksParts, filings: readonly FilingRow[] | null): Html | false {
  if (filings === null) {
    return html`<section class="block"><h2>Filings</h2><p>The list of filings is not available right now.</p></section>
`;
  }
  if (filings.length === 0) return false;
  return html`<section class="block"><h2>Filings</h2>
<ul>${filings.map((each) => filingRow(links, dataset, each))}</ul></section>
`;
}

function filingRow(links: Links, dataset: Dataset, { id, filedDate, state, filer }: FilingRow): Html {
  const trades = dataset.tradesOfFiling(id).length;
  const name = [filer.first, filer.last].filter((part) => part !== "").join(" ");
  return html`<li><a href="${links.filing(id)}">${filedDate === null ? "Date unknown" : day(filedDate)}, <bdi>${name}</bdi></a> <small>${STATES[state].label}${trades > 0 && `, ${counted(trades, "trade")}`}</small></li>`;
}
