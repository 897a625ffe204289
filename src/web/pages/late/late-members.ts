/** The members with late disclosures, ranked. */

import { GRACE_DAYS } from "../../../domain/reporting-deadline.ts";
import type { LateRow } from "../../../publication/dataset/facts/late-record.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { View } from "../../page.ts";
import { days, lateCount, lateShare } from "../../parts/late-words.ts";
import { chamberName, partyMark, personLink } from "../../parts/person.ts";
import { scrollingTable } from "../../parts/scrolling-table.ts";
import { formerMark } from "../../parts/seat.ts";
import { count, counted } from "../../parts/words.ts";
import { COLUMN_NAMES, COLUMNS, type Column, type ColumnName, type LateQuery, namedOf, USUAL } from "./late-query.ts";

/** Minimum number of judged trades for the ranking by share: one late trade out of one means nothing. */
const LEAST_JUDGED = 20;

/** The late members, sorted by the column. */
export function ranked(people: readonly LateRow[], sort: ColumnName): readonly LateRow[] {
  const { value }: Column = COLUMNS[sort];
  return people
    .filter(({ late: trades, judged }) => trades > 0 && (sort !== "share" || judged >= LEAST_JUDGED))
    .toSorted((a, b) => value(b) - value(a) || b.late - a.late || (a.name < b.name ? -1 : 1));
}

interface LateMembers {
  /** The rows of this page. */
  readonly listed: readonly LateRow[];
  readonly ranked: readonly LateRow[];
  readonly all: readonly LateRow[];
}

export function lateMembers(
  { links, dataset }: { readonly links: Links } & Pick<View, "dataset">,
  asked: LateQuery,
  { listed, ranked: inOrder, all }: LateMembers,
): Html {
  if (all.length === 0) return html`<p class="nothing">No matching trade was disclosed.</p>`;
  const late = all.filter(({ late: trades }) => trades > 0).length;
  if (late === 0)
    return html`<p class="nothing">None of ${counted(all.length, "member")} with a matching disclosed trade was late.</p>`;
  const named = namedOf(asked);
  const heading = (key: ColumnName) =>
    html`<th scope="col" class="number"${key === asked.sort && html` aria-sort="descending"`}><a href="${links.to("/late", { ...named, sort: key === USUAL ? "" : key })}#members">${COLUMNS[key].label}</a></th>`;
  return html`<p class="summary"><span><strong>${count(late)}</strong> of ${counted(all.length, "member")} with a disclosed trade ${late === 1 ? "was" : "were"} late at least once: ${inGrace(all)}.${
    asked.sort === "share" &&
    ` Only members with at least ${LEAST_JUDGED} judged trades are ranked by share: ${count(inOrder.length)}.`
  } The share is of judged trades; median and longest are days from trade to disclosure; days late are counted from the deadline.</span></p>
${scrollingTable({
  look: "data late-people",
  caption: `Members who were late, by ${COLUMNS[asked.sort].label.toLowerCase()}`,
  rows: html`<thead><tr><th scope="col">Member</th>${COLUMN_NAMES.map(heading)}</tr></thead>
<tbody>${listed.map((row) => personRow(links, asked, row, formerMark(dataset.member(row.id))))}</tbody>`,
})}`;
}

/** `12 trades within the 30-day grace period, in which no fee is due, and 30 after it` */
function inGrace(rows: readonly LateRow[]): string {
  const sum = (value: (row: LateRow) => number) => rows.reduce((total, row) => total + value(row), 0);
  const within = sum((row) => row.lateInGrace);
  return `${counted(within, "trade")} within the ${GRACE_DAYS}-day grace period, in which no fee is due, and ${count(sum(({ late: trades }) => trades) - within)} after it`;
}

function personRow(links: Links, { year }: LateQuery, row: LateRow, former: Html | false): Html {
  const { id, name, party, chamber, state, daysToDisclose, daysLate } = row;
  const lateTrades = links.latestTrades({
    politician_id: id,
    late: true,
    ...(year !== undefined && { disclosed_from: `${year}-01-01`, disclosed_to: `${year}-12-31` }),
  });
  return html`<tr><th scope="row">${personLink(links, { id, name })} ${partyMark(party)} <small>${chamberName(chamber)}, ${state}${former}</small></th><td class="number">${lateCount(row.lateReports)} <small>of ${count(row.reports)}</small></td><td class="number"><a href="${lateTrades}">${count(row.late)}</a></td><td class="number">${lateCount(row.late - row.lateInGrace)}</td><td class="number">${lateShare(row.late, row.judged)} <small>of ${count(row.judged)}</small></td><td class="number">${daysToDisclose === null ? "–" : days(daysToDisclose.median)}</td><td class="number">${daysLate === null ? "–" : counted(daysLate.most, "day")}${daysLate !== null && daysLate.count > 1 && html` <small>median ${days(daysLate.median)}</small>`}</td><td class="number">${daysToDisclose === null ? "–" : counted(daysToDisclose.most, "day")}</td></tr>
`;
}
