/** `/late`: who disclosed late, by person, in all years or in one. */
import type { TradeFilter } from "../../../domain/trade-filter.ts";
import { listPageFeeds } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import { appendQuery, type Links, type Query } from "../../links.ts";
import { createRedirect, type Rendered, type View, type WebPage } from "../../page.ts";
import { createListPage, getRequestedPage } from "../../paged-list.ts";
import { CHAMBER_CHOICES, PARTY_CHOICES, renderChoiceField, toPlainChoices } from "../../parts/field.ts";
import { renderFollow } from "../../parts/follow.ts";
import { renderLateRule } from "../../parts/late-words.ts";
import { renderMissingFromList } from "../../parts/missing.ts";
import { countReadByYear } from "../../parts/read-by-year.ts";
import type { SiteState } from "../../site-state.ts";
import { rankLateMembers, renderLateMembers } from "./late-members.ts";
import { findFaults, type LateQuery, readLateQuery, toNamedQuery, USUAL } from "./late-query.ts";
import { renderYearTable } from "./late-years.ts";

interface LateParts {
  readonly links: Links;
  readonly state: SiteState;
}

export function createLatePage(parts: LateParts): WebPage {
  return {
    name: "page_late",
    path: "/late",
    parameters: ["year", "chamber", "party", "sort", "page"],
    render: (view) => renderLatePage(parts, view),
  };
}

async function renderLatePage({ links, state }: LateParts, { dataset, query }: View): Promise<Rendered> {
  const requested = readLateQuery(query);
  const faults = findFaults(query, requested);
  const named = toNamedQuery(requested);
  const people = faults.size > 0 ? [] : await dataset.facts.listLatePeople(requested);
  const rows = rankLateMembers(people, requested.sort);
  const page = getRequestedPage(query, "page", rows.length);
  const list = createListPage(rows, page, (each) => links.to("/late", { ...named, ...(each > 1 && { page: each }) }));
  const canonical = appendQuery("/late", { ...named, ...(page > 1 && { page }) });
  const isUntidy = [...query].some(([, value]) => value.trim() === "");
  if (faults.size === 0 && isUntidy) return createRedirect(canonical);
  const years = [...new Set((await dataset.facts.listLateYears()).flatMap(({ year }) => year ?? []))];
  return {
    ...(faults.size > 0 && { status: 400 as const }),
    title: requested.year === undefined ? "Who disclosed late" : `Who disclosed late in ${requested.year}`,
    description: "Members of Congress who disclosed stock trades after the legal deadline, by person and year.",
    canonical,
    alternates: listPageFeeds("/trades", buildFollowQuery(requested)),
    main: html`<h1>Who disclosed late${requested.year !== undefined && ` in ${requested.year}`}</h1>
${renderLateRule(links)}
${renderYearTable(links, requested, await dataset.facts.listLateYears(requested), countReadByYear(state.getCoverage(), requested.chamber))}
<section class="list" id="members"><h2>Members</h2>
${renderLateForm(links, requested, { query, faults, years })}
${faults.size > 0 ? html`<p class="nothing">Correct the field above to see the list.</p>` : renderLateMembers({ links, dataset }, requested, { listed: list.rows, sortedMembers: rows, all: people })}
${list.pager}</section>
${renderFollow({ links, what: "late trades", feed: { path: "/trades", query: buildFollowQuery(requested) }, filter: buildFollowFilter(requested) })}
${renderMissingFromList(links, state.getCoverage())}`,
  };
}

/** New late trades of the listed members; a past year has none. */
function buildFollowFilter({ chamber, party }: LateQuery): TradeFilter {
  return { late: true, ...(chamber && { chamber }), ...(party && { party: [party] }) };
}

function buildFollowQuery({ chamber, party }: LateQuery): Query {
  return { late: true, chamber, party };
}

interface FormParts {
  readonly query: URLSearchParams;
  readonly faults: ReadonlyMap<string, string>;
  readonly years: readonly number[];
}

function renderLateForm(links: Links, { sort }: LateQuery, { query, faults, years }: FormParts): Html {
  const getField = (name: string, label: string) => ({
    name,
    label,
    value: query.get(name)?.trim() ?? "",
    fault: faults.get(name),
  });
  return html`<form class="narrow" action="${links.to("/late")}#members">${renderChoiceField(getField("year", "Year disclosed"), toPlainChoices(years))}${renderChoiceField(getField("chamber", "Chamber"), CHAMBER_CHOICES)}${renderChoiceField(getField("party", "Party"), PARTY_CHOICES)}${sort !== USUAL && html`<input type="hidden" name="sort" value="${sort}">`}<div class="buttons"><button>Apply</button> <a href="${links.to("/late")}">All members</a></div></form>`;
}
