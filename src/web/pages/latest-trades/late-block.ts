/** The members with the longest delays in the year of the newest disclosure. Below: the share of late trades by year. */
import type { Coverage } from "../../../publication/dataset/coverage.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { formatLateShare } from "../../parts/late-words.ts";
import { renderPartyMark, renderPersonLink } from "../../parts/person.ts";
import { countReportsReadByYear, renderFewReadNotice } from "../../parts/read-by-year.ts";
import { formatCount, pluralize } from "../../parts/words.ts";

const MAX_PEOPLE = 3;
const YEARS = 5;

interface LateBlockParts {
  readonly links: Links;
  readonly coverage: Pick<Coverage, "years">;
  /** One row per year, newest first; at least one. */
  readonly years: readonly LateRow[];
  /** Members who disclosed in the newest year. */
  readonly people: readonly LateRow[];
}

export function renderLateBlock({ links, coverage, years, people }: LateBlockParts): Html {
  const [newest] = years;
  if (newest === undefined) return html`<p>No trade is known.</p>`;
  const year = newest.year ?? 0;
  const read = countReportsReadByYear(coverage, undefined);
  return html`${renderMostLateMembers(links, newest, people)}
<p class="small">Each number is the member’s longest delay past the deadline, among trades disclosed in ${year}. <a href="${links.to("/late", { year, sort: "days_late" })}">All members who were late in ${year}</a></p>
<table class="late-share"><caption class="unseen">Share of trades that were late, by year of disclosure</caption>
<thead><tr><th scope="col">Year disclosed</th><th scope="col" class="number">Late</th><th scope="col" class="number">Trades with a known deadline</th></tr></thead>
<tbody>${years.slice(0, YEARS).map(
    (
      row,
    ) => html`<tr><th scope="row"><a href="${links.to("/late", { year: row.year ?? "" })}">${row.year}</a>${renderFewReadNotice(read.get(row.year ?? 0))}</th><td class="number">${formatLateShare(row.late, row.judged)}</td><td class="number">${formatCount(row.judged)}</td></tr>
`,
  )}</tbody></table>`;
}

/** `90 days, Ann Example` */
export function renderLateSummary({
  years: [newest],
  people,
}: Pick<LateBlockParts, "years" | "people">): Html | string {
  const [first] = pickPeopleMostLate(people);
  if (first !== undefined) return html`${pluralize(getMostDaysLate(first), "day")}, <bdi>${first.name}</bdi>`;
  return newest === undefined || newest.judged === 0 ? "not known" : "nobody";
}

function renderMostLateMembers(links: Links, { year, judged }: LateRow, people: readonly LateRow[]): Html {
  const late = pickPeopleMostLate(people);
  if (late.length === 0)
    return html`<p>${judged === 0 ? `No trade disclosed in ${year} can be judged yet.` : `None of the ${pluralize(judged, "trade")} disclosed in ${year} that can be judged was late.`}</p>`;
  return html`<ol>${late.map((row) => html`<li>${renderPersonLink(links, row)} ${renderPartyMark(row.party)} <strong class="late">${pluralize(getMostDaysLate(row), "day")}</strong></li>`)}</ol>`;
}

function pickPeopleMostLate(people: readonly LateRow[]): readonly LateRow[] {
  return people
    .filter((each) => getMostDaysLate(each) > 0)
    .toSorted((a, b) => getMostDaysLate(b) - getMostDaysLate(a) || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_PEOPLE);
}

function getMostDaysLate({ daysLate }: LateRow): number {
  return daysLate?.most ?? 0;
}
