/** `/politicians`: everyone now in Congress, and everyone who has disclosed a trade. */
import { formatUnreadCount } from "../../domain/missing-reports.ts";
import { RECENT_FIRST } from "../../domain/trade-filter.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import { appendQuery, type Links } from "../links.ts";
import { createRedirect, type Rendered, type View, type WebPage } from "../page.ts";
import type { PageParts } from "../page-parts.ts";
import { createListPage } from "../paged-list.ts";
import { CHAMBER_CHOICES, type FieldState, PARTY_CHOICES, renderChoiceField, renderTextField } from "../parts/field.ts";
import { renderFeedLinks } from "../parts/follow.ts";
import { renderSuggestions } from "../parts/nothing-found.ts";
import { getChamberName, renderPartyMark, renderPersonLink } from "../parts/person.ts";
import { renderScrollingTable } from "../parts/scrolling-table.ts";
import { formatPlace, renderFormerMark } from "../parts/seat.ts";
import { STATE_NAMES } from "../parts/state-names.ts";
import { formatCount, pluralize } from "../parts/words.ts";
import { type ListedPolitician, listCommittees, listStates, selectPoliticians } from "../politician-list.ts";
import { POLITICIANS_PARAMETERS, type PoliticiansQuery, readPoliticiansQuery } from "../politicians-query.ts";
import { buildFaultSentences, renderFaultList } from "../query-faults.ts";
import { type Faults, removeEmptyParameters } from "../read-query.ts";
import { renderRepresentatives } from "./represented-by.ts";

export function createPoliticiansPage({ links }: Pick<PageParts, "links">): WebPage {
  return { name: "page_politicians", path: "/politicians", render: (view) => renderPoliticians(links, view) };
}

const HEAD = {
  title: "Politicians",
  description: "Members of the U.S. Senate and House, with the stock trades that each has disclosed.",
};

function renderPoliticians(links: Links, view: View): Rendered {
  const filledQuery = removeEmptyParameters(view.query);
  const read = readPoliticiansQuery(filledQuery);
  if ("faults" in read) return renderInvalidFilters(links, view, filledQuery, read);
  const canonical = appendQuery("/politicians", toQueryParams(read, read.page));
  if (filledQuery.size < view.query.size) return createRedirect(canonical);
  return renderFoundPoliticians(links, view, read, canonical);
}

/** Returns the query parameters, without those whose value is the default. */
function toQueryParams({ q, chamber, party, state, district, committee, office, sort }: PoliticiansQuery, page = 1) {
  return {
    q,
    chamber,
    party,
    state: state?.toUpperCase(),
    district,
    committee: committee?.toUpperCase(),
    ...(office !== "all" && { office }),
    ...(sort !== "name" && { sort }),
    ...(page > 1 && { page }),
  };
}

function renderFoundPoliticians(
  links: Links,
  { dataset, query }: View,
  read: PoliticiansQuery,
  canonical: string,
): Rendered {
  const all = selectPoliticians(dataset, read);
  const shown = createListPage(all, read.page, (each) => links.toPoliticians(toQueryParams(read, each)));
  const csv = links.to("/politicians.csv", toQueryParams(read));
  return {
    ...HEAD,
    canonical,
    alternates: [
      {
        type: "text/csv",
        path: appendQuery("/politicians.csv", toQueryParams(read)),
        title: "These people as CSV",
      },
    ],
    main: html`<h1>Politicians</h1>
${renderPoliticiansForm(links, dataset, (name) => ({ value: getFieldValue(query, name), fault: undefined }))}
<div class="summary"><p><strong>${formatCount(all.length)}</strong> ${all.length === 1 ? "person" : "people"}${formatSortOrder(all.length, read)}${read.page > 1 && `, page ${read.page}`}.</p><p><a href="${csv}" download>CSV, ${pluralize(all.length, "row")}</a>${renderJsonLink(links, read)}</p></div>
${read.committee !== undefined && renderCommitteeTrades(links, dataset, all)}${renderRepresentatives(links, dataset, read)}${renderPeopleFeeds(links, all, read)}${shown.rows.length > 0 ? renderPoliticiansTable(links, shown.rows) : renderNobodyFound(links, dataset, read.q ?? "")}
${shown.pager}
<aside class="missing"><p>Not in this list: former members with no known trade; and candidates, officers and staff, whose reports are not read.</p></aside>`,
  };
}

/** States the sort order, which the form does not show. */
function formatSortOrder(people: number, { office, sort }: PoliticiansQuery): string {
  return people > 1 && office === "all" && sort === "name" ? ", those in office first" : "";
}

/** Returns a field's value. A committee id is shown in upper case, as in the options of the field. */
function getFieldValue(query: URLSearchParams, name: string): string {
  const value = query.get(name) ?? "";
  return name === "committee" ? value.toUpperCase() : value;
}

/** Links to the JSON if the API supports the query. The API filters only by chamber, party and committee, and sorts by name. */
function renderJsonLink(
  links: Links,
  { q, chamber, party, state, district, committee, office, sort }: PoliticiansQuery,
): Html | false {
  const isSame =
    q === undefined && state === undefined && district === undefined && office === "all" && sort === "name";
  return (
    isSame &&
    html` · <a href="${links.to("/politicians.json", { chamber, party, committee: committee?.toUpperCase() })}">JSON</a>`
  );
}

const OFFICES = [
  ["in", "In office"],
  ["former", "Former"],
] as const;

const SORTS = [
  ["-trades", "Most trades first"],
  ["-last_trade", "Last traded first"],
] as const;

function renderPoliticiansForm(
  links: Links,
  dataset: View["dataset"],
  getFieldState: (name: string) => FieldState,
): Html {
  return html`<form class="row" action="${links.toPoliticians()}" role="search">
${renderTextField({ name: "q", label: "Name", type: "search", ...getFieldState("q") })}${renderChoiceField(
  { name: "chamber", label: "Chamber", ...getFieldState("chamber") },
  CHAMBER_CHOICES,
  "Both",
)}${renderChoiceField({ name: "party", label: "Party", ...getFieldState("party") }, PARTY_CHOICES)}${renderChoiceField(
  { name: "state", label: "State", ...getFieldState("state") },
  listStates(dataset).map((each) => [each, STATE_NAMES[each] ?? each]),
)}${renderTextField({ name: "district", label: "District", type: "number", ...getFieldState("district") })}${renderChoiceField(
  { name: "committee", label: "Committee", ...getFieldState("committee") },
  listCommittees(dataset).map(({ id, name }) => [id, name]),
)}${renderChoiceField({ name: "office", label: "Office", ...getFieldState("office") }, OFFICES, "All")}${renderChoiceField({ name: "sort", label: "Order", ...getFieldState("sort") }, SORTS, "By name")}
<div class="buttons"><button>Show</button> <a href="${links.toPoliticians()}">Clear all</a></div>
</form>`;
}

function renderPoliticiansTable(links: Links, people: readonly ListedPolitician[]): Html {
  return renderScrollingTable({
    look: "people",
    caption: "Politicians with the number of trades that each has disclosed",
    rows: html`<thead><tr><th scope="col">Name</th><th scope="col">Party</th><th scope="col">Chamber</th><th scope="col">Seat</th><th scope="col" class="number">Trades</th><th scope="col">Last traded</th><th scope="col">Most traded</th></tr></thead>
<tbody>
${people.map((each) => renderPersonRow(links, each))}</tbody>`,
  });
}

function renderPersonRow(links: Links, person: ListedPolitician): Html {
  const { party, chamber, last_trade_date: last } = person;
  const most = person.top_tickers.slice(0, 3).map((each) => html`<a href="${links.toTicker(each)}">${each}</a> `);
  return html`<tr><th scope="row">${renderPersonLink(links, person)}</th><td class="party-cell">${renderPartyMark(party)}</td><td class="chamber">${getChamberName(chamber)}</td><td class="seat">${formatPlace(person)}${renderFormerMark(person)}</td><td class="number">${renderTradeCount(person)}</td><td class="last">${last !== null && html`<time datetime="${last}">${last}</time>`}</td><td class="most">${most}</td></tr>
`;
}

/** A zero is shown only if every report is read. */
function renderTradeCount({ total_trades: trades, unreadReports }: ListedPolitician): Html {
  const missing = unreadReports > 0 && html`<small class="unread">${formatUnreadCount(unreadReports)}</small>`;
  return html`${(trades > 0 || unreadReports === 0) && formatCount(trades)} ${missing}`;
}

/** Maximum number of people that one feed lists by id. */
const MAX_FOLLOWED = 100;

/** Feeds and alerts for the listed people: by the filters of the list, or by ids if the feed does not support the filters. */
function renderPeopleFeeds(
  links: Links,
  people: readonly ListedPolitician[],
  { q, chamber, party, state, district, committee, office }: PoliticiansQuery,
): Html | false {
  const isByFilter = q === undefined && district === undefined && committee === undefined && office === "all";
  if (people.length === 0) return false;
  if (isByFilter) {
    const code = state?.toUpperCase();
    const filter = { ...(chamber && { chamber }), ...(party && { party: [party] }), ...(code && { state: code }) };
    const what = Object.keys(filter).length > 0 ? "the trades of these people" : "all trades";
    return renderFeedLinks({ links, what, feed: { path: "/trades", query: { chamber, party, state: code } }, filter });
  }
  if (people.length > MAX_FOLLOWED) {
    return html`<div class="follow"><p>Feeds and alerts name at most ${MAX_FOLLOWED} people; a narrower list can be followed.</p></div>`;
  }
  const ids = people.map(({ id }) => id);
  return renderFeedLinks({
    links,
    what: "the trades of these people",
    feed: { path: "/trades", query: { politician_id: ids } },
    filter: { politicianId: ids },
  });
}

function renderNobodyFound(links: Links, dataset: View["dataset"], typed: string): Html {
  return html`<section class="nothing"><h2>Nobody found</h2>
<p>Nobody in the list matches all of that. <a href="${links.toPoliticians()}">See everybody</a>.</p>
${typed !== "" && renderSuggestions(links, dataset, typed)}</section>`;
}

/** The submitted form, with an error next to each invalid field. */
function renderInvalidFilters(
  links: Links,
  { dataset, query }: View,
  filledQuery: URLSearchParams,
  { faults }: Faults,
): Rendered {
  const sentences = buildFaultSentences(faults, filledQuery, POLITICIANS_PARAMETERS);
  const getFieldState = (name: string) => ({ value: query.getAll(name).join(","), fault: sentences.get(name) });
  return {
    title: "Filters that cannot be used",
    description: "Some of the filters cannot be used; each is listed with what it allows.",
    status: 400,
    canonical: "/politicians",
    main: html`<h1>Politicians</h1>
${renderPoliticiansForm(links, dataset, getFieldState)}
<section class="faults" role="alert"><h2>These filters cannot be used</h2>
${renderFaultList({ faults, sentences, getFieldId: (name) => `f-${name}` })}</section>`,
  };
}

/** A link to the trades of a committee's current members. */
function renderCommitteeTrades(
  links: Links,
  dataset: Pick<Dataset, "select">,
  people: readonly { readonly id: string }[],
): Html {
  const politicianId = people.map(({ id }) => id);
  const trades = dataset.select({ politicianId }, RECENT_FIRST).length;
  if (trades === 0) return html``;
  return html`<section><h2>Trades of these people</h2>
<p><a href="${links.toLatestTrades({ politician_id: politicianId })}">${pluralize(trades, "trade")}</a>, which you can filter by industry. The seats are current; a trade may predate the seat.</p></section>`;
}
