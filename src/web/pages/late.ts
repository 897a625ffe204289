/** `/late`: who disclosed late, by person, in all years or in one. */
import type { LateRow } from "../../dataset/facts/late-record.ts";
import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../domain/politician.ts";
import { type Html, html } from "../html.ts";
import { type Links, withQuery } from "../links.ts";
import { movedTo, type Rendered, type View, type WebPage } from "../page.ts";
import { pageOf, pageWanted } from "../paged-list.ts";
import { asWritten, CHAMBER_CHOICES, choiceField, PARTY_CHOICES } from "../parts/field.ts";
import { days, lateCount, lateRule, lateTable, share } from "../parts/late-words.ts";
import { missingFromList } from "../parts/missing.ts";
import { chamberName, partyMark, personLink } from "../parts/person.ts";
import { scrollingTable } from "../parts/scrolling-table.ts";
import { formerMark } from "../parts/seat.ts";
import { count, counted } from "../parts/words.ts";
import type { SiteState } from "../site-state.ts";

interface LateParts {
  readonly links: Links;
  readonly state: SiteState;
}

export function latePage(parts: LateParts): WebPage {
  return { name: "page_late", path: "/late", render: (view) => late(parts, view) };
}

interface Column {
  readonly label: string;
  /** Greatest first. */
  readonly value: (row: LateRow) => number;
}

/** Columns that the list may be sorted by; the first is usual. */
const COLUMNS: Readonly<Record<string, Column>> = {
  late_reports: { label: "Late reports", value: ({ lateReports }) => lateReports },
  reports: { label: "Reports", value: ({ reports }) => reports },
  late: { label: "Late trades", value: ({ late: trades }) => trades },
  trades: { label: "Trades", value: ({ trades }) => trades },
  share: { label: "Share late", value: ({ late: trades, judged }) => (judged === 0 ? -1 : trades / judged) },
  median: { label: "Median days", value: ({ daysToDisclose }) => daysToDisclose?.median ?? -1 },
  worst: { label: "Longest", value: ({ daysToDisclose }) => daysToDisclose?.most ?? -1 },
};
const [USUAL = ""] = Object.keys(COLUMNS);

interface Asked {
  readonly chamber: Chamber | undefined;
  readonly party: Party | undefined;
  readonly year: number | undefined;
  readonly sort: string;
}

async function late({ links, state }: LateParts, { dataset, query }: View): Promise<Rendered> {
  const asked = askedOf(query);
  const faults = faultsOf(query, asked);
  const named = namedOf(asked);
  const column = COLUMNS[asked.sort] ?? (COLUMNS[USUAL] as Column);
  const wanted = faults.size > 0 ? [] : await dataset.facts.latePeople(asked);
  const rows = wanted.toSorted(
    (a, b) => column.value(b) - column.value(a) || b.late - a.late || (a.name < b.name ? -1 : 1),
  );
  const page = pageWanted(query, "page", rows.length);
  const list = pageOf(rows, page, (each) => links.to("/late", { ...named, ...(each > 1 && { page: each }) }));
  const canonical = withQuery("/late", { ...named, ...(page > 1 && { page }) });
  const isUntidy = [...query].some(([, value]) => value.trim() === "");
  if (faults.size === 0 && isUntidy) return movedTo(canonical);
  const years = [...new Set((await dataset.facts.lateYears()).flatMap(({ year }) => year ?? []))];
  return {
    ...(faults.size > 0 && { status: 400 as const }),
    title: asked.year === undefined ? "Who disclosed late" : `Who disclosed late in ${asked.year}`,
    description: "Members of Congress who disclosed stock trades after the law's time was over, by person and year.",
    canonical,
    main: html`<h1>Who disclosed late${asked.year !== undefined && ` in ${asked.year}`}</h1>
${lateRule(links)}
${yearTable(links, asked, await dataset.facts.lateYears(asked))}
<section class="list" id="members"><h2>Members</h2>
${form(links, asked, { query, faults, years })}
${faults.size > 0 ? html`<p class="nothing">Nothing is listed until the field above is mended.</p>` : people({ links, dataset }, asked, list.rows, rows)}
${list.pager}</section>
${missingFromList(links, state.coverage())}`,
  };
}

function askedOf(query: URLSearchParams): Asked {
  const given = (name: string) => query.get(name)?.trim() ?? "";
  const year = /^\d{4}$/.test(given("year")) ? Number(given("year")) : undefined;
  return {
    chamber: CHAMBERS.find((each) => each === given("chamber").toLowerCase()),
    party: PARTIES.find((each) => each.toLowerCase() === given("party").toLowerCase()),
    year,
    sort: Object.hasOwn(COLUMNS, given("sort")) ? given("sort") : USUAL,
  };
}

/** Sentences by the name of the parameter that makes no sense. */
function faultsOf(query: URLSearchParams, { chamber, party, year }: Asked): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const check = (name: string, value: unknown, sentence: string) => {
    const given = query.get(name)?.trim() ?? "";
    if (given !== "" && value === undefined) faults.set(name, `“${given.slice(0, 60)}” ${sentence}`);
  };
  check("chamber", chamber, `is none of: ${CHAMBERS.join(", ")}.`);
  check("party", party, `is none of: ${PARTIES.join(", ")}.`);
  check("year", year, "cannot be read. Write a year, such as 2024.");
  return faults;
}

function namedOf({ chamber, party, year, sort }: Asked): Readonly<Record<string, string>> {
  return {
    ...(chamber && { chamber }),
    ...(party && { party }),
    ...(year !== undefined && { year: String(year) }),
    ...(sort !== USUAL && { sort }),
  };
}

/** All members together, a year a row. */
function yearTable(links: Links, asked: Asked, years: readonly LateRow[]): Html {
  if (years.length === 0) return html`<p>No trade is known.</p>`;
  const { year: _, ...others } = namedOf(asked);
  const link = ({ year }: LateRow) =>
    html`<a href="${links.to("/late", { ...others, year: year ?? "" })}"${year === asked.year && html` aria-current="true"`}>${year}</a>`;
  return html`<section><h2>Year by year</h2>
${lateTable(years, "Late trades of all members by year of disclosure", link)}</section>`;
}

interface FormParts {
  readonly query: URLSearchParams;
  readonly faults: ReadonlyMap<string, string>;
  readonly years: readonly number[];
}

function form(links: Links, { sort }: Asked, { query, faults, years }: FormParts): Html {
  const field = (name: string, label: string) => ({
    name,
    label,
    value: query.get(name)?.trim() ?? "",
    fault: faults.get(name),
  });
  return html`<form class="narrow" action="${links.to("/late")}#members">${choiceField(field("year", "Year disclosed"), asWritten(years))}${choiceField(field("chamber", "Chamber"), CHAMBER_CHOICES)}${choiceField(field("party", "Party"), PARTY_CHOICES)}${sort !== USUAL && html`<input type="hidden" name="sort" value="${sort}">`}<div class="buttons"><button>Apply</button> <a href="${links.to("/late")}">All members</a></div></form>`;
}

function people(
  { links, dataset }: Pick<LateParts, "links"> & Pick<View, "dataset">,
  asked: Asked,
  rows: readonly LateRow[],
  all: readonly LateRow[],
): Html {
  if (rows.length === 0) return html`<p class="nothing">No member disclosed a trade that matches.</p>`;
  const withLate = all.filter(({ lateReports }) => lateReports > 0).length;
  const named = namedOf(asked);
  const heading = (key: string, { label }: Column) =>
    html`<th scope="col" class="number"${key === asked.sort && html` aria-sort="descending"`}><a href="${links.to("/late", { ...named, sort: key === USUAL ? "" : key })}#members">${label}</a></th>`;
  return html`<p class="summary"><span><strong>${count(withLate)}</strong> of ${counted(all.length, "member")} with a disclosed trade ${withLate === 1 ? "was" : "were"} late at least once.</span></p>
${scrollingTable({
  look: "data late-people",
  caption: `Members by ${(COLUMNS[asked.sort]?.label ?? "").toLowerCase()}`,
  rows: html`<thead><tr><th scope="col">Member</th>${Object.entries(COLUMNS).map(([key, column]) => heading(key, column))}</tr></thead>
<tbody>${rows.map((row) => personRow(links, asked, row, formerMark(dataset.member(row.id))))}</tbody>`,
})}`;
}

function personRow(links: Links, { year }: Asked, row: LateRow, former: Html | false): Html {
  const { id, name, party, chamber, state, daysToDisclose } = row;
  const lateTrades = links.feed({
    politician_id: id,
    late: true,
    ...(year !== undefined && { disclosed_from: `${year}-01-01`, disclosed_to: `${year}-12-31` }),
  });
  return html`<tr><th scope="row">${personLink(links, { id, name })} ${partyMark(party)} <small>${chamberName(chamber)}, ${state}${former}</small></th><td class="number">${lateCount(row.lateReports)}</td><td class="number">${count(row.reports)}</td><td class="number">${row.late > 0 ? html`<a href="${lateTrades}">${count(row.late)}</a>` : "0"}</td><td class="number">${count(row.trades)}</td><td class="number">${share(row.late, row.judged)}</td><td class="number">${daysToDisclose === null ? "–" : days(daysToDisclose.median)}</td><td class="number">${daysToDisclose === null ? "–" : counted(daysToDisclose.most, "day")}</td></tr>
`;
}
