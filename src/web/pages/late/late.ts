/** `/late`: who disclosed late, by person, in all years or in one. */
import type { TradeFilter } from "../../../domain/trade-filter.ts";
import { feedsOf } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import { type Links, type Query, withQuery } from "../../links.ts";
import { movedTo, type Rendered, type View, type WebPage } from "../../page.ts";
import { listPage, pageWanted } from "../../paged-list.ts";
import { asWritten, CHAMBER_CHOICES, choiceField, PARTY_CHOICES } from "../../parts/field.ts";
import { follow } from "../../parts/follow.ts";
import { lateRule } from "../../parts/late-words.ts";
import { missingFromList } from "../../parts/missing.ts";
import { readByYear } from "../../parts/read-by-year.ts";
import type { SiteState } from "../../site-state.ts";
import { lateMembers, ranked } from "./late-members.ts";
import { faultsOf, type LateQuery, namedOf, readLateQuery, USUAL } from "./late-query.ts";
import { yearTable } from "./late-years.ts";

interface LateParts {
  readonly links: Links;
  readonly state: SiteState;
}

export function latePage(parts: LateParts): WebPage {
  return {
    name: "page_late",
    path: "/late",
    parameters: ["year", "chamber", "party", "sort", "page"],
    render: (view) => late(parts, view),
  };
}

async function late({ links, state }: LateParts, { dataset, query }: View): Promise<Rendered> {
  const asked = readLateQuery(query);
  const faults = faultsOf(query, asked);
  const named = namedOf(asked);
  const people = faults.size > 0 ? [] : await dataset.facts.latePeople(asked);
  const rows = ranked(people, asked.sort);
  const page = pageWanted(query, "page", rows.length);
  const list = listPage(rows, page, (each) => links.to("/late", { ...named, ...(each > 1 && { page: each }) }));
  const canonical = withQuery("/late", { ...named, ...(page > 1 && { page }) });
  const isUntidy = [...query].some(([, value]) => value.trim() === "");
  if (faults.size === 0 && isUntidy) return movedTo(canonical);
  const years = [...new Set((await dataset.facts.lateYears()).flatMap(({ year }) => year ?? []))];
  return {
    ...(faults.size > 0 && { status: 400 as const }),
    title: asked.year === undefined ? "Who disclosed late" : `Who disclosed late in ${asked.year}`,
    description: "Members of Congress who disclosed stock trades after the legal deadline, by person and year.",
    canonical,
    alternates: feedsOf("/trades", followedQuery(asked)),
    main: html`<h1>Who disclosed late${asked.year !== undefined && ` in ${asked.year}`}</h1>
${lateRule(links)}
${yearTable(links, asked, await dataset.facts.lateYears(asked), readByYear(state.coverage(), asked.chamber))}
<section class="list" id="members"><h2>Members</h2>
${form(links, asked, { query, faults, years })}
${faults.size > 0 ? html`<p class="nothing">Correct the field above to see the list.</p>` : lateMembers({ links, dataset }, asked, { listed: list.rows, ranked: rows, all: people })}
${list.pager}</section>
${follow({ links, what: "late trades", feed: { path: "/trades", query: followedQuery(asked) }, filter: followed(asked) })}
${missingFromList(links, state.coverage())}`,
  };
}

/** New late trades of the listed members; a past year has none. */
function followed({ chamber, party }: LateQuery): TradeFilter {
  return { late: true, ...(chamber && { chamber }), ...(party && { party: [party] }) };
}

function followedQuery({ chamber, party }: LateQuery): Query {
  return { late: true, chamber, party };
}

interface FormParts {
  readonly query: URLSearchParams;
  readonly faults: ReadonlyMap<string, string>;
  readonly years: readonly number[];
}

function form(links: Links, { sort }: LateQuery, { query, faults, years }: FormParts): Html {
  const field = (name: string, label: string) => ({
    name,
    label,
    value: query.get(name)?.trim() ?? "",
    fault: faults.get(name),
  });
  return html`<form class="narrow" action="${links.to("/late")}#members">${choiceField(field("year", "Year disclosed"), asWritten(years))}${choiceField(field("chamber", "Chamber"), CHAMBER_CHOICES)}${choiceField(field("party", "Party"), PARTY_CHOICES)}${sort !== USUAL && html`<input type="hidden" name="sort" value="${sort}">`}<div class="buttons"><button>Apply</button> <a href="${links.to("/late")}">All members</a></div></form>`;
}
