/** `/late`: which members disclosed late, in all years or in one year. */
import { GRACE_DAYS } from "../../../domain/reporting-deadline.ts";
import type { TradeFilter } from "../../../domain/trade-filter.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";
import { listPageFeeds } from "../../feeds/feed-files.ts";
import { type Html, html } from "../../html.ts";
import { appendQuery, type Links, type Query } from "../../links.ts";
import { createRedirect, type Rendered, type View, type WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { createListPage, getRequestedPage } from "../../paged-list.ts";
import { CHAMBER_CHOICES, PARTY_CHOICES, renderChoiceField, toPlainChoices } from "../../parts/field.ts";
import { renderFeedLinks } from "../../parts/follow.ts";
import {
  formatDaysToNearestHalf,
  formatLateShare,
  renderLateCount,
  renderLatenessByYear,
  renderLateRule,
} from "../../parts/late-words.ts";
import { renderMissingFromList } from "../../parts/missing.ts";
import { getChamberName, renderPartyMark, renderPersonLink } from "../../parts/person.ts";
import { countReportsReadByYear, type ReadReports, renderFewReadNotice } from "../../parts/read-by-year.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { renderFormerMark } from "../../parts/seat.ts";
import { formatCount, pluralize } from "../../parts/words.ts";
import {
  COLUMN_NAMES,
  COLUMNS,
  type Column,
  type ColumnName,
  DEFAULT_COLUMN,
  type LateQuery,
  readLateQuery,
  toQueryParams,
} from "./late-query.ts";

type LateParts = Pick<PageParts, "links" | "state">;

export function createLatePage(parts: LateParts): WebPage {
  return {
    name: "page_late",
    path: "/late",
    parameters: ["year", "chamber", "party", "sort", "page"],
    render: (view) => renderLatePage(parts, view),
  };
}

async function renderLatePage({ links, state }: LateParts, { dataset, query }: View): Promise<Rendered> {
  const { requested, faults } = readLateQuery(query);
  const named = toQueryParams(requested);
  const people = faults.size > 0 ? [] : await dataset.facts.listLateRowsByPerson(requested);
  const rows = rankLateMembers(people, requested.sort);
  const page = getRequestedPage(query, "page", rows.length);
  const list = createListPage(rows, page, (each) => links.to("/late", { ...named, ...(each > 1 && { page: each }) }));
  const canonical = appendQuery("/late", { ...named, ...(page > 1 && { page }) });
  const isUntidy = [...query].some(([, value]) => value.trim() === "");
  if (faults.size === 0 && isUntidy) return createRedirect(canonical);
  const years = [...new Set((await dataset.facts.listLateRowsByYear()).flatMap(({ year }) => year ?? []))];
  return {
    ...(faults.size > 0 && { status: 400 as const }),
    title: requested.year === undefined ? "Who disclosed late" : `Who disclosed late in ${requested.year}`,
    description: "Members of Congress who disclosed stock trades after the legal deadline, by person and year.",
    canonical,
    alternates: listPageFeeds("/trades", buildLateTradesQuery(requested)),
    main: html`<h1>Who disclosed late${requested.year !== undefined && ` in ${requested.year}`}</h1>
${renderLateRule(links)}
${renderYearTable(links, requested, await dataset.facts.listLateRowsByYear(requested), countReportsReadByYear(state.getCoverage(), requested.chamber))}
<section class="list" id="members"><h2>Members</h2>
${renderLateForm(links, requested, { query, faults, years })}
${faults.size > 0 ? html`<p class="nothing">Correct the field above to see the list.</p>` : renderLateMembers({ links, dataset }, requested, { listed: list.rows, sortedMembers: rows, all: people })}
${list.pager}</section>
${renderFeedLinks({ links, what: "late trades", feed: { path: "/trades", query: buildLateTradesQuery(requested) }, filter: buildLateTradesFilter(requested) })}
${renderMissingFromList(links, state.getCoverage())}`,
  };
}

/** Returns a filter for new late trades of the listed members. It ignores the year, since a past year gets no new trades. */
function buildLateTradesFilter({ chamber, party }: LateQuery): TradeFilter {
  return { late: true, ...(chamber && { chamber }), ...(party && { party: [party] }) };
}

function buildLateTradesQuery({ chamber, party }: LateQuery): Query {
  return { late: true, chamber, party };
}

interface FormParts {
  readonly query: URLSearchParams;
  readonly faults: ReadonlyMap<string, string>;
  readonly years: readonly number[];
}

function renderLateForm(links: Links, { sort }: LateQuery, { query, faults, years }: FormParts): Html {
  const getFieldState = (name: string, label: string) => ({
    name,
    label,
    value: query.get(name)?.trim() ?? "",
    fault: faults.get(name),
  });
  return html`<form class="narrow" action="${links.to("/late")}#members">${renderChoiceField(getFieldState("year", "Year disclosed"), toPlainChoices(years))}${renderChoiceField(getFieldState("chamber", "Chamber"), CHAMBER_CHOICES)}${renderChoiceField(getFieldState("party", "Party"), PARTY_CHOICES)}${sort !== DEFAULT_COLUMN && html`<input type="hidden" name="sort" value="${sort}">`}<div class="buttons"><button>Apply</button> <a href="${links.to("/late")}">All members</a></div></form>`;
}

/** A table of the totals of all members, one row per year. */
function renderYearTable(
  links: Links,
  requested: LateQuery,
  years: readonly LateRow[],
  readReports: ReadonlyMap<number, ReadReports>,
): Html {
  if (years.length === 0) return html`<p>No trade is known.</p>`;
  const { year: _, ...others } = toQueryParams(requested);
  const renderYearLink = ({ year }: LateRow) =>
    html`<a href="${links.to("/late", { ...others, year: year ?? "" })}"${year === requested.year && html` aria-current="true"`}>${year}</a>${renderFewReadNotice(readReports.get(year ?? 0))}`;
  const listed = new Set(years.map(({ year }) => year));
  const unread = [...readReports]
    .filter(([year, { reports }]) => reports > 0 && !listed.has(year))
    .toSorted(([a], [b]) => b - a);
  return html`<section><h2>Year by year</h2>
${renderLatenessByYear(years, "Late trades of all members by year of disclosure", renderYearLink)}
${
  unread.length > 0 &&
  html`<p class="rule">No trades are known from the reports of ${unread.map(([year, { reports }], at) => html`${at > 0 && ", "}${year} (${pluralize(reports, "report")})`)}.</p>`
}</section>`;
}

/** Minimum number of judged trades for ranking a member by percentage of late trades. One late trade out of one means nothing. */
const MIN_JUDGED = 20;

function rankLateMembers(people: readonly LateRow[], sort: ColumnName): readonly LateRow[] {
  const { getValue }: Column = COLUMNS[sort];
  return people
    .filter(({ late: trades, judged }) => trades > 0 && (sort !== "share" || judged >= MIN_JUDGED))
    .toSorted((a, b) => getValue(b) - getValue(a) || b.late - a.late || (a.name < b.name ? -1 : 1));
}

function renderLateMembers(
  { links, dataset }: { readonly links: Links } & Pick<View, "dataset">,
  requested: LateQuery,
  { listed, sortedMembers: ranked, all }: Readonly<Record<"listed" | "sortedMembers" | "all", readonly LateRow[]>>,
): Html {
  if (all.length === 0) return html`<p class="nothing">No matching trade was disclosed.</p>`;
  const late = all.filter(({ late: trades }) => trades > 0).length;
  if (late === 0)
    return html`<p class="nothing">None of ${pluralize(all.length, "member")} with a matching disclosed trade was late.</p>`;
  const named = toQueryParams(requested);
  const renderHeading = (key: ColumnName) =>
    html`<th scope="col" class="number"${key === requested.sort && html` aria-sort="descending"`}><a href="${links.to("/late", { ...named, sort: key === DEFAULT_COLUMN ? "" : key })}#members">${COLUMNS[key].label}</a></th>`;
  return html`<p class="summary"><span><strong>${formatCount(late)}</strong> of ${pluralize(all.length, "member")} with a disclosed trade ${late === 1 ? "was" : "were"} late at least once: ${formatGraceCounts(all)}.${
    requested.sort === "share" &&
    ` Only members with at least ${MIN_JUDGED} judged trades are ranked by their share of late trades, which leaves ${pluralize(ranked.length, "member")}.`
  } The share is of judged trades; median and longest are days from trade to disclosure; days late are counted from the deadline.</span></p>
${renderScrollingTable({
  look: "data late-people",
  caption: `Members who were late, by ${COLUMNS[requested.sort].label.toLowerCase()}`,
  rows: html`<thead><tr><th scope="col">Member</th>${COLUMN_NAMES.map(renderHeading)}</tr></thead>
<tbody>${listed.map((row) => renderLatePersonRow(links, requested, row, renderFormerMark(dataset.getMember(row.id))))}</tbody>`,
})}`;
}

/** `12 trades within the 30-day grace period, in which no fee is due, and 30 after it` */
function formatGraceCounts(rows: readonly LateRow[]): string {
  const sumRows = (getValue: (row: LateRow) => number) => rows.reduce((total, row) => total + getValue(row), 0);
  const within = sumRows((row) => row.lateInGrace);
  return `${pluralize(within, "trade")} within the ${GRACE_DAYS}-day grace period, in which no fee is due, and ${formatCount(sumRows(({ late: trades }) => trades) - within)} after it`;
}

function renderLatePersonRow(links: Links, { year }: LateQuery, row: LateRow, formerMark: Html | false): Html {
  const { id, name, party, chamber, state, daysToDisclose, daysLate } = row;
  const lateTrades = links.toLatestTrades({
    politician_id: id,
    late: true,
    ...(year !== undefined && { disclosed_from: `${year}-01-01`, disclosed_to: `${year}-12-31` }),
  });
  return html`<tr><th scope="row">${renderPersonLink(links, { id, name })} ${renderPartyMark(party)} <small>${getChamberName(chamber)}, ${state}${formerMark}</small></th><td class="number">${renderLateCount(row.lateReports)} <small>of ${formatCount(row.reports)}</small></td><td class="number"><a href="${lateTrades}">${formatCount(row.late)}</a></td><td class="number">${renderLateCount(row.late - row.lateInGrace)}</td><td class="number">${formatLateShare(row.late, row.judged)} <small>of ${formatCount(row.judged)}</small></td><td class="number">${daysToDisclose === null ? "–" : formatDaysToNearestHalf(daysToDisclose.median)}</td><td class="number">${daysLate === null ? "–" : pluralize(daysLate.most, "day")}${daysLate !== null && daysLate.count > 1 && html` <small>median ${formatDaysToNearestHalf(daysLate.median)}</small>`}</td><td class="number">${daysToDisclose === null ? "–" : pluralize(daysToDisclose.most, "day")}</td></tr>
`;
}
