/** `/politicians`: everyone now in Congress, and everyone who has disclosed a trade. */
import { notRead } from "../../domain/missing-reports.ts";
import { type Html, html } from "../html.ts";
import { type Links, withQuery } from "../links.ts";
import { movedTo, type Rendered, type View, type WebPage } from "../page.ts";
import { listPage } from "../paged-list.ts";
import { faultList } from "../parts/fault-list.ts";
import { CHAMBER_CHOICES, choiceField, type FieldState, PARTY_CHOICES, textField } from "../parts/field.ts";
import { follow } from "../parts/follow.ts";
import { suggestions } from "../parts/nothing-found.ts";
import { chamberName, partyMark, personLink } from "../parts/person.ts";
import { scrollingTable } from "../parts/scrolling-table.ts";
import { formerMark, placeName } from "../parts/seat.ts";
import { STATE_NAMES } from "../parts/state-names.ts";
import { count, counted } from "../parts/words.ts";
import { committeesOf, type ListedPolitician, selectPoliticians, statesOf } from "../politician-list.ts";
import { POLITICIANS_PARAMETERS, type PoliticiansQuery, readPoliticiansQuery } from "../politicians-query.ts";
import { faultSentences } from "../query-faults.ts";
import { type Faults, withoutEmpty } from "../read-query.ts";
import { committeeTrades } from "./industry/committee-trades.ts";
import { representedBy } from "./represented-by.ts";

interface PoliticiansParts {
  readonly links: Links;
}

export function politiciansPage({ links }: PoliticiansParts): WebPage {
  return { name: "page_politicians", path: "/politicians", render: (view) => politicians(links, view) };
}

const HEAD = {
  title: "Politicians",
  description: "Members of the U.S. Senate and House, with the stock trades that each has disclosed.",
};

function politicians(links: Links, view: View): Rendered {
  const given = withoutEmpty(view.query);
  const read = readPoliticiansQuery(given);
  if ("faults" in read) return refused(links, view, given, read);
  const canonical = withQuery("/politicians", namedIn(read, read.page));
  if (given.size < view.query.size) return movedTo(canonical);
  return found(links, view, read, canonical);
}

/** The parameters of a query, without empty ones. */
function namedIn({ q, chamber, party, state, district, committee, office, sort }: PoliticiansQuery, page = 1) {
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

function found(links: Links, { dataset, query }: View, read: PoliticiansQuery, canonical: string): Rendered {
  const all = selectPoliticians(dataset, read);
  const shown = listPage(all, read.page, (each) => links.politicians(namedIn(read, each)));
  const csv = links.to("/politicians.csv", namedIn(read));
  return {
    ...HEAD,
    canonical,
    alternates: [
      { type: "text/csv", path: withQuery("/politicians.csv", namedIn(read)), title: "These people as CSV" },
    ],
    main: html`<h1>Politicians</h1>
${form(links, dataset, (name) => ({ value: shownValue(query, name), fault: undefined }))}
<div class="summary"><p><strong>${count(all.length)}</strong> ${all.length === 1 ? "person" : "people"}${orderWords(all.length, read)}${read.page > 1 && `, page ${read.page}`}.</p><p><a href="${csv}" download>CSV, ${counted(all.length, "row")}</a>${jsonLink(links, read)}</p></div>
${read.committee !== undefined && committeeTrades(links, dataset, all)}${representedBy(links, dataset, read)}${followPeople(links, all, read)}${shown.rows.length > 0 ? table(links, shown.rows) : nobody(links, dataset, read.q ?? "")}
${shown.pager}
<aside class="missing"><p>Not in this list: former members with no known trade; and candidates, officers and staff, whose reports are not read.</p></aside>`,
  };
}

/** States the sort order, which the form does not show. */
function orderWords(people: number, { office, sort }: PoliticiansQuery): string {
  return people > 1 && office === "all" && sort === "name" ? ", those in office first" : "";
}

/** A committee id is case-insensitive; the options have it in capitals. */
function shownValue(query: URLSearchParams, name: string): string {
  const value = query.get(name) ?? "";
  return name === "committee" ? value.toUpperCase() : value;
}

/** The API filters only by chamber, party and committee, sorted by name: for other filters or orders there is no JSON. */
function jsonLink(
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

function form(links: Links, dataset: View["dataset"], stateOf: (name: string) => FieldState): Html {
  return html`<form class="row" action="${links.politicians()}" role="search">
${textField({ name: "q", label: "Name", type: "search", ...stateOf("q") })}${choiceField(
  { name: "chamber", label: "Chamber", ...stateOf("chamber") },
  CHAMBER_CHOICES,
  "Both",
)}${choiceField({ name: "party", label: "Party", ...stateOf("party") }, PARTY_CHOICES)}${choiceField(
  { name: "state", label: "State", ...stateOf("state") },
  statesOf(dataset).map((each) => [each, STATE_NAMES[each] ?? each]),
)}${textField({ name: "district", label: "District", type: "number", ...stateOf("district") })}${choiceField(
  { name: "committee", label: "Committee", ...stateOf("committee") },
  committeesOf(dataset).map(({ id, name }) => [id, name]),
)}${choiceField({ name: "office", label: "Office", ...stateOf("office") }, OFFICES, "All")}${choiceField({ name: "sort", label: "Order", ...stateOf("sort") }, SORTS, "By name")}
<div class="buttons"><button>Show</button> <a href="${links.politicians()}">Clear all</a></div>
</form>`;
}

function table(links: Links, people: readonly ListedPolitician[]): Html {
  return scrollingTable({
    look: "people",
    caption: "Politicians with the number of trades that each has disclosed",
    rows: html`<thead><tr><th scope="col">Name</th><th scope="col">Party</th><th scope="col">Chamber</th><th scope="col">Seat</th><th scope="col" class="number">Trades</th><th scope="col">Last traded</th><th scope="col">Most traded</th></tr></thead>
<tbody>
${people.map((each) => personRow(links, each))}</tbody>`,
  });
}

function personRow(links: Links, person: ListedPolitician): Html {
  const { party, chamber, last_trade_date: last } = person;
  const most = person.top_tickers.slice(0, 3).map((each) => html`<a href="${links.ticker(each)}">${each}</a> `);
  return html`<tr><th scope="row">${personLink(links, person)}</th><td class="party-cell">${partyMark(party)}</td><td class="chamber">${chamberName(chamber)}</td><td class="seat">${placeName(person)}${formerMark(person)}</td><td class="number">${tradeCount(person)}</td><td class="last">${last !== null && html`<time datetime="${last}">${last}</time>`}</td><td class="most">${most}</td></tr>
`;
}

/** A zero is shown only if every report is read. */
function tradeCount({ total_trades: trades, unreadReports }: ListedPolitician): Html {
  const missing = unreadReports > 0 && html`<small class="unread">${notRead(unreadReports)}</small>`;
  return html`${(trades > 0 || unreadReports === 0) && count(trades)} ${missing}`;
}

/** Maximum number of people that one feed lists by id. */
const MOST_FOLLOWED = 100;

/** Trades of the listed people: by the shared filters, else by their ids, if they are few enough. */
function followPeople(
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
    return follow({ links, what, feed: { path: "/trades", query: { chamber, party, state: code } }, filter });
  }
  if (people.length > MOST_FOLLOWED) {
    return html`<div class="follow"><p>Feeds and alerts name at most ${MOST_FOLLOWED} people; a narrower list can be followed.</p></div>`;
  }
  const ids = people.map(({ id }) => id);
  return follow({
    links,
    what: "the trades of these people",
    feed: { path: "/trades", query: { politician_id: ids } },
    filter: { politicianId: ids },
  });
}

function nobody(links: Links, dataset: View["dataset"], typed: string): Html {
  return html`<section class="nothing"><h2>Nobody found</h2>
<p>Nobody in the list matches all of that. <a href="${links.politicians()}">See everybody</a>.</p>
${typed !== "" && suggestions(links, dataset, typed)}</section>`;
}

/** The submitted form, with an error next to each invalid field. */
function refused(links: Links, { dataset, query }: View, given: URLSearchParams, { faults }: Faults): Rendered {
  const sentences = faultSentences(faults, given, POLITICIANS_PARAMETERS);
  const stateOf = (name: string) => ({ value: query.getAll(name).join(","), fault: sentences.get(name) });
  return {
    title: "Filters that cannot be used",
    description: "Some of the filters cannot be used; each is named with what is allowed.",
    status: 400,
    canonical: "/politicians",
    main: html`<h1>Politicians</h1>
${form(links, dataset, stateOf)}
<section class="faults" role="alert"><h2>These filters cannot be used</h2>
${faultList({ faults, sentences, fieldOf: (name) => `f-${name}` })}</section>`,
  };
}
